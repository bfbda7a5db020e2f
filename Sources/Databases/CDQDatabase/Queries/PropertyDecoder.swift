import CDQConnections
import CDQIR
import CDQLoading
import CDQValues
import Foundation

/// The properties of an object, or of a row, from which a value of the caller's type is decoded.
///
/// A class, since decoding copies a container for each property.
class PropertySource {
  /// The names of the properties, in the order in which types usually ask for them.
  final let names: [String]
  /// The places of the properties by their names.
  private let places: [String: Int]
  /// The place after the property that was read last: most types ask in the order of their properties.
  final fileprivate var next = 0

  init(_ names: [String]) {
    self.names = names
    places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of a property; nil for an unknown name.
  final fileprivate func place(_ name: String) -> Int? {
    if next < names.count, names[next] == name { return next }
    return places[name]
  }

  /// The value of the property at a place.
  func value(at place: Int) throws -> Value { .null }

  // The value of a property of the type; nil for another type, for nil, and for what is only found out by reading the
  // value. They save making a `Value` of each cell.

  func integer(at place: Int) -> Int64? { nil }
  func real(at place: Int) -> Double? { nil }
  func truth(at place: Int) -> Bool? { nil }
  func text(at place: Int) -> String? { nil }
  func date(at place: Int) -> Date? { nil }
}

/// The decoder of an object: usual values are taken as they are, others from their JSON.
struct PropertyDecoder: Decoder {
  let source: PropertySource
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
    let json = "{\(members.joined(separator: ","))}"
    return try ValueJSON.decoder().decode(JSONContents.self, from: Data(json.utf8)).decoder
  }
}

/// The decoder that JSON gives a type, for the types that look into their value.
private struct JSONContents: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) throws { self.decoder = decoder }
}

private struct PropertyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let source: PropertySource
  var codingPath: [any CodingKey] { [] }

  init(_ source: PropertySource) {
    self.source = source
    source.next = 0
  }

  var allKeys: [Key] { source.names.compactMap { Key(stringValue: $0) } }

  /// The place of a property that must be there.
  private func required(_ key: Key) throws -> Int {
    guard let place = source.place(key.stringValue) else {
      let reason = "there is no property '\(key.stringValue)'"
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: reason))
    }
    source.next = place + 1
    return place
  }

  private func value(_ key: Key) throws -> Value { try source.value(at: try required(key)) }

  func contains(_ key: Key) -> Bool { source.place(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let place = source.place(key.stringValue) else { return true }
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
      return try ValueJSON.decoder().decode([T].self, from: Data("[\(ValueJSON.text(value))]".utf8))[0]
    } catch DecodingError.typeMismatch(let type, let context) {
      throw DecodingError.typeMismatch(type, .init(codingPath: [key], debugDescription: context.debugDescription))
    }
  }

  // The next three are always inlined: a call of a closure for each cell costs a fifth of a query's time.

  /// The value of a property that must be there: the one that the source has of the type, or else what `read` makes.
  @inline(__always) private func required<T>(
    _ key: Key, _ usual: (PropertySource, Int) -> T?, _ read: (Value, Key) throws -> T
  ) throws -> T {
    let place = try required(key)
    return try usual(source, place) ?? read(source.value(at: place), key)
  }

  /// The value of a property; nil where it is nil or not there.
  @inline(__always) private func unlessNil<T>(
    _ key: Key, _ usual: (PropertySource, Int) -> T?, _ read: (Value, Key) throws -> T
  ) throws -> T? {
    guard contains(key) else { return nil }
    let place = try required(key)
    if let found = usual(source, place) { return found }
    let value = try source.value(at: place)
    return value.isNull ? nil : try read(value, key)
  }

  /// A date of the source as the type that was asked for.
  @inline(__always) private func date<T>(as type: T.Type) -> (PropertySource, Int) -> T? {
    { source, place in
      // A cast of a value of a generic type costs more than reading it.
      guard type == Date.self, let date = source.date(at: place) else { return nil }
      return unsafeBitCast(date, to: type)
    }
  }

  private func number(_ source: PropertySource, _ place: Int) -> Int? {
    source.integer(at: place).flatMap { Int(exactly: $0) }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try required(key, date(as: type)) { try decode(type, of: $0, $1) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try unlessNil(key, date(as: type)) { try decode(type, of: $0, $1) }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try required(key, { $0.integer(at: $1) }, integer)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try required(key, number, integer)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try required(key, { $0.real(at: $1) }, real)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try required(key, { $0.truth(at: $1) }, truth)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try required(key, { $0.text(at: $1) }, text)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try unlessNil(key, { $0.integer(at: $1) }, integer)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try unlessNil(key, number, integer)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try unlessNil(key, { $0.real(at: $1) }, real)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try unlessNil(key, { $0.truth(at: $1) }, truth)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try unlessNil(key, { $0.text(at: $1) }, text)
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
