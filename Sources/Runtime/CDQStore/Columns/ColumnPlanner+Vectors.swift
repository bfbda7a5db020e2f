import CDQIR
import CDQValues
import Foundation

/// Plans numeric expressions that are more than an attribute, such as `population / 1000`, as vectors.
extension ColumnPlanner {
  /// Plans the comparison of two text attributes, or of two numeric expressions of one type.
  func vectorComparison(_ node: ComparisonIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    if let left = path(node.left, scope), left.kind == .text, let right = path(node.right, scope) {
      return textPair(.comparison(node.operator), left, right, node.options)
    }
    if let left = try integerVector(node.left, scope), let right = try integerVector(node.right, scope) {
      return VectorComparison(node.operator, left, right)
    }
    if let left = try doubleVector(node.left, scope), let right = try doubleVector(node.right, scope) {
      return VectorComparison(node.operator, left, right)
    }
    if let left = try secondsVector(node.left, scope), let right = try secondsVector(node.right, scope),
      left.kind == right.kind
    {
      return VectorComparison(node.operator, left.vector, right.vector)
    }
    return nil
  }

  /// Plans the comparison of a numeric expression with a constant.
  func compareComputed(
    _ expression: ExpressionIR, _ operation: ComparisonIR.Operator, _ constant: Scalar, _ scope: Scope
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    if let vector = try integerVector(expression, scope) {
      return integers(operation, constant).map {
        VectorRangeCondition(vector, $0, limits: NumberTest<Int64>.limits)
      }
    }
    if let vector = try doubleVector(expression, scope) {
      return doubles(operation, constant, .double).map {
        VectorRangeCondition(vector, $0, limits: NumberTest<Double>.limits)
      }
    }
    if let (vector, kind) = try secondsVector(expression, scope) {
      return doubles(operation, constant, kind).map {
        VectorRangeCondition(vector, $0, limits: NumberTest<Double>.limits)
      }
    }
    return nil
  }

  /// Plans the attribute at the end of a path. The caller has checked that its values are numbers of this type.
  func vector<Number: BitwiseCopyable & Comparable & Sendable>(_ path: Path, zero: Number) -> any NumberVector<Number> {
    guard !path.steps.isEmpty, let tables = source.tableSource else { return ColumnVector<Number>(path.slot, source) }
    return TargetVector(path, zero: zero, tables)
  }

  func integerVector(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (any NumberVector<Int64>)? {
    switch expression {
    case .literal, .parameter:
      guard case .int(.constant(let number?))? = try constant(expression) else { return nil }
      return ConstantVector(number, shift: shift)
    case .path:
      guard let path = path(expression, scope), path.kind == .int else { return nil }
      return vector(path, zero: 0)
    case .arithmetic: return try integerChain(expression, scope)
    case .aggregate(let node):
      if node.function == .count { return try children?.countVector(node, scope) }
      return try children?.integerVector(node, scope)
    default: return nil
    }
  }

  private func integerChain(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (any NumberVector<Int64>)? {
    guard case .arithmetic(let node) = expression, node.type.isInteger, scope.depth < ColumnPlanner.greatestDepth,
      node.operands.count <= ColumnPlanner.longestChain, node.operators.count == node.operands.count - 1,
      let first = node.operands.first,
      var result = try integerVector(first, scope.deeper)
    else { return nil }
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      guard let right = try integerVector(operand, scope.deeper) else { return nil }
      result = CombinedVector(result, right, zero: 0, shift: shift) { left, right, selection, rowCount, buffer in
        ArithmeticKernel.integers(operation, left, right, selection, rowCount, buffer)
      }
    }
    return result
  }

  func doubleVector(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (any NumberVector<Double>)? {
    switch expression {
    case .literal, .parameter:
      guard case .doubles(.constant(let number?), .double)? = try constant(expression) else { return nil }
      return ConstantVector(number, shift: shift)
    case .path:
      guard let path = path(expression, scope), path.kind == .doubles(.double) else { return nil }
      return vector(path, zero: 0)
    case .arithmetic: return try doubleChain(expression, scope)
    case .function(let call):
      guard call.type == .double, scope.depth < ColumnPlanner.greatestDepth, call.arguments.count == 1,
        case .number(let function) = call.function.body,
        let base = try doubleVector(call.arguments[0], scope.deeper)
      else { return nil }
      if call.function == .floor { return FloorVector(base, shift: shift) }
      return MappedVector(base, shift: shift, function.real)
    case .aggregate(let node): return try children?.doubleVector(node, areSeconds: false, scope)?.vector
    default: return nil
    }
  }

  private func doubleChain(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (any NumberVector<Double>)? {
    guard case .arithmetic(let node) = expression, node.type == .double || node.type == .float,
      scope.depth < ColumnPlanner.greatestDepth, node.operands.count <= ColumnPlanner.longestChain,
      node.operators.count == node.operands.count - 1,
      let first = node.operands.first, var result = try doubleOperand(first, scope.deeper)
    else { return nil }
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      guard let right = try doubleOperand(operand, scope.deeper) else { return nil }
      result = CombinedVector(result, right, zero: 0, shift: shift) { left, right, selection, rowCount, buffer in
        ArithmeticKernel.doubles(operation, left, right, selection, rowCount, buffer)
      }
    }
    return result
  }

  /// Plans an operand of arithmetic in doubles. Integers are widened.
  private func doubleOperand(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (any NumberVector<Double>)? {
    if let vector = try doubleVector(expression, scope) { return vector }
    return try integerVector(expression, scope).map { WidenedVector($0, shift: shift) }
  }

  // MARK: Dates and durations, in seconds

  /// Plans a date or a duration as a vector of seconds.
  func secondsVector(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (vector: any NumberVector<Double>, kind: ValueKind)? {
    switch try constant(expression) {
    case .doubles(.constant(let seconds?), let kind)? where kind != .double:
      return (ConstantVector(seconds, shift: shift), kind)
    case nil: break
    case _?: return nil
    }
    switch expression {
    case .path:
      guard let path = path(expression, scope), case .doubles(let kind) = path.kind, kind != .double else { return nil }
      return (vector(path, zero: 0), kind)
    case .arithmetic: return try secondsChain(expression, scope)
    case .aggregate(let node):
      return try children?.doubleVector(node, areSeconds: true, scope)
    default: return nil
    }
  }

  private func secondsChain(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (vector: any NumberVector<Double>, kind: ValueKind)? {
    guard case .arithmetic(let node) = expression, node.type.isTime,
      scope.depth < ColumnPlanner.greatestDepth, node.operands.count <= ColumnPlanner.longestChain,
      node.operators.count == node.operands.count - 1, let first = node.operands.first
    else { return nil }
    let isDate = node.type == .date
    guard !isDate || node.operators.allSatisfy({ $0 == .add || $0 == .subtract }),
      let start = try span(first, scope.deeper), !isDate || start.kind == .date
    else { return nil }
    var result = start.vector
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      guard let right = try span(operand, scope.deeper)?.vector else { return nil }
      result = CombinedVector(result, right, zero: 0, shift: shift) { left, right, selection, rowCount, buffer in
        ArithmeticKernel.doubles(operation, left, right, selection, rowCount, buffer)
      }
    }
    return (result, ValueKind(node.type))
  }

  /// Plans an operand of arithmetic in seconds: a date, a duration, or a number that scales a duration.
  private func span(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> (vector: any NumberVector<Double>, kind: ValueKind)? {
    if let seconds = try secondsVector(expression, scope) { return seconds }
    return try doubleOperand(expression, scope).map { ($0, .double) }
  }
}
