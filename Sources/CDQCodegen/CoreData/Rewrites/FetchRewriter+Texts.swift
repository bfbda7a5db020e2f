import CDQIR

extension FetchRewriter {
  /// The length of a stored text against 0 as a comparison with the empty text, which alone has it.
  static func length(_ node: ComparisonIR) -> PredicateIR? {
    guard let (value, relation, number) = node.withNumber, case .function(let call) = value, call.function == .length,
      let text = call.arguments.first, text.type == .string
    else { return nil }
    func compared(_ relation: ComparisonIR.Operator) -> PredicateIR {
      .comparison(ComparisonIR(relation, text, .literal(.string(""), .string)))
    }
    switch (relation, number) {
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): return compared(.equal)
    // The length of nil is nil, which is another value than 0, but not a greater one.
    case (.notEqual, 0): return compared(.notEqual)
    case (.greater, 0), (.greaterOrEqual, 1): return .and([compared(.notEqual), .not(.isNull(text))])
    case (.greaterOrEqual, 0): return .not(.isNull(text))
    case (.less, 0): return .constant(false)
    default: return nil
    }
  }

  /// A search for the empty text, which is never found, and LIKE with escapes, which Apple does not document.
  static func text(_ node: TextMatchIR) -> PredicateIR? {
    guard case .literal(.string(let pattern), _) = node.pattern else { return nil }
    switch node.operator.pattern {
    case .needle: return pattern.isEmpty ? .constant(false) : nil
    case .expression: return nil
    case .wildcards: return pattern.contains("\\") ? like(node, pattern) : nil
    }
  }

  /// LIKE with wildcards at its ends only, as the search that it is.
  private static func like(_ node: TextMatchIR, _ pattern: String) -> PredicateIR? {
    var letters: [Character] = []
    var isOpenAtStart = false
    var isOpenAtEnd = false
    var rest = Array(pattern)[...]
    while let letter = rest.popFirst() {
      switch letter {
      case "\\":
        guard let escaped = rest.popFirst(), "*?\\".contains(escaped), !isOpenAtEnd else { return nil }
        letters.append(escaped)
      case "*" where letters.isEmpty && !isOpenAtStart: isOpenAtStart = true
      case "*" where rest.isEmpty: isOpenAtEnd = true
      case "*", "?": return nil
      default: letters.append(letter)
      }
    }
    let text = String(letters)
    // Letters that join when they stand together would be another text.
    guard !text.isEmpty, text.count == letters.count else { return nil }
    let needle = ExpressionIR.literal(.string(text), .string)
    func found(_ operation: TextMatchIR.Operator) -> PredicateIR {
      .text(TextMatchIR(operation, node.text, needle, options: node.options))
    }
    switch (isOpenAtStart, isOpenAtEnd) {
    case (false, false): return .comparison(ComparisonIR(.equal, node.text, needle, options: node.options))
    case (false, true): return found(.beginsWith)
    case (true, false): return found(.endsWith)
    case (true, true): return found(.contains)
    }
  }
}
