package import CDQIR
import Foundation

/// A schema as `cdq schema show --format json` prints it: own members only, keys in a fixed order, absent facts omitted
/// but for `parent` and `inverse`, which are null.
package enum SchemaJSON {
  /// The JSON text, ending with a line feed.
  package static func text(_ schema: Schema, entity only: String? = nil) -> String {
    let entities = schema.entities.filter { only == nil || $0.name == only }
    var members: [(String, JSON)] = [("entities", .array(entities.map(object)))]
    if only == nil, !schema.enumerations.isEmpty {
      members.append(("enums", .array(schema.enumerations.map(object))))
    }
    return JSON.object(members).text() + "\n"
  }

  private static func object(_ enumeration: Enumeration) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(enumeration.name)), ("type", .string(enumeration.rawType.description)),
      (
        "cases",
        .array(
          enumeration.cases.map { item in
            .object([("name", .string(item.name)), ("value", value(item.rawValue))])
          })
      ),
    ]
    add("documentation", enumeration.documentation, &members)
    return .object(members)
  }

  private static func object(_ entity: Entity) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(entity.name)), ("parent", entity.parent.map(JSON.string) ?? .null),
    ]
    if entity.isAbstract { members.append(("abstract", .bool(true))) }
    var attributes: [JSON] = []
    var relationships: [JSON] = []
    for property in entity.properties {
      switch property {
      case .attribute(let attribute): attributes.append(object(attribute))
      case .relationship(let relationship): relationships.append(object(relationship))
      }
    }
    members += [("attributes", .array(attributes)), ("relationships", .array(relationships))]
    if !entity.uniquenessConstraints.isEmpty {
      members.append(("unique", .array(entity.uniquenessConstraints.map { .array($0.map(JSON.string)) })))
    }
    if !entity.indexes.isEmpty { members.append(("indexes", .array(entity.indexes.map(object)))) }
    add("renamedFrom", entity.renamedFrom, &members)
    add("className", entity.className, &members)
    add("documentation", entity.documentation, &members)
    add(entity.userInfo, &members)
    return .object(members)
  }

  private static func object(_ index: Entity.Index) -> JSON {
    var members: [(String, JSON)] = []
    add("name", index.name, &members)
    let keys = index.keys.map { key in
      JSON.object([("property", .string(key.attribute)), ("descending", .bool(key.isDescending))])
    }
    members.append(("keys", .array(keys)))
    return .object(members)
  }

  private static func object(_ attribute: Attribute) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(attribute.name)), ("type", .string(attribute.type.description)),
      ("optional", .bool(attribute.isOptional)),
    ]
    if !attribute.defaultValue.isNull { members.append(("default", value(attribute.defaultValue))) }
    if attribute.isTransient { members.append(("transient", .bool(true))) }
    add("derived", attribute.derivation, &members)
    for constraint in attribute.constraints { add(constraint, &members) }
    add("renamedFrom", attribute.renamedFrom, &members)
    add("json", attribute.jsonKey, &members)
    if let isScalar = attribute.usesScalarType { members.append(("scalar", .bool(isScalar))) }
    add("className", attribute.className, &members)
    add("documentation", attribute.documentation, &members)
    add(attribute.userInfo, &members)
    return .object(members)
  }

  private static func add(_ constraint: Attribute.Constraint, _ members: inout [(String, JSON)]) {
    switch constraint {
    case .range(let low, let high):
      if !low.isNull { members.append(("minimum", value(low))) }
      if !high.isNull { members.append(("maximum", value(high))) }
    case .length(let low, let high):
      if let low { members.append(("minimumLength", .number(String(low)))) }
      if let high { members.append(("maximumLength", .number(String(high)))) }
    case .matches(let pattern): members.append(("matches", .string(pattern)))
    }
  }

  private static func object(_ relationship: Relationship) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(relationship.name)), ("destination", .string(relationship.destination)),
      ("toMany", .bool(relationship.isToMany)), ("ordered", .bool(relationship.isOrdered)),
      ("optional", .bool(relationship.isOptional)), ("inverse", relationship.inverse.map(JSON.string) ?? .null),
      ("deleteRule", .string(relationship.deleteRule.rawValue)),
    ]
    if let count = relationship.minimumCount { members.append(("minimumCount", .number(String(count)))) }
    if let count = relationship.maximumCount { members.append(("maximumCount", .number(String(count)))) }
    if relationship.isTransient { members.append(("transient", .bool(true))) }
    add("renamedFrom", relationship.renamedFrom, &members)
    add("json", relationship.jsonKey, &members)
    add("documentation", relationship.documentation, &members)
    add(relationship.userInfo, &members)
    return .object(members)
  }

  private static func add(_ key: String, _ text: String?, _ members: inout [(String, JSON)]) {
    if let text { members.append((key, .string(text))) }
  }

  private static func add(_ info: [String: String], _ members: inout [(String, JSON)]) {
    if info.isEmpty { return }
    members.append(("userInfo", .object(info.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
  }

  /// A value in the form of data files: dates in ISO 8601, data in base64.
  private static func value(_ value: Value) -> JSON {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .number(String(value))
    case .double(let value): value.isFinite ? .number(value.description) : .string(value.description)
    case .decimal(let value): .number(value.description)
    case .string(let value): .string(value)
    case .date(let value): .string(ISO8601.text(value) ?? String(value.timeIntervalSinceReferenceDate))
    case .duration(let value): .number(value.description)
    case .data(let value): .string(value.base64EncodedString())
    case .uuid(let value): .string(value.uuidString)
    case .url(let value): .string(value.absoluteString)
    case .object(let key): .string("\(key.root) \(key.identity)")
    case .list(let values): .array(values.map(Self.value))
    }
  }
}

/// A JSON value whose keys keep their order.
private enum JSON {
  case null
  case bool(Bool)
  /// The text of a number.
  case number(String)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The value as text, indented by two spaces; arrays of scalars and empty arrays on one line.
  func text(_ indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return JSON.quoted(text)
    case .array(let items):
      if items.allSatisfy(\.isPlain) { return "[" + items.map { $0.text() }.joined(separator: ", ") + "]" }
      return "[\n" + items.map { inner + $0.text(inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { "\(inner)\(JSON.quoted($0.0)): \($0.1.text(inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          result += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
