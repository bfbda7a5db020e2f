import CDQIR

/// The values of a numeric expression for the rows of a block.
struct NumberBlock<Number> {
  let values: UnsafePointer<Number>
  /// A bit per row that has a value; nil when all have one.
  let valid: UnsafePointer<UInt64>?

  @inline(__always) func isValid(_ row: Int) -> Bool {
    guard let valid else { return true }
    return valid[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }
}

/// A numeric expression that is computed for all rows of a block at once. It belongs to one run and owns the memory of
/// its values.
protocol NumberVector<Number>: AnyObject {
  associatedtype Number: BitwiseCopyable & Comparable & Sendable

  /// The approximate cost of a row, as in `ColumnCondition`.
  var cost: Int { get }

  /// Computes the values of the selected rows; those of other rows are undefined. The result is valid until the next
  /// call.
  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Number>
}

/// Memory for the values of a block.
final class NumberBuffer<Number: BitwiseCopyable & Sendable> {
  let values: UnsafeMutablePointer<Number>
  let valid: UnsafeMutablePointer<UInt64>
  private let wordCount: Int

  init(shift: Int, zero: Number) {
    values = .allocate(capacity: 1 << shift)
    values.initialize(repeating: zero, count: 1 << shift)
    wordCount = 1 << max(0, shift - 6)
    valid = .allocate(capacity: wordCount)
    valid.initialize(repeating: 0, count: wordCount)
  }

  deinit {
    values.deallocate()
    valid.deallocate()
  }

  /// Sets all rows to nil.
  func clear() {
    valid.update(repeating: 0, count: wordCount)
  }

  @inline(__always) func set(_ row: Int, _ value: Number) {
    values[row] = value
    valid[row >> 6] |= 1 << UInt64(truncatingIfNeeded: row & 63)
  }
}

/// The vector of a constant that is not nil.
final class ConstantVector<Number: BitwiseCopyable & Comparable & Sendable>: NumberVector {
  let cost = 0
  private let buffer: NumberBuffer<Number>

  init(_ value: Number, shift: Int) {
    buffer = NumberBuffer(shift: shift, zero: value)
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Number> {
    NumberBlock(values: buffer.values, valid: nil)
  }
}

/// The vector of an attribute of the tested objects.
final class ColumnVector<Number: BitwiseCopyable & Comparable & Sendable>: NumberVector {
  let cost = 2
  private let slot: Int
  private let source: any ColumnSource

  init(_ slot: Int, _ source: any ColumnSource) {
    self.slot = slot
    self.source = source
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Number> {
    let chunk = source.fixed(block, slot, of: Number.self)
    return NumberBlock(values: chunk.values, valid: chunk.nullCount > 0 ? UnsafePointer(chunk.valid) : nil)
  }
}

/// The vector of an attribute at the end of to-ones.
final class TargetVector<Number: BitwiseCopyable & Comparable & Sendable>: NumberVector {
  let cost: Int
  private let walk: ReferenceWalk
  private let chunks: ChunkPointers
  private let buffer: NumberBuffer<Number>

  init(_ path: ColumnPlanner.Path, zero: Number, _ source: TableSource) {
    cost = 2 + 8 * path.steps.count
    walk = ReferenceWalk(path, source)
    chunks = ChunkPointers(source, attribute: path.slot, of: source.layout.entities[path.entity].concrete)
    buffer = NumberBuffer(shift: source.shift, zero: zero)
  }

  @_specialize(where Number == Int64)
  @_specialize(where Number == Double)
  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Number> {
    let (walk, chunks, buffer) = (walk, chunks, buffer)
    buffer.clear()
    selection.forEach { row in
      let target = walk.target(RowReference(block.entity, block.firstRow + row))
      guard !target.isNone, let (chunk, place) = chunks.place(target), chunk.pointee.isValid(place) else { return }
      buffer.set(row, chunk.pointee.value(place, as: Number.self))
    }
    return NumberBlock(values: buffer.values, valid: buffer.valid)
  }
}

/// Combines two vectors row by row, as for `a + b`. A row is nil if one operand is, or if the operation gives nil.
final class CombinedVector<Number: BitwiseCopyable & Comparable & Sendable>: NumberVector {
  let cost: Int
  private let left: any NumberVector<Number>
  private let right: any NumberVector<Number>
  private let apply: Apply
  private let buffer: NumberBuffer<Number>

  /// Computes the selected rows of the first `rowCount` rows of a block.
  typealias Apply = (NumberBlock<Number>, NumberBlock<Number>, Selection, _ rowCount: Int, NumberBuffer<Number>) -> Void

  init(
    _ left: any NumberVector<Number>, _ right: any NumberVector<Number>, zero: Number, shift: Int,
    _ apply: @escaping Apply
  ) {
    self.left = left
    self.right = right
    self.apply = apply
    buffer = NumberBuffer(shift: shift, zero: zero)
    cost = left.cost + right.cost + 3
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Number> {
    let (left, right) = (left.load(block, selection), right.load(block, selection))
    buffer.clear()
    apply(left, right, selection, block.rowCount, buffer)
    return NumberBlock(values: buffer.values, valid: buffer.valid)
  }
}

/// Converts a vector of integers to doubles.
final class WidenedVector: NumberVector {
  let cost: Int
  private let base: any NumberVector<Int64>
  private let buffer: NumberBuffer<Double>

  init(_ base: any NumberVector<Int64>, shift: Int) {
    self.base = base
    buffer = NumberBuffer(shift: shift, zero: 0)
    cost = base.cost + 1
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Double> {
    let base = base.load(block, selection)
    for row in 0..<block.rowCount { buffer.values[row] = Double(base.values[row]) }
    return NumberBlock(values: buffer.values, valid: base.valid)
  }
}

/// Applies a function of a number to a vector, such as `floor`.
final class MappedVector: NumberVector {
  let cost: Int
  private let base: any NumberVector<Double>
  private let apply: (Double) -> Double
  private let buffer: NumberBuffer<Double>

  init(_ base: any NumberVector<Double>, shift: Int, _ apply: @escaping (Double) -> Double) {
    self.base = base
    self.apply = apply
    buffer = NumberBuffer(shift: shift, zero: 0)
    cost = base.cost + 2
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Double> {
    let (base, values) = (base.load(block, selection), buffer.values)
    selection.forEach { values[$0] = apply(base.values[$0]) }
    return NumberBlock(values: values, valid: base.valid)
  }
}

/// Rounds a vector down to whole numbers, as `floor` does. A conversion to an integer takes a fraction of the time of the
/// function, which has the same results.
final class FloorVector: NumberVector {
  let cost: Int
  private let base: any NumberVector<Double>
  private let buffer: NumberBuffer<Double>

  init(_ base: any NumberVector<Double>, shift: Int) {
    self.base = base
    buffer = NumberBuffer(shift: shift, zero: 0)
    cost = base.cost + 1
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Double> {
    let (base, values) = (base.load(block, selection), buffer.values)
    for row in 0..<block.rowCount {
      let number = base.values[row]
      // Numbers from 2⁵² on are whole. A whole number stays as it is, with the sign of -0.0.
      guard number.magnitude < 4_503_599_627_370_496 else {
        values[row] = number
        continue
      }
      let towardZero = Double(Int64(number))
      values[row] = towardZero == number ? number : towardZero > number ? towardZero - 1 : towardZero
    }
    return NumberBlock(values: values, valid: base.valid)
  }
}

/// The number of objects that a to-many leads to, such as `cities.@count`, or of those that satisfy a condition.
final class CountVector: NumberVector {
  let cost: Int
  private let relation: StoreLayout.RelationshipLayout
  private let children: ChildSelection?
  private let source: TableSource
  private let buffer: NumberBuffer<Int64>
  private lazy var counts = children?.counts()

  init(_ relation: StoreLayout.RelationshipLayout, where children: ChildSelection?, _ source: TableSource) {
    self.relation = relation
    self.children = children
    self.source = source
    buffer = NumberBuffer(shift: source.shift, zero: 0)
    cost = children == nil ? 10 : 300
  }

  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Int64> {
    let values = buffer.values
    if children != nil {
      guard let counts = counts?.of(block.entity) else { return NumberBlock(values: values, valid: nil) }
      selection.forEach { values[$0] = Int64(counts[block.firstRow + $0]) }
    } else {
      let lists = source.tables[block.entity].toMany[relation.column]
      // The references in lists are tested only if there may be deleted objects among them.
      let areAllLive = source.layout.entities[relation.destination].concrete.allSatisfy { [source] in
        source.tables[$0].liveCount == source.tables[$0].rowCount
      }
      selection.forEach { [source] row in
        let targets = lists[block.firstRow + row]
        values[row] = Int64(areAllLive ? targets.count : targets.count { source.isLive($0) })
      }
    }
    return NumberBlock(values: values, valid: nil)
  }
}
