import CDQIR
import Foundation

/// Plain texts, which are compared and searched by their bytes.
///
/// A text is *plain* when each of its scalars stays the same in NFC whatever its neighbors are, and is a Character of
/// its own (except CR LF). Two plain texts are canonically equivalent exactly when their bytes are equal; they are
/// ordered like their bytes, and one contains the other exactly when its bytes do. Most text is plain: Latin, Greek,
/// Cyrillic, kana, Han and Hangul in the usual, composed form. Other texts are only slower to compare.
package enum PlainText {
  /// The plain scalars at U+0300 and above, in order. Scalars that combine, decompose or join are left out, and so are
  /// rare ones.
  package static let ranges: [ClosedRange<UInt32>] = [
    0x370...0x373, 0x376...0x377, 0x37B...0x37D, 0x37F...0x37F, 0x386...0x386, 0x388...0x38A, 0x38C...0x38C,
    0x38E...0x3A1, 0x3A3...0x481, 0x48A...0x52F, 0x531...0x556, 0x561...0x586, 0x5D0...0x5EA, 0x621...0x64A,
    0x671...0x6D3, 0x10D0...0x10FA, 0x1E00...0x1E99, 0x1EA0...0x1EFF, 0x2010...0x2015, 0x2018...0x201F,
    0x2026...0x2026, 0x20AC...0x20AC, 0x3001...0x3002, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FC,
    0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF5E,
  ]

  /// Whether a text in valid UTF-8 is plain.
  package static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      guard let length = plainLength(text, at: index) else { return false }
      index += length
    }
    return true
  }

  /// The length in bytes of the scalar at `index`; nil when the scalar is not plain.
  @inline(__always) package static func plainLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let byte = text[index]
    if byte < 0x80 { return 1 }
    // A scalar of two bytes below U+0300.
    if byte < 0xCC { return 2 }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard length < 4, index + length <= text.count else { return nil }
    var scalar = UInt32(byte) & (length == 2 ? 0x1F : 0x0F)
    for place in 1..<length { scalar = scalar << 6 | UInt32(text[index + place] & 0x3F) }
    return isPlain(scalar) ? length : nil
  }

  /// The UTF-8 bytes of a text's NFC form.
  package static func composedBytes(of text: String) -> [UInt8] {
    let isComposed = text.withBytes { isPlain($0) }
    return Array((isComposed ? text : text.composed).utf8)
  }

  private static func isPlain(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }
}
