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
  /// How large and how deeply nested the text may be.
  public var limits: TextLimits

  /// The options that the command line uses.
  public init(strictNSPredicate: Bool = false, limits: TextLimits = TextLimits()) {
    self.strictNSPredicate = strictNSPredicate
    self.limits = limits
  }
}
