import CDQIR
import CDQSyntax

/// Lints about numbers compared with Bools, divisions that lose a fraction, and placeholders in quotes.
extension LintPass {
  mutating func checkValues() {
    // `trunc`, `floor` or `ceiling` around a division says that no fraction is wanted.
    var rounded: Set<SourceSpan> = []
    for value in typed.values {
      guard case .function(let function, let arguments) = value.kind else { continue }
      if function == .truncate || function == .floor || function == .ceiling { rounded.formUnion(arguments.map(\.span)) }
    }
    for value in typed.values {
      switch value.kind {
      case .literal(.bool(let flag)): checkBoolean(flag, at: value.span)
      case .literal(.string(let text)): checkText(text, at: value.span)
      case .arithmetic(let operators, let operands):
        if value.type.base == .int64, !rounded.contains(value.span) { checkDivision(operators, operands) }
      default: break
      }
    }
  }

  /// Reports a number where a Bool is expected; the checker has converted the literal to a Bool.
  private mutating func checkBoolean(_ flag: Bool, at span: SourceSpan) {
    let written = text(span)
    guard written.contains(where: { $0.isASCII && $0.isNumber }) else { return }
    let word = flag ? "TRUE" : "FALSE"
    report(
      .booleanNumber, at: span, help: ["write \(word)"],
      fixIts: [FixIt("replace '\(written)' with \(word)", .safe, [.init(span, word)])])
  }

  private mutating func checkText(_ text: String, at span: SourceSpan) {
    guard LintPass.isPlaceholder(text) else { return }
    if text.hasPrefix("%") && !isStrict {
      report(.quotedPlaceholder(text), at: span, help: ["write a parameter without quotes: $name"])
      return
    }
    // Only a value has the type of what it is compared with, and a parameter has no properties.
    let isReceiver = source.utf8.count > span.end && source.utf8[Int(span.end)] == UInt8(ascii: ".")
    let isValue = !isReceiver && (text == "%@" || text.hasPrefix("$"))
    report(
      .quotedPlaceholder(text), at: span, help: ["remove the quotes"],
      fixIts: isValue ? [FixIt("remove the quotes", .maybe, [.init(span, text)])] : [])
  }

  /// Whether a string is a placeholder for a value, such as `%@`, `%K`, `%d` or `$name`, which means nothing inside
  /// quotes.
  static func isPlaceholder(_ text: String) -> Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "%") || first == UInt8(ascii: "$") else { return false }
    if ["%@", "%K", "%d", "%ld", "%lld", "%f", "%i", "%u", "%s"].contains(text) { return true }
    guard text.first == "$", let second = text.dropFirst().first, !second.isNumber else { return false }
    return text.dropFirst().allSatisfy { $0.isLetter || $0 == "_" || $0.isNumber }
  }

  /// Reports the first integer division of a chain that may drop a fraction.
  private mutating func checkDivision(_ operators: [ArithmeticIR.Operator], _ operands: [TypedExpression]) {
    for (index, symbol) in operators.enumerated() where symbol == .divide {
      let (left, right) = (operands[index], operands[index + 1])
      if index == 0, case .int(let dividend)? = left.literalValue, case .int(let divisor)? = right.literalValue {
        // The quotient of these two literals has no fraction.
        if divisor != 0, divisor != -1, dividend % divisor == 0 { continue }
      }
      var fixIts: [FixIt] = []
      for literal in [right, left] where fixIts.isEmpty {
        guard case .int? = literal.literalValue, text(literal.span).allSatisfy(\.isNumber) else { continue }
        let number = "\(text(literal.span)).0"
        fixIts = [
          FixIt("write \(number), which makes the result a Double", .maybe, [.init(literal.span, number)])
        ]
      }
      let division = SourceSpan(operands[0].span.start, right.span.end)
      if case .int(0)? = right.literalValue {
        report(.integerDivision(text(division)), at: division, help: ["a division by zero has no result: it is nil"])
        return
      }
      let shown = text(division)
      report(
        .integerDivision(shown), at: division,
        help: [
          "for a result with a fraction make one side a Double, such as 2.0 or CAST(x, 'Double')",
          "where no fraction is wanted, trunc(\(shown)) says so",
        ], fixIts: fixIts)
      return
    }
  }
}
