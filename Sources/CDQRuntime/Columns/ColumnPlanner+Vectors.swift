import CDQIR

/// Numeric expressions that are more than an attribute.
extension ColumnPlanner {
  /// Two computed numbers of one type.
  func vectorComparison(_ node: ComparisonIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    if let left = try integerVector(node.left, scope), let right = try integerVector(node.right, scope) {
      return VectorComparison(node.operator, left, right)
    }
    if let left = try doubleVector(node.left, scope), let right = try doubleVector(node.right, scope) {
      return VectorComparison(node.operator, left, right)
    }
    return nil
  }

  /// A computed number and a constant.
  func compareComputed(
    _ expression: ExpressionIR, _ operation: ComparisonIR.Operator, _ constant: Scalar<Place>, _ scope: Scope
  ) throws(ExecutionError) -> ColumnCondition? {
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
    return nil
  }

  private func integerVector(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> NumberVector<Int64>? {
    switch expression {
    case .literal, .parameter:
      guard case .int(.constant(let number?))? = try constant(expression) else { return nil }
      return ConstantVector(number, shift: shift)
    case .path:
      guard let path = path(expression, scope), path.kind == .int else { return nil }
      return ColumnVector(path.slot, through: path.steps, zero: 0, source)
    case .arithmetic: return try integerChain(expression, scope)
    case .aggregate(let node): return try countVector(node, scope)
    case .negate, .function, .groupAggregate, .element, .conditional, .cast: return nil
    }
  }

  private func integerChain(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> NumberVector<Int64>? {
    guard case .arithmetic(let node) = expression, node.type.isInteger, scope.depth < ColumnPlanner.greatestDepth,
      node.operands.count <= ColumnPlanner.longestChain, node.operators.count == node.operands.count - 1,
      let first = node.operands.first,
      var result = try integerVector(first, scope.deeper)
    else { return nil }
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      guard let right = try integerVector(operand, scope.deeper) else { return nil }
      result = CombinedVector(result, right, zero: 0, shift: shift) { left, right, selection, buffer in
        ArithmeticKernel.integers(operation, left, right, selection, buffer)
      }
    }
    return result
  }

  private func doubleVector(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> NumberVector<Double>? {
    switch expression {
    case .literal, .parameter:
      guard case .double(.constant(let number?))? = try constant(expression) else { return nil }
      return ConstantVector(number, shift: shift)
    case .path:
      guard let path = path(expression, scope), path.kind == .double else { return nil }
      return ColumnVector(path.slot, through: path.steps, zero: 0, source)
    case .arithmetic: return try doubleChain(expression, scope)
    case .negate, .function, .aggregate, .groupAggregate, .element, .conditional, .cast: return nil
    }
  }

  private func doubleChain(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> NumberVector<Double>? {
    guard case .arithmetic(let node) = expression, node.type == .double || node.type == .float,
      scope.depth < ColumnPlanner.greatestDepth, node.operands.count <= ColumnPlanner.longestChain,
      node.operators.count == node.operands.count - 1,
      let first = node.operands.first, var result = try doubleOperand(first, scope.deeper)
    else { return nil }
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      guard let right = try doubleOperand(operand, scope.deeper) else { return nil }
      result = CombinedVector(result, right, zero: 0, shift: shift) { left, right, selection, buffer in
        ArithmeticKernel.doubles(operation, left, right, selection, buffer)
      }
    }
    return result
  }

  /// An operand of arithmetic in doubles: integers are widened to them.
  private func doubleOperand(
    _ expression: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> NumberVector<Double>? {
    if let vector = try doubleVector(expression, scope) { return vector }
    return try integerVector(expression, scope).map { WidenedVector($0, shift: shift) }
  }

  /// How many objects a to-many or a SUBQUERY has.
  private func countVector(
    _ node: AggregateIR, _ scope: Scope
  ) throws(ExecutionError) -> NumberVector<Int64>? {
    guard node.function == .count else { return nil }
    switch node.collection {
    case .path(let path):
      guard let relation = toMany(path, scope), path.steps.count == 1 else { return nil }
      return CountVector(relation, where: nil, source)
    case .filter(.path(let path), let variable, let predicate):
      guard let relation = toMany(path, scope), path.steps.count == 1 else { return nil }
      // Without the absent parameters everything may be meant.
      let whole = rows.absent.isEmpty ? predicate : predicate.removing(absent: rows.absent) ?? .constant(true)
      guard let condition = try condition(whole, inner(variable, relation, [], scope)) else { return nil }
      return CountVector(relation, where: children(relation, condition, scope), source)
    case .literal, .parameter, .filter, .map, .flatMap, .distinct, .set, .mode: return nil
    }
  }

  /// The to-many that a path starts with.
  private func toMany(_ path: PathIR, _ scope: Scope) -> StoreLayout.RelationshipLayout? {
    guard path.variable == scope.variable, scope.prefix.isEmpty, let step = path.steps.first, step.kind == .toMany,
      let relation = relation(step, of: scope.entity), relation.relationship.isToMany
    else { return nil }
    return relation
  }

  private func inner(
    _ variable: VariableIR, _ relation: StoreLayout.RelationshipLayout, _ steps: [StepIR], _ scope: Scope
  ) -> Scope {
    Scope(variable: variable.id, entity: relation.destination, prefix: steps, depth: scope.depth + 1)
  }

  private func children(
    _ relation: StoreLayout.RelationshipLayout, _ condition: ColumnCondition, _ scope: Scope
  ) -> ChildSelection {
    ChildSelection(
      relation: relation, owners: source.layout.entities[scope.entity].concrete, condition: condition, source: source)
  }

  /// Plans `ANY` and `ALL` over a to-many, or over an attribute of what it leads to.
  func quantified(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .quantified(let node) = predicate else { throw Planner.misdirected }
    guard case .path(let path) = node.collection, let relation = toMany(path, scope) else { return nil }
    let rest = Array(path.steps.dropFirst())
    let endsInAttribute = rest.last?.kind == .attribute
    guard (endsInAttribute ? rest.dropLast() : rest[...]).allSatisfy({ $0.kind == .toOne }) else { return nil }
    guard let condition = try condition(node.predicate, inner(node.variable, relation, rest, scope)) else { return nil }
    switch node.kind {
    case .any: return AnyChildCondition(children(relation, condition, scope))
    case .all:
      let counterexample = NegatedCondition(condition, shift: shift)
      return NegatedCondition(AnyChildCondition(children(relation, counterexample, scope)), shift: shift)
    }
  }
}

/// Loops of arithmetic. Each operation has its own, so that the compiler knows it.
enum ArithmeticKernel {
  static func integers(
    _ operation: ArithmeticIR.Operator, _ left: NumberBlock<Int64>, _ right: NumberBlock<Int64>, _ selection: Selection,
    _ buffer: NumberBuffer<Int64>
  ) {
    switch operation {
    case .add: run(left, right, selection, buffer) { IntegerMath.apply(.add, $0, $1) }
    case .subtract: run(left, right, selection, buffer) { IntegerMath.apply(.subtract, $0, $1) }
    case .multiply: run(left, right, selection, buffer) { IntegerMath.apply(.multiply, $0, $1) }
    case .divide: run(left, right, selection, buffer) { IntegerMath.apply(.divide, $0, $1) }
    case .modulus: run(left, right, selection, buffer) { IntegerMath.apply(.modulus, $0, $1) }
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      run(left, right, selection, buffer) { IntegerMath.apply(operation, $0, $1) }
    }
  }

  static func doubles(
    _ operation: ArithmeticIR.Operator, _ left: NumberBlock<Double>, _ right: NumberBlock<Double>,
    _ selection: Selection, _ buffer: NumberBuffer<Double>
  ) {
    switch operation {
    case .add: run(left, right, selection, buffer) { $0 + $1 }
    case .subtract: run(left, right, selection, buffer) { $0 - $1 }
    case .multiply: run(left, right, selection, buffer) { $0 * $1 }
    case .divide: run(left, right, selection, buffer) { $0 / $1 }
    case .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      run(left, right, selection, buffer) { DoubleMath.apply(operation, $0, $1) }
    }
  }

  @inline(__always)
  private static func run<Number>(
    _ left: NumberBlock<Number>, _ right: NumberBlock<Number>, _ selection: Selection, _ buffer: NumberBuffer<Number>,
    _ apply: (Number, Number) -> Number?
  ) {
    for word in 0..<selection.wordCount {
      var bits = selection.words[word] & (left.valid?[word] ?? .max) & (right.valid?[word] ?? .max)
      while bits != 0 {
        let row = word << 6 | bits.trailingZeroBitCount
        if let value = apply(left.values[row], right.values[row]) { buffer.set(row, value) }
        bits &= bits &- 1
      }
    }
  }
}
