package import CDQIR
import CDQJSON
import CDQSyntax
import Foundation

/// A schema as a dump: stable text with all facts, one line per part, for tests, for comparing two schemas and for
/// people.
package enum SchemaDump {
  /// The dump of the whole schema, or of one entity without inherited members. It ends with a line feed unless it is
  /// empty.
  package static func text(_ schema: Schema, entity only: String? = nil) -> String {
    var lines: [String] = []
    if only == nil { for enumeration in schema.enumerations { add(enumeration, to: &lines) } }
    for entity in schema.entities where only == nil || entity.name == only { add(entity, to: &lines) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func add(_ enumeration: Enumeration, to lines: inout [String]) {
    document(enumeration.documentation, "", &lines)
    lines.append("enum \(enumeration.name): \(enumeration.rawType)")
    for item in enumeration.cases {
      document(item.documentation, "  ", &lines)
      lines.append("  case \(item.name) = \(value(item.rawValue))")
    }
  }

  private static func add(_ entity: Entity, to lines: inout [String]) {
    document(entity.documentation, "", &lines)
    var facts = ["entity \(entity.name)" + (entity.parent.map { ": \($0)" } ?? "")]
    if entity.isAbstract { facts.append("abstract") }
    if let name = entity.renamedFrom { facts.append("renamed from \(StringLiteral.quoted(name))") }
    if let name = entity.className { facts.append("class \(StringLiteral.quoted(name))") }
    facts += userInfo(entity.userInfo)
    lines.append(facts.joined(separator: ", "))
    for property in entity.properties {
      switch property {
      case .attribute(let attribute):
        document(attribute.documentation, "  ", &lines)
        lines.append("  attribute " + attributeFacts(attribute).joined(separator: ", "))
      case .relationship(let relationship):
        document(relationship.documentation, "  ", &lines)
        lines.append("  relationship " + relationshipFacts(relationship).joined(separator: ", "))
      }
    }
    for names in entity.uniquenessConstraints { lines.append("  unique (\(names.joined(separator: ", ")))") }
    for index in entity.indexes {
      let keys = index.keys.map { $0.attribute + ($0.isDescending ? " desc" : "") }.joined(separator: ", ")
      lines.append("  index " + (index.name.map { StringLiteral.quoted($0) + " " } ?? "") + "(\(keys))")
    }
  }

  private static func attributeFacts(_ attribute: Attribute) -> [String] {
    var facts = ["\(attribute.name): \(attribute.optionalType)"]
    if !attribute.defaultValue.isNull { facts.append("default \(value(attribute.defaultValue))") }
    if attribute.isTransient { facts.append("transient") }
    if let derivation = attribute.derivation { facts.append("derived \(StringLiteral.quoted(derivation))") }
    facts += attribute.constraints.map(text)
    if let name = attribute.renamedFrom { facts.append("renamed from \(StringLiteral.quoted(name))") }
    if let key = attribute.jsonKey { facts.append("json \(StringLiteral.quoted(key))") }
    if let isScalar = attribute.usesScalarType { facts.append("scalar \(isScalar)") }
    if let name = attribute.className { facts.append("class \(StringLiteral.quoted(name))") }
    return facts + userInfo(attribute.userInfo)
  }

  private static func relationshipFacts(_ relationship: Relationship) -> [String] {
    let mark = relationship.isToMany && !relationship.isOptional ? ", at least one" : ""
    let order = relationship.isOrdered ? "ordered " : ""
    var facts = ["\(relationship.name): \(order)\(relationship.type)\(mark)"]
    if let inverse = relationship.inverse { facts.append("inverse \(inverse)") }
    facts.append("delete \(relationship.deleteRule.rawValue)")
    if relationship.minimumCount != nil || relationship.maximumCount != nil {
      facts.append("count \(bounds(relationship.minimumCount, relationship.maximumCount))")
    }
    if relationship.isTransient { facts.append("transient") }
    if let name = relationship.renamedFrom { facts.append("renamed from \(StringLiteral.quoted(name))") }
    if let key = relationship.jsonKey { facts.append("json \(StringLiteral.quoted(key))") }
    return facts + userInfo(relationship.userInfo)
  }

  private static func text(_ constraint: Attribute.Constraint) -> String {
    switch constraint {
    case .range(let low, let high):
      "range \(low.isNull ? "" : value(low))...\(high.isNull ? "" : value(high))"
    case .length(let low, let high): "length \(bounds(low, high))"
    case .matches(let pattern): "matches \(StringLiteral.quoted(pattern))"
    }
  }

  private static func bounds(_ low: Int?, _ high: Int?) -> String {
    "\(low.map(String.init) ?? "")...\(high.map(String.init) ?? "")"
  }

  private static func userInfo(_ info: [String: String]) -> [String] {
    info.sorted { $0.key < $1.key }.map { "info \(StringLiteral.quoted($0.key)) = \(StringLiteral.quoted($0.value))" }
  }

  private static func document(_ text: String?, _ indent: String, _ lines: inout [String]) {
    guard let text else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(indent + "///" + (line.isEmpty ? "" : " \(line)"))
    }
  }

  static func value(_ value: Value) -> String {
    LiteralText.text(value)
  }
}
