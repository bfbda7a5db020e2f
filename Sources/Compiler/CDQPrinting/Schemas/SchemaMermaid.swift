package import CDQIR

/// A schema as a Mermaid class diagram, which Markdown viewers draw.
package enum SchemaMermaid {
  /// The diagram, ending with a line feed.
  package static func text(_ schema: Schema, entity only: String? = nil) -> String {
    var lines = ["classDiagram"]
    for entity in schema.entities where only == nil || entity.name == only {
      lines.append("  class \(name(entity.name)) {")
      if entity.isAbstract { lines.append("    <<abstract>>") }
      for case .attribute(let attribute) in entity.properties {
        lines.append("    \(attribute.name): \(attribute.optionalType)")
      }
      lines.append("  }")
    }
    for enumeration in schema.enumerations where only == nil {
      lines.append("  class \(name(enumeration.name)) {")
      lines.append("    <<enumeration>>")
      lines += enumeration.cases.map { "    \($0.name)" }
      lines.append("  }")
    }
    for entity in schema.entities {
      if let parent = entity.parent, only == nil || only == entity.name {
        lines.append("  \(name(parent)) <|-- \(name(entity.name))")
      }
    }
    var drawn: Set<[String]> = []
    for entity in schema.entities where only == nil || entity.name == only {
      for case .relationship(let relationship) in entity.properties {
        add(relationship, of: entity, schema, &drawn, &lines)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Adds a line for a relationship and its inverse together.
  private static func add(
    _ relationship: Relationship, of entity: Entity, _ schema: Schema, _ drawn: inout Set<[String]>,
    _ lines: inout [String]
  ) {
    if drawn.contains([relationship.destination, relationship.inverse ?? "", relationship.name]) { return }
    drawn.insert([entity.name, relationship.name, relationship.inverse ?? ""])
    let (from, to) = (name(entity.name), name(relationship.destination))
    guard let inverse = relationship.inverse,
      case .relationship(let back)? = schema.property(named: inverse, of: relationship.destination)
    else {
      lines.append("  \(from) --> \"\(cardinality(relationship))\" \(to) : \(relationship.name)")
      return
    }
    let ends = "\"\(cardinality(back))\" -- \"\(cardinality(relationship))\""
    lines.append("  \(from) \(ends) \(to) : \(relationship.name) / \(inverse)")
  }

  private static func cardinality(_ relationship: Relationship) -> String {
    if !relationship.isToMany { return relationship.isOptional ? "0..1" : "1" }
    let least = relationship.isOptional ? 0 : relationship.minimumCount ?? 1
    if let most = relationship.maximumCount { return "\(least)..\(most)" }
    return least == 0 ? "*" : "\(least)..*"
  }

  /// A name as Mermaid reads it: with other characters than ASCII in backticks.
  private static func name(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : "`\(name)`"
  }
}
