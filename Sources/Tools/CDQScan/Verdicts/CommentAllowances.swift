import CDQSyntax
import Foundation

/// The comments `// cdq:allow CODE, CODE` of a source file.
///
/// A comment after code allows on its line, one on a line of its own on the line below, one at the head of the file and
/// followed by an empty line in the whole file. Unlike in a `.cdq` file, errors can be allowed: the app runs without cdq.
struct CommentAllowances {
  /// The lines on which a code is allowed, 0-based; nil stands for all lines.
  private var lines: [String: Set<Int?>] = [:]

  init(_ file: CodeFile) {
    for comment in file.comments {
      let codes = CommentAllowances.codes(file.source.text(comment))
      guard !codes.isEmpty else { continue }
      let line = CommentAllowances.line(comment, file)
      for code in codes { lines[code, default: []].insert(line) }
    }
  }

  /// The line that a comment is about; nil for all lines.
  private static func line(_ comment: SourceSpan, _ file: CodeFile) -> Int? {
    let source = file.source
    let own = source.line(at: comment.start)
    // The first token after the comment.
    var (low, high) = (0, file.tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if file.tokens[middle].start < comment.start { low = middle + 1 } else { high = middle }
    }
    if low > 0, source.line(at: file.tokens[low - 1].end - 1) == own { return own }
    guard low < file.tokens.count else { return own }
    let next = source.line(at: file.tokens[low].start)
    let isFollowedByEmptyLine =
      own + 1 < source.lineStarts.count && source.text(source.lineSpan(own + 1)).allSatisfy(\.isWhitespace)
    return low == 0 && isFollowedByEmptyLine ? nil : next
  }

  private static func codes(_ comment: String) -> [String] {
    guard let start = comment.range(of: "cdq:allow") else { return [] }
    var result: [String] = []
    for part in comment[start.upperBound...].split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.drop { $0 == " " }.prefix { $0.isLetter || $0 == "-" || $0.isNumber }
      if word.isEmpty { break }
      result.append(String(word))
      // A remark after the last code ends the list.
      if part.drop(while: { $0 == " " }).count > word.count,
        part.drop(while: { $0 == " " }).dropFirst(word.count).contains(where: { $0 != " " })
      {
        break
      }
    }
    return result
  }

  func applied(to site: ScannedSite, in source: SourceText) -> ScannedSite {
    guard !lines.isEmpty, !site.diagnostics.isEmpty else { return site }
    var result = site
    let first = source.line(at: site.span.start)
    result.diagnostics.removeAll { finding in
      guard let allowed = lines[finding.code.rawValue] else { return false }
      return allowed.contains(nil) || allowed.contains(first) || allowed.contains(source.line(at: finding.span.start))
    }
    if result.diagnostics.isEmpty, !site.diagnostics.isEmpty, result.reason == nil {
      result.reason = "a comment allows the finding"
    }
    return result
  }
}
