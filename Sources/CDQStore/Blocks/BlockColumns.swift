import CDQIR
import CDQValues

/// Attributes of records of the caller's own, in place of the columns of a table: of one block of records at a time, and
/// only those that conditions have asked for.
///
/// The column planner and its conditions know nothing of the records' type, so this class does not either; `RecordBlocks`
/// does.
class BlockColumns {
  /// Rows of a block, as a power of two: enough that what is done once per block does not count, few enough that
  /// the records stay in the cache from one attribute to the next.
  static let shift = 10
  /// A snapshot of nothing: what there is no table for is asked of it.
  static let noSnapshot = Snapshot(
    StoreState(layout: StoreLayout(schema: Schema(entities: [Entity(name: "")]), chunkShift: shift)))

  /// The slots that the condition reads which is being planned.
  private var slotsInUse: [Int] = []
  /// Whether some condition has a kernel.
  private(set) var hasKernel = false

  /// The attribute at the end of a path; nil when it is not read in blocks.
  final func column(at steps: [StepIR]) -> (slot: Int, kind: Column.Kind)? {
    guard let column = find(steps) else { return nil }
    if !slotsInUse.contains(column.slot) { slotsInUse.append(column.slot) }
    return column
  }

  /// A condition that loads what it reads before it is tested.
  final func loading(
    _ plan: () throws(ExecutionError) -> ColumnCondition?
  ) throws(ExecutionError) -> ColumnCondition? {
    slotsInUse = []
    guard let condition = try plan() else { return nil }
    hasKernel = true
    return slotsInUse.isEmpty ? condition : LoadingCondition(slotsInUse, condition, self)
  }

  /// As `column(at:)`, without a note of it.
  func find(_ steps: [StepIR]) -> (slot: Int, kind: Column.Kind)? {
    preconditionFailure("abstract")
  }

  /// The row plan of a predicate.
  func rowCondition(_ predicate: PredicateIR) throws(ExecutionError) -> ColumnCondition {
    preconditionFailure("abstract")
  }

  /// Reads an attribute of the selected rows that have not been read yet.
  func load(_ slot: Int, _ selection: Selection) {
    preconditionFailure("abstract")
  }

  /// What has been read of an attribute.
  func chunk(_ slot: Int) -> ColumnChunk {
    preconditionFailure("abstract")
  }
}

/// A condition on attributes that are read just before, of the rows that are still selected: no accessor is called for a
/// record that an earlier condition has ruled out.
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
    // Ranges of one attribute.
    return condition.joined(with: other.condition).map { LoadingCondition(slots, $0, columns) }
  }
}
