import CDQIR

/// All conditions and values of a typed query, collected without recursion.
struct TypedWalk {
  /// A condition with the variables of the enclosing SUBQUERYs.
  struct Condition {
    var node: TypedPredicate
    /// The variables, the outermost first.
    var variables: [VariableIR]
  }

  private(set) var conditions: [Condition] = []
  private(set) var values: [TypedExpression] = []
  /// Indexes of the parameters that occur anywhere in the query.
  private(set) var usedParameters: Set<Int> = []

  init(_ query: TypedQuery) {
    var open = [query]
    while let query = open.popLast() {
      if case .choice(let parameter, _) = query.sort { usedParameters.insert(parameter) }
      for case .parameter(let index)? in [query.limit, query.offset] { usedParameters.insert(index) }
      open += (query.projection?.shapes ?? []).map(\.query)
    }
    walk(query.allChildren)
  }

  /// Collects a value and all values in it, those inside its SUBQUERYs and TERNARYs included.
  init(_ value: TypedExpression) {
    walk([.expression(value)])
  }

  /// Collects the values of a condition, those inside its SUBQUERYs and TERNARYs included.
  init(_ condition: TypedPredicate) {
    walk([.predicate(condition)])
  }

  /// Whether a path starts from a variable.
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
        // The variable of a SUBQUERY is in scope in its condition only.
        if case .predicate = child { open.append((child, inner)) } else { open.append((child, variables)) }
      }
    }
  }
}
