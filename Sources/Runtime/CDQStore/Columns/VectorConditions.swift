import CDQIR
import CDQValues

/// Tests whether a computed number is in a range, or outside of it, as for `population / 1000 > 5`.
final class VectorRangeCondition<Number: RangeElement>: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let vector: any NumberVector<Number>
  private let test: NumberTest<Number>
  private let limits: ValueRange<Number>

  init(_ vector: any NumberVector<Number>, _ test: NumberTest<Number>, limits: ValueRange<Number>) {
    self.vector = vector
    self.test = test
    self.limits = limits
    cost = vector.cost + 2
    ofNothing = test.ofNull
  }

  @_specialize(where Number == Int64)
  @_specialize(where Number == Double)
  func narrow(_ selection: Selection, _ block: Block) {
    let loaded = vector.load(block, selection)
    RangeKernel.narrow(
      selection, loaded.values, block.rowCount, test.range, limits, negated: test.negated, valid: loaded.valid,
      ofNull: test.ofNull)
  }
}

/// The comparison of two computed numbers of one type, such as `population > altitude * 2`.
final class VectorComparison<Number: BitwiseCopyable & Comparable & Sendable>: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let operation: ComparisonIR.Operator
  private let left: any NumberVector<Number>
  private let right: any NumberVector<Number>

  init(_ operation: ComparisonIR.Operator, _ left: any NumberVector<Number>, _ right: any NumberVector<Number>) {
    self.operation = operation
    self.left = left
    self.right = right
    cost = left.cost + right.cost + 2
    ofNothing = operation.holdsForEqual
  }

  @_specialize(where Number == Int64)
  @_specialize(where Number == Double)
  func narrow(_ selection: Selection, _ block: Block) {
    let (left, right) = (left.load(block, selection), right.load(block, selection))
    switch operation {
    case .equal: run(selection, block, left, right) { $0 == $1 }
    case .notEqual: run(selection, block, left, right) { $0 != $1 }
    case .less: run(selection, block, left, right) { $0 < $1 }
    case .lessOrEqual: run(selection, block, left, right) { $0 <= $1 }
    case .greater: run(selection, block, left, right) { $0 > $1 }
    case .greaterOrEqual: run(selection, block, left, right) { $0 >= $1 }
    }
  }

  @inline(__always)
  private func run(
    _ selection: Selection, _ block: Block, _ left: NumberBlock<Number>, _ right: NumberBlock<Number>,
    _ holds: (Number, Number) -> Bool
  ) {
    let (oneNil, bothNil) = (operation.holdsForOneNil, operation.holdsForEqual)
    let fullWords = block.rowCount >> 6
    for word in 0..<selection.wordCount where selection.words[word] != 0 {
      let (leftBase, rightBase) = (left.values + word << 6, right.values + word << 6)
      var bits: UInt64 = 0
      for row in 0..<(word < fullWords ? 64 : block.rowCount & 63) {
        bits |= (holds(leftBase[row], rightBase[row]) ? 1 : 0) << UInt64(truncatingIfNeeded: row)
      }
      let (hasLeft, hasRight) = (left.valid?[word] ?? .max, right.valid?[word] ?? .max)
      bits &= hasLeft & hasRight
      if oneNil { bits |= hasLeft ^ hasRight }
      if bothNil { bits |= ~(hasLeft | hasRight) }
      selection.words[word] &= bits
    }
  }
}
