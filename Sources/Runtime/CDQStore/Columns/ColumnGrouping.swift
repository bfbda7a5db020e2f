import CDQIR
import CDQValues

/// Groups rows by columns and accumulates what the aggregates need. For
/// `City group by country.code select count() as n` it numbers the codes and counts the rows of each number.
final class ColumnGrouping {
  private let planner: GroupPlanner
  private let keys: [any GroupKey]
  private let pairs: [IntegerNumbering]
  private var accumulators: [any GroupAccumulator] = []
  /// The accumulators by argument. One accumulator serves several functions, such as `sum(x)` and `max(x)`.
  private var known: [GroupAggregateIR: any GroupAccumulator] = [:]
  /// Whether every aggregate so far has an accumulator.
  private(set) var isComplete = true
  /// The first row of each group, in order of first appearance.
  private(set) var firsts: [Int] = []
  private let rows: UnsafeMutablePointer<Int32>
  private let groups: UnsafeMutablePointer<Int32>
  private let others: UnsafeMutablePointer<Int32>

  /// Nil if a grouping key has no kernel.
  ///
  /// - Parameter records: The rows of the objects, for keys that the row engine computes.
  init?(
    _ grouping: [ExpressionIR], _ columns: ColumnPlanner, _ source: TableSource, _ scope: ColumnPlanner.Scope,
    records: @escaping RowSource
  ) throws(ExecutionError) {
    let planner = GroupPlanner(planner: columns, source: source, scope: scope, records: records)
    var keys: [any GroupKey] = []
    for expression in grouping {
      guard let key = try planner.key(expression) else { return nil }
      keys.append(key)
    }
    self.planner = planner
    self.keys = keys
    pairs = keys.dropFirst().map { _ in IntegerNumbering() }
    (rows, groups, others) = (
      .allocate(capacity: 1 << source.shift), .allocate(capacity: 1 << source.shift),
      .allocate(capacity: 1 << source.shift)
    )
    groups.initialize(repeating: 0, count: 1 << source.shift)
  }

  deinit {
    rows.deallocate()
    groups.deallocate()
    others.deallocate()
  }

  /// Plans an aggregate; nil if it has no kernel. This must be called before the first row is added.
  func aggregate(_ node: GroupAggregateIR) throws(ExecutionError) -> Scalar? {
    guard let scalar = try accumulator(for: node)?.scalar(node.function) else {
      isComplete = false
      return nil
    }
    return try scalar.coerced(to: node.type)
  }

  private func accumulator(for node: GroupAggregateIR) throws(ExecutionError) -> (any GroupAccumulator)? {
    var key = node
    // Functions that share an accumulator get the same key. `distinct` does not change extremes, and for other
    // functions than `count` it has no kernel.
    let isCount = node.function == .count
    if node.isDistinct, node.function != .minimum, node.function != .maximum, !isCount { return nil }
    key.isDistinct = node.isDistinct && isCount
    let isStatistic = node.function == .median || node.function == .standardDeviation
    key.function = isCount ? .count : isStatistic ? .median : .sum
    key.type = .int64
    if let accumulator = known[key] { return accumulator }
    let wanted =
      isStatistic
      ? try planner.statisticAccumulator(key.argument)
      : try planner.accumulator(key.argument, isCount, key.isDistinct)
    guard let accumulator = wanted else { return nil }
    known[key] = accumulator
    accumulators.append(accumulator)
    return accumulator
  }

  /// Adds the selected rows of a block to their groups.
  func take(_ block: Block, _ selection: Selection) {
    number(block, selection) { batch, groups in
      // Groups are numbered in order of first appearance, so a row with the next number is the first of its group.
      var known = firsts.count
      for index in 0..<batch.count where Int(groups[index]) == known {
        firsts.append(block.firstRow + Int(batch.rows[index]))
        known += 1
      }
      for accumulator in accumulators {
        accumulator.reserve(firsts.count)
        accumulator.add(batch, groups)
      }
    }
  }

  /// Calls `body` with the selected rows of a block and the numbers of their groups, unless there are none.
  func number(
    _ block: Block, _ selection: Selection, _ body: (GroupBatch, UnsafeMutablePointer<Int32>) -> Void
  ) {
    let (rows, groups) = (rows, groups)
    var count = 0
    selection.forEach { row in
      rows[count] = Int32(truncatingIfNeeded: row)
      count += 1
    }
    guard count > 0 else { return }
    let batch = GroupBatch(block: block, selection: selection, rows: rows, count: count)
    if let first = keys.first {
      first.number(batch, groups)
      for (key, pair) in zip(keys.dropFirst(), pairs) {
        key.number(batch, others)
        for index in 0..<count { groups[index] = pair.number(of: Int64(groups[index]) << 32 | Int64(others[index])) }
      }
    }
    body(batch, groups)
  }

  /// The groups, in order of first appearance.
  func result(_ source: @escaping RowSource) -> [GroupRow] {
    if keys.isEmpty, firsts.isEmpty {
      // Without keys there is one group, even of no rows.
      for accumulator in accumulators { accumulator.reserve(1) }
      return [GroupRow(source: source)]
    }
    return firsts.enumerated().map { GroupRow(number: $0.offset, offsets: [$0.element], source: source) }
  }
}

/// The planner of grouping keys and of the accumulators of aggregates.
private struct GroupPlanner {
  let planner: ColumnPlanner
  let source: TableSource
  let scope: ColumnPlanner.Scope
  let records: RowSource

  /// Plans a grouping key: an attribute, a to-one, or a value that is computed. Nil for an attribute without a kernel.
  func key(_ expression: ExpressionIR) throws(ExecutionError) -> (any GroupKey)? {
    if let path = planner.path(expression, scope) {
      return expression.type == .decimal ? DecimalGroupKey(path, source) : AttributeGroupKey(path, source)
    }
    if let (columns, owners) = planner.toOnes(expression, scope) {
      return ReferenceGroupKey(ReferenceWalk(columns, owners, source))
    }
    if case .path = expression { return nil }
    switch expression {
    case .arithmetic, .function:
      if let vector = try planner.integerVector(expression, scope) { return NumberGroupKey(vector) }
      if expression.type == .double, let vector = try planner.doubleVector(expression, scope) {
        return NumberGroupKey(vector)
      }
    default: break
    }
    let key = try planner.rows.scalar(expression, planner.rowScope).equalityKey()
    let column = expression.onlyPath.flatMap { planner.path($0, scope) }
    if let column, column.kind == .doubles(.date), let path = expression.onlyPath, expression.readsDays(of: path) {
      return DayGroupKey(planner.vector(column, zero: 0), ComputedGroupKey(key, records, input: nil))
    }
    return ComputedGroupKey(key, records, input: input(column))
  }

  /// The key by whose numbers a value that is computed of a column is known. Equal texts can have different lengths, and
  /// equal numbers different signs, so that only other values tell what is computed from them.
  private func input(_ column: ColumnPlanner.Path?) -> (any GroupKey)? {
    switch column?.kind {
    case .bool, .int, .uuid, .doubles(.date): column.flatMap { AttributeGroupKey($0, source) }
    case .doubles, .text, .values, nil: nil
    }
  }

  /// Makes the accumulator for the argument of an aggregate; nil if there is no kernel.
  func accumulator(
    _ argument: ExpressionIR?, _ isCount: Bool, _ isDistinct: Bool
  ) throws(ExecutionError) -> (any GroupAccumulator)? {
    guard let argument else { return RowCountAccumulator() }
    if isDistinct { return try key(argument).map { DistinctCountAccumulator($0, shift: source.shift) } }
    if isCount, let isPresent = planner.nullTest(argument, isWanted: false, scope) {
      return ConditionCountAccumulator(isPresent, shift: source.shift)
    }
    if let path = planner.path(argument, scope) {
      switch path.kind {
      case .int: return IntegerAccumulator(planner.vector(path, zero: 0))
      case .doubles(let kind): return DoubleAccumulator(planner.vector(path, zero: 0), kind)
      case .text: return TextAccumulator(path, source)
      case .values: return argument.type == .decimal ? DecimalAccumulator(path, keepsAll: false, source) : nil
      case .bool, .uuid: return nil
      }
    }
    guard case .arithmetic = argument else { return nil }
    if let vector = try planner.integerVector(argument, scope) { return IntegerAccumulator(vector) }
    return try planner.doubleVector(argument, scope).map { DoubleAccumulator($0, .double) }
  }

  /// Makes the accumulator that keeps all values of an argument, as median and standard deviation need them; nil if
  /// there is no kernel.
  func statisticAccumulator(_ argument: ExpressionIR?) throws(ExecutionError) -> (any GroupAccumulator)? {
    guard let argument else { return nil }
    if let path = planner.path(argument, scope) {
      switch path.kind {
      case .int: return StatisticAccumulator(WidenedVector(planner.vector(path, zero: 0), shift: source.shift), .double)
      case .doubles(let kind): return kind.isAmount ? StatisticAccumulator(planner.vector(path, zero: 0), kind) : nil
      case .values: return argument.type == .decimal ? DecimalAccumulator(path, keepsAll: true, source) : nil
      case .bool, .uuid, .text: return nil
      }
    }
    guard case .arithmetic = argument else { return nil }
    if let vector = try planner.integerVector(argument, scope) {
      return StatisticAccumulator(WidenedVector(vector, shift: source.shift), .double)
    }
    return try planner.doubleVector(argument, scope).map { StatisticAccumulator($0, .double) }
  }
}
