package import CDQIR
import CDQJSON
package import CDQSchema
import CDQSyntax

/// A schema as a complete `.cdq` file, from which the same schema can be built (`cdq schema import`).
package enum SchemaPrinter {
  /// The text of the file, ending with a line feed unless the schema is empty.
  ///
  /// - Parameter templates: the fetch templates of the model, which become queries.
  package static func text(_ schema: Schema, templates: [FetchTemplate] = []) -> String {
    let enumerations = Dictionary(
      schema.enumerations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let parts = schema.enumerations.map(text) + schema.entities.map { text($0, enumerations) }
      + templates.map { TemplateQuery($0).text + "\n" }
    return parts.joined(separator: "\n")
  }

  private static func text(_ enumeration: Enumeration) -> String {
    var lines = documentation(enumeration.documentation, "")
    let rawType = enumeration.rawType == .string ? "" : ": \(enumeration.rawType)"
    lines.append("enum \(enumeration.name)\(rawType) {")
    for item in enumeration.cases {
      lines += documentation(item.documentation, "  ")
      lines.append("  \(item.name) = \(LiteralText.text(item.rawValue)),")
    }
    lines.append("}")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(_ entity: Entity, _ enumerations: [String: Enumeration]) -> String {
    let keys = EntityKeys(entity)
    var lines = documentation(entity.documentation, "")
    let head = "\(entity.isAbstract ? "abstract " : "")entity \(entity.name)\(entity.parent.map { ": \($0)" } ?? "")"
    var members: [String] = []
    for property in entity.properties {
      switch property {
      case .attribute(let attribute):
        members += documentation(attribute.documentation, "  ")
        members.append("  " + text(attribute, keys, enumerations))
      case .relationship(let relationship):
        members += documentation(relationship.documentation, "  ")
        members.append("  " + text(relationship))
      }
    }
    members += keys.uniqueness.map { "  @@unique(\($0.map(argument).joined(separator: ", ")))" }
    members += keys.indexes.map { "  " + text($0) }
    if let name = entity.renamedFrom { members.append("  @@renamed(from: \(StringLiteral.quoted(name)))") }
    if let name = entity.className { members.append("  @@class(\(StringLiteral.quoted(name)))") }
    members += userInfo(entity.userInfo, [Entity.tableKey: "table"]).map { "  @@" + $0 }
    if members.isEmpty {
      lines.append(head + " {}")
    } else {
      lines += [head + " {"] + members + ["}"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(
    _ attribute: Attribute, _ keys: EntityKeys, _ enumerations: [String: Enumeration]
  ) -> String {
    var words = ["\(attribute.name): \(typeName(attribute.type))\(attribute.isOptional ? "?" : "")"]
    if !attribute.defaultValue.isNull {
      words.append("= \(literal(attribute.defaultValue, attribute.type, enumerations))")
    }
    if keys.unique.contains(attribute.name) { words.append("@unique") }
    if keys.indexed.contains(attribute.name) { words.append("@index") }
    words += attribute.constraints.map(text)
    if attribute.isTransient { words.append("@transient") }
    if let derivation = attribute.derivation { words.append("@derived(\(StringLiteral.quoted(derivation)))") }
    if let name = attribute.renamedFrom { words.append("@renamed(from: \(StringLiteral.quoted(name)))") }
    if let key = attribute.jsonKey { words.append("@json(\(StringLiteral.quoted(key)))") }
    if let isScalar = attribute.usesScalarType { words.append(isScalar ? "@scalar" : "@scalar(false)") }
    if let name = attribute.className { words.append("@class(\(StringLiteral.quoted(name)))") }
    words += userInfo(attribute.userInfo, [Attribute.columnKey: "column"]).map { "@" + $0 }
    return words.joined(separator: " ")
  }

  private static func text(_ relationship: Relationship) -> String {
    let destination = entityName(relationship.destination)
    var type = destination + (relationship.isOptional ? "?" : "")
    var least = relationship.minimumCount
    if relationship.isToMany {
      // `[E]` may be empty unless it has a minimum count; `[E]?` may be empty in spite of one.
      let mark = relationship.isOptional && (least ?? 0) > 0 ? "?" : ""
      type = "\(relationship.isOrdered ? "ordered " : "")[\(destination)]\(mark)"
      if !relationship.isOptional { least = max(least ?? 1, 1) }
    }
    var words = ["\(relationship.name): \(type)"]
    if let inverse = relationship.inverse { words.append("inverse \(inverse)") }
    if relationship.deleteRule != .nullify { words.append("@delete(\(relationship.deleteRule.rawValue))") }
    if relationship.isToMany, least != nil || relationship.maximumCount != nil {
      words.append("@count(\(bounds(least, relationship.maximumCount)))")
    }
    if relationship.isTransient { words.append("@transient") }
    if let name = relationship.renamedFrom { words.append("@renamed(from: \(StringLiteral.quoted(name)))") }
    if let key = relationship.jsonKey { words.append("@json(\(StringLiteral.quoted(key)))") }
    words += userInfo(relationship.userInfo, relationship.isToMany ? [:] : [Attribute.columnKey: "column"]).map { "@" + $0 }
    return words.joined(separator: " ")
  }

  private static func text(_ index: Entity.Index) -> String {
    var arguments = index.keys.map { argument($0.attribute) + ($0.isDescending ? " desc" : "") }
    if let name = index.name { arguments.append("name: \(StringLiteral.quoted(name))") }
    return "@@index(\(arguments.joined(separator: ", ")))"
  }

  package static func text(_ constraint: Attribute.Constraint) -> String {
    switch constraint {
    case .range(let low, let high):
      "@range(\(low.isNull ? "" : LiteralText.text(low))...\(high.isNull ? "" : LiteralText.text(high)))"
    case .length(let low, let high): "@length(\(bounds(low, high)))"
    case .matches(let pattern): "@matches(\(StringLiteral.quoted(pattern)))"
    }
  }

  /// The literal of a default value; for an enum one of its cases.
  private static func literal(
    _ value: Value, _ type: ValueType, _ enumerations: [String: Enumeration]
  ) -> String {
    if case .enumeration(let name) = type,
      let item = enumerations[name]?.cases.first(where: { $0.rawValue == value })
    {
      return "." + item.name
    }
    if case .list(let values) = value, let element = type.element {
      return "{" + values.map { literal($0, element, enumerations) }.joined(separator: ", ") + "}"
    }
    return LiteralText.text(value)
  }

  private static func typeName(_ type: ValueType) -> String {
    switch type {
    case .collection(let element, _): "[\(typeName(element))]"
    case .enumeration(let name), .object(let name): entityName(name)
    default: type.description
    }
  }

  /// The name of an entity, with `#` when a built-in type has the same name: `#Data`.
  private static func entityName(_ name: String) -> String {
    TypeNames.builtIn[name] == nil ? name : "#" + name
  }

  /// A name as an argument of an annotation, with `#` when the bare word would be a literal.
  private static func argument(_ name: String) -> String {
    ["true", "false", "null", "nil"].contains(name.lowercased()) ? "#" + name : name
  }

  private static func bounds(_ low: Int?, _ high: Int?) -> String {
    "\(low.map(String.init) ?? "")...\(high.map(String.init) ?? "")"
  }

  /// The annotations for user info. Keys of the language itself have annotations of their own.
  private static func userInfo(_ info: [String: String], _ annotations: [String: String]) -> [String] {
    info.sorted { $0.key < $1.key }.map { key, value in
      if let name = annotations[key], !value.isEmpty { return "\(name)(\(StringLiteral.quoted(value)))" }
      return "userInfo(\(StringLiteral.quoted(key)), \(StringLiteral.quoted(value)))"
    }
  }

  private static func documentation(_ text: String?, _ indent: String) -> [String] {
    guard let text else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      indent + ($0.isEmpty ? "///" : "/// \($0)")
    }
  }
}

/// A split of the unique constraints and indexes of an entity: those that become annotations of a property, and those
/// that need a line of their own. Parsing puts the annotations of properties first, in the order of the properties; the
/// split preserves the order of the schema.
private struct EntityKeys {
  var unique: Set<String> = []
  var indexed: Set<String> = []
  var uniqueness: ArraySlice<[String]>
  var indexes: ArraySlice<Entity.Index>

  init(_ entity: Entity) {
    let places = Dictionary(
      entity.properties.enumerated().compactMap { place, property -> (String, Int)? in
        guard case .attribute(let attribute) = property, attribute.type.isComparable else { return nil }
        return (attribute.name, place)
      }, uniquingKeysWith: { first, _ in first })
    uniqueness = entity.uniquenessConstraints[...]
    indexes = entity.indexes[...]
    var last = -1
    while let names = uniqueness.first, names.count == 1, let place = places[names[0]], place > last {
      unique.insert(names[0])
      last = place
      uniqueness.removeFirst()
    }
    last = -1
    while let index = indexes.first, index.name == nil, index.keys.count == 1, !index.keys[0].isDescending,
      let place = places[index.keys[0].attribute], place > last
    {
      indexed.insert(index.keys[0].attribute)
      last = place
      indexes.removeFirst()
    }
  }
}
