import CDQIR
import CDQValues

/// The limit of a run that counts for each combination of keys: `limit 3 per country`.
struct KeyLimit {
  /// The number of objects to keep of each combination; `.max` without an argument.
  let count: Int
  let keys: [ExpressionIR]

  /// Nil for a query without such a limit.
  ///
  /// - Throws: `ExecutionError.malformedQuery` for a query whose results are not objects, or differ from them in number.
  init?(_ ir: QueryIR, _ binding: ArgumentBinding) throws(ExecutionError) {
    guard let limit = ir.limitPerKey else { return nil }
    if limit.keys.isEmpty { throw .malformedQuery("a limit per key needs a key") }
    if ir.projection?.isGrouped == true || ir.projection?.isDistinct == true {
      throw .malformedQuery("a limit per key is of objects, and not of groups or distinct rows")
    }
    count = try binding.count(limit.count, of: ir) ?? .max
    keys = limit.keys
  }
}

/// Numbers combinations of keys, as `group by` compares them, in the order of their first appearance.
final class KeyNumbering {
  private let keys: [(Row) -> EqualityKey]
  private var numbers: [[EqualityKey]: Int] = [:]

  init(_ keys: [(Row) -> EqualityKey]) {
    self.keys = keys
  }

  func number(of row: Row) -> Int {
    let next = numbers.count
    let key = keys.map { $0(row) }
    if let known = numbers[key] { return known }
    numbers[key] = next
    return next
  }
}

extension QueryRun {
  /// Plans the keys of a limit.
  func numbering(for limit: KeyLimit) throws(ExecutionError) -> KeyNumbering {
    var keys: [(Row) -> EqualityKey] = []
    for key in limit.keys { keys.append(try planner.scalar(key, scope).equalityKey()) }
    return KeyNumbering(keys)
  }

  /// The offsets of the first objects of each combination of keys, at most `reach`, in the order of the query.
  func firstOffsets(
    of limit: KeyLimit, reach: Int, _ scan: ((Row) -> Bool, (Int, Row) -> Bool) -> Void
  ) throws(ExecutionError) -> [Int] {
    guard limit.count > 0, reach > 0, let test = try test(reach: .max) else { return [] }
    let numbering = try numbering(for: limit)
    if keys.isEmpty || isCount {
      var counter = KeyCounter(limit.count)
      var result: [Int] = []
      scan(test) { offset, record in
        if counter.keeps(numbering.number(of: record)) { result.append(offset) }
        return result.count < reach
      }
      try execution.finish()
      return result
    }
    let selection = SortedSelection(try sortColumns(in: scope), capacity: limit.count)
    scan(test) { offset, record in
      selection.insert(record, tag: offset, group: numbering.number(of: record))
      return true
    }
    try execution.finish()
    return Array(selection.sortedTags().prefix(reach))
  }
}

/// Counts objects by the numbers of their keys, and keeps the first ones of each number.
struct KeyCounter {
  private let most: Int
  private var counts: [Int] = []

  /// - Parameter most: The number of objects to keep of each number.
  init(_ most: Int) {
    self.most = most
  }

  /// Whether the next object with a number is kept.
  mutating func keeps(_ number: Int) -> Bool {
    while number >= counts.count { counts.append(0) }
    guard counts[number] < most else { return false }
    counts[number] += 1
    return true
  }
}
