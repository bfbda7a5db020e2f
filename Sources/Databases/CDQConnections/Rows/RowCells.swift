import CDQIR
import CDQSQL
import Foundation

/// The cells of the row that a driver stands at. A subclass reads the usual form of a value where the driver has it, and
/// leaves others to the datum.
///
/// A driver has one object for all rows of a run, and empties it at the end: a row that somebody kept has no values then.
class RowCells {
  let dialect: SQLDialect.Name

  init(_ dialect: SQLDialect.Name) {
    self.dialect = dialect
  }

  /// The number of columns.
  var count: Int { 0 }

  /// The value of a column; NULL after the last one.
  func datum(_ column: Int) -> SQLDatum { .null }

  /// The value as an integer; nil if it is none, or NULL. So are the others.
  func integer(_ column: Int) -> Int64? { Int64(datum(column), dialect) }
  func real(_ column: Int) -> Double? { Double(datum(column), dialect) }
  func truth(_ column: Int) -> Bool? { Bool(datum(column), dialect) }
  func text(_ column: Int) -> String? { String(datum(column), dialect) }
  func date(_ column: Int) -> Date? { Date(datum(column), dialect) }

  final var data: [SQLDatum] {
    var result: [SQLDatum] = []
    result.reserveCapacity(count)
    for column in 0..<count { result.append(datum(column)) }
    return result
  }
}

/// The cells of a row whose values somebody has read.
final class DatumCells: RowCells {
  private let values: [SQLDatum]

  init(_ values: [SQLDatum], _ dialect: SQLDialect.Name) {
    self.values = values
    super.init(dialect)
  }

  override var count: Int { values.count }
  override func datum(_ column: Int) -> SQLDatum { values.indices.contains(column) ? values[column] : .null }
}

/// The cells of the row at which a statement of SQLite stands.
final class SQLiteCells: RowCells {
  private let library: SQLiteLibrary
  /// The functions of SQLite give NULL without a statement.
  private var statement: OpaquePointer?
  private let columns: Int32

  init(_ statement: OpaquePointer, _ library: SQLiteLibrary) {
    self.statement = statement
    self.library = library
    columns = library.columnCount(statement)
    super.init(.sqlite)
  }

  func end() { statement = nil }

  override var count: Int { Int(columns) }

  /// The cell in a column; NULL after the last one.
  ///
  /// Asked for its type and value, a cell costs less than two questions about a column, each of which finds the cell
  /// again. Only the connection's thread uses the statement, so that the cell needs no protection.
  private func cell(_ column: Int) -> OpaquePointer? {
    library.columnValue(statement, Int32(truncatingIfNeeded: column))
  }

  override func datum(_ column: Int) -> SQLDatum {
    guard statement != nil, column < columns else { return .null }
    return library.datum(cell(column))
  }

  override func integer(_ column: Int) -> Int64? {
    let cell = cell(column)
    guard library.valueType(cell) == SQLiteCode.integer else { return super.integer(column) }
    return library.valueInt(cell)
  }

  override func real(_ column: Int) -> Double? {
    let cell = cell(column)
    guard library.valueType(cell) == SQLiteCode.float else { return super.real(column) }
    return library.valueDouble(cell)
  }

  override func truth(_ column: Int) -> Bool? {
    let cell = cell(column)
    guard library.valueType(cell) == SQLiteCode.integer else { return super.truth(column) }
    let number = library.valueInt(cell)
    return number == 0 || number == 1 ? number == 1 : nil
  }

  override func text(_ column: Int) -> String? {
    let cell = cell(column)
    guard library.valueType(cell) == SQLiteCode.text else { return super.text(column) }
    return library.text(cell)
  }

  override func date(_ column: Int) -> Date? {
    let cell = cell(column)
    guard library.valueType(cell) == SQLiteCode.float else { return super.date(column) }
    return Date(timeIntervalSinceReferenceDate: library.valueDouble(cell))
  }
}

/// The cells of a row of a result of libpq, which are texts.
final class PostgresCells: RowCells {
  private let library: PostgresLibrary
  /// The functions of libpq give NULL without a result.
  private var result: OpaquePointer?
  private var row: Int32 = 0
  private var columns: Int32 = 0

  init(_ library: PostgresLibrary) {
    self.library = library
    super.init(.postgres)
  }

  /// Stands at the first row of a result.
  func begin(_ result: OpaquePointer) {
    self.result = result
    row = 0
    columns = library.columnCount(result)
  }

  func stand(at row: Int32) { self.row = row }
  func end() { result = nil }

  override var count: Int { Int(columns) }

  /// The bytes of a cell; nil for NULL.
  private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let result, column < columns else { return nil }
    let column = Int32(column)
    let length = library.length(result, row, column)
    // NULL has no bytes, but an empty text has none either.
    if length == 0, library.isNull(result, row, column) == 1 { return nil }
    return UnsafeBufferPointer(start: library.value(result, row, column), count: Int(length))
  }

  override func datum(_ column: Int) -> SQLDatum {
    bytes(column).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
  }

  override func integer(_ column: Int) -> Int64? {
    guard let bytes = bytes(column) else { return nil }
    return DigitText.integer(bytes) ?? super.integer(column)
  }

  override func real(_ column: Int) -> Double? {
    guard let bytes = bytes(column) else { return nil }
    return DigitText.real(bytes) ?? super.real(column)
  }

  override func truth(_ column: Int) -> Bool? {
    guard let bytes = bytes(column) else { return nil }
    guard bytes.count == 1 else { return super.truth(column) }
    switch bytes[0] {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: return super.truth(column)
    }
  }

  override func text(_ column: Int) -> String? {
    bytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  override func date(_ column: Int) -> Date? {
    bytes(column).flatMap { Microseconds(epoch: $0)?.date }
  }
}
