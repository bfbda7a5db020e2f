/// Search for some byte strings in files, each of at least two bytes.
///
/// A window as long as the shortest needle moves over the bytes, and its last two bytes say how far it can move without
/// missing a needle: the method of Wu and Manber.
struct ByteSearch {
  private let needles: [[UInt8]]
  /// The length of the shortest needle.
  private let window: Int
  /// For each pair of bytes, by `pair`, how far the window can move when it ends in them; 0 where a needle may stand.
  private let moves: [UInt8]

  init(_ texts: [String]) {
    needles = texts.map { Array($0.utf8) }.filter { $0.count > 1 }
    let window = min(needles.map(\.count).min() ?? 2, 200)
    var moves = [UInt8](repeating: UInt8(window - 1), count: ByteSearch.pairs)
    for needle in needles {
      for end in 1..<window {
        let pair = ByteSearch.pair(needle[end - 1], needle[end])
        moves[pair] = min(moves[pair], UInt8(window - 1 - end))
      }
    }
    (self.window, self.moves) = (window, moves)
  }

  private static let pairs = 1 << 12

  private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) << 4 ^ Int(second)) & (pairs - 1)
  }

  /// Whether the bytes contain one of the needles.
  func isIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { next(in: $0, from: 0) != nil }
  }

  /// The offset of the first occurrence of a needle at or after `start`; nil when there is none.
  func next(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard !needles.isEmpty else { return nil }
    return moves.withUnsafeBufferPointer { moves in
      var last = start + window - 1
      while last < bytes.count {
        let move = Int(moves[ByteSearch.pair(bytes[last - 1], bytes[last])])
        if move == 0 {
          let first = last - window + 1
          if matches(bytes, at: first) { return first }
          last += 1
        } else {
          last += move
        }
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
