/// Numbers distinct integers in order of first appearance: 0, 1, 2, …
///
/// It is a hash table with linear probing, at most half full.
final class IntegerNumbering {
  private struct Entry {
    var key: Int64 = 0
    /// Negative if the place is free.
    var number: Int32 = -1
  }
  private struct State {
    var entries: UnsafeMutablePointer<Entry>
    var capacity = 256
    var shift: UInt64 = 56
    var used = 0
    var count: Int32 = 0
  }
  /// Allocated outside of the object, because access to such memory is not checked for exclusivity.
  private let state: UnsafeMutablePointer<State>
  /// Random for each table, so that nobody can choose integers that all collide.
  private let seed = UInt64.random(in: 0 ... .max)

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State(entries: .allocate(capacity: 256)))
    state.pointee.entries.initialize(repeating: Entry(), count: 256)
  }

  deinit {
    state.pointee.entries.deallocate()
    state.deallocate()
  }

  /// How many numbers have been given out.
  @inline(__always) var count: Int32 { state.pointee.count }

  /// Gives out the next number, for something that is not in the table, such as nil.
  func next() -> Int32 {
    state.pointee.count += 1
    return state.pointee.count - 1
  }

  @inline(__always) func number(of key: Int64) -> Int32 {
    let (entries, mask) = (state.pointee.entries, state.pointee.capacity - 1)
    var place = place(of: key)
    while true {
      let entry = entries[place]
      if entry.number < 0 { return insert(key, at: place) }
      if entry.key == key { return entry.number }
      place = (place + 1) & mask
    }
  }

  @inline(__always) private func place(of key: Int64) -> Int {
    let bits = UInt64(bitPattern: key) ^ seed
    return Int(truncatingIfNeeded: ((bits ^ bits >> 32) &* 0x9E37_79B9_7F4A_7C15) >> state.pointee.shift)
  }

  @inline(never) private func insert(_ key: Int64, at place: Int) -> Int32 {
    let number = next()
    state.pointee.entries[place] = Entry(key: key, number: number)
    state.pointee.used += 1
    if state.pointee.used * 2 > state.pointee.capacity { grow() }
    return number
  }

  private func grow() {
    let (old, oldCapacity) = (state.pointee.entries, state.pointee.capacity)
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: oldCapacity * 2)
    entries.initialize(repeating: Entry(), count: oldCapacity * 2)
    state.pointee.entries = entries
    state.pointee.capacity = oldCapacity * 2
    state.pointee.shift -= 1
    for index in 0..<oldCapacity where old[index].number >= 0 {
      var place = place(of: old[index].key)
      while entries[place].number >= 0 { place = (place + 1) & (oldCapacity * 2 - 1) }
      entries[place] = old[index]
    }
    old.deallocate()
  }
}

/// Numbers distinct sequences of bytes in order of first appearance.
final class BytesNumbering {
  private struct Entry {
    var hash: UInt64 = 0
    /// The offset in `bytes`, for sequences of more than eight bytes.
    var start = 0
    var length: Int32 = 0
    /// Negative if the place is free.
    var number: Int32 = -1
  }
  private struct State {
    var entries: UnsafeMutablePointer<Entry>
    var capacity = 256
    var shift: UInt64 = 56
    var used = 0
    var count: Int32 = 0
  }
  /// As in `IntegerNumbering`.
  private let state: UnsafeMutablePointer<State>
  /// The bytes of all sequences of more than eight bytes.
  private var bytes: [UInt8] = []
  private let seed = UInt64.random(in: 0 ... .max)

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State(entries: .allocate(capacity: 256)))
    state.pointee.entries.initialize(repeating: Entry(), count: 256)
  }

  deinit {
    state.pointee.entries.deallocate()
    state.deallocate()
  }

  /// Gives out the next number, for something that is not in the table, such as nil.
  func next() -> Int32 {
    state.pointee.count += 1
    return state.pointee.count - 1
  }

  /// - Parameter start: `length + 8` bytes can be read there.
  @inline(__always) func number(of start: UnsafeRawPointer, _ length: Int) -> Int32 {
    let hash = hash(start, length)
    let (entries, mask) = (state.pointee.entries, state.pointee.capacity - 1)
    var place = Int(truncatingIfNeeded: hash >> state.pointee.shift)
    while true {
      let entry = entries[place]
      if entry.number < 0 { return insert(start, length, hash, at: place) }
      // The hash of up to eight bytes is unique among sequences of that length.
      if entry.hash == hash, Int(entry.length) == length, length <= 8 || isSame(start, length, entry.start) {
        return entry.number
      }
      place = (place + 1) & mask
    }
  }

  @inline(__always) private func hash(_ start: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = seed
    var place = 0
    while place + 8 <= length {
      hash = BytesNumbering.mixed(hash ^ start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    let rest = length - place
    if rest == 0, length > 0 { return hash }
    let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    return BytesNumbering.mixed(hash ^ (word & ((1 << UInt64(truncatingIfNeeded: rest * 8)) - 1)))
  }

  /// Mixes bits one to one, so that the upper bits depend on all.
  @inline(__always) private static func mixed(_ bits: UInt64) -> UInt64 {
    let product = (bits ^ bits >> 32) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }

  private func isSame(_ start: UnsafeRawPointer, _ length: Int, _ known: Int) -> Bool {
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return false }
      return UnsafeRawBufferPointer(start: base + known, count: length)
        .elementsEqual(UnsafeRawBufferPointer(start: start, count: length))
    }
  }

  @inline(never)
  private func insert(_ start: UnsafeRawPointer, _ length: Int, _ hash: UInt64, at place: Int) -> Int32 {
    let number = next()
    state.pointee.entries[place] = Entry(
      hash: hash, start: bytes.count, length: Int32(truncatingIfNeeded: length), number: number)
    if length > 8 { bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: length)) }
    state.pointee.used += 1
    if state.pointee.used * 2 > state.pointee.capacity { grow() }
    return number
  }

  private func grow() {
    let (old, oldCapacity) = (state.pointee.entries, state.pointee.capacity)
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: oldCapacity * 2)
    entries.initialize(repeating: Entry(), count: oldCapacity * 2)
    state.pointee.entries = entries
    state.pointee.capacity = oldCapacity * 2
    state.pointee.shift -= 1
    for index in 0..<oldCapacity where old[index].number >= 0 {
      var place = Int(truncatingIfNeeded: old[index].hash >> state.pointee.shift)
      while entries[place].number >= 0 { place = (place + 1) & (oldCapacity * 2 - 1) }
      entries[place] = old[index]
    }
    old.deallocate()
  }
}
