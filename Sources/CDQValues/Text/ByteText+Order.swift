package import Foundation

/// Order of texts by their UTF-8, which is that of their scalars.
extension ByteText {
  /// How plain texts stand to each other: like their bytes.
  @inline(__always)
  package static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
    let count = min(left.count, right.count)
    if let leftBase = left.baseAddress, let rightBase = right.baseAddress {
      let order = memcmp(leftBase, rightBase, count)
      if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
    }
    if left.count == right.count { return .orderedSame }
    return left.count < right.count ? .orderedAscending : .orderedDescending
  }

  /// How two texts stand to each other in NFC, as far as their bytes say: negative where the left one comes first, nil
  /// where one has to be composed to know.
  ///
  /// What decides is the first scalar that is not in both. When it is plain and nothing that could combine with it
  /// follows, it is the same in NFC, and what stands before it is the same in both.
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

  /// Whether the byte at `index` is not the first one of a scalar.
  @inline(__always) private static func isInside(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index < text.count && text[index] & 0xC0 == 0x80
  }

  /// Whether what starts at `index` is the text's end or a scalar that stays what it is in NFC.
  @inline(__always) private static func isSettled(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index < text.count else { return true }
    guard let length = PlainText.plainLength(text, at: index) else { return false }
    return index + length == text.count || PlainText.plainLength(text, at: index + length) != nil
  }
}
