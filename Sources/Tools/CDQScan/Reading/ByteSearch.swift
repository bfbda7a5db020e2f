/// Search for some byte strings in files.
struct ByteSearch {
  /// For each byte whether a needle begins with it.
  private let first: [Bool]
  private let needles: [[UInt8]]

  init(_ texts: [String]) {
    needles = texts.map { Array($0.utf8) }.filter { !$0.isEmpty }
    var first = [Bool](repeating: false, count: 256)
    for needle in needles { first[Int(needle[0])] = true }
    self.first = first
  }

  /// Whether the bytes contain one of the needles.
  func isIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { next(in: $0, from: 0) != nil }
  }

  /// The offset of the first occurrence of a needle at or after `start`; nil when there is none.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    first.withUnsafeBufferPointer { table in
      var index = start
      let count = bytes.count
      while index < count {
        if table[Int(bytes[index])], matches(bytes, at: index) { return index }
        index += 1
      }
      return nil
    }
  }

  private func matches(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    for needle in needles where needle[0] == bytes[index] && needle.count <= bytes.count - index {
      var offset = 1
      while offset < needle.count, bytes[index + offset] == needle[offset] { offset += 1 }
      if offset == needle.count { return true }
    }
    return false
  }
}
