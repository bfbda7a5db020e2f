public import Foundation

/// The order of texts by their UTF-8 bytes, which is the order of their scalars.
extension ByteText {
  /// The order of two plain texts, which is the order of their bytes.
  @inlinable @inline(__always)
  package static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
    let difference = difference(left, right)
    return difference < 0 ? .orderedAscending : difference > 0 ? .orderedDescending : .orderedSame
  }

  /// The order of two plain texts as a number: negative if the left one comes first, 0 if they are equal.
  @inlinable @inline(__always)
  package static func difference(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    var difference = left.count &- right.count
    if let leftBase = left.baseAddress, let rightBase = right.baseAddress {
      let order = Int(memcmp(leftBase, rightBase, min(left.count, right.count)))
      if order != 0 { difference = order }
    }
    return difference
  }

  /// The order of two texts by NFC, if their bytes suffice to tell it: negative if the left one comes first, nil if a
  /// text has to be composed first.
  ///
  /// The first scalar that differs decides. If it is plain and is not followed by a scalar that may combine with it, it
  /// is the same in NFC, and so is the common part before it.
  package static func orderAsFarAsSettled(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let count = min(left.count, right.count)
    var difference = 0
    while difference < count, left[difference] == right[difference] { difference += 1 }
    if difference == left.count, difference == right.count { return 0 }
    var start = difference
    while start > 0, isInside(left, start) || isInside(right, start) { start -= 1 }
    guard isSettled(left, start), isSettled(right, start) else { return nil }
    if difference < count { return Int(left[difference]) - Int(right[difference]) }
    return left.count - right.count
  }

  /// Whether the byte at `index` is a continuation byte.
  @inline(__always) private static func isInside(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index < text.count && text[index] & 0xC0 == 0x80
  }

  /// Whether `index` is the text's end, or the start of a scalar that stays the same in NFC.
  @inline(__always) private static func isSettled(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index < text.count else { return true }
    guard let length = PlainText.plainLength(text, at: index) else { return false }
    return index + length == text.count || PlainText.plainLength(text, at: index + length) != nil
  }
}
