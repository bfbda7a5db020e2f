/// The result of a parse function of the predicate grammar: an expression or a predicate.
///
/// A `(` may open either, so an operand keeps its kind through parentheses, and callers that need one of the two check
/// it. A class, so that an operand takes one word in each stack frame of a nested operand, which debug builds never
/// share.
final class ParsedOperand {
  enum Node {
    case expression(ExpressionNode)
    case predicate(PredicateNode)
  }

  private(set) var node: Node
  /// The source span, including the parentheses around the operand.
  private(set) var span: SourceSpan
  /// Height of the tree. The parser limits it, which also limits every later recursion over the tree.
  let height: Int32
  private(set) var isParenthesized = false

  init(_ expression: ExpressionNode, _ span: SourceSpan, height: Int32 = 1) {
    node = .expression(expression)
    self.span = span
    self.height = height
  }

  init(_ predicate: PredicateNode, _ span: SourceSpan, height: Int32 = 1) {
    node = .predicate(predicate)
    self.span = span
    self.height = height
  }

  /// The height that the components of a path, or the operators of a chain of set operations, add to an operand; later
  /// stages turn both into nested nodes. From about the ninth on a step counts five levels, as evaluating it takes the
  /// stack of five.
  static func height(ofSteps count: Int) -> Int32 {
    Int32(clamping: count + 4 * max(0, min(count, 1 << 20) - 8))
  }

  /// The operand for text about which an error has been reported.
  static func invalid(_ span: SourceSpan) -> ParsedOperand {
    ParsedOperand(ExpressionNode.invalid(span), span)
  }

  var isInvalid: Bool {
    switch node {
    case .expression(.invalid), .predicate(.invalid): true
    case .expression, .predicate: false
    }
  }

  /// Marks the node as parenthesised and lets its span cover the parentheses.
  func parenthesize(_ outer: SourceSpan) {
    span = outer
    isParenthesized = true
    switch node {
    case .expression(let expression): node = .expression(ParsedOperand.parenthesized(expression, outer))
    case .predicate(let predicate): node = .predicate(ParsedOperand.parenthesized(predicate, outer))
    }
  }

  private static func parenthesized(_ expression: ExpressionNode, _ span: SourceSpan) -> ExpressionNode {
    switch expression {
    case .path(var node):
      node.isParenthesized = true
      node.span = span
      return .path(node)
    case .chain(var node):
      node.isParenthesized = true
      node.span = span
      return .chain(node)
    case .unary(var node):
      node.isParenthesized = true
      node.span = span
      return .unary(node)
    case .literal, .variable, .argument, .aggregate, .call, .subquery, .ternary, .enumCase, .invalid:
      return expression
    }
  }

  private static func parenthesized(_ predicate: PredicateNode, _ span: SourceSpan) -> PredicateNode {
    switch predicate {
    case .compound(var node):
      node.isParenthesized = true
      node.span = span
      return .compound(node)
    case .comparison(var node):
      node.span = span
      return .comparison(node)
    case .not(var node):
      node.span = span
      return .not(node)
    case .bare(var node):
      node.span = span
      return .bare(node)
    case .constant, .invalid:
      return predicate
    }
  }
}
