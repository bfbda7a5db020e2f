import CDQIR

/// The replacement of a variable by another one, or by an expression.
struct Substitution: IRRewriter {
  private let variable: Int
  private let replacement: ExpressionIR

  /// A condition with one variable in place of another.
  static func rename(_ variable: Int, to other: Int, in predicate: PredicateIR) -> PredicateIR? {
    replace(variable, by: .path(PathIR(variable: other, steps: [], type: OptionalType(.null))), in: predicate)
  }

  /// A condition with an expression in place of a variable; nil where the steps of a path cannot follow the expression.
  static func replace(_ variable: Int, by expression: ExpressionIR, in predicate: PredicateIR) -> PredicateIR? {
    var substitution = Substitution(variable: variable, replacement: expression)
    return substitution.rewrite(predicate)
  }

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    guard case .path(let path) = expression else { return rewriteChildren(of: expression) }
    guard path.variable == variable else { return expression }
    if case .path(let start) = replacement { return .path(Substitution.path(path, from: start)) }
    return path.steps.isEmpty ? replacement : nil
  }

  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? {
    guard case .path(let path) = collection else { return rewriteChildren(of: collection) }
    guard path.variable == variable else { return collection }
    guard case .path(let start) = replacement else { return nil }
    return .path(Substitution.path(path, from: start))
  }

  private static func path(_ path: PathIR, from start: PathIR) -> PathIR {
    PathIR(variable: start.variable, steps: start.steps + path.steps, type: path.type)
  }
}
