import CDQKit
import CDQSyntax

/// Trees of one text as `dump --stage ast` prints them.
enum TreeText {
  static func text(_ tree: Pipeline.Tree) -> String {
    switch tree {
    case .query(let node): dump(node)
    case .predicate(let node): dump(node)
    }
  }
}
