import CDQValues

/// A row and the number by which it is sorted.
struct KeyedRow: BitwiseCopyable {
  var key: UInt64
  var row: UInt32

  /// Sorts by key; entries with the same key are ordered by row.
  static func sort(_ entries: inout [KeyedRow]) {
    guard entries.count > fewest else {
      entries.sort(by: precedes)
      return
    }
    var other = entries
    entries.withUnsafeMutableBufferPointer { entries in
      other.withUnsafeMutableBufferPointer { sort(entries, scratch: $0) }
    }
  }

  /// Sorts by key in place: by insertion, comparison or radix, depending on the number of entries.
  ///
  /// - Parameters:
  ///   - entries: The entries. Those with the same key are ordered by row already.
  ///   - scratch: Memory for as many entries.
  static func sort(_ entries: UnsafeMutableBufferPointer<KeyedRow>, scratch: UnsafeMutableBufferPointer<KeyedRow>) {
    guard entries.count > fewest else {
      insertionSort(entries)
      return
    }
    // A digit in which all keys agree needs no pass.
    var (all, any, last, isSorted) = (UInt64.max, UInt64(0), UInt64(0), true)
    for entry in entries {
      all &= entry.key
      any |= entry.key
      if entry.key < last { isSorted = false }
      last = entry.key
    }
    if isSorted { return }
    guard entries.count > fewestForDigits, let first = entries.baseAddress, let second = scratch.baseAddress else {
      var entries = entries
      entries.sort(by: precedes)
      return
    }
    let differing = all ^ any
    var (source, target) = (first, second)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 1 << digitBits) { places in
      guard let places = places.baseAddress else { return }
      var shift = UInt64(truncatingIfNeeded: differing.trailingZeroBitCount)
      while shift < 64, differing >> shift != 0 {
        if differing >> shift & digitMask != 0 {
          pass(source, target, entries.count, shift, places)
          swap(&source, &target)
        }
        shift += UInt64(digitBits)
      }
    }
    if source != first { first.update(from: source, count: entries.count) }
  }

  @inline(__always) private static func precedes(_ left: KeyedRow, _ right: KeyedRow) -> Bool {
    left.key != right.key ? left.key < right.key : left.row < right.row
  }

  /// The greatest number of entries that are sorted by insertion.
  private static let fewest = 24
  /// With more entries, passes over all of them take less time than comparisons.
  private static let fewestForDigits = 512
  /// The bits of a digit. With eleven bits, 32 bits take three passes, and the counters fit the first-level cache.
  private static let digitBits = 11
  private static let digitMask: UInt64 = (1 << 11) - 1

  private static func insertionSort(_ entries: UnsafeMutableBufferPointer<KeyedRow>) {
    guard entries.count > 1, let base = entries.baseAddress else { return }
    for index in 1..<entries.count {
      let entry = base[index]
      var place = index
      while place > 0, base[place - 1].key > entry.key {
        base[place] = base[place - 1]
        place -= 1
      }
      base[place] = entry
    }
  }

  /// Sorts the entries by one digit and keeps the order of those with the same digit.
  private static func pass(
    _ source: UnsafeMutablePointer<KeyedRow>, _ target: UnsafeMutablePointer<KeyedRow>, _ count: Int, _ shift: UInt64,
    _ places: UnsafeMutablePointer<Int>
  ) {
    places.initialize(repeating: 0, count: 1 << digitBits)
    for index in 0..<count { places[Int(truncatingIfNeeded: source[index].key &>> shift & digitMask)] &+= 1 }
    var start = 0
    for digit in 0..<(1 << digitBits) {
      let count = places[digit]
      places[digit] = start
      start &+= count
    }
    for index in 0..<count {
      let entry = source[index]
      let digit = Int(truncatingIfNeeded: entry.key &>> shift & digitMask)
      target[places[digit]] = entry
      places[digit] &+= 1
    }
  }
}

/// Maps numbers to unsigned numbers with the same order: the Int64 -1, 0 and 1 to 0x7FFF_FFFF_FFFF_FFFF,
/// 0x8000_0000_0000_0000 and 0x8000_0000_0000_0001.
enum OrderedBits {
  @inline(__always) static func of(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ (1 << 63) }

  /// All NaN give one number, greater than any other; both zeros give one number.
  @inline(__always) static func of(_ number: Double) -> UInt64 {
    if number.isNaN { return .max }
    let bits = (number + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
