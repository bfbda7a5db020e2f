import CDQIR
import CDQPrinting
import CDQResults
import CDQSchema
import CDQSyntax
import CDQTerminal

/// The commands about the schema: `:schema`, `:entity`.
extension Repl {
  mutating func showSchema(_ argument: String) {
    var words = argument.split(whereSeparator: \.isWhitespace).map(String.init)
    let isMermaid = words.contains("--mermaid")
    words.removeAll { $0 == "--mermaid" }
    if let wrong = words.first(where: { $0.hasPrefix("-") }) {
      return fail("unknown option '\(wrong)'", help: [":schema --mermaid [Entity] draws a diagram"])
    }
    let name = words.joined(separator: " ")
    guard name.isEmpty || isKnown(name) else { return }
    if isMermaid {
      return console.output.write(SchemaMermaid.text(schema, entity: name.isEmpty ? nil : name))
    }
    show(name.isEmpty ? entityTable : propertyTable(of: name))
  }

  private var entityTable: TextTable {
    TextTable(
      columns: [
        .init(title: "entity", isCuttable: false), .number("attributes"), .number("relationships"), .number("objects"),
      ],
      rows: schema.entities.map { entity in
        [
          .init(entity.name), .init(String(schema.allAttributes(of: entity.name).count)),
          .init(String(schema.allRelationships(of: entity.name).count)),
          .init(runner.count(of: entity.name).map(String.init) ?? "?"),
        ]
      })
  }

  private func propertyTable(of name: String) -> TextTable {
    TextTable(
      columns: [
        .init(title: "property", isCuttable: false), .init(title: "type", isCuttable: false), .init(title: "remarks"),
      ],
      rows: schema.allProperties(of: name).map {
        [.init($0.name), .init($0.type.description), .init(remarks($0, name))]
      })
  }

  func show(_ table: TextTable) {
    table.lines(table.layout(console.output.columns), isColored: isColored).forEach(console.print)
  }

  private func remarks(_ property: Property, _ entity: String) -> String {
    switch property {
    case .attribute(let attribute):
      let isUnique = schema.lineage(of: entity).contains { $0.uniquenessConstraints.contains([attribute.name]) }
      return [isUnique ? "unique" : nil, attribute.isTransient ? "transient" : nil].compactMap { $0 }
        .joined(separator: ", ")
    case .relationship(let relationship):
      return relationship.inverse.map { "inverse \($0)" } ?? ""
    }
  }

  mutating func changeEntity(_ name: String) {
    if name.isEmpty { return console.print(entity ?? "no entity is set") }
    if isKnown(name) { entity = name }
  }

  /// Sets the entity of `--entity`. Fails when the schema has no such entity.
  mutating func setEntity(_ name: String) throws(Failure) {
    guard schema.entity(named: name) != nil else {
      throw .usage("there is no entity '\(name)'", help: nearEntity(name))
    }
    entity = name
  }

  private mutating func isKnown(_ name: String) -> Bool {
    if schema.entity(named: name) != nil { return true }
    fail("there is no entity '\(name)'", help: nearEntity(name))
    return false
  }

  private func nearEntity(_ name: String) -> [String] {
    let names = schema.entities.map(\.name)
    let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
    return near + ["entities: \(names.joined(separator: ", "))"]
  }
}
