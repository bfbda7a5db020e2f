/// A read position in UTF-8 bytes, with the look-ahead and skipping functions that the lexer needs.
///
/// It reads through a pointer, as a build without optimisation takes many times as long for an array's elements.
/// Invariant: a cursor is used only inside the `withUnsafeBufferPointer` call that provided its bytes.
struct Cursor {
  private let bytes: UnsafePointer<UInt8>?
  private let count: Int
  private(set) var offset: Int

  init(_ buffer: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
    bytes = buffer.baseAddress
    count = buffer.count
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= count }

  /// The byte `ahead` bytes after the position; 0 beyond the end, which no token starts with.
  func peek(_ ahead: Int = 0) -> UInt8 {
    let index = offset + ahead
    guard let bytes, index < count else { return 0 }
    return bytes[index]
  }

  mutating func advance(_ step: Int = 1) {
    let next = offset + step
    offset = next < count ? next : count
  }

  mutating func advance(to target: Int) {
    offset = min(max(target, offset), count)
  }

  mutating func skipDigits() {
    while ByteClass.isDigit(peek()) { offset += 1 }
  }

  /// Skips letters, digits, spaces and punctuation that end neither a string nor a comment: all but quotes, backslash,
  /// `*`, `/`, control characters and bytes that are not ASCII.
  mutating func skipPlainText() {
    guard let bytes else { return }
    while offset < count {
      let byte = bytes[offset]
      if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x27 || byte == 0x5C || byte == 0x2A || byte == 0x2F {
        return
      }
      offset += 1
    }
  }

  /// Skips characters that may continue an identifier (ASCII letters, digits, `_`, and `XID_Continue` beyond ASCII).
  mutating func skipIdentifier() {
    while offset < count {
      let byte = peek()
      if byte < 0x80 {
        guard ByteClass.continuesIdentifier(byte) else { return }
        offset += 1
      } else {
        guard let (scalar, length) = scalar(), scalar.properties.isXIDContinue else { return }
        offset += length
      }
    }
  }

  /// True when an identifier can start here.
  func startsIdentifier(_ ahead: Int = 0) -> Bool {
    let byte = peek(ahead)
    if byte < 0x80 { return ByteClass.startsIdentifier(byte) }
    guard let (scalar, _) = scalar(ahead) else { return false }
    return scalar.properties.isXIDStart
  }

  /// The scalar at the position and its length in bytes, or nil when the bytes are not valid UTF-8.
  func scalar(_ ahead: Int = 0) -> (scalar: Unicode.Scalar, length: Int)? {
    let first = peek(ahead)
    var value: UInt32
    let length: Int
    switch first {
    case 0..<0x80:
      return offset + ahead < count ? (Unicode.Scalar(first), 1) : nil
    case 0xC2...0xDF:
      length = 2
      value = UInt32(first & 0x1F)
    case 0xE0...0xEF:
      length = 3
      value = UInt32(first & 0x0F)
    case 0xF0...0xF4:
      length = 4
      value = UInt32(first & 0x07)
    default:
      return nil
    }
    for step in 1..<length {
      let byte = peek(ahead + step)
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let isOverlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000)
    guard !isOverlong, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}

/// Classification of single ASCII bytes.
enum ByteClass {
  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39
  }

  static func startsIdentifier(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (letter >= 0x61 && letter <= 0x7A) || byte == 0x5F
  }

  static func continuesIdentifier(_ byte: UInt8) -> Bool {
    startsIdentifier(byte) || isDigit(byte)
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  static func isNewline(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte - 0x30) }
    let letter = byte | 0x20
    return letter >= 0x61 && letter <= 0x66 ? UInt32(letter - 0x61 + 10) : nil
  }
}
