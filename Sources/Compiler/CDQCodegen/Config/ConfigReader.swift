import CDQSyntax

/// A JSON reader that accepts `//` comments and keeps the source range of every value; Foundation's does neither.
struct ConfigReader {
  /// A syntax error in a JSON text.
  struct Problem: Error {
    var message: String
    var span: SourceSpan
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var position = 0
  /// The depth limit of nested values. A configuration has two levels; without a limit, hostile input could overflow
  /// the stack.
  private static let deepest = 16

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.utf8
  }

  /// Parses a whole text as one value.
  static func read(_ source: SourceText) throws(Problem) -> ConfigValue {
    var reader = ConfigReader(source)
    if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.value(depth: 0)
    try reader.skipBlank()
    if reader.position < reader.bytes.count { throw reader.problem("nothing may follow the closing '}'") }
    return value
  }

  /// Whether a text begins with an object, after white space and comments.
  static func beginsObject(_ source: SourceText) -> Bool {
    var reader = ConfigReader(source)
    if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    return (try? reader.takes("{")) ?? false
  }

  private func problem(_ message: String) -> Problem {
    let start = UInt32(clamping: position)
    let end = UInt32(clamping: min(position + 1, bytes.count))
    return Problem(message: message, span: SourceSpan(start, end))
  }

  private func span(from start: Int) -> SourceSpan {
    SourceSpan(UInt32(clamping: start), UInt32(clamping: position))
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlank() throws(Problem) {
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
      case UInt8(ascii: "/"):
        guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") else {
          throw problem("a comment starts with '//'")
        }
        while let byte = next, byte != 0x0A, byte != 0x0D { position += 1 }
      default:
        return
      }
    }
  }

  /// Skips blanks, and then consumes a character that must come next; `place` tells in the error where it is missing.
  private mutating func take(_ character: Unicode.Scalar, _ place: String) throws(Problem) {
    try skipBlank()
    guard next == UInt8(ascii: character) else { throw problem("'\(character)' is missing \(place)") }
    position += 1
  }

  private mutating func takes(_ character: Unicode.Scalar) throws(Problem) -> Bool {
    try skipBlank()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(Problem) -> ConfigValue {
    try skipBlank()
    if depth > ConfigReader.deepest { throw problem("the values are nested too deeply") }
    let start = position
    switch next {
    case UInt8(ascii: "{"): return try object(from: start, depth)
    case UInt8(ascii: "["): return try array(from: start, depth)
    case UInt8(ascii: "\""):
      let text = try string()
      return ConfigValue(content: .string(text), span: span(from: start))
    default: return try word(from: start)
    }
  }

  private mutating func object(from start: Int, _ depth: Int) throws(Problem) -> ConfigValue {
    position += 1
    var members: [ConfigValue.Member] = []
    if try !takes("}") {
      repeat {
        try skipBlank()
        let keyStart = position
        guard next == UInt8(ascii: "\"") else { throw problem("a key in '\"' is missing") }
        let key = try string()
        let keySpan = span(from: keyStart)
        try take(":", "after the key")
        members.append(ConfigValue.Member(key: key, keySpan: keySpan, value: try value(depth: depth + 1)))
      } while try takes(",")
      try take("}", "or a ',' before the next key")
    }
    return ConfigValue(content: .object(members), span: span(from: start))
  }

  private mutating func array(from start: Int, _ depth: Int) throws(Problem) -> ConfigValue {
    position += 1
    var elements: [ConfigValue] = []
    if try !takes("]") {
      repeat { elements.append(try value(depth: depth + 1)) } while try takes(",")
      try take("]", "or a ',' before the next value")
    }
    return ConfigValue(content: .array(elements), span: span(from: start))
  }

  /// Parses `true`, `false`, `null` or a number. No key has a number, so its value is not kept.
  private mutating func word(from start: Int) throws(Problem) -> ConfigValue {
    while let byte = next, ConfigReader.isOfWord(byte) { position += 1 }
    let text = source.text(span(from: start))
    let content: ConfigValue.Content
    switch text {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    default:
      guard let first = bytes[start..<position].first, first == 0x2D || (0x30...0x39).contains(first),
        Double(text) != nil
      else {
        position = start
        throw problem("a value is missing")
      }
      content = .number
    }
    return ConfigValue(content: content, span: span(from: start))
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  private mutating func string() throws(Problem) -> String {
    let start = position
    position += 1
    var units: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        units += String(try escape()).utf8
      case 0..<0x20:
        throw problem("the text ends at its line; its closing '\"' is missing")
      default:
        units.append(byte)
        position += 1
      }
    }
    position = start
    throw problem("the closing '\"' of this text is missing")
  }

  /// Parses one escape sequence. A pair of surrogates such as `\ud83d\ude00` is one scalar.
  private mutating func escape() throws(Problem) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = next
    position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let first = unit() {
        if let scalar = Unicode.Scalar(first) { return scalar }
        if (0xD800...0xDBFF).contains(first), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
          bytes[position + 1] == UInt8(ascii: "u")
        {
          position += 2
          if let second = unit(), (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
          {
            return scalar
          }
        }
      }
    default: break
    }
    position = start
    throw problem("the escape is none of JSON's")
  }

  /// Parses the four hexadecimal digits of a `\u` escape.
  private mutating func unit() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
    guard digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) }) else {
      return nil
    }
    position += 4
    return UInt16(digits, radix: 16)
  }
}
