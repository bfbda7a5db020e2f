package import CDQIR
import CDQJSON
import Foundation

/// A schema as `cdq schema show --format json` prints it: own members only, keys in a fixed order, absent facts omitted
/// but for `parent` and `inverse`, which are null.
package enum SchemaJSON {
  /// The JSON text, ending with a line feed.
  package static func text(_ schema: Schema, entity only: String? = nil) -> String {
    let entities = schema.entities.filter { only == nil || $0.name == only }
    var members: [(String, JSONValue)] = [("entities", .array(entities.map(object)))]
    if only == nil, !schema.enumerations.isEmpty {
      members.append(("enums", .array(schema.enumerations.map(object))))
    }
    return JSONValue.members(members).indentedText + "\n"
  }

  private static func object(_ enumeration: Enumeration) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(enumeration.name)), ("type", .string(enumeration.rawType.description)),
      (
        "cases",
        .array(
          enumeration.cases.map { item in
            .members([("name", .string(item.name)), ("value", value(item.rawValue))])
          })
      ),
    ]
    add("documentation", enumeration.documentation, &members)
    return .members(members)
  }

  private static func object(_ entity: Entity) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(entity.name)), ("parent", entity.parent.map(JSONValue.string) ?? .null),
    ]
    if entity.isAbstract { members.append(("abstract", .bool(true))) }
    var attributes: [JSONValue] = []
    var relationships: [JSONValue] = []
    for property in entity.properties {
      switch property {
      case .attribute(let attribute): attributes.append(object(attribute))
      case .relationship(let relationship): relationships.append(object(relationship))
      }
    }
    members += [("attributes", .array(attributes)), ("relationships", .array(relationships))]
    if !entity.uniquenessConstraints.isEmpty {
      members.append(("unique", .array(entity.uniquenessConstraints.map { .array($0.map(JSONValue.string)) })))
    }
    if !entity.indexes.isEmpty { members.append(("indexes", .array(entity.indexes.map(object)))) }
    add("renamedFrom", entity.renamedFrom, &members)
    add("className", entity.className, &members)
    add("documentation", entity.documentation, &members)
    add(entity.userInfo, &members)
    return .members(members)
  }

  private static func object(_ index: Entity.Index) -> JSONValue {
    var members: [(String, JSONValue)] = []
    add("name", index.name, &members)
    let keys = index.keys.map { key in
      JSONValue.members([("property", .string(key.attribute)), ("descending", .bool(key.isDescending))])
    }
    members.append(("keys", .array(keys)))
    return .members(members)
  }

  private static func object(_ attribute: Attribute) -> JSONValue {
    var members: [(String, JSONValue)] = [
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
    return .members(members)
  }

  private static func add(_ constraint: Attribute.Constraint, _ members: inout [(String, JSONValue)]) {
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

  private static func object(_ relationship: Relationship) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(relationship.name)), ("destination", .string(relationship.destination)),
      ("toMany", .bool(relationship.isToMany)), ("ordered", .bool(relationship.isOrdered)),
      ("optional", .bool(relationship.isOptional)), ("inverse", relationship.inverse.map(JSONValue.string) ?? .null),
      ("deleteRule", .string(relationship.deleteRule.rawValue)),
    ]
    if let count = relationship.minimumCount { members.append(("minimumCount", .number(String(count)))) }
    if let count = relationship.maximumCount { members.append(("maximumCount", .number(String(count)))) }
    if relationship.isTransient { members.append(("transient", .bool(true))) }
    add("renamedFrom", relationship.renamedFrom, &members)
    add("json", relationship.jsonKey, &members)
    add("documentation", relationship.documentation, &members)
    add(relationship.userInfo, &members)
    return .members(members)
  }

  private static func add(_ key: String, _ text: String?, _ members: inout [(String, JSONValue)]) {
    if let text { members.append((key, .string(text))) }
  }

  private static func add(_ info: [String: String], _ members: inout [(String, JSONValue)]) {
    if info.isEmpty { return }
    members.append(("userInfo", .members(info.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
  }

  /// A value in the form of data files: dates in ISO 8601, data in base64.
  private static func value(_ value: Value) -> JSONValue {
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
