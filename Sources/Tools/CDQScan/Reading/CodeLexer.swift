import CDQSyntax

/// Lexer for the parts of Swift and Objective-C that the scan looks at. It accepts any bytes.
struct CodeLexer {
  let bytes: UnsafeBufferPointer<UInt8>
  let language: CodeLanguage
  let end: Int
  var index: Int
  var tokens: [CodeToken] = []
  /// Comments that contain `cdq:`.
  var comments: [SourceSpan] = []
  /// What is inside of comments that may have code with predicates.
  var disabled: [SourceSpan] = []
  /// The tokens that the readers of declarations and places look for: words of the table, and what begins with `#` or `@`.
  var landmarks: [Int] = []
  /// Whether a word begins with `XCUI`, as the types of a test of an interface do.
  var namesInterfaceElements = false
  private let words = CodeWord.table

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage, from start: Int, to end: Int) {
    (self.bytes, self.language, self.end) = (bytes, language, min(end, bytes.count))
    index = start
    // Most tokens have five bytes or more, with the space after them.
    tokens.reserveCapacity(max(0, self.end - start) / 5)
  }

  /// Deepest nesting of literals in interpolations; what is deeper is read as a part of the literal around it.
  static let nesting = 16

  func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

  mutating func run() {
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x20:
        // Lines begin with many of them.
        repeat { index += 1 } while index < end && bytes[index] == 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
        UInt8(ascii: "$"), 0x80...0xFF:
        word()
      case 0x0A, 0x0D, 0x09, 0x0B, 0x0C, 0: index += 1
      case UInt8(ascii: "/") where self.byte(index + 1) == UInt8(ascii: "/"): lineComment()
      case UInt8(ascii: "/") where self.byte(index + 1) == UInt8(ascii: "*"): blockComment()
      case UInt8(ascii: "\""): string(prefix: 0)
      case UInt8(ascii: "'") where language == .objectiveC: character()
      case UInt8(ascii: "#"): hash()
      case UInt8(ascii: "@"): at()
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): add(.open, index + 1)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): add(.close, index + 1)
      case UInt8(ascii: "`") where language == .swift: quotedWord()
      case UInt8(ascii: "/") where language == .swift && regularExpression(): break
      default: mark()
      }
    }
  }

  mutating func add(_ kind: CodeToken.Kind, _ end: Int, word: CodeWord = .other) {
    let end = min(max(end, index + 1), self.end)
    if word != .other || kind == .hash || kind == .at { landmarks.append(tokens.count) }
    tokens.append(
      CodeToken(
        kind: kind, word: word, start: UInt32(truncatingIfNeeded: index), end: UInt32(truncatingIfNeeded: end)))
    index = end
  }

  @inline(__always)
  static func isWord(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    return (byte < 64 ? wordsBelow64 : wordsFrom64) >> UInt64(byte & 63) & 1 == 1
  }

  /// A bit for each byte of a word: `$` and the digits, and from 64 on the letters and `_`.
  private static let wordsBelow64: UInt64 = 0x03FF_0010_0000_0000
  private static let wordsFrom64: UInt64 = 0x07FF_FFFE_87FF_FFFE

  private func wordEnd(_ start: Int) -> Int {
    var next = start
    while next < end, CodeLexer.isWord(bytes[next]) { next += 1 }
    return next
  }

  private mutating func word() {
    let end = wordEnd(index)
    if bytes[index] == UInt8(ascii: "X"), end - index > 3, bytes[index + 1] == UInt8(ascii: "C"),
      bytes[index + 2] == UInt8(ascii: "U"), bytes[index + 3] == UInt8(ascii: "I")
    {
      namesInterfaceElements = true
    }
    add(.word, end, word: words.word(bytes[index..<end]))
  }

  private mutating func quotedWord() {
    let close = wordEnd(index + 1)
    if close > index + 1, byte(close) == UInt8(ascii: "`") { add(.word, close + 1) } else { add(.mark, index + 1) }
  }

  private mutating func number() {
    var next = index
    while next < end {
      let byte = bytes[next]
      if CodeLexer.isWord(byte) {
        next += 1
      } else if byte == UInt8(ascii: "."), self.byte(next + 1) >= UInt8(ascii: "0"),
        self.byte(next + 1) <= UInt8(ascii: "9")
      {
        next += 1
      } else {
        break
      }
    }
    add(.number, next)
  }

  private mutating func hash() {
    var next = index
    while byte(next) == UInt8(ascii: "#") { next += 1 }
    if language == .swift, byte(next) == UInt8(ascii: "\"") { return string(prefix: next - index) }
    if next == index + 1, CodeLexer.isWord(byte(next)) { return add(.hash, wordEnd(next)) }
    // `# define` of old sources.
    if language == .objectiveC, next == index + 1 {
      while byte(next) == 0x20 || byte(next) == 0x09 { next += 1 }
      if CodeLexer.isWord(byte(next)) { return add(.hash, wordEnd(next)) }
    }
    add(.mark, index + 1)
  }

  private mutating func at() {
    let next = byte(index + 1)
    if language == .objectiveC, next == UInt8(ascii: "\"") { return string(prefix: 1) }
    // `@5` is a number object, `@(…)`, `@[…]` and `@{…}` are expressions.
    if CodeLexer.isWord(next), next < UInt8(ascii: "0") || next > UInt8(ascii: "9") {
      return add(.at, wordEnd(index + 1))
    }
    add(.mark, index + 1)
  }

  private mutating func mark() {
    let byte = bytes[index]
    var next = index + 1
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\\"): break
    case UInt8(ascii: "."):
      while next - index < 3,
        self.byte(next) == UInt8(ascii: ".") || (next > index + 1 && self.byte(next) == UInt8(ascii: "<"))
      {
        next += 1
      }
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      if self.byte(next) == UInt8(ascii: "=") { next += 1 }
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      // `??` and `!=`; `?` and `!` after a value stay single.
      let second = self.byte(next)
      if byte == UInt8(ascii: "?"), second == UInt8(ascii: "?") { next += 1 }
      if byte == UInt8(ascii: "!"), second == UInt8(ascii: "=") {
        next += 1
        if self.byte(next) == UInt8(ascii: "=") { next += 1 }
      }
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "^"):
      // A sign twice, such as `==` or `&&`, or with `=` or `>` after it.
      let second = self.byte(next)
      if second == byte && byte != UInt8(ascii: "*") || second == UInt8(ascii: "=") { next += 1 }
      if byte == UInt8(ascii: "-"), second == UInt8(ascii: ">") { next += 1 }
    default: break
    }
    add(.mark, next)
  }

  // MARK: comments

  private static let disabledMarks = ByteSearch([
    "NSPredicate", "predicateWith", "#Predicate", "@FetchRequest", "@SectionedFetchRequest", "@Query", "ortDescriptor",
    "NSExpression",
    "objectsWhere", ".filter(\"",
  ])

  private mutating func lineComment() {
    let start = index
    while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    keep(start)
  }

  private mutating func blockComment() {
    let start = index
    index += 2
    var depth = 1
    while index < end {
      if bytes[index] == UInt8(ascii: "*"), byte(index + 1) == UInt8(ascii: "/") {
        depth -= 1
        index += 2
        if depth == 0 { break }
      } else if language == .swift, bytes[index] == UInt8(ascii: "/"), byte(index + 1) == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else {
        index += 1
      }
    }
    keep(start)
  }

  private mutating func keep(_ start: Int) {
    if index - start > 12 {
      let inside = UnsafeBufferPointer(rebasing: bytes[start..<index])
      if CodeLexer.disabledMarks.next(in: inside, from: 0) != nil {
        // Without the delimiters `//`, `///`, `/*` and `*/`.
        var (first, last) = (start + 2, index)
        while first < last, bytes[first] == UInt8(ascii: "/") || bytes[first] == UInt8(ascii: "*") { first += 1 }
        while last > first, bytes[last - 1] == UInt8(ascii: "/") || bytes[last - 1] == UInt8(ascii: "*") { last -= 1 }
        disabled.append(SourceSpan(UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: last)))
      }
    }
    let mark: StaticString = "cdq:"
    var next = start
    while next + 4 <= index {
      if bytes[next] == mark.utf8Start[0], bytes[next + 1] == mark.utf8Start[1], bytes[next + 2] == mark.utf8Start[2],
        bytes[next + 3] == mark.utf8Start[3]
      {
        comments.append(SourceSpan(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: index)))
        return
      }
      next += 1
    }
  }
}
