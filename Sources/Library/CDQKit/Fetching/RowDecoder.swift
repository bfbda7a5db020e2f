import CDQIR
import Foundation

/// A decoder of the rows of a `select`, and of the values in them.
struct RowDecoder: Decoder {
  private enum Content {
    case row(NamedRow)
    /// Rows of related objects, with their columns.
    case rows([Value], NamedRow.Columns)
    case value(Value)
  }
  private let content: Content
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ row: NamedRow) {
    (content, codingPath) = (.row(row), [])
  }

  fileprivate init(_ column: ColumnValue) {
    codingPath = column.codingPath
    switch (column.value, column.columns) {
    case (.list(let values), let columns?):
      let isList = columns.isList && !column.isElement
      content = isList ? .rows(values, columns) : .row(NamedRow(columns, values))
    case (let value, _): content = .value(value)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .row(let row) = content else { throw mismatch([String: Any].self, "a value has no members") }
    return KeyedDecodingContainer(RowColumns(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch content {
    case .value(.list(let values)): return ListElements(values: values, columns: nil, codingPath: codingPath)
    case .rows(let values, let columns): return ListElements(values: values, columns: columns, codingPath: codingPath)
    case .row, .value: throw mismatch([Any].self, "the column holds no list")
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard case .value(let value) = content else { throw mismatch(Value.self, "a row is no single value") }
    return ColumnValue(value: value, columns: nil, codingPath: codingPath)
  }

  private func mismatch(_ type: Any.Type, _ text: String) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: text))
  }
}

/// The columns of a row, by name.
private struct RowColumns<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: NamedRow
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { row.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { row[key.stringValue] != nil }

  private func value(_ key: Key) throws -> ColumnValue {
    guard let place = row.columns.places[key.stringValue] else {
      let text = "the query selects no '\(key.stringValue)'; it selects \(row.names.joined(separator: ", "))"
      throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: [], debugDescription: text))
    }
    return ColumnValue(value: row.values[place], columns: row.columns.related[place], codingPath: [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(key).decode(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try RowDecoder(value(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try RowDecoder(value(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { RowDecoder(row) }

  func superDecoder(forKey key: Key) throws -> any Decoder { RowDecoder(try value(key)) }
}

/// The elements of a list in a column.
private struct ListElements: UnkeyedDecodingContainer {
  let values: [Value]
  /// The columns of the elements, if they are rows of related objects.
  let columns: NamedRow.Columns?
  let codingPath: [any CodingKey]
  var currentIndex = 0
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  private mutating func next<Result>(_ read: (ColumnValue) throws -> Result) throws -> Result {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Result.self, DecodingError.Context(codingPath: codingPath, debugDescription: "the list has no more elements"))
    }
    let element = ColumnValue(value: values[currentIndex], columns: columns, codingPath: codingPath, isElement: true)
    let result = try read(element)
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next { RowDecoder($0) } }
}

/// One value of a row.
private struct ColumnValue: SingleValueDecodingContainer {
  let value: Value
  /// The columns of the value, if it is a row or rows of related objects.
  let columns: NamedRow.Columns?
  let codingPath: [any CodingKey]
  /// Whether the value is one row of several with these columns.
  var isElement = false

  func decodeNil() -> Bool { value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let result = converted(to: type) as? T { return result }
    switch type {
    case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type, is String.Type, is Decimal.Type,
      is Date.Type, is UUID.Type, is Data.Type, is URL.Type:
      let text = value.isNull ? "the value is nil" : "the value is a \(value.kind.name)"
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: text)
      throw value.isNull ? DecodingError.valueNotFound(type, context) : .typeMismatch(type, context)
    default: return try T(from: RowDecoder(self))
    }
  }

  /// The value as one of the types that Foundation and the standard library have for it; nil when it is of another type.
  private func converted(to type: any Decodable.Type) -> Any? {
    if type == Value.self { return value }
    switch value {
    case .null, .list: return nil
    case .bool(let flag): return flag
    case .int(let number):
      if let integer = type as? any FixedWidthInteger.Type { return integer.init(exactly: number) }
      if let floating = type as? any BinaryFloatingPoint.Type { return floating.init(number) }
      return type == Decimal.self ? Decimal(number) : nil
    case .double(let number), .duration(let number):
      return (type as? any BinaryFloatingPoint.Type).map { $0.init(number) }
    case .decimal(let number):
      if type == Decimal.self { return number }
      return (type as? any BinaryFloatingPoint.Type).map { $0.init((number as NSDecimalNumber).doubleValue) }
    case .string(let text): return text
    case .date(let date): return date
    case .data(let data): return data
    case .uuid(let uuid): return uuid
    case .url(let url): return url
    case .object(let key): return key.identity.text
    }
  }
}

extension ObjectKey.Identity {
  /// The identity as a text, such as `7` and `FRA`.
  fileprivate var text: String {
    switch self {
    case .record(let number): String(number)
    case .int(let number): String(number)
    case .string(let text): text
    case .uuid(let uuid): uuid.uuidString
    case .composite(let parts): parts.joined(separator: ",")
    }
  }
}
