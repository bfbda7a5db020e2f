import CDQIR
import CDQValues
import Foundation

extension Planner {
  /// Plans a chain such as `a + b - c`, evaluated from left to right. The result is nil when an operand is nil or when
  /// a step fails, as an integer sum does that overflows.
  func arithmetic(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .arithmetic(let node) = expression else { throw Planner.misdirected }
    guard node.operators.count == node.operands.count - 1 else {
      throw .malformedQuery("a chain of \(node.operands.count) operands has \(node.operators.count) operators")
    }
    switch node.type {
    case .int16, .int32, .int64: return .int(try integers(node, scope))
    case .float, .double: return .double(try doubles(node, scope))
    case .decimal: return .decimal(try decimals(node, scope))
    case .date: return .date(try dates(node, scope))
    case .duration: return .doubles(try durations(node, scope), .duration)
    case .string: return .string(try texts(node, scope))
    default: throw .malformedQuery("there is no arithmetic of \(node.type)")
    }
  }

  private func integers(
    _ node: ArithmeticIR, _ scope: RowScope
  ) throws(ExecutionError) -> Getter<Int64> {
    var operands: [Getter<Int64>] = []
    for operand in node.operands {
      guard case .int(let getter) = try scalar(operand, scope).coerced(to: .int64) else { throw notNumeric }
      operands.append(getter)
    }
    return chain(node.operators, operands) { operation, left, right in IntegerMath.apply(operation, left, right) }
  }

  private func doubles(
    _ node: ArithmeticIR, _ scope: RowScope
  ) throws(ExecutionError) -> Getter<Double> {
    var operands: [Getter<Double>] = []
    for operand in node.operands {
      guard case .doubles(let getter, .double) = try scalar(operand, scope).coerced(to: .double) else { throw notNumeric }
      operands.append(getter)
    }
    return chain(node.operators, operands) { operation, left, right in DoubleMath.apply(operation, left, right) }
  }

  private func decimals(
    _ node: ArithmeticIR, _ scope: RowScope
  ) throws(ExecutionError) -> Getter<Decimal> {
    var operands: [Getter<Decimal>] = []
    for operand in node.operands {
      guard case .decimal(let getter) = try scalar(operand, scope).coerced(to: .decimal) else { throw notNumeric }
      operands.append(getter)
    }
    return chain(node.operators, operands) { operation, left, right in DecimalMath.apply(operation, left, right) }
  }

  private func dates(_ node: ArithmeticIR, _ scope: RowScope) throws(ExecutionError) -> Getter<Double> {
    guard let first = node.operands.first, case .doubles(let date, .date) = try scalar(first, scope).coerced(to: .date) else {
      throw .malformedQuery("date arithmetic does not start with a date")
    }
    guard node.operators.allSatisfy({ $0 == .add || $0 == .subtract }) else {
      throw .malformedQuery("a date can only be moved")
    }
    var seconds = [date]
    for operand in node.operands.dropFirst() { seconds.append(try span(operand, scope)) }
    return chain(node.operators, seconds) { operation, left, right in DoubleMath.apply(operation, left, right) }
  }

  private func durations(
    _ node: ArithmeticIR, _ scope: RowScope
  ) throws(ExecutionError) -> Getter<Double> {
    var seconds: [Getter<Double>] = []
    for operand in node.operands {
      // The difference of two dates is a duration. In all other cases each operand is a duration, or a number that
      // scales one.
      if case .doubles(let date, .date) = try scalar(operand, scope) {
        seconds.append(date)
      } else {
        seconds.append(try span(operand, scope))
      }
    }
    return chain(node.operators, seconds) { operation, left, right in DoubleMath.apply(operation, left, right) }
  }

  /// Texts that `+` joins.
  private func texts(_ node: ArithmeticIR, _ scope: RowScope) throws(ExecutionError) -> Getter<String> {
    guard node.operators.allSatisfy({ $0 == .add }) else { throw .malformedQuery("texts can only be joined") }
    var operands: [Getter<String>] = []
    for operand in node.operands {
      guard case .string(let getter) = try scalar(operand, scope).coerced(to: .string) else {
        throw .malformedQuery("an operand among texts is no text")
      }
      operands.append(getter)
    }
    let getters = operands.map(\.closure)
    let join = { [execution] (row: Row) -> String? in
      guard var result = getters.first?(row) else { return nil }
      for getter in getters.dropFirst() {
        guard let next = getter(row) else { return nil }
        guard execution.allowsText(ofBytes: result.utf8.count + next.utf8.count) else { return nil }
        result += next
      }
      return result
    }
    guard operands.allSatisfy(\.isConstant) else { return .row(join) }
    let text = join(nil)
    try execution.finish()
    return .constant(text)
  }

  private func span(
    _ operand: ExpressionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Getter<Double> {
    guard case .doubles(let getter, .duration) = try scalar(operand, scope).coerced(to: .duration) else { throw notNumeric }
    return getter
  }

  private var notNumeric: ExecutionError { .malformedQuery("an operand of arithmetic is no number") }

  private func chain<T>(
    _ operators: [ArithmeticIR.Operator], _ operands: [Getter<T>],
    _ apply: @escaping (ArithmeticIR.Operator, T, T) -> T?
  ) -> Getter<T> {
    let compute = { (get: (Int) -> T?) -> T? in
      guard var result = get(0) else { return nil }
      for (index, operation) in operators.enumerated() {
        guard let right = get(index + 1), let next = apply(operation, result, right) else { return nil }
        result = next
      }
      return result
    }
    let areConstant = operands.allSatisfy { if case .constant = $0 { true } else { false } }
    let getters = operands.map(\.closure)
    if areConstant {
      let constants = operands.map { operand -> T? in if case .constant(let value) = operand { value } else { nil } }
      return .constant(compute { constants[$0] })
    }
    if operators.count == 1 {
      let (operation, left, right) = (operators[0], getters[0], getters[1])
      return .row { row in
        guard let left = left(row), let right = right(row) else { return nil }
        return apply(operation, left, right)
      }
    }
    return .row { row in compute { getters[$0](row) } }
  }
}

extension Scalar {
  /// Plans `-value`. The result is nil where the type cannot represent it, as for the least Int64.
  func negated() throws(ExecutionError) -> Scalar {
    switch self {
    case .null: return .null
    case .int(let getter): return .int(getter.map { $0 == .min ? nil : -$0 })
    case .doubles(let getter, let kind) where kind.isAmount: return .doubles(getter.map { -$0 }, kind)
    case .decimal(let getter): return .decimal(getter.map { $0.isNaN ? nil : -$0 })
    case .bool, .doubles, .string, .values, .object, .opaque:
      throw .malformedQuery("\(typeName) has no sign")
    }
  }
}
