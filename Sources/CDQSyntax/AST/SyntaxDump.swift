/// A tree of words as it is printed: on one line when it is short, else one child a line.
/// An object, so that the recursion over a tree takes little stack in debug builds.
final class DumpNode {
  private let head: String
  private let children: [DumpNode]
  /// Characters on one line.
  private let width: Int
  private let isList: Bool

  static let lineWidth = 100

  /// A word alone.
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

  /// The whole text, with a line break at the end.
  func text() -> String {
    var result = ""
    write(to: &result, indent: 0, reserved: 0, isFlat: false)
    result += "\n"
    return result
  }

  /// `reserved` is what the parents still have to close on the same line.
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

  /// A string in double quotes, with what would break the line escaped.
  static func quoted(_ text: String) -> DumpNode {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return DumpNode(result + "\"")
  }
}

/// The tree of a predicate as text, stable from release to release.
package func dump(_ node: PredicateNode) -> String { node.dumpNode.text() }

/// The tree of a value as text.
package func dump(_ node: ExpressionNode) -> String { node.dumpNode.text() }

/// The tree of a query as text.
package func dump(_ node: QueryNode) -> String { node.dumpNode.text() }

/// The declarations of a file as text, one after the other.
package func dump(_ document: Document) -> String {
  document.items.map { $0.dumpNode.text() }.joined()
}
