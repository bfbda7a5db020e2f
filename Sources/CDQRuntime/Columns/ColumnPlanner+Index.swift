import CDQIR

extension ColumnPlanner {
  /// What an index says of a query.
  enum IndexAnswer {
    /// No object satisfies.
    case none
    /// No other object than this one does.
    case row(RowReference)
  }

  /// Looks for a conjunct that says what a unique attribute is equal to. The answer is a restriction only: the whole
  /// condition is still to be tested. Nil when no index helps.
  func indexAnswer(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> IndexAnswer? {
    var conjuncts = [predicate]
    while let predicate = conjuncts.popLast() {
      switch predicate {
      case .and(let operands): conjuncts += operands
      case .comparison(let node):
        guard node.operator == .equal, node.options.isEmpty else { continue }
        for (attribute, value) in [(node.left, node.right), (node.right, node.left)] {
          if let answer = try lookUp(attribute, value, scope) { return answer }
        }
      case .constant, .or, .not, .text, .between, .membership, .isNull, .boolean, .quantified, .whenPresent: continue
      }
    }
    return nil
  }

  private func lookUp(
    _ attribute: ExpressionIR, _ value: ExpressionIR, _ scope: Scope
  ) throws(ExecutionError) -> IndexAnswer? {
    guard let path = path(attribute, scope), path.steps.isEmpty else { return nil }
    let constraints = source.layout.entities[scope.entity].constraints
    guard let index = constraints.first(where: { source.layout.constraints[$0].slots == [path.slot] }),
      let constant = try constant(value)
    else { return nil }
    let key: UniqueKey
    switch (path.kind, constant) {
    case (.int, .int(.constant(let number?))): key = .int(number)
    case (.text, .string(.constant(let text?))): key = .string(text)
    default: return nil
    }
    guard let row = source.snapshot.state.row(of: key, in: index) else { return IndexAnswer.none }
    return .row(row)
  }
}
