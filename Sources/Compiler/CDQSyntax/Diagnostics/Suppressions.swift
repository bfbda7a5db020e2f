/// The comments of a text that allow warnings: `// cdq:allow CODE, CODE`, with any remark after the codes.
///
/// A comment after code applies to its line. A comment on a line of its own applies to the declaration or the line
/// below it. A comment before the first declaration and separated from it by an empty line applies to the whole text.
struct Suppressions {
  /// One code of one comment.
  struct Entry: Hashable {
    /// The allowed code; nil when the word after `cdq:` is not `allow`.
    var code: String?
    /// The word after `cdq:`.
    var word: String
    /// Place of the code, or of the word when there is no code.
    var span: SourceSpan
    /// The text that the fix-it deletes to remove the code: the whole comment if it has no other code.
    var removal: SourceSpan
    /// The part of the text in which findings with the code are allowed.
    fileprivate var range: SourceSpan

    /// Whether the entry applies to a finding at the given place.
    func covers(_ finding: SourceSpan) -> Bool {
      range.start <= finding.start && (finding.start < range.end || (finding.isEmpty && finding.start == range.end))
    }
  }

  private(set) var entries: [Entry] = []

  /// Whether the text may contain such comments: a quick test before lexing.
  static func mayOccur(in source: SourceText) -> Bool {
    // XML models contain no comments for cdq.
    if source.utf8.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") { return false }
    let mark: [UInt8] = Array("cdq:".utf8)
    var index = 0
    let last = source.utf8.count - mark.count
    while index <= last {
      if source.utf8[index] == mark[0], source.utf8[index + 1] == mark[1], source.utf8[index + 2] == mark[2],
        source.utf8[index + 3] == mark[3]
      {
        return true
      }
      index += 1
    }
    return false
  }

  init(_ source: SourceText) {
    let lexed = Lexer.lex(source)
    let comments = lexed.trivia.filter { $0.kind == .lineComment }
    guard comments.contains(where: { Comment($0, source) != nil }) else { return }
    let declarations = Parser.parseDocument(source).tree.items.map(\.span)
    for trivia in comments {
      guard let comment = Comment(trivia, source) else { continue }
      let range = Suppressions.range(of: trivia, source, lexed.tokens, declarations)
      for code in comment.codes {
        entries.append(
          Entry(
            code: code.text, word: comment.word, span: code.span,
            removal: comment.codes.count == 1 ? Suppressions.line(of: trivia, source, lexed.tokens) : code.removal,
            range: range))
      }
      if comment.codes.isEmpty {
        entries.append(
          Entry(code: nil, word: comment.word, span: comment.wordSpan, removal: trivia.span, range: range))
      }
    }
  }

  private static func range(
    of comment: Trivia, _ source: SourceText, _ tokens: [Token], _ declarations: [SourceSpan]
  ) -> SourceSpan {
    // Tokens are in order: a binary search finds the first one after the comment.
    var low = 0
    var high = tokens.count - 1
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < comment.start { low = middle + 1 } else { high = middle }
    }
    let next = tokens[low]
    let line = source.line(at: comment.start)
    if low > 0, source.line(at: tokens[low - 1].end - 1) == line { return whole(source, line) }
    guard next.kind != .endOfText else { return SourceSpan(at: comment.start) }
    if low == 0, hasEmptyLine(source, SourceSpan(comment.end, next.start)) {
      return SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count))
    }
    if let declaration = declarations.first(where: { $0.start == next.start }) {
      return declaration
    }
    return whole(source, source.line(at: next.start))
  }

  /// The span of a line including the first byte of its line ending.
  private static func whole(_ source: SourceText, _ line: Int) -> SourceSpan {
    let span = source.lineSpan(line)
    return SourceSpan(span.start, span.end + 1)
  }

  private static func hasEmptyLine(_ source: SourceText, _ span: SourceSpan) -> Bool {
    let first = source.line(at: span.start) + 1
    let last = source.line(at: span.end)
    return first < last && (first..<last).contains { source.text(source.lineSpan($0)).allSatisfy(\.isWhitespace) }
  }

  /// The span of a comment with the spaces before it, or with its whole line when the line contains nothing else.
  private static func line(of comment: Trivia, _ source: SourceText, _ tokens: [Token]) -> SourceSpan {
    let line = source.lineSpan(source.line(at: comment.start))
    var start = comment.start
    while start > line.start, source.utf8[Int(start) - 1] == 0x20 || source.utf8[Int(start) - 1] == 0x09 { start -= 1 }
    guard start == line.start else { return SourceSpan(start, comment.end) }
    let next = source.line(at: comment.start) + 1
    return SourceSpan(start, next < source.lineStarts.count ? source.lineStarts[next] : comment.end)
  }

  /// A comment that starts with `cdq:`.
  private struct Comment {
    struct Code {
      var text: String
      var span: SourceSpan
      /// The code and the comma that separates it from its neighbour.
      var removal: SourceSpan
    }
    var word = ""
    var wordSpan = SourceSpan(at: 0)
    var codes: [Code] = []

    init?(_ trivia: Trivia, _ source: SourceText) {
      let bytes = source.utf8
      let end = Int(trivia.end)
      var index = Int(trivia.start) + 2
      func skipSpaces() { while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 } }
      func name() -> SourceSpan {
        let start = index
        while index < end, Comment.isNameByte(bytes[index]) { index += 1 }
        return SourceSpan(UInt32(start), UInt32(index))
      }
      skipSpaces()
      guard end - index > 4, bytes[index..<index + 4].elementsEqual("cdq:".utf8) else { return nil }
      index += 4
      wordSpan = name()
      word = source.text(wordSpan)
      guard word == "allow" else { return }
      var previous = index
      while true {
        skipSpaces()
        let span = name()
        guard !span.isEmpty else { break }
        let isFirst = codes.isEmpty
        codes.append(
          Code(text: source.text(span), span: span, removal: SourceSpan(UInt32(isFirst ? Int(span.start) : previous), span.end)))
        previous = index
        skipSpaces()
        guard index < end, bytes[index] == UInt8(ascii: ",") else { break }
        index += 1
        // Removing the first of several codes also removes the comma after it.
        if isFirst {
          skipSpaces()
          codes[0].removal = SourceSpan(codes[0].span.start, UInt32(index))
        }
      }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
