public import CDQIR
import Foundation

/// A text prepared for comparison with many others, in sorts and filters of generated code. It is composed once, and
/// its first 16 bytes are kept as two numbers that compare like them.
public struct CDQTextKey: Sendable {
  /// The first eight bytes, the first one most significant, padded with zeros.
  @usableFromInline let head: UInt64
  /// The next eight bytes, in the same form.
  @usableFromInline let next: UInt64
  /// The text in NFC.
  @usableFromInline let text: String

  @usableFromInline
  @_effects(releasenone)
  init(_ text: String) {
    let isPlain = text.withBytes { PlainText.isPlain($0) }
    let composed = isPlain ? text : text.composed
    (head, next) = composed.withBytes { bytes in
      guard let start = bytes.baseAddress else { return (0, 0) }
      return (TextWord.first(start, bytes.count), bytes.count > 8 ? TextWord.first(start + 8, bytes.count - 8) : 0)
    }
    self.text = composed
  }
}

extension CDQText {
  /// The comparison key of a text, folded under options other than `[l]`.
  @inlinable
  public static func key(_ text: String, _ options: TextOptions = []) -> CDQTextKey {
    CDQTextKey(options.isEmpty ? text : folded(text, options))
  }

  /// The comparison key of a text; nil for nil.
  @inlinable
  public static func key(_ text: String?, _ options: TextOptions = []) -> CDQTextKey? {
    guard let text else { return nil }
    return CDQTextKey(options.isEmpty ? text : folded(text, options))
  }

  /// The order of two texts: negative if the left one comes first, 0 if they are equal.
  @inlinable
  public static func order(_ left: CDQTextKey, _ right: CDQTextKey) -> Int {
    if left.head != right.head { return left.head < right.head ? -1 : 1 }
    if left.next != right.next { return left.next < right.next ? -1 : 1 }
    return orderOfRest(left, right)
  }

  /// The order of two texts whose first 16 bytes are the same.
  @usableFromInline
  @_effects(releasenone)
  static func orderOfRest(_ left: CDQTextKey, _ right: CDQTextKey) -> Int {
    left.text.withBytes { left in right.text.withBytes { ByteText.order(left, $0).rawValue } }
  }

  /// The order of two texts: negative if the left one comes first, 0 if they are equal.
  @inlinable
  public static func order(_ left: String, _ right: CDQTextKey) -> Int {
    // Most texts differ in their first byte, which this comparison sees without a call. The byte after it must not
    // start a scalar that may combine with the first one.
    let first = left.utf8.withContiguousStorageIfAvailable { left -> Int in
      guard left.count > 1, left[1] < 0xCC, left[0] < 0x80 else { return 0 }
      return Int(left[0]) &- Int(truncatingIfNeeded: right.head &>> 56)
    }
    if let first, first != 0 { return first }
    return canonicalOrder(left, right.text)
  }

  /// The order of two texts: negative if the left one comes first, 0 if they are equal.
  @inlinable
  public static func order(_ left: CDQTextKey, _ right: String) -> Int {
    0 &- order(right, left)
  }
}
