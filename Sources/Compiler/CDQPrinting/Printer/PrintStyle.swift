package import CDQSyntax

/// The language in which a syntax tree is printed.
package enum PrintStyle: Hashable, Sendable {
  /// cdq's own language: the text parses to the same tree again.
  case cdq
  /// A format string for `NSPredicate(format:)`, with no arguments other than those in the tree. Parts that Apple's
  /// language lacks are reported as problems.
  case nsPredicate
}

/// The text of a printed syntax tree.
package struct PrintedText: Hashable, Sendable {
  package var text: String
  /// The parts that the style cannot express, in text order; `text` is usable only without any.
  package var problems: [PrintProblem]
}

/// The canonical text of a predicate, on one line, with the fewest parentheses that the grammar and the checker accept.
///
/// - Parameter seconds: converts the text of a date to seconds since 2001, since Apple's language has no date literals;
///   nil for a text that is no date.
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

/// The canonical text of sort keys, such as `population desc, name [cd]`.
package func printed(_ keys: [SortKey]) -> String {
  let printer = Printer(.cdq)
  printer.sortKeys(keys)
  return printer.result().text
}

/// The canonical text of a query, on one line. Apple's language has no queries.
package func printed(_ node: QueryNode) -> String {
  let printer = Printer(.cdq)
  printer.query(node)
  return printer.result().text
}

/// The canonical text of a file, laid out as by `cdq fmt`, with a blank line between declarations of several lines. The
/// tree contains no comments but documentation, so the text has no others.
package func printed(_ document: Document) -> String {
  let printer = Printer(.cdq)
  printer.document(document)
  let text = printer.result().text
  return SourceFormatter.format(SourceText(name: "<printed>", text), as: .document).text ?? text
}
