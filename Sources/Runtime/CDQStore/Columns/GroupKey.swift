import CDQIR
import CDQValues

/// The selected rows of a block, which are to be grouped.
struct GroupBatch {
  let block: Block
  let selection: Selection
  /// The indices of the selected rows in the block.
  let rows: UnsafePointer<Int32>
  let count: Int

  /// The reference to a row of the batch.
  @inline(__always) func reference(_ index: Int) -> RowReference {
    RowReference(block.entity, block.firstRow + Int(rows[index]))
  }
}

/// A grouping key. It numbers the values in order of first appearance, equal values with the same number: the codes NO,
/// FR, NO, ES become 0, 1, 0, 2.
protocol GroupKey: AnyObject {
  /// The number of nil; negative until the first nil.
  var numberOfNull: Int32 { get }

  /// Writes the number of each row of a batch to `numbers`.
  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>)
}

/// A grouping key that is an attribute at the end of any number of to-ones. The number of each object after the first
/// to-one is computed once.
final class AttributeGroupKey: GroupKey {
  private(set) var numberOfNull: Int32 = -1
  private let kind: Column.Kind
  private let walk: ReferenceWalk
  private let chunks: ChunkPointers
  private let first: ChunkPointers?
  private let memo: TargetNumbers?
  private let integers = IntegerNumbering()
  private let texts = BytesNumbering()
  private let isText: Bool

  /// Nil for an attribute of dynamic values, which is not grouped by this class.
  init?(_ path: ColumnPlanner.Path, _ source: TableSource) {
    kind = path.kind
    if case .values = kind { return nil }
    if case .text = kind { isText = true } else if case .uuid = kind { isText = true } else { isText = false }
    walk = ReferenceWalk(path, source)
    chunks = ChunkPointers(source, attribute: path.slot, of: source.layout.entities[path.entity].concrete)
    if let column = path.steps.first, let owner = path.owners.first {
      first = ChunkPointers(source, toOne: column, of: source.layout.entities[owner].concrete)
      memo = TargetNumbers(source)
    } else {
      (first, memo) = (nil, nil)
    }
  }

  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    if let first, let memo {
      for index in 0..<batch.count {
        let row = batch.reference(index)
        guard let (chunk, place) = first.place(row) else { continue }
        let target = chunk.pointee.value(place, as: RowReference.self)
        if let known = memo[target] {
          numbers[index] = known
        } else {
          numbers[index] = number(walk.target(row))
          if numbers[index] != numberOfNull { memo.set(target, numbers[index]) }
        }
      }
      return
    }
    guard batch.count > 0, let (place, _) = chunks.place(batch.reference(0)) else { return }
    let (chunk, integers, texts) = (place.pointee, integers, texts)
    switch kind {
    // The frequent types have loops of their own.
    case .int:
      each(batch, numbers) { row in
        chunk.isValid(row) ? integers.number(of: chunk.value(row, as: Int64.self)) : null
      }
    case .text:
      each(batch, numbers) { row in
        let text = chunk.utf8(row)
        guard chunk.isValid(row), !chunk.isSpecial(row), let start = text.baseAddress else { return number(chunk, row) }
        return texts.number(of: start, text.count)
      }
    case .bool, .doubles, .uuid, .values: each(batch, numbers) { number(chunk, $0) }
    }
  }

  @inline(__always)
  private func each(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>, _ number: (Int) -> Int32) {
    for index in 0..<batch.count { numbers[index] = number(Int(batch.rows[index])) }
  }

  private func number(_ row: RowReference) -> Int32 {
    guard !row.isNone, let (chunk, place) = chunks.place(row) else { return null }
    return number(chunk.pointee, place)
  }

  @inline(__always) private func number(_ chunk: ChunkPointers.Chunk, _ row: Int) -> Int32 {
    guard chunk.isValid(row) else { return null }
    switch kind {
    case .bool: return integers.number(of: Int64(chunk.value(row, as: UInt8.self)))
    case .int: return integers.number(of: chunk.value(row, as: Int64.self))
    case .doubles:
      return integers.number(of: chunk.value(row, as: Double.self).groupBits)
    case .uuid: return texts.number(of: chunk.values + row * MemoryLayout<UUIDBits>.stride, 16)
    case .text:
      guard !chunk.isSpecial(row) else { return number(special: chunk.string(row)) }
      let text = chunk.utf8(row)
      guard let start = text.baseAddress else { return null }
      return texts.number(of: start, text.count)
    case .values: return null
    }
  }

  /// Numbers a text that is not plain, by its NFC.
  @inline(never) private func number(special text: String) -> Int32 {
    let bytes = PlainText.composedBytes(of: text)
    return (bytes + [UInt8](repeating: 0, count: 8)).withUnsafeBytes { padded in
      guard let start = padded.baseAddress else { return null }
      return texts.number(of: start, bytes.count)
    }
  }

  private var null: Int32 {
    if numberOfNull < 0 { numberOfNull = isText ? texts.next() : integers.next() }
    return numberOfNull
  }
}

/// A grouping key that is a Decimal attribute at the end of any number of to-ones.
final class DecimalGroupKey: GroupKey {
  private(set) var numberOfNull: Int32 = -1
  private let walk: ReferenceWalk
  private let slot: Int
  private let source: TableSource
  private var numbers: [EqualityKey: Int32] = [:]

  init(_ path: ColumnPlanner.Path, _ source: TableSource) {
    walk = ReferenceWalk(path, source)
    slot = path.slot
    self.source = source
  }

  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    for index in 0..<batch.count {
      let target = walk.target(batch.reference(index))
      let key = target.isNone ? EqualityKey.null : EqualityKey(source.value(target, slot))
      let next = Int32(truncatingIfNeeded: self.numbers.count)
      let number = self.numbers[key] ?? next
      if number == next { self.numbers[key] = next }
      if key == .null { numberOfNull = number }
      numbers[index] = number
    }
  }
}

/// A grouping key that is the object to which to-ones lead.
final class ReferenceGroupKey: GroupKey {
  private(set) var numberOfNull: Int32 = -1
  private let walk: ReferenceWalk
  private let integers = IntegerNumbering()

  init(_ walk: ReferenceWalk) {
    self.walk = walk
  }

  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    for index in 0..<batch.count {
      let target = walk.target(batch.reference(index))
      if target.isNone {
        if numberOfNull < 0 { numberOfNull = integers.next() }
        numbers[index] = numberOfNull
      } else {
        numbers[index] = integers.number(of: Int64(target.entity) << 32 | Int64(target.row))
      }
    }
  }
}

/// A grouping key that is a computed number.
final class NumberGroupKey<Number: GroupedNumber>: GroupKey {
  private(set) var numberOfNull: Int32 = -1
  private let vector: any NumberVector<Number>
  private let integers = IntegerNumbering()

  init(_ vector: any NumberVector<Number>) {
    self.vector = vector
  }

  @_specialize(where Number == Int64)
  @_specialize(where Number == Double)
  func number(_ batch: GroupBatch, _ numbers: UnsafeMutablePointer<Int32>) {
    let loaded = vector.load(batch.block, batch.selection)
    for index in 0..<batch.count {
      let row = Int(batch.rows[index])
      if loaded.isValid(row) {
        numbers[index] = integers.number(of: loaded.values[row].groupBits)
      } else {
        if numberOfNull < 0 { numberOfNull = integers.next() }
        numbers[index] = numberOfNull
      }
    }
  }
}

/// A number as a grouping key.
protocol GroupedNumber: BitwiseCopyable, Comparable, Sendable {
  /// An integer that is equal for numbers that count as equal.
  var groupBits: Int64 { get }
}

extension Int64: GroupedNumber {
  @inline(__always) var groupBits: Int64 { self }
}

extension Double: GroupedNumber {
  /// The bits, the same for both zeros and for all NaN.
  @inline(__always) var groupBits: Int64 {
    Int64(bitPattern: isNaN ? Double.nan.bitPattern : (self + 0).bitPattern)
  }
}

/// The numbers of objects that were computed so far.
private final class TargetNumbers {
  private var tables: [UnsafeMutablePointer<Int32>?]
  private let source: TableSource

  init(_ source: TableSource) {
    self.source = source
    tables = Array(repeating: nil, count: source.tables.count)
  }

  deinit {
    for pointer in tables { pointer?.deallocate() }
  }

  @inline(__always) subscript(row: RowReference) -> Int32? {
    guard row.entity >= 0, let numbers = tables[Int(row.entity)], numbers[Int(row.row)] >= 0 else { return nil }
    return numbers[Int(row.row)]
  }

  func set(_ row: RowReference, _ number: Int32) {
    let entity = Int(row.entity)
    if tables[entity] == nil {
      let count = source.tables[entity].rowCount
      let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, count))
      pointer.initialize(repeating: -1, count: count)
      tables[entity] = pointer
    }
    tables[entity]?[Int(row.row)] = number
  }
}
