import CDQIR
import CDQValues

/// The objects that may satisfy a query according to an index. They only restrict the scan: the whole condition is
/// still tested on them.
struct IndexCandidates {
  /// The candidates of one table.
  struct OfTable {
    /// The row numbers in ascending order.
    var rows: [UInt32]
    /// By chunk: whether `rows` has all candidates of the chunk; if not, every row of the chunk is a candidate. Nil if
    /// `rows` has the candidates of all chunks.
    var isKnown: [Bool]?
  }

  /// The candidates by entity. A table that is missing has none.
  private(set) var tables: [Int: OfTable] = [:]
  private(set) var count = 0

  /// Makes candidates of rows that were found one by one.
  init(_ rows: [RowReference]) {
    for row in rows { tables[Int(row.entity), default: OfTable(rows: [])].rows.append(UInt32(truncatingIfNeeded: row.row)) }
    for entity in tables.keys { tables[entity]?.rows.sort() }
    count = rows.count
  }

  /// Adds the candidates of one table, in ascending order.
  mutating func add(_ rows: [UInt32], isKnown: [Bool], of entity: Int) {
    tables[entity] = OfTable(rows: rows, isKnown: isKnown.allSatisfy { $0 } ? nil : isKnown)
    count += rows.count
  }
}

/// The search for the objects that an index finds for a condition.
struct IndexSearch {
  typealias Path = ColumnPlanner.Path

  let planner: ColumnPlanner
  let source: TableSource
  let scope: ColumnPlanner.Scope
  /// The entities in whose tables the objects are.
  let entities: [Int]

  /// The ranges of an indexed attribute. The value of a candidate is in one of them.
  private enum IndexRanges {
    case integers([ValueRange<Int64>])
    case doubles([ValueRange<Double>])
  }

  /// Candidates are worth while only if they are one in this many rows, or fewer.
  private static let rarity = 16

  /// Finds the conjunct on an indexed attribute that has the fewest candidates. Nil if no index helps.
  func candidates(of predicate: PredicateIR) throws(ExecutionError) -> IndexCandidates? {
    guard !source.layout.entities[scope.entity].indexedSlots.isEmpty else { return nil }
    var best: IndexCandidates?
    var conjuncts = [predicate]
    while let predicate = conjuncts.popLast() {
      switch predicate {
      case .and(let operands):
        conjuncts += operands
        continue
      case .whenPresent(_, let operand):
        // Conditions on absent parameters have been removed before.
        conjuncts.append(operand)
        continue
      default: break
      }
      guard let found = try conjunctCandidates(predicate) else { continue }
      if found.count < best?.count ?? .max { best = found }
      if found.count <= 1 { break }
    }
    return best
  }

  private func conjunctCandidates(_ predicate: PredicateIR) throws(ExecutionError) -> IndexCandidates? {
    switch predicate {
    case .comparison(let node):
      guard node.operator != .notEqual, node.options.isEmpty else { return nil }
      if let slot = indexedSlot(node.left) {
        return try candidates(slot, node.operator, node.right)
      }
      guard let slot = indexedSlot(node.right) else { return nil }
      return try candidates(slot, node.operator.mirrored, node.left)
    case .between(let node):
      guard let path = indexedSlot(node.value), let low = try planner.constant(node.low),
        let high = try planner.constant(node.high)
      else { return nil }
      guard let lower = ranges(path, .greaterOrEqual, low), let upper = ranges(path, .lessOrEqual, high) else {
        return nil
      }
      switch (lower, upper) {
      case (.integers(let lower), .integers(let upper)):
        return candidates(path, .integers([lower[0].intersection(upper[0])]))
      case (.doubles(let lower), .doubles(let upper)):
        return candidates(path, .doubles([lower[0].intersection(upper[0])]))
      case (.integers, .doubles), (.doubles, .integers): return nil
      }
    case .membership(let node): return try candidates(of: node)
    default: return nil
    }
  }

  /// The attribute that an expression reads, if it is indexed and not after a to-one; else nil.
  private func indexedSlot(_ expression: ExpressionIR) -> Path? {
    guard case .path = expression, let path = planner.path(expression, scope), path.steps.isEmpty,
      source.layout.entities[scope.entity].indexedSlots.contains(path.slot)
    else { return nil }
    return path
  }

  private func candidates(
    _ path: Path, _ operation: ComparisonIR.Operator, _ value: ExpressionIR
  ) throws(ExecutionError) -> IndexCandidates? {
    guard let constant = try planner.constant(value) else { return nil }
    if operation == .equal, let unique = unique(path), let key = key(constant, path.kind) {
      return IndexCandidates(source.snapshot.state.row(of: key, in: unique).map { [$0] } ?? [])
    }
    return ranges(path, operation, constant).flatMap { candidates(path, $0) }
  }

  private func candidates(of node: MembershipIR) throws(ExecutionError) -> IndexCandidates? {
    guard node.options.isEmpty, let path = indexedSlot(node.value),
      let values = try planner.rows.constants(node.collection), values.count * IndexSearch.rarity <= rowCount
    else { return nil }
    switch path.kind {
    case .int:
      let numbers = Set(values.compactMap { $0.exactInteger })
      if let unique = unique(path) {
        return IndexCandidates(numbers.compactMap { source.snapshot.state.row(of: .int($0), in: unique) })
      }
      return candidates(path, .integers(numbers.map { ValueRange(lower: $0, upper: $0) }))
    case .text:
      guard let unique = unique(path) else { return nil }
      let texts = Set(values.compactMap(\.text))
      return IndexCandidates(texts.compactMap { source.snapshot.state.row(of: .string($0), in: unique) })
    case .bool, .doubles, .uuid, .values: return nil
    }
  }

  /// The uniqueness constraint that has this attribute only; nil if there is none.
  private func unique(_ path: Path) -> Int? {
    source.layout.entities[scope.entity].constraints.first { source.layout.constraints[$0].slots == [path.slot] }
  }

  /// The key of a constant in the index of a unique attribute. Nil for nil, and for types that are not looked up.
  private func key(_ constant: Scalar, _ kind: Column.Kind) -> UniqueKey? {
    switch (kind, constant) {
    case (.int, .int(.constant(let number?))): .int(number)
    case (.text, .string(.constant(let text?))): .string(text)
    default: nil
    }
  }

  private func ranges(_ path: Path, _ operation: ComparisonIR.Operator, _ constant: Scalar) -> IndexRanges? {
    switch path.kind {
    case .int: planner.integers(operation, constant).map { .integers([$0.range]) }
    case .doubles(let kind): planner.doubles(operation, constant, kind).map { .doubles([$0.range]) }
    case .bool, .uuid, .text, .values: nil
    }
  }

  private func candidates(_ path: Path, _ ranges: IndexRanges) -> IndexCandidates? {
    switch ranges {
    case .integers(let ranges): candidates(path, ranges)
    case .doubles(let ranges): candidates(path, ranges)
    }
  }

  private func candidates<Element: BitwiseCopyable & Comparable & Sendable>(
    _ path: Path, _ ranges: [ValueRange<Element>]
  ) -> IndexCandidates? {
    var result = IndexCandidates([])
    for entity in entities {
      let table = source.tables[entity]
      guard let (index, isKnown) = source.snapshot.state.sorted.index(of: entity, path.slot, in: table) else {
        return nil
      }
      var found: [KeyedRow] = []
      for range in ranges {
        let most = table.rowCount / IndexSearch.rarity - found.count
        guard let rows = index.rows(in: range, as: Element.self, most: most) else { return nil }
        for row in rows { found.append(KeyedRow(key: UInt64(row), row: row)) }
      }
      KeyedRow.sort(&found)
      result.add(found.map(\.row), isKnown: isKnown, of: entity)
    }
    return result
  }

  /// The number of rows of all tables, deleted ones included.
  private var rowCount: Int { entities.reduce(0) { $0 + source.tables[$1].rowCount } }
}
