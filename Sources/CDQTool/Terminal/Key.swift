/// A key press as input of the line editor.
enum Key: Hashable, Sendable {
  /// Text to insert: one Unicode scalar.
  case text(String)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end
  case wordLeft, wordRight
  /// Ctrl and a lower-case letter that is none of the keys above.
  case control(Character)
  /// Bytes that the line editor has no use for.
  case unknown
}

/// Decodes keys from the bytes that a terminal sends.
struct KeyDecoder {
  /// Reads the next byte; nil at the end of input. For a continuation byte of the same key it is also nil when none
  /// arrives in time, so that Escape alone can be told from an escape sequence.
  typealias Source = (_ isContinuation: Bool) -> UInt8?

  private static let escape: UInt8 = 0x1B

  /// Reads the next key; nil at the end of input.
  static func next(_ source: Source) -> Key? {
    guard let byte = source(false) else { return nil }
    switch byte {
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case escape: return escapeSequence(source)
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x20..<0x7F: return .text(String(Unicode.Scalar(byte)))
    case 0xC2...0xF4: return character(byte, source)
    default: return .unknown
    }
  }

  private static func character(_ first: UInt8, _ source: Source) -> Key {
    let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var bytes = [first]
    while bytes.count <= count, let byte = source(true) { bytes.append(byte) }
    return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .unknown
  }

  /// Decodes `ESC [ … final`, `ESC O final` and `ESC letter` (Meta).
  private static func escapeSequence(_ source: Source) -> Key {
    guard let second = source(true) else { return .unknown }
    switch second {
    case UInt8(ascii: "b"): return .wordLeft
    case UInt8(ascii: "f"): return .wordRight
    case UInt8(ascii: "O"): return source(true).map { final($0, []) } ?? .unknown
    case UInt8(ascii: "["): break
    default: return .unknown
    }
    var parameters: [UInt8] = []
    while let byte = source(true) {
      if (0x40...0x7E).contains(byte) { return final(byte, parameters) }
      guard parameters.count < 16 else { return .unknown }
      parameters.append(byte)
    }
    return .unknown
  }

  private static func final(_ byte: UInt8, _ parameters: [UInt8]) -> Key {
    let text = String(decoding: parameters, as: UTF8.self)
    let hasControl = text.hasSuffix(";5") || text.hasSuffix(";3")
    switch byte {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return hasControl ? .wordRight : .right
    case UInt8(ascii: "D"): return hasControl ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch text {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return .delete
      default: return .unknown
      }
    default: return .unknown
    }
  }
}
