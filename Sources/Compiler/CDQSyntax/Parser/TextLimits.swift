/// The maximum size of the text of one query, predicate or file.
///
/// A text that exceeds a limit gets one diagnostic, whose code is given below.
public struct TextLimits: Hashable, Sendable {
  /// Maximum number of UTF-8 bytes (`text-too-long`).
  public var length: Int
  /// Maximum number of tokens: words, numbers, strings and signs (`too-many-tokens`).
  public var tokens: Int
  /// Maximum number of nodes of the tree of one query: a value, a path component and a comparison are one each
  /// (`too-many-nodes`).
  public var nodes: Int
  /// Maximum nesting depth of parentheses, NOTs and the like (`nesting-limit`). An index, a list or a TERNARY counts as
  /// two levels, a SUBQUERY as three, the braces of a shape as eight. Up to the default every stage fits into a stack of
  /// 512 KB in a debug build; a caller that allows more must run the stages on a thread with a larger stack.
  public var nesting: Int

  /// Creates limits. The defaults admit everything that people write and most texts that programs generate.
  ///
  /// A chain of 160,000 comparisons or a list of 490,000 numbers passes. Longer lists belong in an argument, as in
  /// `id IN $ids`, where an element costs a fraction of what it costs in a text.
  public init(length: Int = 16 << 20, tokens: Int = 1_000_000, nodes: Int = 500_000, nesting: Int = 128) {
    self.length = length
    self.tokens = tokens
    self.nodes = nodes
    self.nesting = nesting
  }
}
