import CDQKit
import CDQSyntax

/// Renders the syntax tree of a query or predicate as `dump --stage ast` prints it.
enum TreeText {
  static func text(_ tree: Pipeline.Tree) -> String {
    switch tree {
    case .query(let node): dump(node)
    case .predicate(let node): dump(node)
    }
  }
}
