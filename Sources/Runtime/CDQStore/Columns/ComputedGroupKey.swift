import CDQIR
import CDQValues
import Foundation

/// A grouping key that the row engine computes, such as `year(founded)` or `lowercase(region)`. Where the value depends on
/// one column only, it is computed once for each value of that column.
final class ComputedGroupKey: GroupKey {
  private(set) var numberOfNull: Int32 = -1
  private let compute: (Row) -> EqualityKey
  private let source: RowSource
  /// The numbers of what the value depends on; nil where it must be computed for each row.
  private let input: (any GroupKey)?
  private var numbers: [EqualityKey: Int32] = [:]
  /// The number of the value by that of the input; negative where it is not known yet.
  private var known: [Int32] = []

  init(_ compute: @escaping (Row) -> EqualityKey, _ source: @escaping RowSource, input: (any GroupKey)?) {
    (self.compute, self.source, self.input) = (compute, source, input)
  }

  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    guard let input else {
      for index in 0..<batch.count { numbers[index] = number(batch, index) }
      return
    }
    input.number(batch, numbers)
    for index in 0..<batch.count {
      let place = Int(numbers[index])
      if place >= known.count { known += Array(repeating: -1, count: place + 1 - known.count) }
      if known[place] < 0 { known[place] = number(batch, index) }
      numbers[index] = known[place]
    }
  }

  private func number(_ batch: GroupBatch, _ index: Int) -> Int32 {
    var key = EqualityKey.null
    source(batch.block.firstRow + Int(batch.rows[index])) { key = compute($0) }
    let next = Int32(truncatingIfNeeded: numbers.count)
    let number = numbers[key] ?? next
    if number == next { numbers[key] = next }
    if key == .null { numberOfNull = number }
    return number
  }
}

/// The days of a column of dates, in UTC.
final class DayGroupKey: GroupKey {
  private(set) var numberOfNull: Int32 = -1
  private let vector: any NumberVector<Double>
  private let integers = IntegerNumbering()

  init(_ vector: any NumberVector<Double>) {
    self.vector = vector
  }

  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    let loaded = vector.load(batch.block, batch.selection)
    for index in 0..<batch.count {
      let row = Int(batch.rows[index])
      if loaded.isValid(row) {
        let date = Date(timeIntervalSinceReferenceDate: loaded.values[row])
        numbers[index] = integers.number(of: CDQCalendar.dayNumber(date))
      } else {
        if numberOfNull < 0 { numberOfNull = integers.next() }
        numbers[index] = numberOfNull
      }
    }
  }
}

extension ExpressionIR {
  /// The only path that the value reads, from the object itself; nil when it reads several, other variables or
  /// collections.
  var onlyPath: ExpressionIR? {
    var paths: Set<PathIR> = []
    var isSimple = true
    IRNode.expression(self).walk { node in
      switch node {
      case .expression(.path(let path)):
        if path.variable == 0 { paths.insert(path) } else if path.variable > 0 { isSimple = false }
      case .collection(.path), .expression(.groupAggregate): isSimple = false
      default: break
      }
      return isSimple
    }
    return isSimple && paths.count == 1 ? paths.first.map { .path($0) } : nil
  }

  /// Whether the value reads a date only by its day in UTC, as `year(d) * 100 + month(d)` does.
  func readsDays(of path: ExpressionIR) -> Bool {
    var isDay = true
    IRNode.expression(self).walk { node in
      if case .expression(.function(let call)) = node, call.arguments == [path], ExpressionIR.ofDays.contains(call.function) {
        return false
      }
      if node == .expression(path) { isDay = false }
      return isDay
    }
    return isDay
  }

  private static let ofDays: Set<FunctionIR.Function> = [.year, .month, .day, .weekday]
}
