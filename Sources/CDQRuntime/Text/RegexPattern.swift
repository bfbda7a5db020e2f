public import CDQIR
import Foundation

/// A compiled MATCHES pattern: an ICU regular expression that the whole text has to match.
public struct RegexPattern: Sendable {
  /// The pattern as written.
  public let text: String
  private let expression: NSRegularExpression?

  /// How often a match may report its progress. Measured here: ICU gives up at about 3,400 reports, after most of a
  /// second, and then answers "no match"; ordinary patterns need none or a few.
  private static let mostReports = 2000

  /// Compiles a pattern; nil matches nothing. Of the options only `[c]` has an effect.
  ///
  /// - Throws: `ExecutionError.invalidPattern`.
  public init(_ text: String?, _ options: TextOptions = []) throws(ExecutionError) {
    try self.init(text, options, stage: .bind)
  }

  init(_ text: String?, _ options: TextOptions, stage: ExecutionError.Stage) throws(ExecutionError) {
    self.text = text ?? ""
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

  /// Whether the whole text matches; nil when that takes too long to find out.
  ///
  /// - Parameter proceed: Asked now and then; false ends the match as one that takes too long.
  func matches(_ candidate: String, proceed: @escaping () -> Bool = { true }) -> Bool? {
    guard let expression else { return false }
    var reports = 0
    var isMatch: Bool? = false
    let range = NSRange(location: 0, length: candidate.utf16.count)
    expression.enumerateMatches(in: candidate, options: .reportProgress, range: range) { match, flags, stop in
      if match != nil {
        isMatch = true
        stop.pointee = true
      } else if !flags.contains(.completed) {
        reports += 1
        if reports > RegexPattern.mostReports || flags.contains(.internalError) || !proceed() {
          isMatch = nil
          stop.pointee = true
        }
      }
    }
    return isMatch
  }
}
