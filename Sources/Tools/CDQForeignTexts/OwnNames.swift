package import CDQIR
package import CDQSyntax

/// Puts the names of the schema at hand into the examples of findings, which the parser makes without a schema: it writes of
/// cities and their country.
package struct OwnNames {
  private let schema: Schema
  private let entity: String

  /// - Parameters:
  ///   - source: The text that the findings are about; the first entity that it names is the one of the examples.
  ///   - entity: The entity that a predicate is about; nil if there is none.
  package init(_ schema: Schema, _ source: SourceText, _ entity: String?) {
    self.schema = schema
    let names = schema.entities.map(\.name)
    let words =
      source.utf8.count > 1000
      ? []
      : String(decoding: source.utf8, as: UTF8.self).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(
        String.init)
    self.entity =
      entity ?? words.lazy.compactMap { word in names.first { SchemaWords.isNumber(word, of: $0) } }.first ?? names
      .first ?? ""
  }

  /// The findings with examples of this schema.
  package func adapted(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !entity.isEmpty, findings.contains(where: { $0.help.contains(where: isExample) }) else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.help = finding.help.map { isExample($0) ? adapted($0) : $0 }
      return finding
    }
  }

  private func isExample(_ help: String) -> Bool {
    ["City ", "country.name", "cities."].contains { help.contains($0) } && schema.entity(named: "City") == nil
  }

  private func adapted(_ help: String) -> String {
    let owners = [entity] + schema.entities.map(\.name)
    var result = help.replacing("City ", with: "\(entity) ")
    func path(isToMany: Bool) -> (relationship: String, name: String)? {
      for owner in owners {
        for relationship in schema.allRelationships(of: owner) where relationship.isToMany == isToMany {
          if let name = SchemaWords(schema: schema, entity: relationship.destination).nameOfObject {
            return (relationship.name, name)
          }
        }
      }
      return nil
    }
    let (one, many) = (path(isToMany: false), path(isToMany: true))
    result = result.replacing(
      "country.name", with: one.map { "\($0.relationship).\($0.name)" } ?? "relationship.property")
    result = result.replacing(
      "cities.name", with: many.map { "\($0.relationship).\($0.name)" } ?? "relationship.property")
    result = result.replacing(
      "cities.population > 5",
      with: many.map { "\($0.relationship).\($0.name) == \"…\"" } ?? "relationship.property > 5")
    result = result.replacing("(cities,", with: "(\(many?.relationship ?? "relationship"),")
    return result.replacing("\"France\"", with: "\"…\"").replacing("\"Paris\"", with: "\"…\"")
  }
}
