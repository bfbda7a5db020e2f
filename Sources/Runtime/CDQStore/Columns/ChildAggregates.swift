import CDQIR
import CDQValues

/// The values of an attribute of the objects that a to-many leads to, or of those that satisfy a condition. For
/// `cities.@sum.population` they are the populations of the cities of each country.
struct ChildValues {
  let relation: StoreLayout.RelationshipLayout
  let path: ColumnPlanner.Path
  /// Entities whose objects have the relationship.
  let owners: [Int]
  private let source: TableSource
  private let walk: ReferenceWalk
  private let chunks: ChunkPointers
  private let condition: (any ColumnCondition)?
  private let answers: TargetAnswers?

  init(
    _ relation: StoreLayout.RelationshipLayout, of owners: [Int], _ path: ColumnPlanner.Path,
    where condition: (any ColumnCondition)?, _ source: TableSource
  ) {
    self.relation = relation
    self.owners = owners
    self.path = path
    self.source = source
    self.condition = condition
    walk = ReferenceWalk(path, source)
    chunks = ChunkPointers(source, attribute: path.slot, of: source.layout.entities[path.entity].concrete)
    answers = condition.map { TargetAnswers($0, source) }
  }

  /// For each selected row, calls `start` with the row, `body` with each value that is not nil, and `end` with the row.
  /// The values are in the order of the relationship, because a sum of doubles depends on the order.
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

  /// Whether the values can be read in one pass over the table that contains them, and this is less work than following
  /// the lists of the selected rows.
  func isPassCheaper(for selection: Selection) -> Bool {
    guard path.steps.isEmpty, relation.backColumn(source) != nil else { return false }
    return selection.count * 4 >= owners.reduce(0) { $0 + source.tables[$1].rowCount }
  }

  /// Computes the tallies of all objects that have the relationship, in one pass over the table that contains the
  /// values.
  func tallies<Tally: ChildTally>(_ start: Tally) -> RowMemory<Tally> {
    let memory = RowMemory(source, of: owners, start)
    guard let column = relation.backColumn(source) else { return memory }
    relation.forEachTarget(where: condition, leadingBack: column, source) { block, selection, references in
      let chunk = source.fixed(block, path.slot, of: Tally.Number.self)
      let values = chunk.values
      selection.keepValid(chunk)
      selection.forEach { row in memory.update(references[row]) { $0.add(values[row]) } }
    }
    return memory
  }
}

/// An accumulator for aggregates of numbers.
protocol ChildTally: BitwiseCopyable {
  associatedtype Number: BitwiseCopyable & Sendable
  /// Whether the result does not depend on the order of the numbers.
  static var takesAnyOrder: Bool { get }
  init()
  mutating func add(_ number: Number)
}

extension IntegerTally: ChildTally {
  static var takesAnyOrder: Bool { true }
}

extension DoubleTally: ChildTally {
  static var takesAnyOrder: Bool { false }
}

/// The vector of an aggregate over a to-many, such as `cities.@sum.population`: one number per row.
final class ChildVector<Tally: ChildTally, Number: BitwiseCopyable & Comparable & Sendable>: NumberVector {
  let cost = 300
  private let values: ChildValues
  private let result: (Tally) -> Number?
  private let buffer: NumberBuffer<Number>
  private var all: RowMemory<Tally>?

  init(_ values: ChildValues, zero: Number, shift: Int, _ result: @escaping (Tally) -> Number?) {
    self.values = values
    self.result = result
    buffer = NumberBuffer(shift: shift, zero: zero)
  }

  @_specialize(where Tally == IntegerTally, Number == Int64)
  @_specialize(where Tally == IntegerTally, Number == Double)
  @_specialize(where Tally == DoubleTally, Number == Double)
  func load(_ block: Block, _ selection: Selection) -> NumberBlock<Number> {
    let (buffer, result) = (buffer, result)
    buffer.clear()
    if all == nil, Tally.takesAnyOrder, values.isPassCheaper(for: selection) { all = values.tallies(Tally()) }
    if let tallies = all?.of(block.entity) {
      selection.forEach { row in
        if let value = result(tallies[block.firstRow + row]) { buffer.set(row, value) }
      }
      return NumberBlock(values: buffer.values, valid: buffer.valid)
    }
    var tally = Tally()
    values.forEach(block, selection, as: Tally.Number.self) { _ in
      tally = Tally()
    } _: { value in
      tally.add(value)
    } end: { row in
      if let value = result(tally) { buffer.set(row, value) }
    }
    return NumberBlock(values: buffer.values, valid: buffer.valid)
  }
}
