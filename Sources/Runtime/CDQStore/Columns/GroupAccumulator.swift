import CDQIR
import CDQValues
import Foundation

/// Accumulates the values of an aggregate for each group, batch by batch.
protocol GroupAccumulator: AnyObject {
  /// Makes room for that many groups.
  func reserve(_ groups: Int)

  /// Adds the rows of a batch. `groups` has the number of the group of each row.
  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>)

  /// The aggregate as a scalar of a group's row; nil for a function that the accumulator does not support.
  func scalar(_ function: AggregateFunction) -> Scalar?
}

/// One value per group, in memory that grows.
final class GroupMemory<Element: BitwiseCopyable> {
  private(set) var values: UnsafeMutablePointer<Element>
  private var count = 0
  private var capacity = 16
  private let start: Element

  init(_ start: Element) {
    self.start = start
    values = .allocate(capacity: capacity)
  }

  deinit {
    values.deallocate()
  }

  func reserve(_ wanted: Int) {
    if wanted > capacity {
      capacity = max(wanted, capacity * 2)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      larger.initialize(from: values, count: count)
      values.deallocate()
      values = larger
    }
    if wanted > count {
      (values + count).initialize(repeating: start, count: wanted - count)
      count = wanted
    }
  }
}

/// The accumulator for `count()`: the number of rows of each group.
final class RowCountAccumulator: GroupAccumulator {
  private let counts = GroupMemory<Int>(0)

  func reserve(_ groups: Int) { counts.reserve(groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    let counts = counts.values
    for index in 0..<batch.count { counts[Int(groups[index])] += 1 }
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    function == .count ? .int(.row { [counts] in Int64(counts.values[GroupRow.number(at: $0)]) }) : nil
  }
}

/// The accumulator for `count(x)`: the number of rows that satisfy a condition, such as that `x` is not nil.
final class ConditionCountAccumulator: GroupAccumulator {
  private let condition: any ColumnCondition
  private let buffer: SelectionBuffer
  private let counts = GroupMemory<Int>(0)

  init(_ condition: any ColumnCondition, shift: Int) {
    self.condition = condition
    buffer = SelectionBuffer(shift: shift)
  }

  func reserve(_ groups: Int) { counts.reserve(groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    let counts = counts.values
    let selection = buffer.selection(for: batch.block)
    selection.copy(from: batch.selection)
    condition.narrow(selection, batch.block)
    for index in 0..<batch.count where selection.contains(Int(batch.rows[index])) { counts[Int(groups[index])] += 1 }
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    function == .count ? .int(.row { [counts] in Int64(counts.values[GroupRow.number(at: $0)]) }) : nil
  }
}

/// The accumulator for `count(distinct x)`: the number of distinct values that are not nil.
final class DistinctCountAccumulator: GroupAccumulator {
  private let key: any GroupKey
  private let numbers: UnsafeMutablePointer<Int32>
  private let pairs = IntegerNumbering()
  private let counts = GroupMemory<Int>(0)

  init(_ key: any GroupKey, shift: Int) {
    self.key = key
    numbers = .allocate(capacity: 1 << shift)
  }

  deinit {
    numbers.deallocate()
  }

  func reserve(_ groups: Int) { counts.reserve(groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    key.number(batch, numbers)
    let (counts, null) = (counts.values, key.numberOfNull)
    for index in 0..<batch.count where numbers[index] != null {
      let known = pairs.count
      _ = pairs.number(of: Int64(groups[index]) << 32 | Int64(numbers[index]))
      if pairs.count > known { counts[Int(groups[index])] += 1 }
    }
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    function == .count ? .int(.row { [counts] in Int64(counts.values[GroupRow.number(at: $0)]) }) : nil
  }
}

/// The accumulator for count, sum, average, minimum and maximum of integers.
final class IntegerAccumulator: GroupAccumulator {
  private let vector: any NumberVector<Int64>
  private let tallies = GroupMemory(IntegerTally())

  init(_ vector: any NumberVector<Int64>) {
    self.vector = vector
  }

  func reserve(_ groups: Int) { tallies.reserve(groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    let loaded = vector.load(batch.block, batch.selection)
    let tallies = tallies.values
    for index in 0..<batch.count {
      let row = Int(batch.rows[index])
      if loaded.isValid(row) { tallies[Int(groups[index])].add(loaded.values[row]) }
    }
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    let tallies = tallies
    return switch function {
    case .count: .int(.row { Int64(tallies.values[GroupRow.number(at: $0)].count) })
    case .sum: .int(.row { tallies.values[GroupRow.number(at: $0)].sum.value })
    case .average: .double(.row { tallies.values[GroupRow.number(at: $0)].average })
    case .minimum: .int(.row { tallies.values[GroupRow.number(at: $0)].minimum })
    case .maximum: .int(.row { tallies.values[GroupRow.number(at: $0)].maximum })
    case .median, .standardDeviation: nil
    }
  }
}

/// The accumulator for count, sum, average, minimum and maximum of doubles, or of dates and durations in seconds.
final class DoubleAccumulator: GroupAccumulator {
  private let vector: any NumberVector<Double>
  private let kind: ValueKind
  private let tallies = GroupMemory(DoubleTally())

  init(_ vector: any NumberVector<Double>, _ kind: ValueKind) {
    self.vector = vector
    self.kind = kind
  }

  func reserve(_ groups: Int) { tallies.reserve(groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    let loaded = vector.load(batch.block, batch.selection)
    let tallies = tallies.values
    for index in 0..<batch.count {
      let row = Int(batch.rows[index])
      if loaded.isValid(row) { tallies[Int(groups[index])].add(loaded.values[row]) }
    }
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    let tallies = tallies
    if function == .count { return .int(.row { Int64(tallies.values[GroupRow.number(at: $0)].count) }) }
    let value: (Row) -> Double?
    switch function {
    case .sum: value = { tallies.values[GroupRow.number(at: $0)].sum }
    case .average: value = { tallies.values[GroupRow.number(at: $0)].average }
    case .minimum: value = { tallies.values[GroupRow.number(at: $0)].minimum }
    case .maximum: value = { tallies.values[GroupRow.number(at: $0)].maximum }
    case .count, .median, .standardDeviation: return nil
    }
    guard kind.isAmount || function == .minimum || function == .maximum else { return nil }
    return .doubles(.row(value), kind)
  }
}

/// The sum, count, minimum and maximum of integers.
struct IntegerTally: BitwiseCopyable {
  private(set) var sum = CDQIntegerSum()
  private(set) var count = 0
  private var least = Int64.max
  private var greatest = Int64.min

  @inline(__always) mutating func add(_ number: Int64) {
    sum.add(number)
    count += 1
    least = min(least, number)
    greatest = max(greatest, number)
  }

  var average: Double? { count == 0 ? nil : sum.nearestDouble / Double(count) }
  var minimum: Int64? { count == 0 ? nil : least }
  var maximum: Int64? { count == 0 ? nil : greatest }
}

/// The sum, count, minimum and maximum of doubles. They are added in the order of the calls; NaN is the greatest
/// number.
struct DoubleTally: BitwiseCopyable {
  private(set) var sum = 0.0
  private(set) var count = 0
  private var least = 0.0
  private var greatest = 0.0

  @inline(__always) mutating func add(_ number: Double) {
    sum += number
    if count == 0 {
      (least, greatest) = (number, number)
    } else {
      // Of equal values the first one is kept, since zeros may differ in sign.
      if number < least || least.isNaN && !number.isNaN { least = number }
      if number > greatest || number.isNaN && !greatest.isNaN { greatest = number }
    }
    count += 1
  }

  var average: Double? { count == 0 ? nil : sum / Double(count) }
  var minimum: Double? { count == 0 ? nil : least }
  var maximum: Double? { count == 0 ? nil : greatest }
}
