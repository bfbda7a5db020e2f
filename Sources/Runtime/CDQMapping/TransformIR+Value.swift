public import CDQIR
import CDQStore
public import CDQLoading
import Foundation

/// A Swift function that a mapping names: `priority = level as clamped`. Its result must be a value of the attribute's
/// type, or `.null` for an optional attribute. An error that it throws refuses the record.
public typealias MappingTransform = @Sendable (JSONValue) throws -> Value

extension TransformIR {
  /// Converts a JSON value to the value of an attribute.
  ///
  /// - Parameters:
  ///   - table: the entries of a table, by the value in the JSON.
  ///   - usual: the value for null.
  func value(
    of json: JSONValue, as type: ValueType, table: [Value: Value], default usual: Value,
    _ transforms: [String: MappingTransform], _ coding: ValueCoding
  ) throws(ValueCodingError) -> Value {
    switch self {
    case .date(let pattern):
      if case .null = json { return usual }
      guard case .string(let text) = json else { throw coding.mismatch(json, "a date as \(pattern)") }
      guard let date = DatePattern(pattern)?.date(from: text) else {
        throw ValueCodingError(
          .invalidValue, "\(ValueCoding.json(.string(String(text.prefix(60))))) is not a valid date of the form \(pattern)")
      }
      return .date(date)
    case .seconds, .milliseconds:
      if case .null = json { return usual }
      guard case .double(let number) = try coding.value(from: json, as: .double) else {
        throw coding.mismatch(json, "a number")
      }
      guard number.isFinite else { throw ValueCodingError(.outOfRange, "\(json.text) is no time") }
      return .date(Date(timeIntervalSince1970: self == .seconds ? number : number / 1000))
    case .table(let entries):
      if let literal = json.literal, let value = table[literal] { return value }
      if case .null = json { return usual }
      let known = entries.prefix(8).map { ValueCoding.json($0.json) }.joined(separator: ", ")
      throw ValueCodingError(
        .unknownCase, "\(json.text.prefix(60)) is not in the table", help: "it has \(known)\(entries.count > 8 ? ", …" : "")")
    case .named(let name):
      guard let transform = transforms[name] else {
        throw ValueCodingError(
          .invalidValue, "there is no transform '\(name)'", help: "give it to apply: transforms: [\"\(name)\": …]")
      }
      return try TransformIR.call(transform, name, json, type, coding)
    }
  }

  private static func call(
    _ transform: MappingTransform, _ name: String, _ json: JSONValue, _ type: ValueType, _ coding: ValueCoding
  ) throws(ValueCodingError) -> Value {
    let value: Value
    do {
      value = try transform(json)
    } catch {
      throw ValueCodingError(.invalidValue, "the transform '\(name)' failed: \(error)")
    }
    if value.isNull || coding.schema.matches(value, type) { return value }
    throw ValueCodingError(.typeMismatch, "the transform '\(name)' gave \(ValueCoding.json(value)), which is no \(type)")
  }
}
