import CDQIR
import CDQSyntax

/// The values that the names of keys and columns stand for, and what their uses have cost so far.
struct NamedValues {
  /// The keys of the query's groups by the names after `as`.
  var keys: [String: TypedExpression] = [:]
  /// The columns by their names, in the clause `having`.
  var columns: [String: TypedExpression] = [:]
  /// The sizes of the values that were used. A column with the name of a key is that key.
  fileprivate var sizes: [String: TypedSize] = [:]
  /// The nodes of the values that stand where their names do.
  fileprivate var nodes = 0
  /// Whether the limit on these was reported, once for the whole query.
  fileprivate var isRefused = false

  init() {}
}

extension Checker {
  /// The maximum number of nodes that stand in for names. Each use of a name has all nodes of its value, columns may use
  /// keys, and `having` columns, so that without a limit a short text would have the cube of its length in nodes.
  static let mostNamedNodes = 100_000
  /// The maximum number of levels of a value that a name stands for. They are added to those around the name, which the
  /// parser does not know.
  static let mostNamedLevels = 32

  /// Counts one more use of a name.
  ///
  /// - Parameter isWhole: Whether no other value is around the name, so that it adds no levels.
  /// - Returns: false when it is refused, which was reported.
  mutating func useNamed(_ name: String, _ value: TypedExpression, at span: SourceSpan, isWhole: Bool = false) -> Bool {
    let size = state.named.sizes[name] ?? TypedSize(value)
    state.named.sizes[name] = size
    // The name itself is among the nodes of the text.
    state.named.nodes += size.nodes - 1
    let isDeep = !isWhole && size.levels > Checker.mostNamedLevels
    guard isDeep || state.named.nodes > Checker.mostNamedNodes else { return true }
    if state.named.isRefused { return false }
    state.named.isRefused = true
    let message =
      isDeep
      ? "'\(name)' stands for a value that is nested more than \(Checker.mostNamedLevels) levels deep"
      : "the names of this query stand for more than \(Checker.mostNamedNodes) nodes"
    diagnostics.append(
      Diagnostic(
        .error, DiagnosticCode(isDeep ? SyntaxCode.nestingLimit : .tooManyNodes), stage: .check, message, file: source.name,
        at: span, labels: [.init(value.span, "'\(name)' stands for this")],
        help: [isDeep ? "simplify this value" : "each use of a name counts as its whole value: use the names less often"],
        query: queryName))
    return false
  }
}
