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

  init(_ query: TypedQuery) {
    if case .choice(let parameter, _) = query.sort { usedParameters.insert(parameter) }
    for case .parameter(let index)? in [query.limit, query.offset] { usedParameters.insert(index) }
    walk(query.children)
  }

  /// The values below one, with those inside its SUBQUERYs and TERNARYs.
  init(_ value: TypedExpression) {
    walk([.expression(value)])
  }

  /// The values of a condition, with those inside its SUBQUERYs and TERNARYs.
  init(_ condition: TypedPredicate) {
    walk([.predicate(condition)])
  }

  /// Whether a variable occurs in a path.
  func uses(variable: Int) -> Bool {
    values.contains { value in
      if case .path(variable, _) = value.kind { true } else { false }
    }
  }

  private mutating func walk(_ nodes: [TypedNode]) {
    var open = nodes.reversed().map { (node: $0, variables: [VariableIR]()) }
    while let (node, variables) = open.popLast() {
      var inner = variables
      switch node {
      case .predicate(let condition): conditions.append(Condition(node: condition, variables: variables))
      case .expression(let value):
        values.append(value)
        if let index = value.parameter { usedParameters.insert(index) }
        if case .subquery(_, let variable, _) = value.kind { inner.append(variable) }
      }
      for child in node.children.reversed() {
        // The variable of a SUBQUERY is known in its condition.
        if case .predicate = child { open.append((child, inner)) } else { open.append((child, variables)) }
      }
    }
  }
}
