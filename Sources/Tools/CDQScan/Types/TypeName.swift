import CDQSyntax

/// A type as a source writes it, such as `[Town]?`.
package struct TypeName: Hashable, Sendable {
  /// The type without `?`; empty when it is not known.
  package var name: String
  package var isOptional = false
  /// Whether it is written with `!`, so that a use unwraps it.
  package var isImplicit = false

  init(_ name: String, isOptional: Bool = false) {
    self.name = name
    self.isOptional = isOptional
  }

  static let unknown = TypeName("")

  /// `Tag` of `[Tag]`, `Set<Tag>` or `List<Tag>`; nil for any other type.
  var element: String? {
    if name.hasPrefix("["), name.hasSuffix("]"), !name.contains(":") { return String(name.dropFirst().dropLast()) }
    for prefix in TypeName.collections where name.hasPrefix(prefix) && name.hasSuffix(">") {
      return String(name.dropFirst(prefix.count).dropLast())
    }
    return nil
  }

  /// Generic types of a collection of one type; those from `List` on are Realm's.
  private static let collections = [
    "Array<", "Set<", "ContiguousArray<", "List<", "MutableSet<", "LinkingObjects<", "RLMArray<", "Results<",
  ]

  /// The name without the types around it and without generic arguments: `Kind` of `Town.Kind`.
  var last: String {
    let plain = name.prefix { $0 != "<" }
    return plain.split(separator: ".").last.map(String.init) ?? String(plain)
  }
}

extension CodeFile {
  /// Reads the type at a token.
  ///
  /// - Returns: the type, unknown for one that is not read, and the index after it.
  func typeName(at start: Int) -> (type: TypeName, end: Int) {
    var next = start
    while next < start + 4, next < tokens.count {
      guard kind(next) == .at || isModifier(next), !holds(next + 1, ",") else { break }
      next += 1
    }
    let first = next
    if kind(next) == .open, byte(next) != UInt8(ascii: "{") {
      next = after(next)
    } else {
      while isWord(next) {
        next += 1
        if holds(next, "<") { next = genericEnd(next) }
        guard holds(next, "."), isWord(next + 1) else { break }
        next += 1
      }
    }
    guard next > first, next <= tokens.count else { return (.unknown, max(start, min(next, tokens.count))) }
    let name = spelling(first..<next)
    let isImplicit = holds(next, "!")
    var isOptional = false
    while holds(next, "?") || holds(next, "!") || holds(next, "??") { (next, isOptional) = (next + 1, true) }
    // A function, or a type of several protocols.
    if holds(next, "->") || holds(next, "&") || holds(next, "throws") || holds(next, "async") { return (.unknown, next) }
    if name.utf8.count > 9, name.hasPrefix("Optional<"), name.hasSuffix(">") {
      return (TypeName(String(name.dropFirst(9).dropLast()), isOptional: true), next)
    }
    var type = TypeName(name, isOptional: isOptional)
    type.isImplicit = isImplicit
    return (type, next)
  }

  /// Whether a token is a word before a type, such as `any`.
  private func isModifier(_ index: Int) -> Bool {
    holds(index, "any") || holds(index, "some") || holds(index, "inout") || holds(index, "borrowing")
      || holds(index, "consuming") || holds(index, "sending")
  }

  /// The text of a type without spaces.
  private func spelling(_ range: Range<Int>) -> String {
    let span = span(range)
    let bytes = source.utf8[Int(span.start)..<Int(span.end)]
    if range.count == 1 { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
  }

  /// The index after the `>` that closes the `<` at an index; the index itself when these are signs of comparison.
  func genericEnd(_ start: Int) -> Int {
    var level = 0
    var next = start
    while next < min(tokens.count, start + 48) {
      if holds(next, "<") { level += 1 }
      if holds(next, ">") {
        level -= 1
        if level == 0 { return next + 1 }
      }
      if kind(next) == .close || byte(next) == UInt8(ascii: "{") { return start }
      next = after(next)
    }
    return start
  }

  /// The type of a literal, or of the call of an initializer; unknown for any other value.
  func literalType(at index: Int) -> TypeName {
    switch kind(index) {
    case .string: return TypeName("String")
    case .number: return TypeName(CodeFile.isFraction(text(index)) ? "Double" : "Int")
    case .word:
      if holds(index, "true") || holds(index, "false") { return TypeName("Bool") }
      let name = text(index)
      guard name.isCapitalized else { return .unknown }
      if name == "Date", holds(index + 1, ".") { return TypeName(name) }
      let end = holds(index + 1, "<") ? genericEnd(index + 1) : index + 1
      guard kind(end) == .open, byte(end) == UInt8(ascii: "(") else { return .unknown }
      // `LinkingObjects(fromType: Person.self, property: "dogs")`
      if let argument = argument("fromType", of: end), let first = argument.value.first, isWord(first) {
        return TypeName("\(name)<\(text(first))>")
      }
      return TypeName(spelling(index..<end))
    case .open where byte(index) == UInt8(ascii: "["):
      // `[Town]()`
      let end = after(index)
      return byte(end) == UInt8(ascii: "(") ? TypeName(spelling(index..<end)) : .unknown
    case .open, .close, .hash, .at, .mark, nil: return .unknown
    }
  }

  /// Whether a number's literal has a fraction or an exponent.
  static func isFraction(_ digits: String) -> Bool {
    if digits.hasPrefix("0x") || digits.hasPrefix("0b") || digits.hasPrefix("0o") { return false }
    return digits.contains(".") || digits.contains("e") || digits.contains("E")
  }
}

extension StringProtocol {
  /// Whether the first letter is an upper-case one, as in names of types.
  var isCapitalized: Bool {
    guard let first = utf8.first else { return false }
    // Names of other scripts are few, and looking a character up takes long.
    if first < 0x80 { return first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z") }
    return self.first?.isUppercase ?? false
  }
}
