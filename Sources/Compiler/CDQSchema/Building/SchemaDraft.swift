import CDQIR
import CDQSyntax

/// The parts of a schema as the readers produce them, each with its place, before validation.
struct SchemaDraft {
  var entities: [EntityDraft] = []
  var enumerations: [EnumerationDraft] = []
  var templates: [FetchTemplate] = []
  /// Places of the entity names in the templates, parallel to `templates`.
  var templateEntitySpans: [SourceSpan] = []

  mutating func append(_ other: SchemaDraft) {
    entities += other.entities
    enumerations += other.enumerations
    templates += other.templates
    templateEntitySpans += other.templateEntitySpans
  }
}

struct EntityDraft {
  /// The entity without properties, constraints and indexes; those are below, with their places.
  var entity: Entity
  var file: String
  var nameSpan: SourceSpan
  var parentSpan: SourceSpan?
  var properties: [PropertyDraft] = []
  /// Indexes into `properties` by property name, as of the last call of `index()`.
  private var places: [String: Int] = [:]
  /// Uniqueness constraints: first those of `@unique`, in the order of the properties, then those of `@@unique`.
  var uniqueness: [KeyListDraft] = []
  var indexes: [KeyListDraft] = []
  /// True for an entity of a Core Data model; Xcode tolerates some things that are errors in `.cdq` files.
  var isImported: Bool
  /// Whether Xcode generates the entity's class, or a category with its properties.
  var isOfXcode = false

  init(
    entity: Entity, file: String, nameSpan: SourceSpan, parentSpan: SourceSpan? = nil, isImported: Bool
  ) {
    self.entity = entity
    self.file = file
    self.nameSpan = nameSpan
    self.parentSpan = parentSpan
    self.isImported = isImported
  }

  /// Updates the name lookup; to be called after properties were added or removed.
  mutating func index() {
    places = Dictionary(
      properties.enumerated().map { ($1.property.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func property(named name: String) -> PropertyDraft? {
    places[name].map { properties[$0] }
  }
}

struct PropertyDraft {
  var property: Property
  var nameSpan: SourceSpan
  /// Place of the attribute's type or the relationship's destination.
  var typeSpan: SourceSpan
  var inverse: InverseDraft?
  /// Place of the delete rule; nil when the declaration has none.
  var deleteRuleSpan: SourceSpan?
}

struct InverseDraft {
  var name: String
  var span: SourceSpan
  /// The entity that a Core Data model gives in addition to the inverse's name.
  var entity: String?
  var entitySpan: SourceSpan?
}

/// The keys of `@@unique(a, b)`, `@@index(a, b desc)`, or a single attribute's `@unique` or `@index`.
struct KeyListDraft {
  struct Key {
    var name: String
    var span: SourceSpan
    var isDescending = false
  }
  var name: String?
  var keys: [Key]
  var span: SourceSpan
}

struct EnumerationDraft {
  var enumeration: Enumeration
  var file: String
  var nameSpan: SourceSpan
  /// Places of the cases' names, parallel to the cases.
  var caseSpans: [SourceSpan]
}
