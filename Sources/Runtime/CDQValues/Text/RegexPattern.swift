public import CDQIR
import Foundation

/// A compiled MATCHES pattern: an ICU regular expression that has to match the whole text.
public struct RegexPattern: Sendable {
  /// The pattern as it was written; empty for a nil pattern.
  public let text: String
  private let expression: NSRegularExpression?

  /// Whether the pattern contains a back reference such as `\1`.
  private let refersBack: Bool

  /// The greatest number of progress reports of a match. By measurement, ICU gives up after about 3,000 reports or
  /// more, most of a second, and then answers "no match"; ordinary patterns need no reports or a few.
  private static let mostReports = 2000
  /// The greatest product of reports and UTF-16 units for patterns with back references. Between two reports such a
  /// pattern may compare a group thousands of times, so that the time per report grows with the text.
  private static let mostReportedUnits = 4_000_000

  /// Compiles a pattern. A nil pattern matches nothing. Only the option `[c]` has an effect.
  ///
  /// - Throws: `ExecutionError.invalidPattern` when the pattern is malformed; `.regexTooLong` when it exceeds the
  ///   limit.
  public init(
    _ text: String?, _ options: TextOptions = [], limits: ValueLimits = ValueLimits()
  ) throws(ExecutionError) {
    try self.init(text, options, limit: limits.regex, stage: .bind)
  }

  /// - Parameter limit: The greatest length of the pattern in bytes.
  package init(_ text: String?, _ options: TextOptions, limit: Int, stage: ExecutionError.Stage) throws(ExecutionError) {
    if let text, text.utf8.count > limit { throw .regexTooLong(limit: limit, stage: stage) }
    self.text = text ?? ""
    refersBack = RegexPattern.refersBack(self.text)
    guard let text else {
      expression = nil
      return
    }
    let foundation: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
    // Compiled without the group first, since `a)(b` is valid only inside of it. Foundation refuses the empty pattern,
    // which is valid in the group.
    guard text.isEmpty || (try? NSRegularExpression(pattern: text, options: foundation)) != nil else {
      throw .invalidPattern(pattern: text, reason: "not a regular expression", stage: stage)
    }
    // `\z` instead of `$`, which would accept a trailing line feed. The second attempt ends a comment in an `(?x)`
    // pattern, which would swallow the parenthesis.
    let whole =
      (try? NSRegularExpression(pattern: "\\A(?:\(text))\\z", options: foundation))
      ?? (try? NSRegularExpression(pattern: "\\A(?:\(text)\n)\\z", options: foundation))
    guard let whole else {
      throw .invalidPattern(pattern: text, reason: "not usable for a whole text", stage: stage)
    }
    expression = whole
  }

  /// Finds `\1` or `\k<name>`. One after an escaped backslash counts too, which only lowers the limit.
  private static func refersBack(_ pattern: String) -> Bool {
    var isEscaped = false
    for byte in pattern.utf8 {
      if isEscaped, byte == UInt8(ascii: "k") || (byte >= 0x31 && byte <= 0x39) { return true }
      isEscaped = byte == UInt8(ascii: "\\")
    }
    return false
  }

  /// Whether the whole text matches; nil when the match takes too long or too much memory.
  ///
  /// - Parameter proceed: Called from time to time; returning false ends the match as one that takes too long.
  package func matches(_ candidate: String, proceed: @escaping () -> Bool = { true }) -> Bool? {
    guard let expression else { return false }
    var reports = 0
    var isMatch: Bool? = false
    let range = NSRange(location: 0, length: candidate.utf16.count)
    let most =
      refersBack
      ? min(RegexPattern.mostReports, RegexPattern.mostReportedUnits / max(1, range.length)) : RegexPattern.mostReports
    let options: NSRegularExpression.MatchingOptions = [.reportProgress, .reportCompletion]
    expression.enumerateMatches(in: candidate, options: options, range: range) { match, flags, stop in
      if match != nil {
        isMatch = true
        stop.pointee = true
      } else if flags.contains(.internalError) {
        // ICU is out of memory for backtracking, which even `a+` needs on a text of a megabyte.
        if isMatch == false { isMatch = nil }
        stop.pointee = true
      } else if !flags.contains(.completed) {
        reports += 1
        if reports > most || !proceed() {
          isMatch = nil
          stop.pointee = true
        }
      }
    }
    return isMatch
  }
}
