public import CDQIR
public import CDQSQL
import CDQValues
import Foundation

/// A row of a statement's result, from which generated code reads its values by their place.
///
/// A row is valid only until the function returns that takes it; after it, the row has no values.
public struct SQLRow {
  let cells: RowCells

  init(_ cells: RowCells) {
    self.cells = cells
  }

  /// A row of the given values.
  public init(_ values: [SQLDatum], _ dialect: SQLDialect.Name) {
    cells = DatumCells(values, dialect)
  }

  /// The number of columns.
  public var count: Int { cells.count }

  /// The value of a column as the driver gives it; NULL after the last one.
  public func datum(at index: Int) -> SQLDatum { cells.datum(index) }

  /// The values of all columns, in their order.
  public var data: [SQLDatum] { cells.data }

  private func unexpected(_ index: Int, _ type: Any.Type) -> DatabaseError {
    .unexpectedValue(column: "\(index + 1)", reason: "\(cells.datum(index).shown ?? "NULL"), which is no \(type)")
  }

  /// The error of a column without a value of a type; nil for NULL where that is allowed.
  @usableFromInline func problem(_ index: Int, _ type: Any.Type, isOptional: Bool) -> DatabaseError? {
    guard case .null = cells.datum(index) else { return unexpected(index, type) }
    return isOptional ? nil : .unexpectedNull(column: "\(index + 1)")
  }

  // These are specialized where they are called: a query reads each value of each row by them.

  /// The value of a column; nil for NULL.
  ///
  /// - Throws: `DatabaseError.unexpectedValue` if the column holds something else.
  @inlinable public func optional<T: SQLValue>(at index: Int) throws(DatabaseError) -> T? {
    if let value = T.read(self, at: index) { return value }
    if let problem = problem(index, T.self, isOptional: true) { throw problem }
    return nil
  }

  /// The value of a column that has one.
  ///
  /// - Throws: `DatabaseError.unexpectedNull` for NULL, `.unexpectedValue` if the column holds something else.
  @inlinable public func value<T: SQLValue>(at index: Int) throws(DatabaseError) -> T {
    if let value = T.read(self, at: index) { return value }
    throw problem(index, T.self, isOptional: false) ?? .unexpectedNull(column: "\(index + 1)")
  }

  /// The case of an enum in a column of its raw values; nil for NULL.
  ///
  /// - Throws: `DatabaseError.unexpectedValue` if no case has the raw value.
  public func optionalCase<T: RawRepresentable>(at index: Int) throws(DatabaseError) -> T? where T.RawValue: SQLValue {
    guard let raw: T.RawValue = try optional(at: index) else { return nil }
    guard let value = T(rawValue: raw) else { throw unexpected(index, T.self) }
    return value
  }

  /// The case of an enum in a column of its raw values.
  ///
  /// - Throws: `DatabaseError.unexpectedNull` for NULL, `.unexpectedValue` if no case has the raw value.
  public func requiredCase<T: RawRepresentable>(at index: Int) throws(DatabaseError) -> T where T.RawValue: SQLValue {
    guard let value: T = try optionalCase(at: index) else { throw .unexpectedNull(column: "\(index + 1)") }
    return value
  }

  /// The key of an object in a column of insertion numbers; nil for NULL.
  public func optionalKey(at index: Int, root: String) throws(DatabaseError) -> ObjectKey? {
    guard let number: Int = try optional(at: index) else { return nil }
    return ObjectKey(root: root, identity: .record(number))
  }

  /// The key of an object in a column of insertion numbers.
  public func requiredKey(at index: Int, root: String) throws(DatabaseError) -> ObjectKey {
    guard let key = try optionalKey(at: index, root: root) else { throw .unexpectedNull(column: "\(index + 1)") }
    return key
  }

  /// The value of one of the attributes that identify an object together; `.null` for NULL.
  ///
  /// - Throws: `DatabaseError.unexpectedValue` if the column holds something else.
  public func keyPart<T: SQLValue>(_ type: T.Type, at index: Int) throws(DatabaseError) -> Value {
    let value: T? = try optional(at: index)
    return value?.sqlValue ?? .null
  }

  /// The key of an object with the values of the attributes that identify it; nil where one of them is `.null`.
  public func optionalKey(_ parts: [Value], root: String) -> ObjectKey? {
    if parts.contains(where: \.isNull) { return nil }
    return ObjectKey(root: root, identity: .composite(parts.map(\.keyText)))
  }

  /// The key of an object with the values of the attributes that identify it.
  ///
  /// - Throws: `DatabaseError.unexpectedNull` where one of them is `.null`.
  public func requiredKey(_ parts: [Value], root: String) throws(DatabaseError) -> ObjectKey {
    guard let key = optionalKey(parts, root: root) else { throw .unexpectedNull(column: root) }
    return key
  }

  /// The elements of a collection attribute, which columns hold as JSON; nil for NULL.
  public func optionalElements<T: Decodable>(at index: Int) throws(DatabaseError) -> [T]? {
    guard case .text(let text) = cells.datum(index) else {
      if case .null = cells.datum(index) { return nil }
      throw unexpected(index, [T].self)
    }
    guard let elements = try? ValueJSON.decoder().decode([T].self, from: Data(text.utf8)) else {
      throw unexpected(index, [T].self)
    }
    return elements
  }

  /// The elements of a collection attribute, which columns hold as JSON; empty for NULL.
  public func elements<T: Decodable>(at index: Int) throws(DatabaseError) -> [T] {
    try optionalElements(at: index) ?? []
  }
}

// Rows of one column.
extension SQLRow {
  /// The value of the only column.
  @Sendable public static func firstValue<T: SQLValue>(_ row: SQLRow) throws(DatabaseError) -> T { try row.value(at: 0) }

  /// The value of the only column; nil for NULL.
  @Sendable public static func firstOptional<T: SQLValue>(_ row: SQLRow) throws(DatabaseError) -> T? { try row.optional(at: 0) }

  /// The case of an enum in the only column.
  @Sendable public static func firstRequiredCase<T: RawRepresentable>(
    _ row: SQLRow
  ) throws(DatabaseError) -> T where T.RawValue: SQLValue { try row.requiredCase(at: 0) }

  /// The case of an enum in the only column; nil for NULL.
  @Sendable public static func firstOptionalCase<T: RawRepresentable>(
    _ row: SQLRow
  ) throws(DatabaseError) -> T? where T.RawValue: SQLValue { try row.optionalCase(at: 0) }

  /// The elements of a collection attribute in the only column.
  @Sendable public static func firstElements<T: Decodable>(_ row: SQLRow) throws(DatabaseError) -> [T] { try row.elements(at: 0) }

  /// The elements of a collection attribute in the only column; nil for NULL.
  @Sendable public static func firstOptionalElements<T: Decodable>(_ row: SQLRow) throws(DatabaseError) -> [T]? {
    try row.optionalElements(at: 0)
  }

  /// The key of an object in the only column.
  public static func firstRequiredKey(root: String) -> @Sendable (SQLRow) throws(DatabaseError) -> ObjectKey {
    { row throws(DatabaseError) in try row.requiredKey(at: 0, root: root) }
  }

  /// The key of an object in the only column; nil for NULL.
  public static func firstOptionalKey(root: String) -> @Sendable (SQLRow) throws(DatabaseError) -> ObjectKey? {
    { row throws(DatabaseError) in try row.optionalKey(at: 0, root: root) }
  }
}
