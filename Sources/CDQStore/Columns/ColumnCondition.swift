import CDQValues

/// A condition that is tested on many rows at once.
///
/// Conditions belong to one run and keep their own scratch memory, so none is asked again before it has answered.
class ColumnCondition {
  /// About what a row costs, in units of a comparison of two numbers: conjuncts are tested cheapest first.
  let cost: Int
  /// Whether the condition holds for an object that is not there, all of whose properties are nil.
  let ofNothing: Bool

  init(cost: Int, ofNothing: Bool) {
    self.cost = cost
    self.ofNothing = ofNothing
  }

  /// Deselects the rows for which the condition does not hold.
  func narrow(_ selection: Selection, _ block: Block) {
    preconditionFailure("abstract")
  }

  /// One condition for this and another, that is tested faster than both; nil when there is none.
  func joined(with other: ColumnCondition) -> ColumnCondition? { nil }
}

/// The same for all rows.
final class ConstantCondition: ColumnCondition {
  private let value: Bool

  init(_ value: Bool) {
    self.value = value
    super.init(cost: 0, ofNothing: value)
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    if !value { selection.clear() }
  }
}

/// Holds where all of some conditions do.
final class ConjunctionCondition: ColumnCondition {
  private let operands: [ColumnCondition]

  init(_ operands: [ColumnCondition], inOrder: Bool = false) {
    self.operands = inOrder ? operands : operands.cheapestFirst
    super.init(cost: operands.reduce(0) { $0 + $1.cost }, ofNothing: operands.allSatisfy(\.ofNothing))
  }

  /// Some conditions as one, those that can be joined tested together.
  ///
  /// - Parameter inOrder: Whether they are tested in this order; else the cheapest are first.
  static func joining(_ operands: [ColumnCondition], inOrder: Bool) -> ColumnCondition {
    var joined: [ColumnCondition] = []
    for operand in operands {
      // Only ranges can be joined, of which few are alike.
      let known = joined.indices.prefix(ConjunctionCondition.mostJoined).lazy.compactMap { place in
        joined[place].joined(with: operand).map { (place, $0) }
      }.first
      if let (place, condition) = known { joined[place] = condition } else { joined.append(operand) }
    }
    return joined.count == 1 ? joined[0] : ConjunctionCondition(joined, inOrder: inOrder)
  }

  private static let mostJoined = 16

  override func narrow(_ selection: Selection, _ block: Block) {
    for (index, operand) in operands.enumerated() {
      if index > 0, selection.isEmpty { return }
      operand.narrow(selection, block)
    }
  }
}

/// Holds where one of some conditions does.
final class DisjunctionCondition: ColumnCondition {
  private let operands: [ColumnCondition]
  private let rest: SelectionBuffer
  private let tested: SelectionBuffer

  init(_ operands: [ColumnCondition], shift: Int, inOrder: Bool) {
    self.operands = inOrder ? operands : operands.cheapestFirst
    rest = SelectionBuffer(shift: shift)
    tested = SelectionBuffer(shift: shift)
    super.init(cost: operands.reduce(0) { $0 + $1.cost }, ofNothing: operands.contains(where: \.ofNothing))
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    // Each condition is tested on the rows for which none has held before.
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

/// Holds where another condition does not.
final class NegatedCondition: ColumnCondition {
  private let operand: ColumnCondition
  private let tested: SelectionBuffer

  init(_ operand: ColumnCondition, shift: Int) {
    self.operand = operand
    tested = SelectionBuffer(shift: shift)
    super.init(cost: operand.cost, ofNothing: !operand.ofNothing)
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    let tested = tested.selection(for: block)
    tested.copy(from: selection)
    operand.narrow(tested, block)
    selection.subtract(tested)
  }
}

/// A condition of the row plan, for what has no kernel: tested row by row on what is still selected.
final class RowCondition: ColumnCondition {
  private let test: (Row) -> Bool
  private let source: ColumnSource

  init(_ test: @escaping (Row) -> Bool, _ source: ColumnSource) {
    self.test = test
    self.source = source
    super.init(cost: RowCondition.cost, ofNothing: false)
  }

  static let cost = 1000

  override func narrow(_ selection: Selection, _ block: Block) {
    let snapshot = source.snapshot
    selection.filter { row in
      // After a failure nothing is worth testing.
      guard source.execution.failure == nil else { return false }
      return StoredRecord(snapshot, RowReference(block.entity, block.firstRow + row)).withRow(test)
    }
  }
}

/// Whether an attribute has a value.
final class PresenceCondition: ColumnCondition {
  private let slot: Int
  private let wantsValue: Bool
  private let source: ColumnSource

  init(_ slot: Int, wantsValue: Bool, _ source: ColumnSource) {
    self.slot = slot
    self.wantsValue = wantsValue
    self.source = source
    super.init(cost: 1, ofNothing: !wantsValue)
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.chunk(block, slot)
    if chunk.nullCount == 0 {
      if !wantsValue { selection.clear() }
      return
    }
    let flip: UInt64 = wantsValue ? 0 : .max
    for word in 0..<selection.wordCount { selection.words[word] &= chunk.valid[word] ^ flip }
  }
}

extension [ColumnCondition] {
  /// The conditions in the order in which they are tested.
  var cheapestFirst: [ColumnCondition] {
    enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
  }
}
