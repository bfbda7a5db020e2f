/// How much text one query, predicate or file may be.
///
/// A text that reaches a limit is answered with one diagnostic; no limit makes a stage slower than the text it lets in.
public struct TextLimits: Hashable, Sendable {
  /// Most bytes of UTF-8 (`text-too-long`).
  public var length: Int
  /// Most tokens: words, numbers, strings and signs (`too-many-tokens`).
  public var tokens: Int
  /// Most nodes of the tree of one query: a value, a step of a path and a comparison are one each (`too-many-nodes`).
  public var nodes: Int
  /// Most nested parentheses, NOTs and the like; an index, a list or a TERNARY counts as two, a SUBQUERY as three
  /// (`nesting-limit`). Up to the default every stage fits a stack of 512 KB in a debug build; whoever allows more has
  /// to run the stages on a thread with a larger one.
  public var nesting: Int

  /// Limits; the defaults let in whatever a person writes and most of what a program does.
  ///
  /// A chain of 160,000 comparisons or a list of 490,000 numbers passes. Longer ones belong into an argument, as in
  /// `id IN $ids`, where an element costs a fraction of what it costs in a text.
  public init(length: Int = 16 << 20, tokens: Int = 1_000_000, nodes: Int = 500_000, nesting: Int = 128) {
    self.length = length
    self.tokens = tokens
    self.nodes = nodes
    self.nesting = nesting
  }
}
