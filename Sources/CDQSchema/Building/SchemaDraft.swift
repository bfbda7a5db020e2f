import CDQIR
import CDQSyntax

/// The parts of a schema as they were read, each with its places, before they are checked against each other.
struct SchemaDraft {
  var entities: [EntityDraft] = []
  var enumerations: [EnumerationDraft] = []
  var templates: [FetchTemplate] = []
  /// Places of the entity names that templates give, parallel to `templates`.
  var templateEntitySpans: [SourceSpan] = []

  mutating func append(_ other: SchemaDraft) {
    entities += other.entities
    enumerations += other.enumerations
    templates += other.templates
    templateEntitySpans += other.templateEntitySpans
  }
}

struct EntityDraft {
  /// Without properties, constraints and indexes, which stand below with their places.
  var entity: Entity
  var file: String
  var nameSpan: SourceSpan
  var parentSpan: SourceSpan?
  var properties: [PropertyDraft] = []
  /// Places of the properties by name, as of the last `index()`.
  private var places: [String: Int] = [:]
  /// `@unique` ones first, in the order of properties, then compound ones.
  var uniqueness: [KeyListDraft] = []
  var indexes: [KeyListDraft] = []
  /// From a Core Data model, where Xcode tolerates what `.cdq` refuses.
  var isImported: Bool
  /// Whether Xcode writes its class or the properties of it.
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

  /// Makes names findable; to be called when properties were added or removed.
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
  /// The type or the destination.
  var typeSpan: SourceSpan
  var inverse: InverseDraft?
  /// Where the delete rule is given.
  var deleteRuleSpan: SourceSpan?
}

struct InverseDraft {
  var name: String
  var span: SourceSpan
  /// The entity a Core Data model names beside the inverse.
  var entity: String?
  var entitySpan: SourceSpan?
}

/// `@@unique(a, b)`, `@@index(a, b desc)`, or one attribute's `@unique` or `@index`.
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
  /// Parallel to the cases.
  var caseSpans: [SourceSpan]
}
