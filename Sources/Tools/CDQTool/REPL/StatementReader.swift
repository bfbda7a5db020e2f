import CDQSyntax

/// Lines that together are one statement: a query over several lines, a predicate, or a command of the REPL.
///
/// A line belongs to the statement before it if a bracket is open there, if the line before it ends with `AND`, a comma or a
/// word such as `where`, if it begins with such a word itself, or if it is indented. So a query can be pasted as `cdq fmt`
/// lays it out.
struct StatementReader {
  private(set) var lines: [String] = []
  private var depth = 0
  private var commentDepth = 0
  /// Whether a bracket closes nothing, which more lines cannot repair.
  private var isBroken = false
  /// Whether the last line ends with a word or sign after which something must follow.
  private var endsOpen = false
  private var endsWithSemicolon = false
  private var isDirective = false

  var text: String { lines.joined(separator: "\n") }
  var isEmpty: Bool { lines.isEmpty }

  /// Whether the statement goes on in the next line, whatever that is.
  var isOpen: Bool { !isBroken && (commentDepth > 0 || depth > 0 || endsOpen) }

  var isInComment: Bool { commentDepth > 0 }

  /// Whether a line goes on with a statement that could also end before it.
  func continues(with line: String) -> Bool {
    guard !isEmpty, !endsWithSemicolon, !StatementReader.isDirective(line), !StatementReader.isBlank(line) else {
      return false
    }
    if StatementReader.indentation(of: line) > StatementReader.indentation(of: lines[0]) { return true }
    return StatementReader.beginsWithClause(line)
  }

  mutating func add(_ line: String) {
    if isEmpty { isDirective = StatementReader.isDirective(line) }
    lines.append(line)
    scan(line)
    // Commands take what they need from one line; the query of `:type` and the like may go on.
    endsOpen = !isDirective && depth == 0 && commentDepth == 0 && StatementReader.endsOpen(line)
    if isDirective, ReplDirective.parse(lines[0][...])?.directive?.argument != .query { isBroken = true }
  }

  /// Counts brackets and comments. A string ends on its line.
  private mutating func scan(_ line: String) {
    var quote: UInt8?
    var rest = Array(line.utf8)[...]
    endsWithSemicolon = false
    while let byte = rest.popFirst() {
      if commentDepth > 0 {
        if byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") { (commentDepth, rest) = (commentDepth - 1, rest.dropFirst()) }
        if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") { (commentDepth, rest) = (commentDepth + 1, rest.dropFirst()) }
        continue
      }
      if let open = quote {
        if byte == UInt8(ascii: "\\") {
          rest = rest.dropFirst()
        } else if byte == open {
          quote = nil
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "/"): rest = []
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"): (commentDepth, rest) = (1, rest.dropFirst())
      default: break
      }
      if byte > 0x20 { endsWithSemicolon = byte == UInt8(ascii: ";") && depth == 0 }
      if depth < 0 { isBroken = true }
    }
  }

  // MARK: Lines

  static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  static func isDirective(_ line: String) -> Bool { line.first { !$0.isWhitespace } == ":" }

  private static func indentation(of line: String) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

  private static func tokens(_ line: String) -> [Token] {
    Lexer.lex(SourceText(name: "", line)).tokens.filter { $0.kind != .endOfText }
  }

  /// Whether a line ends with `AND`, a comma, a word that begins a clause, or the `=` of a declaration.
  private static func endsOpen(_ line: String) -> Bool {
    let tokens = tokens(line)
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .comma, .doubleAmpersand, .doubleBar: return true
    case .equal: return isDeclaration(tokens)
    case .word where [.and, .or, .not].contains(last.keyword): return tokens.count > 1
    case .word where last.flags.contains(.lowercase) && (last.keyword == .by || last.keyword.clause?.takesValues == true):
      if last.keyword == .set, tokens.first?.keyword != .update, tokens.count > 1 { return false }
      guard let before = tokens.dropLast().last else { return true }
      return before.kind.isWord || [.rightParenthesis, .rightBracket, .number, .string, .variable].contains(before.kind)
    default: return false
    }
  }

  /// Whether a line begins with a word that begins a clause, with a connective or with a closing bracket.
  static func beginsWithClause(_ line: String) -> Bool {
    let tokens = tokens(line)
    guard let first = tokens.first else { return false }
    switch first.kind {
    case .doubleAmpersand, .doubleBar, .rightParenthesis, .rightBracket, .rightBrace, .comma: return true
    case .word where [.and, .or].contains(first.keyword): return true
    case .word where first.flags.contains(.lowercase):
      // A property may have such a name: `limit > 5` is a predicate.
      guard let next = tokens.dropFirst().first else { return first.keyword == .whereWord || first.keyword == .select }
      guard let clause = first.keyword.clause else { return false }
      // Elsewhere than in an update 'set' is a name, which no '=' follows after the next word.
      if clause == .assignments { return next.kind.isWord && tokens.dropFirst(2).first?.kind == .equal }
      if clause.takesValues { return next.kind.name != "operator" || next.kind == .minus }
      return clause == .grouping ? next.keyword == .by : next.kind == .number || next.kind == .variable
    default: return false
    }
  }

  /// Whether tokens begin with `query name =` or `query name(`.
  fileprivate static func isDeclaration(_ tokens: [Token]) -> Bool {
    tokens.count > 2 && tokens[0].keyword == .query && tokens[0].flags.contains(.lowercase) && tokens[1].kind.isWord
      && (tokens[2].kind == .equal || tokens[2].kind == .leftParenthesis)
  }
}

/// The statements of a text that was typed, pasted, edited or read from a file.
enum Statements {
  /// Divides a text into its statements, without blank lines and lines of comments between them. Each is divided once more
  /// at semicolons.
  static func of(_ text: String) -> [String] {
    var readers: [StatementReader] = []
    read(text) { readers.append($0) }
    return readers.flatMap { StatementReader.isDirective($0.lines[0]) ? [$0.text] : dividedAtSemicolons($0.text) }
      .map(\.trimmedWhitespace).filter { !isComment($0) }
  }

  /// Whether the last statement of a text goes on in the next line.
  static func isOpen(_ text: String) -> Bool {
    var last: StatementReader?
    read(text) { last = $0 }
    return last?.isOpen == true
  }

  /// The start of the last statement of a text, as the number of UTF-8 bytes before it.
  static func lastStart(in text: String) -> Int {
    var last: StatementReader?
    read(text) { last = $0 }
    guard let last, let piece = dividedAtSemicolons(last.text).last, !text.hasSuffix("\n") || last.isOpen else {
      return text.utf8.count
    }
    return max(0, text.utf8.count - piece.utf8.count)
  }

  private static func read(_ text: String, _ body: (StatementReader) -> Void) {
    var reader = StatementReader()
    func end() {
      if !reader.isEmpty { body(reader) }
      reader = StatementReader()
    }
    // Comments belong to the statement only if it goes on after them.
    var comments: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if StatementReader.isDirective(line) {
        end()
      } else if reader.isOpen {
        if StatementReader.isBlank(line), !reader.isInComment {
          end()
          continue
        }
      } else if line.trimmedWhitespace.hasPrefix("//"), !reader.isEmpty {
        comments.append(line)
        continue
      } else if !reader.continues(with: line) {
        end()
        comments = []
        if StatementReader.isBlank(line) { continue }
      }
      for comment in comments { reader.add(comment) }
      comments = []
      reader.add(line)
    }
    end()
  }

  /// Divides a statement at semicolons that are in no bracket, string or comment.
  private static func dividedAtSemicolons(_ text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: ";")) else { return [text] }
    let source = SourceText(name: "", text)
    let lexed = Lexer.lex(source)
    var depths: [(offset: UInt32, depth: Int)] = []
    var depth = 0
    for token in lexed.tokens {
      switch token.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
      default: break
      }
      depths.append((token.start, depth))
    }
    var pieces: [String] = []
    var start: UInt32 = 0
    // The number of tokens before the piece: pieces are in the order of the text.
    var before = 0
    for piece in lexed.trivia where piece.kind == .unexpected && piece.length == 1 {
      while before < depths.count, depths[before].offset < piece.start { before += 1 }
      guard source.utf8[Int(piece.start)] == UInt8(ascii: ";"), before == 0 || depths[before - 1].depth <= 0 else { continue }
      pieces.append(source.text(SourceSpan(start, piece.start)))
      start = piece.end
    }
    return pieces + [source.text(SourceSpan(start, UInt32(clamping: source.utf8.count)))]
  }

  /// Whether a text has nothing but comments.
  private static func isComment(_ text: String) -> Bool {
    if text.isEmpty { return true }
    guard text.hasPrefix("/") else { return false }
    let lexed = Lexer.lex(SourceText(name: "", text))
    return lexed.tokens.count == 1 && lexed.diagnostics.isEmpty
  }
}

/// A text such as `query largest = City sort population desc`, which gives a query its name.
enum Declaration {
  /// The text with spaces in place of what precedes the query itself, so that all places stay the same; nil for a text
  /// that declares no query.
  static func body(of text: String) -> String? {
    let source = SourceText(name: "", text)
    let tokens = Lexer.lex(source).tokens
    guard StatementReader.isDeclaration(tokens) else { return nil }
    var depth = 0
    for token in tokens {
      switch token.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
      case .equal where depth == 0:
        let head = source.text(SourceSpan(0, token.end)).utf8.map { $0 == 0x0A ? UInt8(0x0A) : 0x20 }
        return String(decoding: head, as: UTF8.self)
          + source.text(SourceSpan(token.end, UInt32(clamping: source.utf8.count)))
      default: break
      }
    }
    return nil
  }
}
