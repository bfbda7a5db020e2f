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

extension ColumnPlanner {
  /// The ranges of an indexed attribute. The value of a candidate is in one of them.
  private enum IndexRanges {
    case integers([ValueRange<Int64>])
    case doubles([ValueRange<Double>])
  }

  /// Candidates are worth while only if they are one in this many rows, or fewer.
  private static let rarity = 16

  /// Finds the conjunct on an indexed attribute that has the fewest candidates. Nil if no index helps.
  ///
  /// - Parameter entities: The entities in whose tables the objects are.
  func indexCandidates(
    _ predicate: PredicateIR, _ scope: Scope, _ entities: [Int]
  ) throws(ExecutionError) -> IndexCandidates? {
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
      case .constant, .or, .not, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified: break
      }
      guard let found = try candidates(predicate, scope, entities) else { continue }
      if found.count < best?.count ?? .max { best = found }
      if found.count <= 1 { break }
    }
    return best
  }

  private func candidates(
    _ predicate: PredicateIR, _ scope: Scope, _ entities: [Int]
  ) throws(ExecutionError) -> IndexCandidates? {
    switch predicate {
    case .comparison(let node):
      guard node.operator != .notEqual, node.options.isEmpty else { return nil }
      if let slot = indexedSlot(node.left, scope) {
        return try candidates(slot, node.operator, node.right, scope, entities)
      }
      guard let slot = indexedSlot(node.right, scope) else { return nil }
      return try candidates(slot, node.operator.mirrored, node.left, scope, entities)
    case .between(let node):
      guard let path = indexedSlot(node.value, scope), let low = try constant(node.low),
        let high = try constant(node.high)
      else { return nil }
      guard let lower = ranges(path, .greaterOrEqual, low), let upper = ranges(path, .lessOrEqual, high) else {
        return nil
      }
      switch (lower, upper) {
      case (.integers(let lower), .integers(let upper)):
        return candidates(path, .integers([lower[0].intersection(upper[0])]), entities)
      case (.doubles(let lower), .doubles(let upper)):
        return candidates(path, .doubles([lower[0].intersection(upper[0])]), entities)
      case (.integers, .doubles), (.doubles, .integers): return nil
      }
    case .membership(let node): return try candidates(of: node, scope, entities)
    case .constant, .and, .or, .not, .text, .isNull, .boolean, .quantified, .whenPresent: return nil
    }
  }

  /// The attribute that an expression reads, if it is indexed and not behind a to-one; else nil.
  private func indexedSlot(_ expression: ExpressionIR, _ scope: Scope) -> Path? {
    guard case .path = expression, let path = path(expression, scope), path.steps.isEmpty,
      source.layout.entities[scope.entity].indexedSlots.contains(path.slot)
    else { return nil }
    return path
  }

  private func candidates(
    _ path: Path, _ operation: ComparisonIR.Operator, _ value: ExpressionIR, _ scope: Scope, _ entities: [Int]
  ) throws(ExecutionError) -> IndexCandidates? {
    guard let constant = try constant(value) else { return nil }
    if operation == .equal, let unique = unique(path, scope), let key = key(constant, path.kind) {
      return IndexCandidates(source.snapshot.state.row(of: key, in: unique).map { [$0] } ?? [])
    }
    return ranges(path, operation, constant).flatMap { candidates(path, $0, entities) }
  }

  private func candidates(
    of node: MembershipIR, _ scope: Scope, _ entities: [Int]
  ) throws(ExecutionError) -> IndexCandidates? {
    guard node.options.isEmpty, let path = indexedSlot(node.value, scope),
      let values = try rows.constants(node.collection), values.count * ColumnPlanner.rarity <= rowCount(entities)
    else { return nil }
    switch path.kind {
    case .int:
      let numbers = Set(values.compactMap { $0.exactInteger })
      if let unique = unique(path, scope) {
        return IndexCandidates(numbers.compactMap { source.snapshot.state.row(of: .int($0), in: unique) })
      }
      return candidates(path, .integers(numbers.map { ValueRange(lower: $0, upper: $0) }), entities)
    case .text:
      guard let unique = unique(path, scope) else { return nil }
      let texts = Set(values.compactMap(\.text))
      return IndexCandidates(texts.compactMap { source.snapshot.state.row(of: .string($0), in: unique) })
    case .bool, .double, .date, .duration, .uuid, .values: return nil
    }
  }

  /// The uniqueness constraint that has this attribute only; nil if there is none.
  private func unique(_ path: Path, _ scope: Scope) -> Int? {
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

  private func ranges(
    _ path: Path, _ operation: ComparisonIR.Operator, _ constant: Scalar
  ) -> IndexRanges? {
    switch path.kind {
    case .int: integers(operation, constant).map { .integers([$0.range]) }
    case .double, .date, .duration: doubles(operation, constant, path.kind).map { .doubles([$0.range]) }
    case .bool, .uuid, .text, .values: nil
    }
  }

  private func candidates(_ path: Path, _ ranges: IndexRanges, _ entities: [Int]) -> IndexCandidates? {
    switch ranges {
    case .integers(let ranges): candidates(path, ranges, entities)
    case .doubles(let ranges): candidates(path, ranges, entities)
    }
  }

  private func candidates<Element: BitwiseCopyable & Comparable & Sendable>(
    _ path: Path, _ ranges: [ValueRange<Element>], _ entities: [Int]
  ) -> IndexCandidates? {
    var result = IndexCandidates([])
    for entity in entities {
      let table = source.tables[entity]
      guard let (index, isKnown) = source.snapshot.state.sorted.index(of: entity, path.slot, in: table) else {
        return nil
      }
      var found: [KeyedRow] = []
      for range in ranges {
        let most = table.rowCount / ColumnPlanner.rarity - found.count
        guard let rows = index.rows(in: range, as: Element.self, most: most) else { return nil }
        for row in rows { found.append(KeyedRow(key: UInt64(row), row: row)) }
      }
      KeyedRow.sort(&found)
      result.add(found.map(\.row), isKnown: isKnown, of: entity)
    }
    return result
  }

  private func rowCount(_ entities: [Int]) -> Int { entities.reduce(0) { $0 + source.tables[$1].rowCount } }
}
