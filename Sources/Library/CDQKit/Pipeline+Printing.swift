import CDQIR
package import CDQPrinting
package import CDQSyntax
import Foundation

extension Pipeline.Tree {
  /// The tree as canonical cdq text, on one line.
  package var text: String {
    switch self {
    case .query(let node): printed(node)
    case .predicate(let node): printed(node).text
    }
  }

  /// The predicate, or the condition of a query's `where`, as a format string for `NSPredicate`, with the parts that
  /// Apple's language cannot express as problems.
  package var nsPredicate: PrintedText {
    let predicate: PredicateNode
    switch self {
    case .query(let node): predicate = node.predicate ?? .constant(ConstantPredicate(true, node.span))
    case .predicate(let node): predicate = node
    }
    return printed(predicate, style: .nsPredicate) { text in
      guard let date = ISO8601.date(from: text) else { return nil }
      let seconds = date.timeIntervalSinceReferenceDate
      return Int64(exactly: seconds).map { String($0) } ?? String(seconds)
    }
  }
}
