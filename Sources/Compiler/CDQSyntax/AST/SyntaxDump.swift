import CDQJSON

/// A parenthesised tree of words: `(head child child)` on one line when it is short, else one child per line.
///
/// A class, so that the recursion over a tree takes little stack in debug builds.
final class DumpNode {
  private let head: String
  private let children: [DumpNode]
  /// Number of characters if the node is written on one line.
  private let width: Int
  private let isList: Bool

  static let lineWidth = 100

  /// A leaf: a word without parentheses.
  init(_ word: String) {
    head = word
    children = []
    width = word.count
    isList = false
  }

  /// `(head child child)`
  init(_ head: String, _ children: [DumpNode]) {
    self.head = "(" + head
    self.children = children
    width = children.reduce(head.count + 2) { $0 + 1 + $1.width }
    isList = true
  }

  /// The text of the tree, with a line break at the end.
  func text() -> String {
    var result = ""
    write(to: &result, indent: 0, reserved: 0, isFlat: false)
    result += "\n"
    return result
  }

  /// `reserved` is the number of parentheses that close parents after this node on the same line.
  private func write(to result: inout String, indent: Int, reserved: Int, isFlat: Bool) {
    result += head
    guard isList else { return }
    if isFlat || indent + width + reserved <= DumpNode.lineWidth {
      for child in children {
        result += " "
        child.write(to: &result, indent: 0, reserved: 0, isFlat: true)
      }
    } else {
      for (position, child) in children.enumerated() {
        result += "\n" + String(repeating: " ", count: indent + 2)
        let isLast = position == children.count - 1
        child.write(to: &result, indent: indent + 2, reserved: isLast ? reserved + 1 : 0, isFlat: false)
      }
    }
    result += ")"
  }

  /// A string in double quotes.
  static func quoted(_ text: String) -> DumpNode { DumpNode(StringLiteral.quoted(text, .dump)) }
}

/// Writes the syntax tree of a predicate as text: `a == 1` becomes `(== (path a) 1)`. The format is stable across
/// releases.
package func dump(_ node: PredicateNode) -> String { node.dumpNode.text() }

/// Writes the syntax tree of an expression as text.
package func dump(_ node: ExpressionNode) -> String { node.dumpNode.text() }

/// Writes the syntax tree of a query as text.
package func dump(_ node: QueryNode) -> String { node.dumpNode.text() }

/// Writes the syntax trees of the declarations of a file as text, one after the other.
package func dump(_ document: Document) -> String {
  document.items.map { $0.dumpNode.text() }.joined()
}
