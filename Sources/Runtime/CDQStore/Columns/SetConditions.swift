import CDQIR
import CDQValues

/// `IN` for integers: whether an integer is in a constant set.
final class IntegerSetCondition: ColumnCondition {
  let cost = 5
  let ofNothing = false
  private let slot: Int
  private let few: [Int64]
  private let many: IntegerHashSet?
  private let source: any ColumnSource

  init(_ slot: Int, _ numbers: [Int64], _ source: any ColumnSource) {
    self.slot = slot
    self.source = source
    let distinct = Array(Set(numbers)).sorted()
    few = distinct.count <= 4 ? distinct : []
    many = distinct.count <= 4 ? nil : IntegerHashSet(distinct)
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.fixed(block, slot, of: Int64.self)
    selection.keepValid(chunk)
    let values = chunk.values
    if let many {
      selection.filter { many.contains(values[$0]) }
      return
    }
    let few = few
    RangeKernel.run(selection, values, block.rowCount, false, nil, false) { value in
      var isFound = false
      for number in few { isFound = isFound || value == number }
      return isFound
    }
  }
}

/// A hash set of integers with linear probing, at most half full.
struct IntegerHashSet: Sendable {
  private var places: [Int64]
  /// Whether the set has the number that marks free places.
  private var hasFree = false
  private let shift: UInt64
  private static let free = Int64.min

  init(_ numbers: [Int64]) {
    var bits: UInt64 = 3
    while 1 << bits < numbers.count * 2 { bits += 1 }
    shift = 64 - bits
    places = Array(repeating: IntegerHashSet.free, count: 1 << bits)
    for number in numbers {
      if number == IntegerHashSet.free {
        hasFree = true
        continue
      }
      var place = self.place(of: number)
      while places[place] != IntegerHashSet.free && places[place] != number { place = (place + 1) & (places.count - 1) }
      places[place] = number
    }
  }

  @inline(__always) private func place(of number: Int64) -> Int {
    Int((UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  @inline(__always) func contains(_ number: Int64) -> Bool {
    places.withUnsafeBufferPointer { places in
      var place = place(of: number)
      while places[place] != IntegerHashSet.free {
        if places[place] == number { return true }
        place = (place + 1) & (places.count - 1)
      }
      return number == IntegerHashSet.free && hasFree
    }
  }
}

/// `IN` for texts: whether a text is canonically equivalent to one of a constant set.
final class TextSetCondition: ColumnCondition {
  let cost = 6
  let ofNothing = false
  private let slot: Int
  private let plain: TextHashSet
  private let all: Set<String>
  private let source: any ColumnSource

  init(_ slot: Int, _ texts: [String], _ source: any ColumnSource) {
    self.slot = slot
    self.source = source
    all = Set(texts)
    // A plain text is equal only to texts whose NFC it is. So plain rows are looked up by their bytes, among the
    // candidates whose NFC is plain.
    plain = TextHashSet(
      all.map { PlainText.composedBytes(of: $0) }.filter { $0.withUnsafeBufferPointer { PlainText.isPlain($0) } })
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.texts(block, slot)
    selection.keepValid(chunk)
    let (plain, all) = (plain, all)
    if chunk.isPlain {
      plain.filter(selection, chunk)
    } else {
      selection.filter { row in
        chunk.isPlain(row) ? plain.contains(chunk.utf8(row)) : all.contains(chunk.string(row))
      }
    }
  }
}

/// A hash set of texts by their bytes.
struct TextHashSet: Sendable {
  private struct Entry {
    var head: UInt64
    var bytes: [UInt8]
  }
  private var entries: [Entry] = []
  /// By hash: the index of the entry plus one, or 0 for a free place.
  private var places: [Int32]
  private let shift: UInt64

  init(_ texts: [[UInt8]]) {
    var bits: UInt64 = 4
    while 1 << bits < texts.count * 2 { bits += 1 }
    shift = 64 - bits
    places = Array(repeating: 0, count: 1 << bits)
    for text in texts {
      let head = text.withUnsafeBufferPointer { TextHashSet.head($0) }
      var place = self.place(of: head, text.count)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      entries.append(Entry(head: head, bytes: text))
      places[place] = Int32(truncatingIfNeeded: entries.count)
    }
  }

  /// The first eight bytes as a number, the first byte lowest.
  @inline(__always) private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    for index in 0..<min(8, text.count) { head |= UInt64(text[index]) << UInt64(truncatingIfNeeded: index * 8) }
    return head
  }

  @inline(__always) private func place(of head: UInt64, _ count: Int) -> Int {
    Int(((head ^ UInt64(truncatingIfNeeded: count) << 56) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    isFound(text, head: TextHashSet.head(text))
  }

  /// Texts with the same length and first eight bytes are compared one by one.
  @inline(__always) private func isFound(_ text: UnsafeBufferPointer<UInt8>, head: UInt64) -> Bool {
    var place = place(of: head, text.count)
    while case let index = Int(places[place]), index != 0 {
      let entry = entries[index - 1]
      if entry.head == head, entry.bytes.count == text.count, text.count <= 8 || text.elementsEqual(entry.bytes) {
        return true
      }
      place = (place + 1) & (places.count - 1)
    }
    return false
  }

  /// Deselects the rows whose text is not in the set. All texts of the chunk are plain.
  func filter(_ selection: Selection, _ chunk: TextChunk) {
    let bytes = UnsafeRawPointer(chunk.bytes)
    let offsets = chunk.offsets
    selection.filter { row in
      let (start, end) = (Int(offsets[row]), Int(offsets[row + 1]))
      let count = end - start
      // Eight bytes can be read after every text.
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      let head = count >= 8 ? word : word & ((1 << UInt64(truncatingIfNeeded: count * 8)) - 1)
      return isFound(UnsafeBufferPointer(start: chunk.bytes + start, count: count), head: head)
    }
  }
}

/// Whether a text comes before or after a constant in the order of sorting, as in `name < "M"`.
final class TextOrderCondition: ColumnCondition {
  let cost = 8
  let ofNothing = false
  private let slot: Int
  private let operation: ComparisonIR.Operator
  private let text: String
  private let bytes: [UInt8]
  private let isPlain: Bool
  private let source: any ColumnSource

  init(_ slot: Int, _ operation: ComparisonIR.Operator, _ text: String, _ source: any ColumnSource) {
    self.slot = slot
    self.operation = operation
    self.text = text
    self.source = source
    bytes = PlainText.composedBytes(of: text)
    isPlain = bytes.withUnsafeBufferPointer { PlainText.isPlain($0) }
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.texts(block, slot)
    selection.keepValid(chunk)
    let (operation, text, isPlain) = (operation, text, isPlain)
    // The order of two texts is hard to predict for the processor, so that a test without branches saves a third.
    let limit = operation == .less || operation == .greaterOrEqual ? 0 : 1
    let holdsBelow = operation == .less || operation == .lessOrEqual
    bytes.withUnsafeBufferPointer { bytes in
      selection.filter { row in
        if isPlain, chunk.isPlain(row) {
          return (ByteText.difference(chunk.utf8(row), bytes) < limit) == holdsBelow
        }
        return operation.holds(String.order(chunk.string(row), text))
      }
    }
  }
}
