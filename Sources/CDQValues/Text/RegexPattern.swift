public import CDQIR
import Foundation

/// A compiled MATCHES pattern: an ICU regular expression that the whole text has to match.
public struct RegexPattern: Sendable {
  /// The pattern as written.
  public let text: String
  private let expression: NSRegularExpression?

  /// Whether the pattern refers back to what a group matched.
  private let refersBack: Bool

  /// How often a match may report its progress. Measured here: ICU gives up at about 3,000 reports or more, after most
  /// of a second, and then answers "no match"; ordinary patterns need none or a few.
  private static let mostReports = 2000
  /// Between two reports a pattern may compare what a group matched thousands of times, so that the time of a report
  /// grows with the text: most reports times UTF-16 units of the text.
  private static let mostReportedUnits = 4_000_000

  /// Compiles a pattern; nil matches nothing. Of the options only `[c]` has an effect.
  ///
  /// - Throws: `ExecutionError.invalidPattern`; `.regexTooLong` beyond the limit.
  public init(
    _ text: String?, _ options: TextOptions = [], limits: ValueLimits = ValueLimits()
  ) throws(ExecutionError) {
    try self.init(text, options, limit: limits.regex, stage: .bind)
  }

  /// - Parameter limit: Most bytes of the pattern.
  package init(_ text: String?, _ options: TextOptions, limit: Int, stage: ExecutionError.Stage) throws(ExecutionError) {
    if let text, text.utf8.count > limit { throw .regexTooLong(limit: limit, stage: stage) }
    self.text = text ?? ""
    refersBack = RegexPattern.refersBack(self.text)
    guard let text else {
      expression = nil
      return
    }
    let foundation: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
    // Alone first: `a)(b` only compiles inside the group that is put around it. Foundation refuses the empty pattern,
    // which the group makes acceptable.
    guard text.isEmpty || (try? NSRegularExpression(pattern: text, options: foundation)) != nil else {
      throw .invalidPattern(pattern: text, reason: "not a regular expression", stage: stage)
    }
    // `\z`, as `$` would let a line feed follow; a comment at the end of an `(?x)` pattern would swallow the parenthesis.
    let whole =
      (try? NSRegularExpression(pattern: "\\A(?:\(text))\\z", options: foundation))
      ?? (try? NSRegularExpression(pattern: "\\A(?:\(text)\n)\\z", options: foundation))
    guard let whole else {
      throw .invalidPattern(pattern: text, reason: "not usable for a whole text", stage: stage)
    }
    expression = whole
  }

  /// `\1` or `\k<name>`; one behind an escaped backslash is taken for one, too.
  private static func refersBack(_ pattern: String) -> Bool {
    var isEscaped = false
    for byte in pattern.utf8 {
      if isEscaped, byte == UInt8(ascii: "k") || (byte >= 0x31 && byte <= 0x39) { return true }
      isEscaped = byte == UInt8(ascii: "\\")
    }
    return false
  }

  /// Whether the whole text matches; nil when that takes too long or too much memory to find out.
  ///
  /// - Parameter proceed: Asked now and then; false ends the match as one that takes too long.
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
        // ICU has no more memory for the places to go back to, which even `a+` needs on a text of a megabyte.
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
