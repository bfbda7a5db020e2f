import CDQIR
import CDQSyntax
import Foundation

/// Lints about patterns of LIKE and MATCHES, and about text searches, that do something else than they seem to.
extension LintPass {
  mutating func checkTexts() {
    for condition in typed.conditions {
      guard case .comparison(let comparison) = condition.node else { continue }
      switch comparison.form {
      case .text(let operation): checkPattern(comparison, operation)
      case .substring: checkSubstring(comparison)
      case .relation, .isNull, .isNotNull, .membership, .between: break
      }
    }
  }

  private mutating func checkSubstring(_ comparison: TypedComparison) {
    let better = "\(text(comparison.right.span)) CONTAINS\(options(comparison)) \(text(comparison.left.span))"
    // Of an empty text, CONTAINS would only get another warning.
    let isTurnable = comparison.quantifier == nil && comparison.left.literalValue != .string("")
    report(
      .substringMembership, at: comparison.span, point: operatorSpan(comparison),
      help: ["write \(better), or a list in braces"],
      fixIts: isTurnable ? [FixIt("replace with '\(better)'", .maybe, [.init(comparison.span, better)])] : [])
  }

  /// Checks a right operand that is a literal.
  private mutating func checkPattern(_ comparison: TypedComparison, _ operation: TextMatchIR.Operator) {
    guard case .string(let pattern)? = comparison.right.literalValue else { return }
    switch operation.pattern {
    case .needle:
      guard pattern.isEmpty else { return }
      report(
        .emptyNeedle(operation.rawValue), at: comparison.right.span,
        help: ["to find rows with any text, write != NULL"])
    case .wildcards: checkLike(comparison, pattern)
    case .expression: checkOpenExpression(comparison, pattern)
    }
  }

  private mutating func checkLike(_ comparison: TypedComparison, _ pattern: String) {
    let span = comparison.right.span
    // A placeholder in quotes has its own warning.
    if LintPass.isPlaceholder(pattern) { return }
    if LintPass.looksLikeRegularExpression(pattern) {
      report(
        .likeExpression, at: span, help: ["regular expressions are for MATCHES"],
        fixIts: operatorSpan(comparison).map { [FixIt("write MATCHES", .maybe, [.init($0, "MATCHES")])] } ?? [])
    } else if pattern.utf8.contains(UInt8(ascii: "%")) {
      let better = text(span).replacingOccurrences(of: "%", with: "*")
      report(
        .likePercent, at: span, help: ["write \(better)"],
        fixIts: [FixIt("replace '%' with '*'", .maybe, [.init(span, better)])])
    } else if !pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
      guard !pattern.utf8.contains(UInt8(ascii: "\\")) else { return }
      report(
        .likeWithoutWildcard, at: comparison.span, point: operatorSpan(comparison),
        help: ["write == for equality, or put a wildcard into the pattern"],
        fixIts: operatorSpan(comparison).map { [FixIt("write ==", .maybe, [.init($0, "==")])] } ?? [])
    } else if pattern.utf8.count > 2, pattern.first == "*", pattern.last == "*" {
      reportOpenPattern(comparison, "LIKE", String(pattern.dropFirst().dropLast()))
    }
  }

  private mutating func checkOpenExpression(_ comparison: TypedComparison, _ pattern: String) {
    guard pattern.utf8.count > 4, pattern.hasPrefix(".*"), pattern.hasSuffix(".*") else { return }
    reportOpenPattern(comparison, "MATCHES", String(pattern.dropFirst(2).dropLast(2)))
  }

  /// Reports `*x*` and `.*x.*` when `x` is plain text, for which CONTAINS is faster.
  private mutating func reportOpenPattern(_ comparison: TypedComparison, _ operation: String, _ inner: String) {
    guard inner.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }) else { return }
    let quote = text(comparison.right.span).first.map(String.init) ?? "'"
    let needle = quote + inner + quote
    report(
      .containsPattern(operation), at: comparison.span, point: operatorSpan(comparison),
      help: ["CONTAINS\(options(comparison)) \(needle) says the same and is faster"],
      fixIts: operatorSpan(comparison).map {
        [FixIt("write CONTAINS", .maybe, [.init($0, "CONTAINS"), .init(comparison.right.span, needle)])]
      } ?? [])
  }

  private func options(_ comparison: TypedComparison) -> String {
    syntax.comparisons[comparison.span]?.options.map { text($0.span) } ?? ""
  }

  /// Whether a byte is one that every recognised regular expression contains. This test is cheap; searching for longer
  /// parts takes longer than parsing the query.
  private static func isUsualInExpressions(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "^") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "[")
  }

  /// Whether a LIKE pattern was probably meant for MATCHES. A dot before a star is not enough: `report.*` matches file
  /// names.
  private static func looksLikeRegularExpression(_ pattern: String) -> Bool {
    guard pattern.utf8.contains(where: isUsualInExpressions) else { return false }
    if pattern.hasPrefix("^") || pattern.hasPrefix(".*") || pattern.hasPrefix(".+") { return true }
    if pattern.contains(".+") || ["\\d", "\\w", "\\s", "\\b"].contains(where: { pattern.contains($0) }) { return true }
    guard let open = pattern.firstIndex(of: "["), let close = pattern.lastIndex(of: "]") else { return false }
    return open < close && pattern[close...].dropFirst().first.map { "*+{".contains($0) } == true
  }
}
