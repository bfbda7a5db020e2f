import CDQIR
import CDQValues

/// The attributes of records of the caller, which the column engine reads in place of the columns of a table. They hold
/// one block of records at a time, and only the attributes that conditions use.
///
/// The column planner and its conditions do not depend on the type of the records, so this class does not either; its
/// subclass `RecordBlocks` does.
class BlockColumns {
  /// The number of rows of a block, as a power of two. With 1024 rows, work that is done once per block does not
  /// matter, and the records stay in the processor's cache from one attribute to the next.
  static let shift = 10
  /// Placeholder snapshot for records of the caller, which have no tables.
  static let noSnapshot = Snapshot(
    StoreState(layout: StoreLayout(schema: Schema(entities: [Entity(name: "")]), chunkShift: shift)))

  /// The slots that the condition being planned reads.
  private var slotsInUse: [Int] = []
  /// Whether a part of the condition has a kernel.
  private(set) var hasKernel = false

  /// The slot and kind of the attribute at the end of a path, which the condition being planned will load. Nil if the
  /// attribute is not read in blocks.
  final func column(at steps: [StepIR]) -> (slot: Int, kind: Column.Kind)? {
    guard let column = find(steps) else { return nil }
    if !slotsInUse.contains(column.slot) { slotsInUse.append(column.slot) }
    return column
  }

  /// Plans a condition that loads the attributes that it reads before it tests them. Nil if `plan` gives nil.
  final func loading(
    _ plan: () throws(ExecutionError) -> ColumnCondition?
  ) throws(ExecutionError) -> ColumnCondition? {
    slotsInUse = []
    guard let condition = try plan() else { return nil }
    hasKernel = true
    return slotsInUse.isEmpty ? condition : LoadingCondition(slotsInUse, condition, self)
  }

  /// Finds an attribute as `column(at:)` does, but does not note it for the condition being planned.
  func find(_ steps: [StepIR]) -> (slot: Int, kind: Column.Kind)? {
    preconditionFailure("abstract")
  }

  /// Plans a predicate without a kernel as a test of one record after the other.
  func rowCondition(_ predicate: PredicateIR) throws(ExecutionError) -> ColumnCondition {
    preconditionFailure("abstract")
  }

  /// Reads the attribute in a slot for the selected rows that have not been read yet.
  func load(_ slot: Int, _ selection: Selection) {
    preconditionFailure("abstract")
  }

  /// The values of the attribute in a slot that have been read so far.
  func chunk(_ slot: Int) -> ColumnChunk {
    preconditionFailure("abstract")
  }
}

/// A condition that loads its attributes before it tests them, but only for the rows that are still selected. So no
/// accessor is called for a record that an earlier condition has ruled out.
private final class LoadingCondition: ColumnCondition {
  private let slots: [Int]
  private let condition: ColumnCondition
  private unowned let columns: BlockColumns

  init(_ slots: [Int], _ condition: ColumnCondition, _ columns: BlockColumns) {
    self.slots = slots
    self.condition = condition
    self.columns = columns
    super.init(cost: condition.cost, ofNothing: condition.ofNothing)
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    for slot in slots { columns.load(slot, selection) }
    condition.narrow(selection, block)
  }

  override func joined(with other: ColumnCondition) -> ColumnCondition? {
    guard let other = other as? LoadingCondition else { return nil }
    // Only ranges of one attribute can be joined, so both conditions read the same slots.
    return condition.joined(with: other.condition).map { LoadingCondition(slots, $0, columns) }
  }
}
