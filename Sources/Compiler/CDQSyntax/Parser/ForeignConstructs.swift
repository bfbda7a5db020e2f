/// Constructs of Swift and SQL in a text with syntax errors, such as `home?.name` and `age ?? 0`. Each becomes one error
/// with what to write instead, in place of the errors that the parser reported about it.
struct ForeignConstructs {
  /// A construct with the text to write for it.
  struct Construct {
    var span: SourceSpan
    var message: String
    /// The text to write; nil where only `help` can say what to do.
    var newText: String?
    /// Another text, for the case that the construct has a second meaning.
    var otherText: String?
    var help: String?
  }

  /// The longest line that is searched, in bytes.
  private static let lineLimit = 400
  /// The most lines that are searched.
  private static let mostLines = 10

  let source: SourceText
  /// The offset of the line in the text.
  let start: UInt32
  /// The line, with filler in place of the contents of strings and of a comment.
  var line: [UInt8]

  /// The findings of the parser, with the errors about foreign constructs exchanged.
  static func exchanged(_ findings: [Diagnostic], in source: SourceText) -> [Diagnostic] {
    var result = findings
    var lines: [Int] = []
    for finding in findings where finding.severity == .error && finding.stage == .parse {
      let line = source.line(at: finding.span.start)
      if !lines.contains(line), lines.count < mostLines { lines.append(line) }
    }
    for number in lines {
      let span = source.lineSpan(number)
      guard span.length <= lineLimit else { continue }
      let search = ForeignConstructs(source, span)
      result = search.completed(result)
      let found = search.constructs()
      guard let first = found.first else { continue }
      // The error keeps its code, which says what the text breaks; only the words and the place are better.
      let replaced = findings.first { $0.severity == .error && source.line(at: $0.span.start) == number }
      result.removeAll { finding in
        finding.severity == .error && source.line(at: finding.span.start) == number && finding.span.end > first.span.start
      }
      result += found.map { construct in
        Diagnostic(
          .error, replaced?.code ?? DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse, construct.message,
          file: source.name, at: construct.span, help: construct.help.map { [$0] } ?? [],
          fixIts: [construct.newText, construct.otherText].compactMap { $0 }.map { search.fixIt(construct.span, $0) },
          query: replaced?.query)
      }
    }
    return result
  }

  private init(_ source: SourceText, _ span: SourceSpan) {
    self.source = source
    start = span.start
    line = Array(source.utf8[Int(span.start)..<Int(span.end)])
    maskStrings()
  }

  private mutating func maskStrings() {
    var quote: UInt8?
    var index = 0
    while index < line.count {
      let byte = line[index]
      if let open = quote {
        if byte == open {
          quote = nil
        } else {
          line[index] = 0x01
          if byte == UInt8(ascii: "\\"), index + 1 < line.count {
            index += 1
            line[index] = 0x01
          }
        }
      } else if byte == UInt8(ascii: "'"), index > 2, has("n't ", at: index - 1) {
        // The apostrophe of `isn't`.
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if has("//", at: index) {
        for position in index..<line.count { line[position] = 0x01 }
        return
      }
      index += 1
    }
  }

  private func fixIt(_ span: SourceSpan, _ newText: String) -> FixIt {
    FixIt(newText.isEmpty ? "remove '\(source.text(span))'" : "write \(newText.drop { $0 == " " })", .maybe, [.init(span, newText)])
  }

  /// The construct between two indices of the line.
  func construct(_ from: Int, _ to: Int, _ newText: String?, _ message: String, help: String? = nil) -> Construct {
    Construct(span: span(from, to), message: message, newText: newText, help: help)
  }

  // MARK: The line

  func span(_ from: Int, _ to: Int) -> SourceSpan { SourceSpan(start + UInt32(from), start + UInt32(to)) }

  /// The text between two indices, with the contents of its strings.
  func text(_ from: Int, _ to: Int) -> String { source.text(span(from, max(from, to))) }

  func byte(_ index: Int) -> UInt8 { line.indices.contains(index) ? line[index] : 0x20 }

  func has(_ word: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + word.utf8CodeUnitCount <= line.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount where line[index + offset] != word.utf8Start[offset] { return false }
    return true
  }

  static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// The index after the last byte before `index` that is no space.
  func skipBack(_ index: Int) -> Int {
    var index = index
    while index > 0, line[index - 1] == 0x20 || line[index - 1] == 0x09 { index -= 1 }
    return index
  }

  /// The index of the first byte from `index` on that is no space.
  func skip(_ index: Int) -> Int {
    var index = index
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    return index
  }

  /// The start of the path, number or string that ends before `index`; nil when none does.
  func operandStart(before index: Int) -> Int? {
    var start = index
    if start > 0, line[start - 1] == UInt8(ascii: "\"") || line[start - 1] == UInt8(ascii: "'") {
      let quote = line[start - 1]
      start -= 2
      while start >= 0, line[start] != quote { start -= 1 }
      return start >= 0 ? start : nil
    }
    while start > 0, ForeignConstructs.isWord(line[start - 1]) || ".@$#".utf8.contains(line[start - 1]) { start -= 1 }
    return start < index ? start : nil
  }

  /// The end of the path, number or string that starts at `index`; nil when none does.
  func operandEnd(from index: Int) -> Int? {
    guard index < line.count else { return nil }
    var end = index
    if line[index] == UInt8(ascii: "\"") || line[index] == UInt8(ascii: "'") {
      end += 1
      while end < line.count, line[end] != line[index] { end += 1 }
      return end < line.count ? end + 1 : nil
    }
    while end < line.count, ForeignConstructs.isWord(line[end]) || ".@$-".utf8.contains(line[end]) { end += 1 }
    return end > index ? end : nil
  }

  /// The start of the path, number, string or call that ends before `index`; nil when none does.
  func valueStart(before index: Int) -> Int? {
    guard index > 0, line[index - 1] == UInt8(ascii: ")") else { return operandStart(before: index) }
    var (depth, position) = (0, index - 1)
    while position >= 0 {
      if line[position] == UInt8(ascii: ")") { depth += 1 }
      if line[position] == UInt8(ascii: "(") { depth -= 1 }
      if depth == 0 { return word(before: position).start }
      position -= 1
    }
    return nil
  }

  /// The end of the path, number, string or call that starts at `index`; nil when none does.
  func valueEnd(from index: Int) -> Int? {
    let end = operandEnd(from: index) ?? index
    if byte(end) == UInt8(ascii: "("), let close = closing(end) { return close + 1 }
    return end > index ? end : nil
  }

  /// Whether the value that starts at `index` is the right side of a comparison.
  func isCompared(_ index: Int) -> Bool {
    let before = skipBack(index)
    return before > 0
      && ("=<>!".utf8.contains(line[before - 1]) || ForeignOperator.words.contains(word(before: before).text))
  }

  /// The word that ends before `index`, in upper case.
  func word(before index: Int) -> (text: String, start: Int) {
    var start = index
    while start > 0, ForeignConstructs.isWord(line[start - 1]) { start -= 1 }
    return (text(start, index).uppercased(), start)
  }

  /// The end of the word that starts at `index`, which is `index` if none does.
  func wordEnd(from index: Int) -> Int {
    var end = index
    while end < line.count, ForeignConstructs.isWord(line[end]) { end += 1 }
    return end
  }

  /// The index of the bracket that closes the one at `index`; nil when the line does not close it.
  func closing(_ index: Int) -> Int? {
    var depth = 0
    for position in index..<line.count {
      switch line[position] {
      case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
    }
    return nil
  }
}
