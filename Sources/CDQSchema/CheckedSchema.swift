package import CDQIR
package import CDQSyntax

/// A schema and where its parts were declared, so that a diagnostic about a query can point into the schema's text.
package struct CheckedSchema: Hashable, Sendable {
  package var schema: Schema
  package var declarations: [Declaration: SourceLocation]
  /// Predicates that a Core Data model carries, to be checked and generated like queries.
  package var templates: [FetchTemplate]
  /// Entities whose classes Xcode writes by itself, wholly or in part: a model's `codeGenerationType`.
  package var entitiesOfXcode: Set<String> = []

  package init(
    schema: Schema, declarations: [Declaration: SourceLocation] = [:], templates: [FetchTemplate] = []
  ) {
    self.schema = schema
    self.declarations = declarations
    self.templates = templates
  }

  /// A part of a schema that has a place in a text.
  package enum Declaration: Hashable, Sendable {
    case entity(String)
    case property(entity: String, name: String)
    case enumeration(String)
    case enumerationCase(enumeration: String, name: String)
  }
}

/// A place in a named text.
package struct SourceLocation: Hashable, Sendable {
  /// `SourceText.name`
  package var file: String
  package var span: SourceSpan

  package init(file: String, span: SourceSpan) {
    self.file = file
    self.span = span
  }
}

/// A `fetchRequest` template or a fetched property of a Core Data model.
package struct FetchTemplate: Hashable, Sendable {
  /// As the model writes it.
  package var name: String
  /// What the query made of it is called: an identifier that no other template has.
  package var queryName: String
  package var entity: String
  /// NSPredicate text, entities of the XML resolved; nil when the template has none.
  package var predicate: String?
  /// Where the predicate's text stands, between the quotes.
  package var location: SourceLocation
  /// Owner of a fetched property; nil for a template of the model.
  package var owner: String?
  package var fetchLimit: Int?
  /// False when the template asks for objects of exactly the entity.
  package var includesSubentities = true
  /// Where the name of the template or of the fetched property stands.
  package var nameLocation: SourceLocation
  /// Where the predicate's text and the file part, because the file writes some characters as references.
  package var anchors: [TextAnchor] = []

  package init(
    name: String, entity: String, predicate: String?, location: SourceLocation, owner: String? = nil,
    fetchLimit: Int? = nil
  ) {
    self.name = name
    queryName = name
    self.entity = entity
    self.predicate = predicate
    self.location = location
    self.owner = owner
    self.fetchLimit = fetchLimit
    nameLocation = location
  }

  /// The place in the file of a span of `predicate`.
  package func location(of span: SourceSpan) -> SourceLocation {
    SourceLocation(file: location.file, span: SourceSpan(offset(span.start), offset(span.end)))
  }

  private func offset(_ decoded: UInt32) -> UInt32 {
    var base = TextAnchor(decoded: 0, source: location.span.start)
    for anchor in anchors where anchor.decoded <= decoded { base = anchor }
    return min(base.source + (decoded - base.decoded), location.span.end)
  }
}
