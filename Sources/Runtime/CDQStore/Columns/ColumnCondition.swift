import CDQValues

/// A condition that is tested on all rows of a block at once: it clears the bits of the rows for which it is false.
/// With the populations 7, 3, 9 and 1, `population > 5` narrows the selection 0b1111 to 0b0101.
///
/// A condition belongs to one run and owns its scratch memory, so it must not be called while it is being evaluated.
protocol ColumnCondition: AnyObject {
  /// The approximate cost of testing a row, in comparisons of two numbers. The cheapest conjuncts are tested first.
  var cost: Int { get }
  /// Whether the condition holds for a missing object, all of whose properties are nil.
  var ofNothing: Bool { get }

  /// Deselects the rows for which the condition does not hold.
  func narrow(_ selection: Selection, _ block: Block)

  /// Joins this condition and another to one that is tested faster than both; nil if that is not possible. `x > 1` and
  /// `x < 5` become one range.
  func joined(with other: any ColumnCondition) -> (any ColumnCondition)?
}

extension ColumnCondition {
  func joined(with other: any ColumnCondition) -> (any ColumnCondition)? { nil }
}

/// A condition that is true for all rows or for none.
final class ConstantCondition: ColumnCondition {
  let cost = 0
  let ofNothing: Bool
  private let value: Bool

  init(_ value: Bool) {
    self.value = value
    ofNothing = value
  }

  func narrow(_ selection: Selection, _ block: Block) {
    if !value { selection.clear() }
  }
}

/// `AND`: holds for the rows for which all operands hold.
final class ConjunctionCondition: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let operands: [any ColumnCondition]

  init(_ operands: [any ColumnCondition], inOrder: Bool = false) {
    self.operands = inOrder ? operands : operands.cheapestFirst
    cost = operands.reduce(0) { $0 + $1.cost }
    ofNothing = operands.allSatisfy(\.ofNothing)
  }

  /// Makes one condition of the operands. Those that can be joined are tested together.
  ///
  /// - Parameter inOrder: Whether the operands are tested in this order; if false, the cheapest are tested first.
  static func joining(_ operands: [any ColumnCondition], inOrder: Bool) -> any ColumnCondition {
    var joined: [any ColumnCondition] = []
    for operand in operands {
      // Only ranges of one column can be joined, and there are rarely many. Only the first conditions are tried, so
      // that planning a long `AND` does not take quadratic time.
      let known = joined.indices.prefix(ConjunctionCondition.mostJoined).lazy.compactMap { place in
        joined[place].joined(with: operand).map { (place, $0) }
      }.first
      if let (place, condition) = known { joined[place] = condition } else { joined.append(operand) }
    }
    return joined.count == 1 ? joined[0] : ConjunctionCondition(joined, inOrder: inOrder)
  }

  private static let mostJoined = 16

  func narrow(_ selection: Selection, _ block: Block) {
    for (index, operand) in operands.enumerated() {
      if index > 0, selection.isEmpty { return }
      operand.narrow(selection, block)
    }
  }
}

/// `OR`: holds for the rows for which at least one operand holds.
final class DisjunctionCondition: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let operands: [any ColumnCondition]
  private let rest: SelectionBuffer
  private let tested: SelectionBuffer

  init(_ operands: [any ColumnCondition], shift: Int, inOrder: Bool) {
    self.operands = inOrder ? operands : operands.cheapestFirst
    rest = SelectionBuffer(shift: shift)
    tested = SelectionBuffer(shift: shift)
    cost = operands.reduce(0) { $0 + $1.cost }
    ofNothing = operands.contains(where: \.ofNothing)
  }

  func narrow(_ selection: Selection, _ block: Block) {
    // Each operand is tested only on the rows for which no operand before it holds.
    let (rest, tested) = (rest.selection(for: block), tested.selection(for: block))
    rest.copy(from: selection)
    for operand in operands {
      if rest.isEmpty { break }
      tested.copy(from: rest)
      operand.narrow(tested, block)
      rest.subtract(tested)
    }
    selection.subtract(rest)
  }
}

/// `NOT`: holds for the rows for which the operand does not hold.
final class NegatedCondition: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let operand: any ColumnCondition
  private let tested: SelectionBuffer

  init(_ operand: any ColumnCondition, shift: Int) {
    self.operand = operand
    tested = SelectionBuffer(shift: shift)
    cost = operand.cost
    ofNothing = !operand.ofNothing
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let tested = tested.selection(for: block)
    tested.copy(from: selection)
    operand.narrow(tested, block)
    selection.subtract(tested)
  }
}

/// A condition of the row plan, for a predicate without a kernel. It is tested on one selected row after the other.
final class RowCondition: ColumnCondition {
  let cost: Int = RowCondition.cost
  let ofNothing = false
  private let test: (Row) -> Bool
  private let source: TableSource

  init(_ test: @escaping (Row) -> Bool, _ source: TableSource) {
    self.test = test
    self.source = source
  }

  static let cost = 1000

  func narrow(_ selection: Selection, _ block: Block) {
    let snapshot = source.snapshot
    selection.filter { row in
      // After a failure the answers no longer matter.
      guard source.execution.failure == nil else { return false }
      return StoredRecord(snapshot, RowReference(block.entity, block.firstRow + row)).withRow(test)
    }
  }
}

/// Whether an attribute has a value: `name != NULL`, or `name == NULL` if `wantsValue` is false.
final class PresenceCondition: ColumnCondition {
  let cost = 1
  let ofNothing: Bool
  private let slot: Int
  private let wantsValue: Bool
  private let source: any ColumnSource

  init(_ slot: Int, wantsValue: Bool, _ source: any ColumnSource) {
    self.slot = slot
    self.wantsValue = wantsValue
    self.source = source
    ofNothing = !wantsValue
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.chunk(block, slot)
    if chunk.nullCount == 0 {
      if !wantsValue { selection.clear() }
      return
    }
    let flip: UInt64 = wantsValue ? 0 : .max
    for word in 0..<selection.wordCount { selection.words[word] &= chunk.valid[word] ^ flip }
  }
}

extension [any ColumnCondition] {
  /// The conditions in order of their cost. Those with equal cost keep their order.
  var cheapestFirst: [any ColumnCondition] {
    enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
  }
}
