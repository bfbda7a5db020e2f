import CDQIR

// Texts that are computed. Functions and `+` see texts as they are stored, because their length depends on the form; the
// result is compared in NFC.
extension SQLGenerator {
  /// `+` of texts, which joins them.
  func joined(_ node: ArithmeticIR) throws(SQLRefusal) -> SQLOperand {
    guard node.operators.allSatisfy({ $0 == .add }) else { throw SQLRefusal("texts are only joined") }
    var text: String?
    var isOptional = false
    for operand in node.operands {
      let operand = try value(operand)
      if operand.isNullConstant { return SQLOperand(constant: .null, .string) }
      let next = try storedText(operand)
      isOptional = isOptional || operand.isOptional
      guard let start = text else {
        text = next
        continue
      }
      text = try filled(dialect.arithmetic[.add]?[.text], "'+' of String") { () throws(SQLRefusal) in [start, next] }
    }
    // Two texts in NFC, such as a letter and a mark, may be another one together.
    return try computedText(text ?? "", isOptional: isOptional, isNormalized: false)
  }

  /// The operand of a computed text.
  ///
  /// - Parameter isNormalized: Whether the text is in NFC.
  func computedText(_ text: String, isOptional: Bool, isNormalized: Bool) throws(SQLRefusal) -> SQLOperand {
    var result = SQLOperand(text, .string, isOptional: isOptional)
    guard !isNormalized else { return result }
    result.text = try normalized(text)
    result.stored = text
    return result
  }

  /// Whether an operand is in NFC as functions see it.
  func isNormalized(_ operand: SQLOperand) -> Bool {
    if case .string(let text)? = operand.constant { return text.utf8.elementsEqual(text.composed.utf8) }
    return operand.family != .text || (operand.stored == nil && operand.source == nil)
  }
}

extension FunctionIR.Function {
  /// Whether a function of texts in NFC gives a text in NFC. A part of such a text is in NFC.
  var keepsNormalization: Bool {
    switch self {
    case .trimmed, .substring, .prefix, .suffix, .before, .after: true
    default: false
    }
  }
}
