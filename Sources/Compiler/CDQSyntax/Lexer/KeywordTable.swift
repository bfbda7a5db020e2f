/// A hash table that finds the keyword of a word in constant time without allocating a string.
package struct KeywordTable: Sendable {
  private struct Slot: Sendable {
    var key = Key(low: 0, high: 0)
    var keyword = Keyword.none
  }

  /// The lower-case bytes of a word of at most 16 bytes, eight in each half.
  private struct Key: Hashable, Sendable {
    var low: UInt64
    var high: UInt64

    var hash: Int {
      let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: mixed >> 55)
    }
  }

  private var slots = [Slot](repeating: Slot(), count: 512)

  package static let shared = KeywordTable()

  private init() {
    for keyword in Keyword.allCases where keyword != .none {
      let text = Array(keyword.spelling.utf8)
      guard let key = KeywordTable.key(text, 0, text.count) else { continue }
      var index = key.hash
      while slots[index].keyword != .none { index = (index + 1) & 511 }
      slots[index] = Slot(key: key, keyword: keyword)
    }
  }

  /// The keyword that a text spells in any case, or `.none`.
  package func keyword(of text: String) -> Keyword {
    let bytes = Array(text.utf8)
    return keyword(bytes, 0, bytes.count)
  }

  /// The keyword spelled by `bytes[start..<end]` in any case, or `.none`.
  package func keyword(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Keyword {
    guard let key = KeywordTable.key(bytes, start, end) else { return .none }
    var index = key.hash
    while slots[index].keyword != .none {
      if slots[index].key == key { return slots[index].keyword }
      index = (index + 1) & 511
    }
    return .none
  }

  private static func key(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Key? {
    guard end - start >= 2, end - start <= 16 else { return nil }
    var low: UInt64 = 0
    var high: UInt64 = 0
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte >= 0x80 { return nil }
      let letter = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      if index - start < 8 { low = low << 8 | UInt64(letter) } else { high = high << 8 | UInt64(letter) }
      index += 1
    }
    return Key(low: low, high: high)
  }
}
