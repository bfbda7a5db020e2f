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
    // A local array, because each access to a property of an object is checked.
    var known: [Int32] = []
    swap(&known, &self.known)
    for index in 0..<batch.count {
      let place = Int(numbers[index])
      if place >= known.count { known += Array(repeating: -1, count: place + 1 - known.count) }
      if known[place] < 0 { known[place] = number(batch, index) }
      numbers[index] = known[place]
    }
    swap(&known, &self.known)
  }

  /// The number of a row of a batch.
  @inline(never) fileprivate func number(_ batch: GroupBatch, _ index: Int) -> Int32 {
    var key = EqualityKey.null
    source(batch.block.firstRow + Int(batch.rows[index])) { key = compute($0) }
    let next = Int32(truncatingIfNeeded: numbers.count)
    let number = numbers[key] ?? next
    if number == next { numbers[key] = next }
    if key == .null { numberOfNull = number }
    return number
  }
}

/// A grouping key that depends on the day of a date only, in UTC, such as `year(founded)`. It is computed once for each day.
final class DayGroupKey: GroupKey {
  private let vector: any NumberVector<Double>
  private let value: ComputedGroupKey
  /// The numbers of the days near 2001, plus one; 0 for a day that has none yet. The system gives such memory its pages
  /// when they are first used, so that a few days cost little.
  private let near: UnsafeMutablePointer<Int32>?
  /// The numbers of other days.
  private var far: [Int64: Int32] = [:]

  private static let secondsPerDay: Int64 = 86_400
  /// The days before and after 2001-01-01 that have a place in the table, 350 years each.
  private static let reach: Int64 = 1 << 17

  init(_ vector: any NumberVector<Double>, _ value: ComputedGroupKey) {
    (self.vector, self.value) = (vector, value)
    let count = Int(DayGroupKey.reach) * 2
    near = calloc(count, MemoryLayout<Int32>.stride)?.bindMemory(to: Int32.self, capacity: count)
  }

  deinit {
    free(near)
  }

  var numberOfNull: Int32 { value.numberOfNull }

  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    let loaded = vector.load(batch.block, batch.selection)
    let (near, start, hasNull) = (near, DayGroupKey.reach * DayGroupKey.secondsPerDay, loaded.valid != nil)
    for index in 0..<batch.count {
      let row = Int(batch.rows[index])
      let seconds = loaded.values[row]
      guard let near, !hasNull || loaded.isValid(row), seconds.magnitude < Double(start - 1) else {
        numbers[index] = number(loaded.isValid(row) ? seconds : nil, batch, index)
        continue
      }
      let towardZero = Int64(seconds)
      let whole = Double(towardZero) > seconds ? towardZero - 1 : towardZero
      // The division by a constant of what is never negative is a multiplication.
      let place = Int(truncatingIfNeeded: UInt64(bitPattern: whole + start) / UInt64(DayGroupKey.secondsPerDay))
      if near[place] == 0 { near[place] = value.number(batch, index) + 1 }
      numbers[index] = near[place] - 1
    }
  }

  @inline(never) private func number(_ seconds: Double?, _ batch: GroupBatch, _ index: Int) -> Int32 {
    guard let seconds else { return numberOfNull < 0 ? value.number(batch, index) : numberOfNull }
    let day = CDQCalendar.dayNumber(Date(timeIntervalSinceReferenceDate: seconds))
    if let number = far[day] { return number }
    let number = value.number(batch, index)
    far[day] = number
    return number
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
