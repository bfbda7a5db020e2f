import CDQIR
import CDQSyntax
import Foundation

/// `BEGINSWITH ENDSWITH CONTAINS LIKE MATCHES` on texts (PREDICATES §5).
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
        help: textHelp(operation, left))
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

  /// `'port' CONTAINS tags`
  private mutating func reportExchangedSides(_ node: ComparisonPredicate, _ sides: Sides) {
    let better = "\(text(sides.right.span)) CONTAINS \(text(sides.left.span))"
    report(
      .needsText(operation: "CONTAINS", sides.right.type), at: sides.right.span,
      help: ["the collection stands on the left of CONTAINS: write \(better)"],
      fixIts: [FixIt("exchange the sides", .maybe, [.init(node.span, better)])])
  }

  private func textHelp(_ operation: TextMatchIR.Operator, _ type: OptionalType) -> [String] {
    type.base.isNumeric ? ["numbers are compared with == < > or BETWEEN; CAST(x, 'String') makes text of one"] : []
  }

  /// Looks into a pattern that is written in the text.
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

  /// A pattern in the text is compiled now, so that its error shows where it is written (PREDICATES D-33).
  private mutating func checkRegularExpression(_ pattern: String, at span: SourceSpan) -> Bool {
    guard pattern.utf8.count <= options.limits.regex else {
      report(.regexTooLong(limit: options.limits.regex), at: span)
      return false
    }
    // Foundation refuses the empty pattern; here it matches the empty text, as one that comes in a parameter does.
    if pattern.isEmpty || (try? NSRegularExpression(pattern: pattern)) != nil { return true }
    let help =
      pattern.first == "*"
      ? "in LIKE '*' stands for any text; in a regular expression write '.*'"
      : "check brackets, braces and escapes; a backslash in the pattern is written twice"
    report(.badRegularExpression("ICU does not accept it"), at: span, help: [help])
    return false
  }
}
