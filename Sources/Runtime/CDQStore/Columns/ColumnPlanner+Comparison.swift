import CDQIR
import CDQValues
import Foundation

extension ColumnPlanner {
  func comparison(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .comparison(let node) = predicate else { throw Planner.misdirected }
    if let right = try constant(node.right) {
      return try compare(node.left, node.operator, right, node.options, scope)
    }
    if let left = try constant(node.left) {
      return try compare(node.right, node.operator.mirrored, left, node.options, scope)
    }
    return try vectorComparison(node, scope)
  }

  /// Plans `low <= value AND value <= high`.
  func between(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .between(let node) = predicate else { throw Planner.misdirected }
    guard let low = try constant(node.low), let high = try constant(node.high) else { return nil }
    if low.isNull.isAlways || high.isNull.isAlways { return ConstantCondition(false) }
    if let path = path(node.value, scope) {
      switch path.kind {
      case .int:
        guard let low = integers(.greaterOrEqual, low), let high = integers(.lessOrEqual, high) else { return nil }
        return range(path, low.intersection(high), NumberTest<Int64>.limits)
      case .doubles(let kind):
        guard let low = doubles(.greaterOrEqual, low, kind), let high = doubles(.lessOrEqual, high, kind)
        else { return nil }
        return range(path, low.intersection(high), NumberTest<Double>.limits)
      case .bool, .uuid, .text, .values: break
      }
    }
    guard let low = try compare(node.value, .greaterOrEqual, low, [], scope),
      let high = try compare(node.value, .lessOrEqual, high, [], scope)
    else { return nil }
    return ConjunctionCondition([low, high])
  }

  /// Plans the comparison of an expression with a constant.
  private func compare(
    _ expression: ExpressionIR, _ operation: ComparisonIR.Operator, _ constant: Scalar, _ options: TextOptions,
    _ scope: Scope
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    if constant.isNull.isAlways {
      switch operation {
      case .equal, .lessOrEqual, .greaterOrEqual: return nullTest(expression, isWanted: true, scope)
      case .notEqual: return nullTest(expression, isWanted: false, scope)
      case .less, .greater: return ConstantCondition(false)
      }
    }
    if case .object(let object) = constant {
      return try objects(expression, operation, object, scope)
    }
    guard let path = path(expression, scope) else {
      return try compareComputed(expression, operation, constant, scope)
    }
    switch path.kind {
    case .int:
      return integers(operation, constant).map { range(path, $0, NumberTest<Int64>.limits) }
    case .doubles(let kind):
      return doubles(operation, constant, kind).map { range(path, $0, NumberTest<Double>.limits) }
    case .bool:
      guard case .bool(.constant(let flag?)) = constant, operation == .equal || operation == .notEqual else {
        return nil
      }
      let bit: UInt8 = flag ? 1 : 0
      let isOther = operation == .notEqual
      return range(
        path, NumberTest<UInt8>(range: ValueRange(lower: bit, upper: bit), negated: isOther, ofNull: isOther),
        ColumnPlanner.bits)
    case .text:
      guard case .string(.constant(let text?)) = constant else { return nil }
      return compareText(path, operation, text, options)
    case .uuid:
      guard case .values(.constant(.uuid(let uuid)?), _) = constant, operation == .equal || operation == .notEqual else {
        return nil
      }
      return lifted(UUIDCondition(path.slot, UUIDBits(uuid), negated: operation == .notEqual, source), path.steps)
    case .values: return nil
    }
  }

  func range<Element: RangeElement>(
    _ path: Path, _ test: NumberTest<Element>, _ limits: ValueRange<Element>
  ) -> any ColumnCondition {
    let condition = RangeCondition(
      path.slot, test.range, negated: test.negated, ofNull: test.ofNull, limits: limits,
      hasNaN: Element.self == Double.self, source)
    return lifted(condition, path.steps)
  }

  /// The test of integers against a constant that is not nil. Nil if the constant is neither an integer nor a double.
  func integers(_ operation: ComparisonIR.Operator, _ constant: Scalar) -> NumberTest<Int64>? {
    switch constant {
    case .int(.constant(let number?)): NumberTest(operation, number)
    case .doubles(.constant(let number?), .double): NumberTest(operation, number)
    default: nil
    }
  }

  /// The test of doubles, dates or durations against a constant that is not nil. Nil if the types do not match.
  func doubles(
    _ operation: ComparisonIR.Operator, _ constant: Scalar, _ kind: ValueKind
  ) -> NumberTest<Double>? {
    switch constant {
    case .doubles(.constant(let number?), kind): NumberTest(operation, number)
    case .int(.constant(let number?)) where kind == .double: NumberTest(operation, number)
    default: nil
    }
  }

  private func compareText(
    _ path: Path, _ operation: ComparisonIR.Operator, _ text: String, _ options: TextOptions
  ) -> (any ColumnCondition)? {
    switch operation {
    case .equal, .notEqual:
      let needle = TextNeedle(text, options, locale: rows.execution.locale)
      return lifted(
        TextCondition(path.slot, TextProbe(needle, .whole), negated: operation == .notEqual, source), path.steps)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard options.isEmpty else { return nil }
      return lifted(TextOrderCondition(path.slot, operation, text, source), path.steps)
    }
  }

  /// Plans the comparison of a to-one with an object, such as `country == $home`.
  private func objects(
    _ expression: ExpressionIR, _ operation: ComparisonIR.Operator, _ object: ObjectGetter, _ scope: Scope
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    guard operation == .equal || operation == .notEqual, let tables = source.tableSource,
      toOnes(expression, scope) != nil, case .constant(.object(let key)?) = try object.key()
    else { return nil }
    guard let target = tables.snapshot.state.find(key) else { return ConstantCondition(operation == .notEqual) }
    return referenceTest(expression, leadsTo: target, negated: operation == .notEqual, scope)
  }
}

extension Condition {
  /// Whether the condition is the constant true.
  var isAlways: Bool {
    if case .constant(true) = self { true } else { false }
  }
}

/// `==` or `!=` between a UUID attribute and a constant.
final class UUIDCondition: ColumnCondition {
  let cost = 3
  let ofNothing: Bool
  private let slot: Int
  private let wanted: UUIDBits
  private let negated: Bool
  private let source: any ColumnSource

  init(_ slot: Int, _ wanted: UUIDBits, negated: Bool, _ source: any ColumnSource) {
    self.slot = slot
    self.wanted = wanted
    self.negated = negated
    self.source = source
    ofNothing = negated
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.fixed(block, slot, of: UUIDBits.self)
    let (values, wanted, negated) = (chunk.values, wanted, negated)
    selection.filter { (chunk.isValid($0) && values[$0] == wanted) != negated }
  }
}
