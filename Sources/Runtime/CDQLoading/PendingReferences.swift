import CDQStore

/// The references of one relationship as they are in the data, kept until all objects are read.
struct PendingReferences {
  /// The key that a target is looked up by.
  private enum Key: BitwiseCopyable {
    case int(Int64)
    /// A range of `bytes`.
    case text(start: Int, count: Int)
    /// An index into `others`.
    case other(Int)
  }

  /// The owner's row of each reference, ascending.
  private(set) var rows: [Int32] = []
  /// The offset of each reference in its input.
  private(set) var offsets: [Int] = []
  private var keys: [Key] = []
  /// The UTF-8 of all texts, one after the other.
  private var bytes: [UInt8] = []
  private var others: [UniqueKey] = []

  mutating func append(_ row: Int, _ key: UniqueKey, _ offset: Int) {
    if case .int(let number) = key { return append(row, number, offset) }
    append(row, .other(others.count), at: offset)
    others.append(key)
  }

  mutating func append(_ row: Int, _ number: Int64, _ offset: Int) {
    append(row, .int(number), at: offset)
  }

  mutating func append(_ row: Int, _ text: UnsafeBufferPointer<UInt8>, _ offset: Int) {
    append(row, .text(start: bytes.count, count: text.count), at: offset)
    bytes.append(contentsOf: text)
  }

  private mutating func append(_ row: Int, _ key: Key, at offset: Int) {
    rows.append(Int32(truncatingIfNeeded: row))
    offsets.append(offset)
    keys.append(key)
  }

  /// Removes the references of the last row, whose key occurs again.
  mutating func removeLast(of row: Int) {
    while let last = rows.last, Int(last) == row {
      rows.removeLast()
      offsets.removeLast()
      keys.removeLast()
    }
  }

  /// The key that a reference is looked up by.
  func key(_ index: Int) -> UniqueKey {
    switch keys[index] {
    case .int(let number): .int(number)
    case .text(let start, let count): .string(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    case .other(let place): others[place]
    }
  }

  /// The object of an entity that a reference leads to; nil when there is none.
  func target(_ index: Int, of entity: Int, in state: StoreState) -> RowReference? {
    switch keys[index] {
    case .int(let number): return state.find(entity, identity: .int(number))
    case .text(let start, let count):
      return bytes.withUnsafeBufferPointer { bytes in
        state.find(entity, identityText: UnsafeBufferPointer(rebasing: bytes[start..<(start + count)]))
      }
    case .other(let place):
      if case .unreadable = others[place] { return nil }
      return state.find(entity, identity: others[place])
    }
  }

  /// Whether a reference could not be read, which was reported.
  func isUnreadable(_ index: Int) -> Bool {
    if case .other(let place) = keys[index], case .unreadable = others[place] { true } else { false }
  }
}
