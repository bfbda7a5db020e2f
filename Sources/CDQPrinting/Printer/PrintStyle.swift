package import CDQSyntax

/// How a tree is spelled.
package enum PrintStyle: Hashable, Sendable {
  /// cdq's own spelling: the text parses to the same tree again.
  case cdq
  /// What `NSPredicate(format:)` accepts, without arguments that were not in the text. Parts that Apple's language lacks
  /// are reported.
  case nsPredicate
}

/// A text made from a tree.
package struct PrintedText: Hashable, Sendable {
  package var text: String
  /// What the style cannot say, in text order; `text` is of use only when there is nothing.
  package var problems: [PrintProblem]
}

/// The canonical text of a predicate, on one line, with no more parentheses than the grammar and the checker need.
///
/// - Parameter seconds: the seconds since 2001 of a date's text, as Apple's language has no dates; nil when it is none.
package func printed(
  _ node: PredicateNode, style: PrintStyle = .cdq, seconds: @escaping (String) -> String? = { _ in nil }
) -> PrintedText {
  let printer = Printer(style, seconds: seconds)
  printer.predicate(node)
  return printer.result()
}

/// The canonical text of a value.
package func printed(_ node: ExpressionNode) -> String {
  let printer = Printer(.cdq)
  printer.expression(node)
  return printer.result().text
}

/// The canonical text of a query, on one line. Apple's language has no queries.
package func printed(_ node: QueryNode) -> String {
  let printer = Printer(.cdq)
  printer.query(node)
  return printer.result().text
}

/// The canonical text of a file, laid out as `cdq fmt` does, with a blank line between declarations of several lines.
/// Comments that are no documentation are not part of the tree and so are not in the text.
package func printed(_ document: Document) -> String {
  let printer = Printer(.cdq)
  printer.document(document)
  let text = printer.result().text
  return SourceFormatter.format(SourceText(name: "<printed>", text), as: .document).text ?? text
}
