import CDQIR
import CDQSyntax
import Foundation

/// The operators `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE` and `MATCHES` on texts.
extension Checker {
  mutating func checkTextMatch(
    _ node: ComparisonPredicate, _ operation: TextMatchIR.Operator
  ) -> TypedPredicate? {
    let quantifier = node.quantifier
    guard
      let sides = checkSides(
        node, rightHint: { _ in OptionalType(.string) },
        leftHint: { _ in
          quantifier == nil ? OptionalType(.string) : OptionalType(.collection(element: .string, isOrdered: true))
        })
    else { return nil }
    return settleText(node, operation, sides)
  }

  mutating func settleText(
    _ node: ComparisonPredicate, _ operation: TextMatchIR.Operator, _ sides: Sides
  ) -> TypedPredicate? {
    guard checkQuantifier(node, sides) else { return nil }
    let left = compared(sides.left, node.quantifier)
    guard left.base == .string || left.base == .null else {
      report(
        .needsText(operation: operation.rawValue, left), at: sides.left.span, point: nil,
        help: textHelp(operation, left, text(sides.left.span)))
      return nil
    }
    guard sides.right.type.base == .string || sides.right.isNullLiteral else {
      if operation == .contains, node.quantifier == nil, sides.right.elementType != nil {
        reportExchangedSides(node, sides)
        return nil
      }
      report(.needsText(operation: operation.rawValue, sides.right.type), at: sides.right.span)
      return nil
    }
    guard checkPattern(node, operation, sides.right) else { return nil }
    return .comparison(
      TypedComparison(
        quantifier: node.quantifier?.kind, form: .text(operation), left: sides.left, right: sides.right,
        options: textOptions(node.options), span: node.span))
  }

  /// Reports exchanged operands: `'port' CONTAINS tags`.
  private mutating func reportExchangedSides(_ node: ComparisonPredicate, _ sides: Sides) {
    let better = "\(text(sides.right.span)) CONTAINS \(text(sides.left.span))"
    report(
      .needsText(operation: "CONTAINS", sides.right.type), at: sides.right.span,
      help: ["the collection stands on the left of CONTAINS: write \(better)"],
      fixIts: [FixIt("exchange the sides", .maybe, [.init(node.span, better)])])
  }

  private func textHelp(_ operation: TextMatchIR.Operator, _ type: OptionalType, _ path: String) -> [String] {
    if type.base == .date { return ["dates are compared: year(\(path)) == 2026, or \(path) >= date(\"2026-01-31\")"] }
    return type.base.isNumeric ? ["numbers are compared with == < > or BETWEEN; CAST(x, 'String') makes text of one"] : []
  }

  /// Checks the options of a pattern, and a regular expression that is a literal.
  private mutating func checkPattern(
    _ node: ComparisonPredicate, _ operation: TextMatchIR.Operator, _ pattern: TypedExpression
  ) -> Bool {
    if operation == .matches, let options = node.options, options.diacriticInsensitive || options.localeSensitive {
      report(
        .optionsNotAllowed(operation: "MATCHES"), at: options.span,
        help: ["only [c] keeps the meaning of a regular expression"])
      return false
    }
    guard case .string(let text)? = pattern.literalValue else { return true }
    return operation == .matches ? checkRegularExpression(text, at: pattern.span) : true
  }

  /// Compiles a regular expression in the text, so that its error is reported at its place and not when the query runs.
  private mutating func checkRegularExpression(_ pattern: String, at span: SourceSpan) -> Bool {
    guard pattern.utf8.count <= options.limits.regex else {
      report(.regexTooLong(limit: options.limits.regex), at: span)
      return false
    }
    // Foundation refuses the empty pattern. Here it matches the empty text, also when a parameter passes it.
    if pattern.isEmpty || (try? NSRegularExpression(pattern: pattern)) != nil { return true }
    let help =
      pattern.first == "*"
      ? "in LIKE '*' stands for any text; in a regular expression write '.*'"
      : "check brackets, braces and escapes; a backslash in the pattern is written twice"
    report(.badRegularExpression("ICU does not accept it"), at: span, help: [help])
    return false
  }
}
