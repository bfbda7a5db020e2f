/// Reads calls, closures and literals of Swift in a short text, from left to right.
struct CallReader {
  struct Argument {
    var label: String?
    var value: String
  }

  /// A closure with its body, from which the name of its parameter is removed: `name == "x"` of `{ $0.name == "x" }`.
  struct Closure {
    var body: String
    /// The type of the parameter, where it is written.
    var type: String?
    /// The text in the braces; nil for a closure of another language.
    var swift: String?
    /// The sort key of a closure that compares two elements, with `desc` for the reverse order; nil for another body.
    var sides: String?
  }

  private var text: [Character]
  private var index = 0

  init(_ text: String) { self.text = Array(text) }

  /// Whether nothing follows, or the end of `guard let x = … else { return }`.
  var isAtEnd: Bool {
    rest.isEmpty || rest.allSatisfy { $0 == ";" } || rest.hasPrefix("else {") || rest.hasPrefix("else{")
  }

  /// The text that is not read yet.
  var rest: String { String(text[index...]).trimmed }

  private func at(_ character: Character) -> Bool { index < text.count && text[index] == character }

  private mutating func skipSpace() {
    while index < text.count, text[index].isWhitespace { index += 1 }
  }

  /// Moves to the end of the first occurrence of a word outside of strings; false when there is none.
  mutating func skip(to word: String) -> Bool {
    let wanted = Array(word)
    var position = index
    while position < text.count {
      if text[position] == "\"" {
        position = stringEnd(position)
        continue
      }
      if text[position...].starts(with: wanted), position == 0 || !CallReader.isWord(text[position - 1]),
        position + wanted.count == text.count || !CallReader.isWord(text[position + wanted.count])
      {
        index = position + wanted.count
        return true
      }
      position += 1
    }
    return false
  }

  /// Removes the block at the end of `if let x = … { … }`.
  mutating func skipBlock() {
    guard ["if let ", "while let ", "if var "].contains(where: { rest.hasPrefix($0) }), text.last == "}",
      let start = text.indices.last(where: { text[$0] == "{" && closing($0) == text.count - 1 })
    else { return }
    text.removeSubrange(start...)
  }

  /// Skips `let x: T =, `return`, `try`, and `if` and `guard` before a binding.
  mutating func skipAssignment() {
    skipSpace()
    while let word = word() {
      if ["if", "guard", "while"].contains(word), rest.hasPrefix("let ") || rest.hasPrefix("var ") { continue }
      if ["try", "await", "return", "self"].contains(word) {
        if at(".") || at("?") || at("!") { index += 1 }
        continue
      }
      guard ["let", "var"].contains(word) else {
        index -= word.count
        return
      }
      guard let equal = text[index...].firstIndex(of: "=") else { return }
      index = equal + 1
    }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The word that comes next.
  mutating func word() -> String? {
    skipSpace()
    let start = index
    while index < text.count, CallReader.isWord(text[index]) { index += 1 }
    return index > start ? String(text[start..<index]) : nil
  }

  /// The word that comes next, with `#` before it.
  mutating func anyWord() -> String? {
    skipSpace()
    guard at("#") else { return word() }
    index += 1
    return word().map { "#" + $0 }
  }

  /// The first word after the signs that a text begins with.
  static func firstWord(of text: String) -> String? {
    let rest = text.drop { !$0.isLetter && !"[{(\"#\\.".contains($0) }
    let word = rest.prefix(while: isWord)
    return word.isEmpty ? nil : String(word)
  }

  /// The parts of a text between commas, up to a bracket that closes what began before.
  static func items(_ text: String) -> [String] {
    var reader = CallReader("(" + text + ")")
    return (reader.list() ?? []).map { ($0.label.map { "\($0): " } ?? "") + $0.value }
  }

  /// The key of a sort descriptor with the arguments, with `desc` for the reverse order; nil for one without a property.
  static func sortKey(_ arguments: [Argument]) -> String? {
    guard let first = arguments.first, first.value.hasPrefix("\\") || first.value.hasPrefix("#keyPath(") || string(first.value) != nil
    else { return nil }
    let isReverse = arguments.contains {
      $0.value.hasSuffix("reverse") || ($0.label == "ascending" && $0.value == "false")
    }
    return keyPath(first.value) + (isReverse ? " desc" : "")
  }

  /// Skips parentheses that close what began before.
  mutating func skipClosing() {
    while index < text.count, text[index] == ")" || text[index].isWhitespace { index += 1 }
  }

  /// `.name`
  mutating func member() -> String? {
    skipSpace()
    if at("?") || at("!") { index += 1 }
    guard at(".") else { return nil }
    index += 1
    return word()
  }

  /// `<Name>`
  mutating func generic() -> String? {
    guard at("<"), let end = text[index...].firstIndex(of: ">") else { return nil }
    defer { index = end + 1 }
    return String(text[(index + 1)..<end]).trimmed
  }

  /// `[Name]` at the start of a text.
  mutating func arrayType() -> String? {
    skipSpace()
    guard at("["), let end = text[index...].firstIndex(of: "]"), text[(index + 1)..<end].allSatisfy(CallReader.isWord)
    else { return nil }
    defer { index = end + 1 }
    return String(text[(index + 1)..<end])
  }

  /// `[0]`
  mutating func subscriptIndex() -> String? {
    guard at("["), let end = text[index...].firstIndex(of: "]") else { return nil }
    let inner = String(text[(index + 1)..<end])
    guard Int(inner) != nil else { return nil }
    index = end + 1
    return inner
  }

  /// The arguments in the parentheses that come next; nil when there are none.
  mutating func list() -> [Argument]? {
    guard at("("), let close = closing(index) else { return nil }
    var arguments: [Argument] = []
    var start = index + 1
    var position = start
    func end(_ end: Int) {
      let value = String(text[start..<end]).trimmed
      guard !value.isEmpty else { return }
      let label = value.prefix { CallReader.isWord($0) }
      let rest = value.dropFirst(label.count)
      arguments.append(
        rest.hasPrefix(":") && !label.isEmpty
          ? Argument(label: String(label), value: String(rest.dropFirst()).trimmed) : Argument(label: nil, value: value)
      )
    }
    while position < close {
      if text[position] == "," {
        end(position)
        start = position + 1
      }
      position = next(position)
    }
    end(close)
    index = close + 1
    return arguments
  }

  /// The closure in the braces that come next; nil when there is none.
  mutating func closure() -> Closure? {
    let start = index
    skipSpace()
    guard at("{"), let close = closing(index) else {
      index = start
      return nil
    }
    defer { index = close + 1 }
    return CallReader.closure(String(text[(index + 1)..<close]).trimmed)
  }

  /// The closure that the text is.
  var parsedClosure: Closure? {
    var copy = self
    return copy.closure()
  }

  private static func closure(_ text: String) -> Closure {
    var (body, names, type) = (text, ["$0"], nil as String?)
    var reader = CallReader(text)
    // `{ |c| c.population > 5 }`
    if reader.at("|"), let bar = text.dropFirst().firstIndex(of: "|") {
      let name = String(text[text.index(after: text.startIndex)..<bar]).trimmed
      return Closure(body: String(text[text.index(after: bar)...]).trimmed.without(name))
    }
    if reader.at("("), let parameters = reader.list(), let first = parameters.first, reader.rest.hasPrefix("in ") {
      names = parameters.map { $0.label ?? $0.value }
      type = first.label == nil ? nil : first.value
      body = String(reader.rest.dropFirst(3)).trimmed
    } else if let name = reader.word(), reader.rest.hasPrefix("in ") || reader.rest.hasPrefix(",") {
      names = [name]
      if let start = text.firstRange(of: " in ") { body = String(text[start.upperBound...]).trimmed }
      if reader.at(","), let second = reader.secondName { names.append(second) }
    }
    if body.hasPrefix("return ") { body = String(body.dropFirst(7)).trimmed }
    var result = Closure(body: body.without(names[0]), type: type, swift: text)
    let other = names.count > 1 ? names[1] : "$1"
    for (sign, isReverse) in [("<", false), (">", true)] {
      let sides = body.split(separator: sign, maxSplits: 1).map { String($0).trimmed }
      guard sides.count == 2 else { continue }
      let isExchanged = sides[0].hasPrefix(other + ".")
      let key = isExchanged ? sides[0].without(other) : sides[0].without(names[0])
      guard isExchanged ? sides[1].without(names[0]) == key : sides[1].without(other) == key else { continue }
      result.sides = key + (isReverse != isExchanged ? " desc" : "")
    }
    return result
  }

  /// A closure of another language, such as `c => c.population > 5`, `lambda c: c.population > 5`.
  static func arrow(_ text: String) -> Closure? {
    var reader = CallReader(text)
    guard var name = reader.word() else { return nil }
    if name == "lambda" {
      name = reader.word() ?? ""
      guard reader.at(":") else { return nil }
      reader.index += 1
    } else {
      guard reader.rest.hasPrefix("=>") || reader.rest.hasPrefix("->") else { return nil }
      reader.skipSpace()
      reader.index += 2
    }
    return Closure(body: reader.rest.without(name))
  }

  /// The words of Django after a property, with the operators that they are.
  private static let lookups = [
    "icontains": "CONTAINS[c]", "contains": "CONTAINS", "startswith": "BEGINSWITH", "istartswith": "BEGINSWITH[c]",
    "endswith": "ENDSWITH", "iendswith": "ENDSWITH[c]", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "exact": "==",
    "iexact": "==[c]",
  ]

  /// The condition of a named argument: `name CONTAINS[c] "bob"` for `name__icontains="bob"`.
  static func lookup(_ text: String) -> String? {
    var reader = CallReader(text)
    guard let word = reader.word(), let sign = word.firstRange(of: "__"), reader.at("="),
      reader.rest.dropFirst().first != "=",
      let operation = lookups[String(word[sign.upperBound...])]
    else { return nil }
    return "\(word[..<sign.lowerBound]) \(operation) \(reader.rest.dropFirst())"
  }

  private var secondName: String? {
    var copy = self
    copy.index += 1
    return copy.word()
  }

  // MARK: Literals

  /// The contents of a string literal; nil for another text.
  static func string(_ text: String) -> String? {
    let text = text.hasPrefix("@\"") ? String(text.dropFirst()) : text
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
    return String(text.dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }

  /// A key path as the language writes it: `name` for `\.name`, `\City.name`, `"name"` and `#keyPath(City.name)`.
  static func keyPath(_ text: String) -> String {
    if let string = string(text) { return string }
    var path = text
    if path.hasPrefix("#keyPath("), path.hasSuffix(")") { path = String(path.dropFirst(9).dropLast()) }
    let isTyped = path.hasPrefix("\\") && !path.hasPrefix("\\.") || text.hasPrefix("#keyPath(")
    if path.hasPrefix("\\") { path.removeFirst() }
    if path.hasPrefix(".") { path.removeFirst() }
    if isTyped, let dot = path.firstIndex(of: "."), path.first?.isUppercase == true {
      path = String(path[path.index(after: dot)...])
    }
    return path
  }

  /// The index after the string that starts at a quotation mark.
  private func stringEnd(_ start: Int) -> Int {
    var position = start + 1
    while position < text.count, text[position] != "\"" { position += text[position] == "\\" ? 2 : 1 }
    return min(text.count, position + 1)
  }

  /// The index after a character, a string, or brackets with what is in them.
  private func next(_ position: Int) -> Int {
    switch text[position] {
    case "\"": stringEnd(position)
    case "(", "[", "{": closing(position).map { $0 + 1 } ?? text.count
    default: position + 1
    }
  }

  /// The index of the bracket that closes the one at an index.
  private func closing(_ start: Int) -> Int? {
    var (position, depth) = (start, 0)
    while position < text.count {
      switch text[position] {
      case "\"":
        position = stringEnd(position)
        continue
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
      position += 1
    }
    return nil
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// The text without a name and a dot before the members of the name, outside of strings.
  fileprivate func without(_ name: String) -> String {
    var result = ""
    var isString = false
    var rest = self[...]
    while let character = rest.first {
      if !isString, rest.hasPrefix(name + "."),
        result.last.map({ !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }) ?? true
      {
        rest = rest.dropFirst(name.count + 1)
        continue
      }
      if character == "\"", result.last != "\\" { isString.toggle() }
      result.append(character)
      rest = rest.dropFirst()
    }
    return result
  }
}
