package import CDQIR
package import CDQSyntax

/// The names by which the reader of a text tells a query from a predicate: `city where …` is a query, since there is an
/// entity `City`, and `name == "Oslo"` is none, since there is no entity that is spelt nearly so.
package struct TextVocabulary: Sendable {
  private let listEntities: @Sendable () -> [String]
  private let listProperties: @Sendable () -> [String]
  /// The schema; nil where only the names of entities are known.
  package let schema: Schema?
  /// The entity that a predicate would be about; nil if there is none.
  package let entity: String?
  /// What is reported of a text with errors that is in another language, with the query that it means; nil if it is in none.
  package typealias Translator =
    @Sendable (SourceText, TextVocabulary, ParseOptions, ParseResult<Pipeline.Tree>) -> Diagnostic?
  /// The translator of texts that people type; nil for the texts of programs.
  package var translator: Translator?

  /// The names of the schema's entities. They are listed when they are needed, which most texts never do.
  package var entities: [String] { listEntities() }
  /// The properties of the entity that a predicate would be about. They are no misspelt entities.
  package var properties: Set<String> { Set(listProperties()) }

  package init(entities: [String]) {
    listEntities = { entities }
    listProperties = { [] }
    (schema, entity) = (nil, nil)
  }

  /// The names of a schema.
  ///
  /// - Parameter entity: The entity that a predicate would be about; nil if there is none.
  package init(_ schema: Schema, entity: String? = nil) {
    listEntities = { schema.entities.map(\.name) }
    listProperties = { entity.map { schema.allProperties(of: $0).map(\.name) } ?? [] }
    (self.schema, self.entity) = (schema, entity)
  }

  /// How well a word names an entity.
  package func likeness(of word: String) -> EntityLikeness {
    if entities.contains(word) { return .exact }
    if properties.contains(word) { return .none }
    guard let meant = entity(meantBy: word) else {
      // Without an entity that a property could belong to, a capitalized word can only be meant as an entity.
      return properties.isEmpty && word.first?.isUppercase == true ? .near : .none
    }
    // A word that may be a misspelt property, too, is one if there is an entity that it can belong to.
    let isOtherCase = meant.lowercased() == word.lowercased()
    return isOtherCase || Suggestions.nearest(to: word, among: Array(properties)) == nil ? .near : .none
  }

  /// A query of an entity that shows the clauses, with properties that the entity has.
  package func example(of entity: String) -> String {
    let attributes = schema?.allAttributes(of: entity) ?? []
    let texts = attributes.filter { $0.type == .string }.map(\.name)
    guard let text = texts.first(where: { ["name", "title"].contains($0.lowercased()) }) ?? texts.first else {
      return "\(entity) where … sort … limit 10"
    }
    return "\(entity) where \(text) CONTAINS \"a\" sort \(text) limit 10"
  }

  /// The first properties of an entity with their types, as a help text.
  package func properties(of entity: String) -> String {
    let all = schema?.allProperties(of: entity) ?? []
    let more = all.count > 8 ? " (+\(all.count - 8))" : ""
    return "properties of '\(entity)': \(all.prefix(8).map(\.name).joined(separator: ", "))\(more)"
  }

  /// A query of the entity that a predicate would be about, or of the first one.
  package var example: String { example(of: entity ?? entities.first ?? "City") }

  /// The entity that a word names exactly, in another case, in the plural or misspelt; nil when there is none.
  package func entity(meantBy word: String) -> String? {
    entities.contains(word) ? word : Suggestions.entity(meantBy: word, among: entities)
  }
}

extension SourceText {
  /// The text with a semicolon at its end replaced by a space, so that all places stay the same.
  package var withoutFinalSemicolon: SourceText {
    guard let last = utf8.lastIndex(where: { $0 > 0x20 }), utf8[last] == UInt8(ascii: ";") else { return self }
    var bytes = utf8
    bytes[last] = 0x20
    return SourceText(name: name, utf8: bytes)
  }
}
