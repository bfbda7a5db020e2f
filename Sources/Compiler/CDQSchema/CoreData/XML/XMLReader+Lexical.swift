import CDQSyntax

extension XMLReader {
  var offset: UInt32 { UInt32(truncatingIfNeeded: position) }

  /// A span clamped to the text, so that an error at the end has a place inside the text.
  func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(
      UInt32(truncatingIfNeeded: min(start, bytes.count)), UInt32(truncatingIfNeeded: min(end, bytes.count)))
  }

  func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  func looking(at text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<buffer.count where bytes[position + index] != buffer[index] { return false }
      return true
    }
  }

  mutating func skip(past text: StaticString, _ part: String) throws(XMLError) {
    let start = position
    while position < bytes.count {
      if looking(at: text) {
        position += text.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw XMLError(.unexpectedEnd(of: part), span(start, start + 2))
  }

  /// Skips white space; true when there was any.
  @discardableResult mutating func skipSpace() -> Bool {
    let start = position
    while isSpace(peek(0)) { position += 1 }
    return position > start
  }

  func isSpace(_ byte: UInt8?) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  mutating func name(_ what: String) throws(XMLError) -> (String, SourceSpan) {
    let start = position
    guard let first = peek(0), Self.isNameByte(first), !Self.isOnlyInner(first) else {
      throw XMLError(.expected(what), span(position, position + 1))
    }
    while let byte = peek(0), Self.isNameByte(byte) { position += 1 }
    return (String(decoding: bytes[start..<position], as: UTF8.self), span(start, position))
  }

  /// Name characters: the ASCII ones of XML, and every character beyond ASCII.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"):
      true
    default: isOnlyInner(byte) || byte >= 0x80
    }
  }

  /// Digits, `-` and `.`, which may be in a name but not start it.
  private static func isOnlyInner(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Consumes the reference at `position` and returns the UTF-8 bytes that it denotes: `<` for `&lt;`.
  mutating func reference() throws(XMLError) -> [UInt8] {
    let start = position
    // The longest reference is `&#x10FFFF;`; the rest of the limit is for leading zeros.
    let limit = min(bytes.count, start + 24)
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw XMLError(.expected("';' after '&' (a bare '&' is written '&amp;')"), span(start, start + 1))
    }
    position = end + 1
    let body = bytes[(start + 1)..<end]
    if body.first == UInt8(ascii: "#") {
      guard let scalar = Self.scalar(body.dropFirst()), Self.isAllowed(scalar.value) else {
        throw XMLError(.invalidReference, span(start, position))
      }
      return Array(String(Character(scalar)).utf8)
    }
    switch String(decoding: body, as: UTF8.self) {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    case let name: throw XMLError(.unknownEntity(name), span(start, position))
    }
  }

  /// The scalar of the number in a character reference: `A` for `65` or `x41`.
  private static func scalar(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHexadecimal = text.first == UInt8(ascii: "x")
    let digits = isHexadecimal ? text.dropFirst() : text
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    guard let code = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10) else { return nil }
    return Unicode.Scalar(code)
  }

  /// Whether XML allows a character (the production `Char` of the XML specification).
  static func isAllowed(_ code: UInt32) -> Bool {
    switch code {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// Throws an error for bytes that are not UTF-8 and for characters that XML forbids.
  static func checkCharacters(_ bytes: [UInt8]) throws(XMLError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw XMLError(.unsupportedEncoding("UTF-16"), SourceSpan(0, 2))
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D {
          throw XMLError(.invalidCharacter(UInt32(byte)), SourceSpan(UInt32(index), UInt32(index + 1)))
        }
        index += 1
        continue
      }
      guard let (code, length) = multibyte(bytes, at: index) else {
        throw XMLError(.invalidUTF8, SourceSpan(UInt32(index), UInt32(index + 1)))
      }
      guard isAllowed(code) else {
        throw XMLError(.invalidCharacter(code), SourceSpan(UInt32(index), UInt32(index + length)))
      }
      index += length
    }
  }

  /// Decodes the scalar of two to four bytes at `index`; nil for overlong forms and surrogates.
  private static func multibyte(_ bytes: [UInt8], at index: Int) -> (UInt32, Int)? {
    let first = bytes[index]
    let length: Int
    let least: UInt32
    var code: UInt32
    switch first {
    case 0xC2...0xDF: (length, least, code) = (2, 0x80, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, least, code) = (3, 0x800, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, least, code) = (4, 0x10000, UInt32(first & 0x07))
    default: return nil
    }
    guard index + length <= bytes.count else { return nil }
    for byte in bytes[(index + 1)..<(index + length)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      code = code << 6 | UInt32(byte & 0x3F)
    }
    guard code >= least, code <= 0x10FFFF, !(0xD800...0xDFFF).contains(code) else { return nil }
    return (code, length)
  }
}
