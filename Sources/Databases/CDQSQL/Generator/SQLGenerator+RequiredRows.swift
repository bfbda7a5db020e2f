import CDQIR

// A to-one path joins its rows by LEFT JOIN, since there need not be any. Where the condition of a query holds for no
// object without them, JOIN finds the same rows, and the database may begin with the joined table: orders of one
// customer are found from the customer.
extension SQLGenerator {
  /// Notes the joined rows without which a condition does not hold.
  ///
  /// - Parameter row: The row that the variable of the condition stands for.
  func require(rowsOf predicate: PredicateIR, of variable: Int, from row: SQLTableRow) {
    for path in requiredPaths(of: predicate, variable, depth: 0) {
      var row = row
      for step in path {
        guard let target = row.targets[step.name] else { break }
        target.isRequired = true
        row = target
      }
    }
  }

  /// The paths of the query's objects that are not nil in any row that its condition finds.
  func presentPaths(_ predicate: PredicateIR) -> Set<[StepIR]> { requiredPaths(of: predicate, 0, depth: 0) }

  /// The greatest depth of conditions that are looked into.
  private static let requiredDepth = 16

  /// The to-one paths of a variable that lead to an object wherever a condition holds.
  private func requiredPaths(of predicate: PredicateIR, _ variable: Int, depth: Int) -> Set<[StepIR]> {
    guard depth < SQLGenerator.requiredDepth else { return [] }
    func paths(_ values: [ExpressionIR]) -> Set<[StepIR]> {
      values.reduce(into: []) { collect($1, variable, &$0) }
    }
    switch predicate {
    case .and(let operands):
      return operands.reduce(into: []) { $0.formUnion(requiredPaths(of: $1, variable, depth: depth + 1)) }
    case .or(let operands):
      guard let first = operands.first else { return [] }
      return operands.dropFirst().reduce(requiredPaths(of: first, variable, depth: depth + 1)) {
        $0.isEmpty ? [] : $0.intersection(requiredPaths(of: $1, variable, depth: depth + 1))
      }
    case .comparison(let node):
      switch node.operator {
      case .less, .greater: return paths([node.left, node.right])
      case .equal, .lessOrEqual, .greaterOrEqual:
        return paths((isValue(node.right) ? [node.left] : []) + (isValue(node.left) ? [node.right] : []))
      case .notEqual: return []
      }
    case .text(let node): return paths([node.text, node.pattern])
    case .between(let node): return paths([node.value])
    case .membership(let node): return paths([node.value])
    case .boolean(let value): return paths([value])
    case .not(.isNull(let value)): return paths([value])
    case .quantified(let node):
      guard node.kind == .any, case .path(let path) = node.collection, path.variable == variable else { return [] }
      return SQLGenerator.prefixes(path.steps.prefix { $0.kind == .toOne })
    default: return []
    }
  }

  /// Whether an expression reads no row and has a value that is not nil.
  private func isValue(_ expression: ExpressionIR) -> Bool {
    switch expression {
    case .literal(let value, _): return !value.isNull
    case .parameter(let index, _):
      if isTemplate { return !mayBeNil(index) }
      return ((try? constants.value(of: expression)) ?? .null) != .null
    case .path: return false
    default:
      guard !isTemplate, SQLGenerator.isConstant(expression) else { return false }
      return ((try? constants.value(of: expression)) ?? .null) != .null
    }
  }

  /// Adds the paths without which an expression is nil.
  private func collect(_ value: ExpressionIR, _ variable: Int, _ paths: inout Set<[StepIR]>) {
    switch value {
    case .path(let path):
      // An object is told by a foreign key, without its row.
      if path.variable == variable {
        paths.formUnion(SQLGenerator.prefixes(path.steps.dropLast().prefix { $0.kind == .toOne }))
        // The value itself, which no join is for; a sort by it has no nil to place.
        paths.insert(path.steps)
      }
    case .arithmetic(let node): for operand in node.operands { collect(operand, variable, &paths) }
    case .negate(let operand): collect(operand, variable, &paths)
    default: break
    }
  }

  /// The greatest number of steps of a path that are looked into: the beginnings of a long one are many.
  private static let requiredSteps = 16

  /// A path and the beginnings of it, of which the conditions of an OR may have some in common.
  private static func prefixes(_ steps: some Collection<StepIR>) -> Set<[StepIR]> {
    var result: Set<[StepIR]> = []
    var prefix: [StepIR] = []
    for step in steps.prefix(requiredSteps) {
      prefix.append(step)
      result.insert(prefix)
    }
    return result
  }
}
