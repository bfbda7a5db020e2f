/// A syntax tree and the diagnostics of its text. Parsing never fails: text that the parser cannot read becomes an
/// `invalid` node.
package struct ParseResult<Tree: Sendable>: Sendable {
  package var tree: Tree
  package var diagnostics: [Diagnostic]

  package init(_ tree: Tree, _ diagnostics: [Diagnostic]) {
    self.tree = tree
    self.diagnostics = diagnostics
  }
}

/// The dialect of the language that a text is written in, and the limits of its size.
public struct ParseOptions: Hashable, Sendable {
  /// Accepts only Apple's language: no comments, no shorthands and no typed literals of cdq. Format arguments such as
  /// `%@` are allowed.
  public var strictNSPredicate: Bool
  /// The maximum size and nesting depth of the text.
  public var limits: TextLimits

  /// Options for parsing; the defaults are cdq's own language and the limits of the command line.
  public init(strictNSPredicate: Bool = false, limits: TextLimits = TextLimits()) {
    self.strictNSPredicate = strictNSPredicate
    self.limits = limits
  }
}
