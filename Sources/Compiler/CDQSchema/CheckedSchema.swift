package import CDQIR
package import CDQSyntax

/// A schema with the places of its declarations, so that a diagnostic about a query can point into the schema's text.
package struct CheckedSchema: Hashable, Sendable {
  package var schema: Schema
  package var declarations: [Declaration: SourceLocation]
  /// Fetch-request templates and fetched properties of Core Data models, which are checked and generated like queries.
  package var templates: [FetchTemplate]
  /// Entities for which Xcode generates a class or a category, according to the model's `codeGenerationType`.
  package var entitiesOfXcode: Set<String> = []

  package init(
    schema: Schema, declarations: [Declaration: SourceLocation] = [:], templates: [FetchTemplate] = []
  ) {
    self.schema = schema
    self.declarations = declarations
    self.templates = templates
  }

  /// Identifies a part of a schema that is declared at a place in a text.
  package enum Declaration: Hashable, Sendable {
    case entity(String)
    case property(entity: String, name: String)
    case enumeration(String)
    case enumerationCase(enumeration: String, name: String)
  }
}

/// A span in a named source text.
package struct SourceLocation: Hashable, Sendable {
  /// The name of the text, see `SourceText.name`.
  package var file: String
  package var span: SourceSpan

  package init(file: String, span: SourceSpan) {
    self.file = file
    self.span = span
  }
}

/// A `fetchRequest` template or a fetched property of a Core Data model.
package struct FetchTemplate: Hashable, Sendable {
  /// The name of the template or fetched property in the model.
  package var name: String
  /// The name of the query that the template becomes: an identifier that no other template has.
  package var queryName: String
  package var entity: String
  /// NSPredicate text with XML references resolved; nil when the template has no predicate.
  package var predicate: String?
  /// Place of the predicate's text, without the quotes; place of the name when there is no predicate.
  package var location: SourceLocation
  /// The entity that owns a fetched property; nil for a template of the model.
  package var owner: String?
  package var fetchLimit: Int?
  /// False when the template fetches only objects of exactly the entity.
  package var includesSubentities = true
  /// Place of the name of the template or fetched property.
  package var nameLocation: SourceLocation
  /// Offsets at which positions in the predicate and in the file shift against each other, because the file writes some
  /// characters as references.
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
