import CDQConnections
import CDQIR
import CDQSQL
import Foundation

/// The properties of the row that a run has reached, to decode them.
final class RowProperties: PropertySource {
  /// What the driver reads of a column without a `Value`.
  private enum Kind {
    case integer, real, truth, text, date
    /// Another type, an enum, whose case is checked, or something made of several columns.
    case other

    init(_ column: SQLColumn) {
      guard column.enumeration == nil else {
        self = .other
        return
      }
      switch column.type {
      case .bool: self = .truth
      case .int16, .int32, .int64: self = .integer
      case .float, .double: self = .real
      case .string: self = .text
      case .date: self = .date
      default: self = .other
      }
    }
  }

  let names: [String]
  let places: [String: Int]
  var row: SQLRow?
  private let outputs: [SQLOutput]
  private let columns: [SQLColumn]
  private let reader: ValueReader
  private let cells: [(kind: Kind, column: Int)]

  init(_ query: SQLQuery, _ reader: ValueReader) {
    self.reader = reader
    (outputs, columns) = (query.outputs, query.statement.columns)
    names = outputs.map(\.name)
    places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let columns = columns
    cells = outputs.map { output in
      guard case .value(let column) = output.content else { return (.other, 0) }
      return (Kind(columns[column]), column)
    }
  }

  func value(at place: Int) throws -> Value {
    guard let row else { return .null }
    return try reader.value(row, outputs[place], columns)
  }

  private func cell<T: SQLValue>(_ kind: Kind, _ place: Int) -> T? {
    let cell = cells[place]
    guard cell.kind == kind, let row else { return nil }
    return T.read(row, at: cell.column)
  }

  func integer(at place: Int) -> Int64? { cell(.integer, place) }
  func real(at place: Int) -> Double? { cell(.real, place) }
  func truth(at place: Int) -> Bool? { cell(.truth, place) }
  func text(at place: Int) -> String? { cell(.text, place) }
  func date(at place: Int) -> Date? { cell(.date, place) }
}
