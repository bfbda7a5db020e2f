/// A comment between two tokens.
struct Comment {
  enum Kind {
    /// `// …` or `/// …`: it ends its line.
    case line
    case block
  }
  var kind: Kind
  /// The text without trailing spaces; lines are separated by line feeds.
  var text: String
  /// Number of line breaks between the comment and the token or comment before it.
  var newlinesBefore: Int
  /// Offset in bytes from the start of its line, which shows whether the comment belongs to indented text.
  var column: Int

  /// True when the output must break the line inside, after or before the comment.
  var breaksLine: Bool { kind == .line || newlinesBefore > 0 || text.utf8.contains(0x0A) }
}

/// The comments and line breaks of a text, indexed by the token after them.
struct CommentTable {
  /// The comments before each token; the key is the token's index. The last index is the `endOfText` token.
  private(set) var comments: [Int: [Comment]] = [:]
  /// Number of line breaks directly before each token, after the previous token or comment; the last element is for the
  /// end of the text.
  private(set) var newlines: [Int]

  init(_ source: SourceText, _ lexed: LexedText) {
    newlines = Array(repeating: 0, count: lexed.tokens.count)
    var trivia = lexed.trivia[...]
    for (index, token) in lexed.tokens.enumerated() {
      var lines = 0
      while let next = trivia.first, next.start < token.start || token.kind == .endOfText {
        trivia.removeFirst()
        switch next.kind {
        case .whitespace: lines += CommentTable.lineBreaks(source, next)
        case .byteOrderMark, .unexpected: break
        case .lineComment, .documentation, .blockComment:
          let kind: Comment.Kind = next.kind == .blockComment ? .block : .line
          let line = source.lineStarts[source.line(at: next.start)]
          comments[index, default: []].append(
            Comment(
              kind: kind, text: CommentTable.text(source, next, kind), newlinesBefore: lines,
              column: Int(next.start - line)))
          lines = 0
        }
      }
      newlines[index] = lines
    }
  }

  private static func lineBreaks(_ source: SourceText, _ trivia: Trivia) -> Int {
    var count = 0
    var index = Int(trivia.start)
    while index < Int(trivia.end) {
      let byte = source.utf8[index]
      index += 1
      if byte == 0x0D, index < Int(trivia.end), source.utf8[index] == 0x0A { index += 1 }
      if ByteClass.isNewline(byte) { count += 1 }
    }
    return count
  }

  private static func text(_ source: SourceText, _ trivia: Trivia, _ kind: Comment.Kind) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(trivia.length))
    var index = Int(trivia.start)
    while index < Int(trivia.end) {
      let byte = source.utf8[index]
      index += 1
      if byte == 0x0D {
        if index < Int(trivia.end), source.utf8[index] == 0x0A { index += 1 }
        bytes.append(0x0A)
      } else {
        bytes.append(byte)
      }
    }
    if kind == .line { while let last = bytes.last, ByteClass.isWhitespace(last) { bytes.removeLast() } }
    return String(decoding: bytes, as: UTF8.self)
  }
}
