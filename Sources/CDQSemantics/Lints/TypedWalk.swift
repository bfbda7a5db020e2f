import CDQIR

/// Every condition and value of a typed query, found without recursion.
struct TypedWalk {
  /// A condition and the SUBQUERYs around it.
  struct Condition {
    var node: TypedPredicate
    /// Their variables, the outermost first.
    var variables: [VariableIR]
  }

  private(set) var conditions: [Condition] = []
  private(set) var values: [TypedExpression] = []
  /// Indices of the parameters that occur anywhere in the query.
  private(set) var usedParameters: Set<Int> = []

  private var openConditions: [Condition] = []
  private var openValues: [(value: TypedExpression, variables: [VariableIR])] = []

  init(_ query: TypedQuery) {
    open(query.predicate, [])
    if let projection = query.projection {
      open(projection.grouping + projection.items.map(\.expression), [])
      open(projection.having, [])
    }
    switch query.sort {
    case .keys(let keys): open(keys.map(\.expression), [])
    case .choice(let parameter, let keys):
      usedParameters.insert(parameter)
      open(keys.map(\.expression), [])
    }
    for case .parameter(let index)? in [query.limit, query.offset] { usedParameters.insert(index) }
    run()
  }

  /// The values below one, with those inside its SUBQUERYs and TERNARYs.
  init(_ value: TypedExpression) {
    open(value, [])
    run()
  }

  /// The values of a condition, with those inside its SUBQUERYs and TERNARYs.
  init(_ condition: TypedPredicate) {
    open(condition, [])
    run()
  }

  /// Whether a variable occurs in a path.
  func uses(variable: Int) -> Bool {
    values.contains { value in
      if case .path(variable, _) = value.kind { true } else { false }
    }
  }

  private mutating func open(_ condition: TypedPredicate?, _ variables: [VariableIR]) {
    if let condition { openConditions.append(Condition(node: condition, variables: variables)) }
  }

  private mutating func open(_ value: TypedExpression, _ variables: [VariableIR]) {
    openValues.append((value, variables))
  }

  private mutating func open(_ values: [TypedExpression], _ variables: [VariableIR]) {
    for value in values { openValues.append((value, variables)) }
  }

  private mutating func run() {
    // As many as most queries have.
    conditions.reserveCapacity(8)
    values.reserveCapacity(16)
    while true {
      if let condition = openConditions.popLast() {
        conditions.append(condition)
        openParts(of: condition)
      } else if let (value, variables) = openValues.popLast() {
        values.append(value)
        openParts(of: value, variables)
      } else {
        return
      }
    }
  }

  private mutating func openParts(of condition: Condition) {
    switch condition.node {
    case .constant: break
    case .and(let operands), .or(let operands):
      for operand in operands { open(operand, condition.variables) }
    case .not(let operand): open(operand, condition.variables)
    case .comparison(let comparison):
      open(comparison.left, condition.variables)
      open(comparison.right, condition.variables)
    case .bare(_, let value): open(value, condition.variables)
    }
  }

  private mutating func openParts(of value: TypedExpression, _ variables: [VariableIR]) {
    switch value.kind {
    case .literal: break
    case .path(let variable, _): if let index = PathIR.parameter(ofVariable: variable) { usedParameters.insert(index) }
    case .parameter(let index): usedParameters.insert(index)
    case .aggregate(let elements), .arithmetic(_, let elements), .function(_, let elements): open(elements, variables)
    case .negate(let part), .reduce(_, let part), .first(let part), .last(let part), .distinct(let part),
      .mode(let part), .cast(let part):
      open(part, variables)
    case .reduceGroup(_, _, let part): if let part { open(part, variables) }
    case .element(let source, let position):
      open(source, variables)
      open(position, variables)
    case .set(_, let left, let right):
      open(left, variables)
      open(right, variables)
    case .map(let source, _, let inner):
      open(source, variables)
      open(inner, variables)
    case .subquery(let source, let variable, let condition):
      open(source, variables)
      open(condition, variables + [variable])
    case .conditional(let condition, let then, let otherwise):
      open(condition, variables)
      open(then, variables)
      open(otherwise, variables)
    }
  }
}
