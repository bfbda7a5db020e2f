import CDQJSON

/// The roles of a text's tokens as its syntax tree gives them: which words are names, where declarations begin, and how
/// each token is spelt in canonical text.
final class TokenRoles {
  /// A set of roles that a token has in addition to its kind.
  struct Role: Hashable {
    private var rawValue: UInt16

    init(_ rawValue: UInt16) { self.rawValue = rawValue }

    func contains(_ other: Role) -> Bool { rawValue & other.rawValue != 0 }
    mutating func insert(_ other: Role) { rawValue |= other.rawValue }

    static let none = Role(0)
    /// A word used as a name, or a part of the name of a function.
    static let name = Role(1)
    /// `-x`, not `a - b`
    static let prefixOperator = Role(2)
    /// The dot of `.high`
    static let enumCaseDot = Role(4)
    /// The opening brace of a list of values.
    static let aggregate = Role(8)
    /// The opening bracket of the options of a sort key.
    static let sortOptions = Role(16)
    /// A part of a selector after its first word, written without a space: `by` in `multiply:by:`.
    static let selectorPart = Role(32)
    /// The first token of a declaration.
    static let declaration = Role(64)
    /// The first token of a member of an entity or mapping.
    static let member = Role(128)
    /// The opening brace of a shape.
    static let shape = Role(256)
  }

  let source: SourceText
  /// All tokens except `endOfText`.
  let tokens: [Token]
  private(set) var roles: [Role]
  /// The canonical spelling of each token.
  private(set) var texts: [String] = []
  private var spellings: [Int: String] = [:]

  init(_ source: SourceText, _ tokens: [Token]) {
    self.source = source
    self.tokens = Array(tokens.dropLast())
    roles = Array(repeating: .none, count: tokens.count - 1)
  }

  func read(_ tree: SourceFormatter.Tree) {
    let walk = RoleWalk(self)
    switch tree {
    case .document(let document): walk.read(document)
    case .query(let query): walk.read(query)
    case .predicate(let predicate): walk.read(predicate)
    }
    texts.reserveCapacity(tokens.count)
    for index in tokens.indices { texts.append(spelling(index)) }
  }

  func has(_ index: Int, _ role: Role) -> Bool { roles[index].contains(role) }

  /// The keyword that a word is at this place; `.none` for names and other tokens.
  func keyword(_ index: Int) -> Keyword {
    guard tokens.indices.contains(index), tokens[index].kind == .word, !has(index, .name) else { return .none }
    return tokens[index].keyword
  }

  // MARK: Marking

  /// Index of the token that starts at an offset.
  func index(at offset: UInt32) -> Int? {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count && tokens[low].start == offset ? low : nil
  }

  func mark(_ offset: UInt32, _ role: Role) {
    if let index = index(at: offset) { roles[index].insert(role) }
  }

  func respell(_ offset: UInt32, _ text: String) {
    if let index = index(at: offset) { spellings[index] = text }
  }

  /// Marks the word of a name, or all tokens of a function name such as `multiply:by:`.
  func markName(_ name: Identifier) {
    guard var index = index(at: name.span.start) else { return }
    roles[index].insert(.name)
    if tokens[index].end == name.span.end {
      switch tokens[index].kind {
      case .word: spellings[index] = name.text
      case .escapedWord: spellings[index] = needsEscape(index, name.text) ? "#\(name.text)" : name.text
      default: break
      }
      return
    }
    while index + 1 < tokens.count, tokens[index + 1].start < name.span.end {
      index += 1
      roles[index].insert(.name)
      roles[index].insert(.selectorPart)
    }
  }

  /// Whether a name keeps its `#`. It is dropped where the unescaped word cannot be read as a keyword.
  private func needsEscape(_ index: Int, _ text: String) -> Bool {
    let keyword = KeywordTable.shared.keyword(of: text)
    if keyword == .none { return false }
    let isMember = index > 0 && tokens[index - 1].kind == .dot
    switch keyword {
    case .query, .entity, .enumWord, .abstract, .mapping, .schema: return true
    default: return !isMember
    }
  }

  func markOptions(_ options: OptionsNode, isSort: Bool) {
    guard let index = index(at: options.span.start) else { return }
    if isSort { roles[index].insert(.sortOptions) }
    spellings[index + 1] = String(options.dumpText.dropFirst().dropLast())
  }

  // MARK: Spelling

  private func spelling(_ index: Int) -> String {
    if let known = spellings[index] { return known }
    let token = tokens[index]
    switch token.kind {
    case .word: return has(index, .name) ? source.text(token.span) : wordSpelling(index)
    case .bang: return "NOT"
    case .doubleAmpersand: return "AND"
    case .doubleBar: return "OR"
    case .string:
      let bytes = Array(source.utf8[Int(token.start)..<Int(token.end)])
      return String(decoding: StringLiteral.requoted(bytes), as: UTF8.self)
    default: return source.text(token.span)
    }
  }

  private func wordSpelling(_ index: Int) -> String {
    let keyword = tokens[index].keyword
    switch keyword {
    case .none: return source.text(tokens[index].span)
    case .nilWord: return "NULL"
    case .yes: return "TRUE"
    case .no: return "FALSE"
    // cdq writes `nulls first` and `first City` in lower case; Apple writes `[FIRST]`.
    case .first, .last, .size:
      let isIndex = index > 0 && tokens[index - 1].kind == .leftBracket
      return isIndex ? keyword.spelling : keyword.spelling.lowercased()
    case .in:
      let isChoice = index > 1 && tokens[index - 1].kind == .variable && self.keyword(index - 2) == .sort
      return isChoice || isOptionalChoice(index) ? "in" : "IN"
    default: return keyword.spelling
    }
  }

  /// True for the `in` of `sort $order? in (…)`.
  private func isOptionalChoice(_ index: Int) -> Bool {
    index > 2 && tokens[index - 1].kind == .question && tokens[index - 2].kind == .variable
      && keyword(index - 3) == .sort
  }
}
