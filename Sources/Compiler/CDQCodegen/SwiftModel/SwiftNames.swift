/// Conversions from names of a schema to names in generated Swift.
package enum SwiftNames {
  /// Words that Swift reads as keywords in declarations or expressions.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "yield", "_",
  ]

  /// Whether Swift reserves the name of a type in such a way that even back ticks do not allow it.
  static func isOfSwiftItself(_ name: String) -> Bool {
    ["Any", "Self", "Type", "Protocol"].contains(name)
  }

  /// Whether a case of that name conflicts with a member of enums with raw values and `allCases`.
  static func isOfEnumsThemselves(_ name: String) -> Bool {
    ["RawValue", "AllCases", "allCases", "rawValue", "Type", "Protocol", "Self"].contains(name)
  }

  /// For each first byte, the lengths of the reserved words that begin with it, as bits: for `d` the bits 2 (`do`), 5
  /// (`defer`), 6 (`deinit`) and 7 (`default`). Few other names pass, so few need the lookup in the set.
  private static let reservedLengths: [UInt32] = {
    var lengths = [UInt32](repeating: 0, count: 128)
    for word in reserved {
      if let first = word.utf8.first { lengths[Int(first)] |= 1 << UInt32(word.utf8.count) }
    }
    return lengths
  }()

  /// The name, in back ticks where Swift would read it as a keyword.
  package static func quoted(_ name: String) -> String {
    guard let first = name.utf8.first, first < 0x80, name.utf8.count < 32 else { return name }
    guard reservedLengths[Int(first)] >> UInt32(name.utf8.count) & 1 == 1 else { return name }
    return reserved.contains(name) ? "`\(name)`" : name
  }

  /// The name as the label of a parameter, which needs back ticks for a few words only.
  package static func label(_ name: String) -> String {
    switch name {
    case "var", "let": "`\(name)`"
    default: argumentLabel(name)
    }
  }

  /// The name as the label of an argument. Swift warns about back ticks that it does not need.
  package static func argumentLabel(_ name: String) -> String {
    switch name {
    case "inout", "_": "`\(name)`"
    default: name
    }
  }

  /// Whether the name can be a local variable, if necessary in back ticks.
  package static func isPlainName(_ name: String) -> Bool {
    switch name {
    case "self", "Self", "Type", "Protocol", "_", "super": false
    default: true
    }
  }

  /// The name after a dot, where only a few words need back ticks.
  package static func quotedMember(_ name: String) -> String {
    switch name {
    case "init", "self", "Type", "Protocol", "Self": "`\(name)`"
    default: name
    }
  }

  /// A name in camel case from a path or another text: `countryName` for `country.name`.
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

  /// Whether a text is ASCII; most names are, and they can be processed without the tables of Unicode.
  private static func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLower(byte) || isLower(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// The name of a module's schema as a member of `Schema`: `myLib` for `my_lib`, which SwiftPM makes of `my-lib`.
  package static func schemaName(ofModule module: String) -> String {
    // SwiftPM replaces a leading digit by an underscore, which stays.
    let start = String(module.prefix { $0 == "_" })
    let name = camelCase(module.split(separator: "_").joined(separator: "."))
    return start + (start.isEmpty ? name : upperFirst(name))
  }

  /// The article of a noun by its first letter: `a` or `an`.
  package static func article(_ noun: String, isUpper: Bool = false) -> String {
    let isVowel = noun.first.map { "aeiouAEIOU".contains($0) } ?? false
    return (isUpper ? "A" : "a") + (isVowel ? "n" : "")
  }

  /// The text with its first letter in upper case.
  package static func upperFirst(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The text with its first letter in lower case; a run of capitals changes as a whole (`URLItem` gives `urlItem`).
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

/// A scope in which all names are different, such as that of a function.
package struct SwiftNameScope: Sendable {
  /// Names that are taken from the beginning; a separate set, because many scopes share it.
  private let reserved: Set<String>
  private var taken: Set<String> = []
  /// The number to try next for a base name that is taken.
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

  /// Takes a name, and returns false if it is already taken.
  private mutating func take(_ name: String) -> Bool {
    // Most functions do not have more names.
    if taken.isEmpty { taken.reserveCapacity(12) }
    return !reserved.contains(name) && taken.insert(name).inserted
  }
}
