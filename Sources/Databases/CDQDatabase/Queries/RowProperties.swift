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

  var row: SQLRow?
  private let outputs: [SQLOutput]
  private let columns: [SQLColumn]
  private let reader: ValueReader
  private let cells: [(kind: Kind, column: Int, range: ClosedRange<Int64>)]

  init(_ query: SQLQuery, _ reader: ValueReader) {
    let columns = query.statement.columns
    self.reader = reader
    self.columns = columns
    outputs = query.outputs
    cells = query.outputs.map { output in
      let all = Int64.min ... Int64.max
      guard case .value(let column) = output.content else { return (.other, 0, all) }
      return (Kind(columns[column]), column, columns[column].type.integerRange ?? all)
    }
    super.init(query.outputs.map(\.name))
  }

  override func value(at place: Int) throws -> Value {
    guard let row else { return .null }
    return try reader.value(row, outputs[place], columns)
  }

  private func cell<T: SQLValue>(_ kind: Kind, _ place: Int) -> T? {
    let cell = cells[place]
    guard cell.kind == kind, let row else { return nil }
    return T.read(row, at: cell.column)
  }

  override func integer(at place: Int) -> Int64? {
    guard let number: Int64 = cell(.integer, place), cells[place].range.contains(number) else { return nil }
    return number
  }
  override func real(at place: Int) -> Double? { cell(.real, place) }
  override func truth(at place: Int) -> Bool? { cell(.truth, place) }
  override func text(at place: Int) -> String? { cell(.text, place) }
  override func date(at place: Int) -> Date? { cell(.date, place) }
}
