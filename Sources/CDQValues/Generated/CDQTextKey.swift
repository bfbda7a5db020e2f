public import CDQIR
import Foundation

/// A text as it is compared with many others: composed once, its first sixteen bytes being numbers that are ordered like
/// them. For sorting, and for a comparison with one text, in generated code.
public struct CDQTextKey: Sendable {
  /// The first eight bytes, most significant first, with zeros behind the last.
  @usableFromInline let head: UInt64
  /// The eight bytes behind those.
  @usableFromInline let next: UInt64
  /// The text in NFC.
  @usableFromInline let text: String

  @usableFromInline
  @_effects(releasenone)
  init(_ text: String) {
    let isPlain = text.withBytes { PlainText.isPlain($0) }
    let composed = isPlain ? text : text.precomposedStringWithCanonicalMapping
    (head, next) = composed.withBytes { bytes in
      guard let start = bytes.baseAddress else { return (0, 0) }
      return (TextWord.first(start, bytes.count), bytes.count > 8 ? TextWord.first(start + 8, bytes.count - 8) : 0)
    }
    self.text = composed
  }
}

extension CDQText {
  /// The key of a text, under options that name no locale.
  @inlinable
  public static func key(_ text: String, _ options: TextOptions = []) -> CDQTextKey {
    CDQTextKey(options.isEmpty ? text : folded(text, options))
  }

  /// The key of a text, nil for nil.
  @inlinable
  public static func key(_ text: String?, _ options: TextOptions = []) -> CDQTextKey? {
    guard let text else { return nil }
    return CDQTextKey(options.isEmpty ? text : folded(text, options))
  }

  /// How two texts stand to each other: negative where the left one comes first, 0 where they are equal.
  @inlinable
  public static func order(_ left: CDQTextKey, _ right: CDQTextKey) -> Int {
    if left.head != right.head { return left.head < right.head ? -1 : 1 }
    if left.next != right.next { return left.next < right.next ? -1 : 1 }
    return orderOfRest(left, right)
  }

  /// How texts stand to each other that may have the same first sixteen bytes.
  @usableFromInline
  @_effects(releasenone)
  static func orderOfRest(_ left: CDQTextKey, _ right: CDQTextKey) -> Int {
    left.text.withBytes { left in right.text.withBytes { ByteText.order(left, $0).rawValue } }
  }

  /// How two texts stand to each other: negative where the left one comes first, 0 where they are equal.
  @inlinable
  public static func order(_ left: String, _ right: CDQTextKey) -> Int {
    // Most texts differ from another in their first byte, and that is seen without a call. What follows it must be none
    // that combines with it.
    let first = left.utf8.withContiguousStorageIfAvailable { left -> Int in
      guard left.count > 1, left[1] < 0xCC, left[0] < 0x80 else { return 0 }
      return Int(left[0]) &- Int(truncatingIfNeeded: right.head &>> 56)
    }
    if let first, first != 0 { return first }
    return canonicalOrder(left, right.text)
  }

  /// How two texts stand to each other: negative where the left one comes first, 0 where they are equal.
  @inlinable
  public static func order(_ left: CDQTextKey, _ right: String) -> Int {
    0 &- order(right, left)
  }
}
