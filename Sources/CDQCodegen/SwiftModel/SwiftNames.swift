/// How names of a schema become names of generated Swift.
package enum SwiftNames {
  /// Words that Swift reads as keywords where a name is declared or used.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "yield", "_",
  ]

  /// Whether a type of that name is none that could be named again.
  static func isOfSwiftItself(_ name: String) -> Bool {
    ["Any", "Self", "Type", "Protocol"].contains(name)
  }

  /// Whether a case of that name stands in the way of what an enum with raw values and `allCases` has.
  static func isOfEnumsThemselves(_ name: String) -> Bool {
    ["RawValue", "AllCases", "allCases", "rawValue", "Type", "Protocol", "Self"].contains(name)
  }

  /// By the first byte of a word, the lengths of reserved words that start so, a bit each: few names need a hash.
  private static let reservedLengths: [UInt32] = {
    var lengths = [UInt32](repeating: 0, count: 128)
    for word in reserved {
      if let first = word.utf8.first { lengths[Int(first)] |= 1 << UInt32(word.utf8.count) }
    }
    return lengths
  }()

  /// The name, in back ticks where Swift would read a keyword.
  package static func quoted(_ name: String) -> String {
    guard let first = name.utf8.first, first < 0x80, name.utf8.count < 32 else { return name }
    guard reservedLengths[Int(first)] >> UInt32(name.utf8.count) & 1 == 1 else { return name }
    return reserved.contains(name) ? "`\(name)`" : name
  }

  /// The name as a parameter's label, which may be any word but a few.
  package static func label(_ name: String) -> String {
    switch name {
    case "var", "let": "`\(name)`"
    default: argumentLabel(name)
    }
  }

  /// The name as an argument's label, where Swift warns of back ticks that it does not need.
  package static func argumentLabel(_ name: String) -> String {
    switch name {
    case "inout", "_": "`\(name)`"
    default: name
    }
  }

  /// Whether the name can be a local variable, in back ticks where needed.
  package static func isPlainName(_ name: String) -> Bool {
    switch name {
    case "self", "Self", "Type", "Protocol", "_", "super": false
    default: true
    }
  }

  /// The name behind a dot, where few words need back ticks.
  package static func quotedMember(_ name: String) -> String {
    switch name {
    case "init", "self", "Type", "Protocol", "Self": "`\(name)`"
    default: name
    }
  }

  /// `country.name` as `countryName`.
  package static func camelCase(_ path: String) -> String {
    let words: [String]
    if isASCII(path) {
      words = path.utf8.split { !isWord($0) }.map { String(Substring($0)) }
    } else {
      words = path.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }).map(String.init)
    }
    guard let first = words.first else { return "value" }
    return words.count == 1 ? lowerFirst(first) : lowerFirst(first) + words.dropFirst().map(upperFirst).joined()
  }

  /// Most names are; what letters they have can be found out without the tables of Unicode.
  private static func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLower(byte) || isLower(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// The member of `Schema` for a module: `my_lib`, which SwiftPM makes of `my-lib`, as `myLib`.
  package static func schemaName(ofModule module: String) -> String {
    // What replaces a digit at the start stays.
    let start = String(module.prefix { $0 == "_" })
    let name = camelCase(module.split(separator: "_").joined(separator: "."))
    return start + (start.isEmpty ? name : upperFirst(name))
  }

  /// `a` or `an`, by the first letter.
  package static func article(_ noun: String, isUpper: Bool = false) -> String {
    let isVowel = noun.first.map { "aeiouAEIOU".contains($0) } ?? false
    return (isUpper ? "A" : "a") + (isVowel ? "n" : "")
  }

  /// An English plural that is good enough for the name of a local variable.
  package static func plural(_ noun: String) -> String {
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    let takesES = ["s", "x", "z", "ch", "sh"].contains { noun.hasSuffix($0) }
    return noun + (takesES ? "es" : "s")
  }

  /// The text with an upper-case first letter.
  package static func upperFirst(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The text with a lower-case start; a leading run of capitals is lowered together (`URLItem` gives `urlItem`).
  package static func lowerFirst(_ text: String) -> String {
    if isASCII(text) {
      var bytes = Array(text.utf8)
      var count = 0
      while count < bytes.count, !isLower(bytes[count]), isLower(bytes[count] | 0x20) { count += 1 }
      if count > 1, count < bytes.count, isLower(bytes[count]) { count -= 1 }
      for index in 0..<count { bytes[index] |= 0x20 }
      return String(decoding: bytes, as: UTF8.self)
    }
    let characters = Array(text)
    var count = 0
    while count < characters.count, characters[count].isUppercase { count += 1 }
    if count > 1, count < characters.count, characters[count].isLowercase { count -= 1 }
    return String(characters.prefix(count)).lowercased() + String(characters.dropFirst(count))
  }
}

/// Gives out names that are different from each other within one function.
package struct SwiftNameScope: Sendable {
  /// Names that were taken before; apart from the others, as many functions start with the same ones.
  private let reserved: Set<String>
  private var taken: Set<String> = []
  /// The number to try next behind a name that was asked for again.
  private var next: [String: Int] = [:]

  package init(reserving names: some Sequence<String> = []) {
    reserved = Set(names)
  }

  /// `base`, or `base2`, `base3` … when it is taken.
  package mutating func unique(_ base: String) -> String {
    if take(base) { return base }
    var number = next[base] ?? 2
    while !take("\(base)\(number)") { number += 1 }
    next[base] = number + 1
    return "\(base)\(number)"
  }

  /// False for a name that is taken.
  private mutating func take(_ name: String) -> Bool {
    // As many as most functions have.
    if taken.isEmpty { taken.reserveCapacity(12) }
    return !reserved.contains(name) && taken.insert(name).inserted
  }
}
