import Foundation

/// A key press as input of the line editor.
package enum Key: Hashable, Sendable {
  /// Text to insert: one Unicode scalar.
  case text(String)
  /// Text that the user pasted, with `\n` between its lines.
  case paste(String)
  case enter, tab, backTab, backspace, delete, escape
  case left, right, up, down, home, end
  case wordLeft, wordRight
  /// Ctrl and a lower-case letter that is none of the keys above, or `_`.
  case control(Character)
  /// Alt and a key: a lower-case letter, `\r` for Enter, `\u{7F}` for Backspace.
  case alt(Character)
  /// Bytes that the line editor has no use for.
  case unknown
}

/// How long the next byte of a terminal may take to arrive.
package enum KeyPatience: Hashable, Sendable {
  /// As long as the user thinks about the next key.
  case endless
  /// The next byte of the same key, so that Escape alone can be told from an escape sequence.
  case sameKey
  /// The next byte of a pasted text, which a slow connection may send in pieces.
  case samePaste
}

/// Decodes keys from the bytes that a terminal sends.
package enum KeyDecoder {
  /// Reads the next byte; nil at the end of input, or when none arrives in time.
  package typealias Source = (KeyPatience) -> UInt8?

  /// The greatest number of bytes of a paste that are kept; the rest of it is dropped.
  static let longestPaste = 1 << 18
  private static let escape: UInt8 = 0x1B

  /// Reads the next key; nil at the end of input.
  package static func next(_ source: Source) -> Key? {
    guard let byte = source(.endless) else { return nil }
    switch byte {
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x1F: return .control("_")
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
    while bytes.count <= count, let byte = source(.sameKey) { bytes.append(byte) }
    guard let text = String(bytes: bytes, encoding: .utf8), let scalar = text.unicodeScalars.first else {
      return .unknown
    }
    // The control characters of Latin-1 are no text.
    return scalar.value < 0xA0 ? .unknown : .text(text)
  }

  /// Decodes `ESC [ … final`, `ESC O final` and `ESC key` (Alt).
  private static func escapeSequence(_ source: Source) -> Key {
    guard var second = source(.sameKey) else { return .escape }
    while second == escape {
      guard let next = source(.sameKey) else { return .escape }
      second = next
    }
    switch second {
    case UInt8(ascii: "b"): return .wordLeft
    case UInt8(ascii: "f"): return .wordRight
    case UInt8(ascii: "O"): return source(.sameKey).map { final($0, []) } ?? .unknown
    case UInt8(ascii: "["): break
    case 0x0A, 0x0D: return .alt("\r")
    case 0x08, 0x7F: return .alt("\u{7F}")
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): return .alt(Character(Unicode.Scalar(second)))
    default: return .unknown
    }
    var parameters: [UInt8] = []
    while let byte = source(.sameKey) {
      if (0x40...0x7E).contains(byte) {
        if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) { return .paste(paste(source)) }
        return final(byte, parameters)
      }
      guard parameters.count < 16 else { return .unknown }
      parameters.append(byte)
    }
    return .unknown
  }

  /// The text up to the sequence that ends a paste, or up to a pause in which its end was lost.
  private static func paste(_ source: Source) -> String {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    var found = 0
    while found < end.count, let byte = source(.samePaste) {
      found = byte == end[found] ? found + 1 : byte == end[0] ? 1 : 0
      if bytes.count < longestPaste + end.count { bytes.append(byte) }
    }
    if found == end.count, bytes.suffix(end.count) == end[...] { bytes.removeLast(end.count) }
    return PastedText.cleaned(String(decoding: bytes.prefix(longestPaste), as: UTF8.self))
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
    case UInt8(ascii: "Z"): return .backTab
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

/// Texts from a clipboard or an editor, as the line editor holds them.
package enum PastedText {
  /// The text with `\n` as its only line ending, two spaces for a tab, and without other control characters and the empty
  /// lines at its ends.
  package static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": result.append("\n")
      case "\n" where wasReturn: break
      case "\n": result.append("\n")
      case "\t": result.append(contentsOf: "  ".unicodeScalars)
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
      default: result.append(scalar)
      }
      wasReturn = scalar == "\r"
    }
    let lines = String(result).split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.endIndex
    let last = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? first
    guard first < lines.endIndex else { return "" }
    return lines[first...last].joined(separator: "\n")
  }
}
