import CDQIR
import CDQLoading
import CDQValues
import Foundation

/// The properties of an object, or of a row, from which a value of the caller's type is decoded.
protocol PropertySource: AnyObject {
  /// The names of the properties, in the order in which types usually ask for them.
  var names: [String] { get }
  /// The places of the properties by their names.
  var places: [String: Int] { get }
  /// The value of the property at a place.
  func value(at place: Int) throws -> Value
}

/// The decoder of an object: usual values are taken as they are, others from their JSON.
struct PropertyDecoder: Decoder {
  let source: any PropertySource
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(PropertyContainer(source))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try whole().unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { try whole().singleValueContainer() }

  /// The decoder of JSON for all properties.
  private func whole() throws -> any Decoder {
    let members = try source.names.enumerated().map { place, name in
      "\(ValueJSON.text(.string(name))):\(ValueJSON.text(try source.value(at: place)))"
    }
    return try PropertyDecoder.decode(JSONContents.self, "{\(members.joined(separator: ","))}").decoder
  }

  /// A value of the caller's type from JSON, with dates and numbers as `ValueJSON` writes them.
  fileprivate static func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      if let date = ISO8601.date(from: text) { return date }
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no date"))
    }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(type, from: Data(text.utf8))
  }
}

/// The decoder that JSON gives a type, for the types that look into their value.
private struct JSONContents: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) throws { self.decoder = decoder }
}

private struct PropertyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let source: any PropertySource
  private let names: [String]
  private let places: [String: Int]
  /// The place behind the property that was read last: most types ask in the order of their properties.
  private let next: Cursor
  var codingPath: [any CodingKey] { [] }

  private final class Cursor {
    var place = 0
  }

  init(_ source: any PropertySource) {
    (self.source, names, places, next) = (source, source.names, source.places, Cursor())
  }

  var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

  private func place(_ key: Key) -> Int? {
    let (name, place) = (key.stringValue, next.place)
    if place < names.count, names[place] == name { return place }
    return places[name]
  }

  /// The value of a property that must be there.
  private func value(_ key: Key) throws -> Value {
    guard let place = place(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "there is no property '\(key.stringValue)'"))
    }
    next.place = place + 1
    return try source.value(at: place)
  }

  func contains(_ key: Key) -> Bool { place(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let place = place(key) else { return true }
    return try source.value(at: place).isNull
  }

  /// A value of a type that is none of those below, from its JSON.
  private func decode<T: Decodable>(_ type: T.Type, of value: Value, _ key: Key) throws -> T {
    switch value {
    case .date(let date): if let date = date as? T { return date }
    case .uuid(let uuid): if let uuid = uuid as? T { return uuid }
    case .null where type is any ExpressibleByNilLiteral.Type: break
    case .null: throw DecodingError.valueNotFound(type, .init(codingPath: [key], debugDescription: "the value is nil"))
    default: break
    }
    // JSON decoders of some systems take no fragments, but arrays.
    do {
      return try PropertyDecoder.decode([T].self, "[\(ValueJSON.text(value))]")[0]
    } catch DecodingError.typeMismatch(let type, let context) {
      throw DecodingError.typeMismatch(type, .init(codingPath: [key], debugDescription: context.debugDescription))
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decode(type, of: value(key), key) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard contains(key) else { return nil }
    let value = try value(key)
    return value.isNull ? nil : try decode(type, of: value, key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(value(key), key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(value(key), key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try real(value(key), key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try truth(value(key), key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try text(value(key), key) }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try unlessNil(key, integer) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try unlessNil(key, integer) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try unlessNil(key, real) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try unlessNil(key, truth) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try unlessNil(key, text) }

  private func unlessNil<T>(_ key: Key, _ read: (Value, Key) throws -> T) throws -> T? {
    guard contains(key) else { return nil }
    let value = try value(key)
    return value.isNull ? nil : try read(value, key)
  }

  private func integer<T: FixedWidthInteger & Decodable>(_ value: Value, _ key: Key) throws -> T {
    switch value {
    case .int(let number): if let number = T(exactly: number) { return number }
    case .object(let object): if case .int(let number) = object.identity, let number = T(exactly: number) { return number }
    default: break
    }
    return try decode(T.self, of: value, key)
  }

  private func real(_ value: Value, _ key: Key) throws -> Double {
    if case .double(let number) = value { return number }
    return try decode(Double.self, of: value, key)
  }

  private func truth(_ value: Value, _ key: Key) throws -> Bool {
    if case .bool(let truth) = value { return truth }
    return try decode(Bool.self, of: value, key)
  }

  private func text(_ value: Value, _ key: Key) throws -> String {
    switch value {
    case .string(let text): return text
    case .object(let object): if case .string(let text) = object.identity { return text }
    default: break
    }
    return try decode(String.self, of: value, key)
  }

  /// The decoder of JSON for one property.
  private func contents(_ key: Key) throws -> any Decoder { try decode(JSONContents.self, of: value(key), key).decoder }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try contents(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try contents(key).unkeyedContainer() }

  func superDecoder() throws -> any Decoder { PropertyDecoder(source: source) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try contents(key) }
}
