import CDQSyntax

/// Translates the operators and functions of SQL in a part of a query: `c.name LIKE 'O%' AND area IS NOT NULL` becomes
/// `name BEGINSWITH 'O' AND area != nil`.
struct ForeignCondition {
  private let source: SourceText
  private let tokens: [Token]
  private let qualifiers: [String: String]
  private let prefix: (String) -> String?
  private var position = 0
  /// The translated words, and whether a space stands before each.
  private var words: [(text: String, hasSpace: Bool)] = []
  /// The index in `words` of the operand that an operator refers to.
  private var operand = 0
  private var isCondition = true

  /// - Parameters:
  ///   - qualifiers: What is written for a name before a dot; nothing if it is empty.
  ///   - prefix: The path to the object that has a property; nil for one of the entity itself.
  init(source: SourceText, tokens: [Token], qualifiers: [String: String], prefix: @escaping (String) -> String?) {
    self.prefix = prefix
    self.source = source
    self.tokens = tokens
    self.qualifiers = qualifiers
  }

  /// The translation of all tokens.
  ///
  /// - Parameters:
  ///   - isSort: Whether the tokens are the keys of a sort, in which `DESC` and such are keywords.
  ///   - isCondition: Whether the tokens are a condition, in which `||` may stand for OR.
  func text(isSort: Bool, isCondition: Bool = true) -> String {
    var copy = self
    copy.isCondition = isCondition
    while copy.position < tokens.count { copy.step(isSort) }
    var result = ""
    for (index, word) in copy.words.enumerated() { result += (index > 0 && word.hasSpace ? " " : "") + word.text }
    return result
  }

  private func upper(_ offset: Int) -> String {
    let index = position + offset
    guard index < tokens.count else { return "" }
    return source.text(tokens[index].span).uppercased()
  }

  private func kind(_ offset: Int) -> TokenKind {
    tokens.indices.contains(position + offset) ? tokens[position + offset].kind : .endOfText
  }

  private var hasSpace: Bool {
    position == 0
      || (tokens[position].start > tokens[position - 1].end
        && ![.comma, .rightParenthesis].contains(tokens[position].kind))
  }

  private mutating func write(_ text: String, consuming count: Int = 1, hasSpace: Bool? = nil) {
    words.append((text, hasSpace ?? self.hasSpace))
    position += count
  }

  private static let functions = [
    "UPPER": "uppercase", "UCASE": "uppercase", "LOWER": "lowercase", "LCASE": "lowercase", "LENGTH": "length",
    "LEN": "length", "CHAR_LENGTH": "length", "TRIM": "trimmed", "COUNT": "count", "SUM": "sum", "AVG": "average",
    "MIN": "min", "MAX": "max", "CEILING": "ceiling", "NOW": "now",
  ]

  private mutating func step(_ isSort: Bool) {
    let isNegated = upper(0) == "NOT"
    switch upper(0) {
    case "IS" where upper(1) == "NULL": return write("== nil", consuming: 2)
    case "IS" where upper(1) == "NOT" && upper(2) == "NULL": return write("!= nil", consuming: 3)
    case "AND", "OR":
      write(upper(0))
      operand = words.count
      return
    case "NOT" where upper(1) == "LIKE" || upper(1) == "IN" || upper(1) == "BETWEEN", "LIKE", "ILIKE", "BETWEEN", "IN":
      if isNegated {
        words.insert(("NOT", words.indices.contains(operand) ? words[operand].hasSpace : true), at: operand)
        if words.indices.contains(operand + 1) { words[operand + 1].hasSpace = true }
        position += 1
      }
      return membership()
    case "AS" where kind(0) == .word: return write("as")
    case "ASC" where isSort, "DESC" where isSort, "NULLS" where isSort, "FIRST" where isSort, "LAST" where isSort:
      return write(upper(0).lowercased())
    case "COUNT" where kind(1) == .leftParenthesis && kind(2) == .star: return write("count()", consuming: 4)
    default: break
    }
    if kind(0) == .word, kind(1) == .dot, let path = qualifiers[source.text(tokens[position].span)] {
      let space = hasSpace
      position += 2
      let start = path.isEmpty ? "" : path + "."
      if position < tokens.count { write(start + source.text(tokens[position].span), hasSpace: space) }
      return
    }
    if kind(0) == .word, kind(1) != .dot, kind(1) != .leftParenthesis,
      position == 0 || tokens[position - 1].kind != .dot,
      let path = prefix(source.text(tokens[position].span))
    {
      return write("\(path).\(source.text(tokens[position].span))")
    }
    if kind(0) == .doubleBar, !isCondition || isBesideText { return write("+") }
    if kind(0) == .word, kind(1) == .leftParenthesis, let (text, count) = call() { return write(text, consuming: count) }
    if kind(0) == .word, kind(1) == .leftParenthesis, let function = ForeignCondition.functions[upper(0)] {
      return write(function)
    }
    if kind(0) == .leftParenthesis { operand = words.count + 1 }
    write(source.text(tokens[position].span))
  }

  /// Whether `||` joins a literal with what is on its other side: `first || ' ' || last`.
  private var isBesideText: Bool {
    (kind(1) == .string && kind(2) == .doubleBar) || (kind(-1) == .string && kind(-2) == .doubleBar)
  }

  /// A call that has another form in the language, such as `left(name, 3)`, and the number of its tokens.
  private func call() -> (text: String, count: Int)? {
    var arguments: [String] = []
    var (depth, start) = (0, position + 2)
    for index in (position + 1)..<tokens.count {
      switch tokens[index].kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      default: break
      }
      guard depth == 0 || (depth == 1 && tokens[index].kind == .comma) else { continue }
      arguments.append(argument(start..<index))
      start = index + 1
      guard depth == 0 else { continue }
      let name = source.text(tokens[position].span)
      return ForeignCall.translation(of: name, arguments).map { ($0, index + 1 - position) }
    }
    return nil
  }

  private func argument(_ range: Range<Int>) -> String {
    ForeignCondition(source: source, tokens: Array(tokens[range]), qualifiers: qualifiers, prefix: prefix)
      .text(isSort: false, isCondition: false)
  }

  /// `LIKE 'O%'`, `IN (1, 2)` and `BETWEEN 1 AND 2`
  private mutating func membership() {
    switch upper(0) {
    case "BETWEEN":
      write("BETWEEN")
      // `{`, both bounds, `}`: the language writes them as a list.
      guard let and = bound(from: position), let end = boundEnd(from: and + 1) else { return }
      let low = text(position..<and)
      let high = text((and + 1)..<end)
      words.append(("{\(low), \(high)}", true))
      position = end
    case "IN" where kind(1) == .leftParenthesis:
      write("IN")
      guard let close = tokens[position...].firstIndex(where: { $0.kind == .rightParenthesis }) else { return }
      words.append(("{\(text((position + 1)..<close))}", true))
      position = close + 1
    case "LIKE", "ILIKE":
      let option = upper(0) == "ILIKE" ? "[c]" : ""
      guard kind(1) == .string else { return write("LIKE" + option) }
      let pattern = source.text(tokens[position + 1].span)
      let (name, text) = ForeignCondition.like(pattern)
      words.append(("\(name)\(option)", true))
      words.append((text, true))
      position += 2
    default: write(upper(0))
    }
  }

  private func text(_ range: Range<Int>) -> String {
    range.enumerated().map { offset, index in
      let gap = offset > 0 && tokens[index].start > tokens[index - 1].end ? " " : ""
      return gap + source.text(tokens[index].span)
    }.joined()
  }

  /// The `AND` between the bounds of a BETWEEN.
  private func bound(from start: Int) -> Int? {
    (start..<tokens.count).first { source.text(tokens[$0].span).uppercased() == "AND" }
  }

  /// The end of the upper bound: the next connective or closing bracket, or the end.
  private func boundEnd(from start: Int) -> Int? {
    guard start <= tokens.count else { return nil }
    return (start..<tokens.count).first { index in
      ["AND", "OR"].contains(source.text(tokens[index].span).uppercased()) || tokens[index].kind == .rightParenthesis
    } ?? tokens.count
  }

  /// The operator and the pattern for SQL's pattern in quotation marks, where `%` is any text and `_` any character.
  private static func like(_ quoted: String) -> (name: String, text: String) {
    let quote = String(quoted.prefix(1))
    let pattern = quoted.dropFirst().dropLast()
    let isOpen = (start: pattern.hasPrefix("%"), end: pattern.count > 1 && pattern.hasSuffix("%"))
    let inner = pattern.dropFirst(isOpen.start ? 1 : 0).dropLast(isOpen.end ? 1 : 0)
    if !inner.isEmpty, !inner.contains("%"), !inner.contains("_"), isOpen.start || isOpen.end {
      let name = isOpen.start ? (isOpen.end ? "CONTAINS" : "ENDSWITH") : "BEGINSWITH"
      return (name, quote + inner + quote)
    }
    let wildcards = String(pattern.map { $0 == "%" ? "*" : $0 == "_" ? "?" : $0 })
    return ("LIKE", quote + wildcards + quote)
  }
}
