import CDQStore

/// References of one relationship as they are written, before all objects are there.
struct PendingReferences {
  /// What an object is looked up by.
  private enum Key: BitwiseCopyable {
    case int(Int64)
    /// A part of `bytes`.
    case text(start: Int, count: Int)
    /// A place in `others`.
    case other(Int)
  }

  /// The row of each, ascending.
  private(set) var rows: [Int32] = []
  /// Where each is written.
  private(set) var offsets: [Int] = []
  private var keys: [Key] = []
  /// Texts, one after the other.
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

  /// Forgets the references of the last row.
  mutating func removeLast(of row: Int) {
    while let last = rows.last, Int(last) == row {
      rows.removeLast()
      offsets.removeLast()
      keys.removeLast()
    }
  }

  /// What a reference is looked up by.
  func key(_ index: Int) -> UniqueKey {
    switch keys[index] {
    case .int(let number): .int(number)
    case .text(let start, let count): .string(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    case .other(let place): others[place]
    }
  }

  /// The object of an entity that a reference names; nil when there is none.
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

  /// Whether a reference was reported as no reference at all.
  func isUnreadable(_ index: Int) -> Bool {
    if case .other(let place) = keys[index], case .unreadable = others[place] { true } else { false }
  }
}
