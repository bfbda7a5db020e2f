/// The first eight bytes of a text as a number, for fast comparisons.
@usableFromInline
package enum TextWord {
  /// The first eight of `count` bytes as a number, the first byte most significant, padded with zeros.
  @inlinable @inline(__always)
  package static func first(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let start = UnsafeRawPointer(start)
    if count >= 8 { return UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)) }
    // Two reads that may overlap avoid a loop, whose end the processor would often mispredict.
    if count >= 4 {
      let head = UInt64(UInt32(bigEndian: start.loadUnaligned(as: UInt32.self)))
      let tail = UInt64(UInt32(bigEndian: start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
      return head &<< 32 | tail &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    }
    if count == 0 { return 0 }
    let middle = count &>> 1
    let first = UInt64(start.load(as: UInt8.self)) &<< 56
    let second = UInt64(start.load(fromByteOffset: middle, as: UInt8.self))
    let last = UInt64(start.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | second &<< UInt64(truncatingIfNeeded: 56 &- 8 &* middle)
      | last &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
  }

  /// The order of two texts by their first bytes: negative if the left one comes first, nil if these bytes do not
  /// decide.
  @inlinable @inline(__always)
  package static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int? {
    guard left.count > 1, right.count > 1 else { return nil }
    let (first, second) = (left[0], right[0])
    guard first != second, first | second < 0x80, left[1] < 0xCC, right[1] < 0xCC else { return nil }
    return Int(first) &- Int(second)
  }
}
