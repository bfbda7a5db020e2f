/// A tree and everything that was wrong with its text. Parsing never fails: text that cannot be read becomes an
/// `invalid` node.
package struct ParseResult<Tree: Sendable>: Sendable {
  package var tree: Tree
  package var diagnostics: [Diagnostic]

  package init(_ tree: Tree, _ diagnostics: [Diagnostic]) {
    self.tree = tree
    self.diagnostics = diagnostics
  }
}

/// What of the language a text may use, and how much of it.
public struct ParseOptions: Hashable, Sendable {
  /// Apple's language and nothing else: no comments, no sugar, no typed literals; format arguments allowed.
  public var strictNSPredicate: Bool
  /// Most bytes a text may have.
  public var maximumLength: Int
  /// Most nested parentheses, NOTs and the like; an index, a list or a TERNARY counts as two, a SUBQUERY as three.
  /// Up to the default every stage fits a stack of 512 KB in a debug build.
  public var maximumNesting: Int
  /// Most tokens a text may have.
  public var maximumTokens: Int

  /// The limits that the command line uses.
  public init(
    strictNSPredicate: Bool = false, maximumLength: Int = 64 << 20, maximumNesting: Int = 128,
    maximumTokens: Int = 16 << 20
  ) {
    self.strictNSPredicate = strictNSPredicate
    self.maximumLength = maximumLength
    self.maximumNesting = maximumNesting
    self.maximumTokens = maximumTokens
  }
}
