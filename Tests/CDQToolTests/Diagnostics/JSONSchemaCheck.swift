import Foundation

/// Validator for the part of JSON Schema that the published schemas use. It fails for an unknown keyword, so that none
/// is ignored.
struct JSONSchemaCheck {
  private let root: [String: Any]

  init(_ bytes: Data) throws {
    struct NoObject: Error {}
    guard let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] else { throw NoObject() }
    root = object
  }

  /// The violations of the schema by a JSON text, with their paths; empty when it is valid.
  func problems(with bytes: Data) throws -> [String] {
    try problems(with: JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed), root, "$")
  }

  private func problems(with value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    schema.flatMap { keyword, argument in check(value, keyword, argument, schema, path) }
  }

  private func check(
    _ value: Any, _ keyword: String, _ argument: Any, _ schema: [String: Any], _ path: String
  ) -> [String] {
    let object = value as? [String: Any]
    switch (keyword, argument) {
    case ("$schema", _), ("title", _), ("description", _), ("$defs", _): return []
    case ("type", let name as String): return Self.isOf(name, value) ? [] : ["\(path) is no \(name)"]
    case ("type", let names as [String]):
      return names.contains { Self.isOf($0, value) } ? [] : ["\(path) is none of \(names)"]
    case ("enum", let values as [Any]):
      return values.contains { ($0 as? NSObject) == (value as? NSObject) } ? [] : ["\(path) is \(value)"]
    case ("required", let names as [String]):
      return names.filter { object?[$0] == nil }.map { "\(path) has no \($0)" }
    case ("properties", let properties as [String: [String: Any]]):
      return (object ?? [:]).flatMap { name, member in
        properties[name].map { problems(with: member, $0, "\(path).\(name)") } ?? []
      }
    case ("additionalProperties", let isAllowed as Bool):
      let known = schema["properties"] as? [String: Any] ?? [:]
      return isAllowed ? [] : (object ?? [:]).keys.filter { known[$0] == nil }.map { "\(path) has \($0)" }
    case ("additionalProperties", let others as [String: Any]):
      let known = schema["properties"] as? [String: Any] ?? [:]
      return (object ?? [:]).filter { known[$0.key] == nil }
        .flatMap { problems(with: $0.value, others, "\(path).\($0.key)") }
    case ("items", let items as [String: Any]):
      return ((value as? [Any]) ?? []).enumerated().flatMap { problems(with: $1, items, "\(path)[\($0)]") }
    case ("anyOf", let schemas as [[String: Any]]):
      return schemas.contains { problems(with: value, $0, path).isEmpty } ? [] : ["\(path) fits no choice"]
    case ("$ref", let name as String):
      let definitions = root["$defs"] as? [String: [String: Any]]
      guard let target = definitions?[String(name.dropFirst("#/$defs/".count))] else { return ["no \(name)"] }
      return problems(with: value, target, path)
    case ("minimum", let least as Int): return ((value as? Int) ?? least) >= least ? [] : ["\(path) is too small"]
    case ("minLength", let least as Int):
      return ((value as? String)?.count ?? least) >= least ? [] : ["\(path) is too short"]
    case ("pattern", let pattern as String):
      return (value as? String)?.range(of: pattern, options: .regularExpression) == nil
        ? ["\(path) does not match"] : []
    default: return ["\(path): the keyword \(keyword) is not known"]
    }
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "integer": value is Int
    case "boolean": value is Bool
    case "null": value is NSNull
    default: false
    }
  }
}
