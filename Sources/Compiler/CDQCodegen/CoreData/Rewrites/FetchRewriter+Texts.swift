import CDQIR

extension FetchRewriter {
  /// Replaces a comparison of a stored text's length with 0 by one with the empty text.
  static func length(_ node: ComparisonIR) -> PredicateIR? {
    guard let (value, relation, number) = node.withNumber, case .function(let call) = value, call.function == .length,
      let text = call.arguments.first, text.type == .string
    else { return nil }
    func compared(_ relation: ComparisonIR.Operator) -> PredicateIR {
      .comparison(ComparisonIR(relation, text, .literal(.string(""), .string)))
    }
    switch (relation, number) {
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): return compared(.equal)
    // The length of nil is nil, which differs from 0 but is not greater.
    case (.notEqual, 0): return compared(.notEqual)
    case (.greater, 0), (.greaterOrEqual, 1): return .and([compared(.notEqual), .not(.isNull(text))])
    case (.greaterOrEqual, 0): return .not(.isNull(text))
    case (.less, 0): return .constant(false)
    default: return nil
    }
  }

  /// Replaces a search for the empty text, which never matches, and a LIKE with escapes, which Apple does not document.
  static func text(_ node: TextMatchIR) -> PredicateIR? {
    guard case .literal(.string(let pattern), _) = node.pattern else { return nil }
    switch node.operator.pattern {
    case .needle: return pattern.isEmpty ? .constant(false) : nil
    case .expression: return nil
    case .wildcards: return pattern.contains("\\") ? like(node, pattern) : nil
    }
  }

  /// Replaces a LIKE that has wildcards only at its ends: `LIKE "*a\*b*"` becomes `CONTAINS "a*b"`.
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
    // Adjacent letters that combine to one character would make another text.
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
