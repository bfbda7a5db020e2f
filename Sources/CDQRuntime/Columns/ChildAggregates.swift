import CDQIR

/// The values of a property of the objects that a to-many leads to, or of those of them that satisfy a condition.
///
/// They are read in the order of the relationship, in which sums of doubles have to be made, and each object once.
struct ChildValues {
  let relation: StoreLayout.RelationshipLayout
  let path: ColumnPlanner.Path
  private let source: ColumnSource
  private let walk: ReferenceWalk
  private let chunks: ChunkPointers
  private let answers: TargetAnswers?

  init(
    _ relation: StoreLayout.RelationshipLayout, _ path: ColumnPlanner.Path, where condition: ColumnCondition?,
    _ source: ColumnSource
  ) {
    self.relation = relation
    self.path = path
    self.source = source
    walk = ReferenceWalk(path, source)
    chunks = ChunkPointers(source, attribute: path.slot, of: source.layout.entities[path.entity].concrete)
    answers = condition.map { TargetAnswers($0, source) }
  }

  /// Calls `body` with the values that a selected row leads to, those that are nil left out, and the row.
  @inline(__always) func forEach<Element: BitwiseCopyable>(
    _ block: Block, _ selection: Selection, as type: Element.Type, start: (Int) -> Void, _ body: (Element) -> Void,
    end: (Int) -> Void
  ) {
    let execution = source.execution
    let lists = source.tables[block.entity].toMany[relation.column]
    selection.forEach { row in
      start(row)
      let targets = lists[block.firstRow + row]
      guard execution.advance(targets.count) else { return end(row) }
      for target in targets where source.isLive(target) {
        if let answers, !answers.holds(target) { continue }
        let last = walk.target(target)
        guard !last.isNone, let (chunk, place) = chunks.place(last), chunk.pointee.isValid(place) else { continue }
        body(chunk.pointee.value(place, as: Element.self))
      }
      end(row)
    }
  }
}

/// Sum or extreme of integers that a to-many leads to.
final class IntegerChildVector: NumberVector<Int64> {
  private let values: ChildValues
  private let function: AggregateFunction
  private let buffer: NumberBuffer<Int64>

  init(_ function: AggregateFunction, _ values: ChildValues, shift: Int) {
    self.values = values
    self.function = function
    buffer = NumberBuffer(shift: shift, zero: 0)
    super.init(cost: 300)
  }

  override func load(_ block: Block, _ selection: Selection) -> NumberBlock<Int64> {
    buffer.clear()
    var tally = IntegerTally()
    values.forEach(block, selection, as: Int64.self) { _ in
      tally = IntegerTally()
    } _: { value in
      tally.add(value)
    } end: { row in
      let result: Int64? =
        switch function {
        case .sum: tally.sum.value
        case .minimum: tally.minimum
        case .maximum: tally.maximum
        case .count, .average, .median, .standardDeviation: nil
        }
      if let result { buffer.set(row, result) }
    }
    return NumberBlock(values: buffer.values, valid: buffer.valid)
  }
}

/// The mean of integers that a to-many leads to.
final class MeanChildVector: NumberVector<Double> {
  private let values: ChildValues
  private let buffer: NumberBuffer<Double>

  init(_ values: ChildValues, shift: Int) {
    self.values = values
    buffer = NumberBuffer(shift: shift, zero: 0)
    super.init(cost: 300)
  }

  override func load(_ block: Block, _ selection: Selection) -> NumberBlock<Double> {
    buffer.clear()
    var tally = IntegerTally()
    values.forEach(block, selection, as: Int64.self) { _ in
      tally = IntegerTally()
    } _: { value in
      tally.add(value)
    } end: { row in
      if let mean = tally.average { buffer.set(row, mean) }
    }
    return NumberBlock(values: buffer.values, valid: buffer.valid)
  }
}

/// Sum, mean or extreme of doubles, or of seconds, that a to-many leads to.
final class DoubleChildVector: NumberVector<Double> {
  private let values: ChildValues
  private let function: AggregateFunction
  private let buffer: NumberBuffer<Double>

  init(_ function: AggregateFunction, _ values: ChildValues, shift: Int) {
    self.values = values
    self.function = function
    buffer = NumberBuffer(shift: shift, zero: 0)
    super.init(cost: 300)
  }

  override func load(_ block: Block, _ selection: Selection) -> NumberBlock<Double> {
    buffer.clear()
    var tally = DoubleTally()
    values.forEach(block, selection, as: Double.self) { _ in
      tally = DoubleTally()
    } _: { value in
      tally.add(value)
    } end: { row in
      let result: Double? =
        switch function {
        case .sum: tally.sum
        case .average: tally.average
        case .minimum: tally.minimum
        case .maximum: tally.maximum
        case .count, .median, .standardDeviation: nil
        }
      if let result { buffer.set(row, result) }
    }
    return NumberBlock(values: buffer.values, valid: buffer.valid)
  }
}
