import CDQIR
import CDQValues

/// The attributes of records of one Swift type, read block by block, which the column engine reads in place of the
/// columns of a table. They hold one block of records at a time, and only the attributes that conditions use.
final class RecordBlocks: ColumnSource {
  /// The number of rows of a block, as a power of two. With 1024 rows, work that is done once per block does not
  /// matter, and the records stay in the processor's cache from one attribute to the next.
  static let shift = 10
  private let shape: RecordShape
  let execution: Execution
  private var columns: [any BlockColumn] = []
  private var slots: [[StepIR]: Int] = [:]
  /// The slots that the condition being planned reads.
  private var slotsInUse: [Int] = []
  /// Whether a part of the condition has a kernel.
  private(set) var hasKernel = false
  /// The first record of the current block, nil before the first block, and the number of its records.
  private(set) var base: Row = nil
  private var rowCount = 0

  var shift: Int { RecordBlocks.shift }
  var tableSource: TableSource? { nil }
  /// Accessors of the caller's records may rely on the order.
  var keepsOrder: Bool { true }

  init(_ shape: RecordShape, _ execution: Execution) {
    self.shape = shape
    self.execution = execution
  }

  // MARK: Planning

  /// Finds the attribute at the end of steps, which the condition being planned will load. The block reader follows
  /// to-ones, so the result has no steps.
  func path(_ steps: [StepIR], from entity: Int) -> ColumnPlanner.Path? {
    guard let slot = slots[steps] ?? addColumn(steps) else { return nil }
    if !slotsInUse.contains(slot) { slotsInUse.append(slot) }
    return ColumnPlanner.Path(steps: [], owners: [], entity: entity, slot: slot, kind: columns[slot].kind)
  }

  private func addColumn(_ steps: [StepIR]) -> Int? {
    guard let column = shape.blockColumn(steps[...]) else { return nil }
    columns.append(column)
    slots[steps] = columns.count - 1
    return columns.count - 1
  }

  /// Plans a condition that loads the attributes that it reads before it tests them.
  func loading(
    _ plan: () throws(ExecutionError) -> (any ColumnCondition)?
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    slotsInUse = []
    guard let condition = try plan() else { return nil }
    hasKernel = true
    return slotsInUse.isEmpty ? condition : LoadingCondition(slotsInUse, condition, self)
  }

  func rowCondition(_ test: @escaping (Row) -> Bool) -> any ColumnCondition {
    RecordCondition(test, stride: shape.stride, self, execution)
  }

  // MARK: Reading

  /// Starts another block of records.
  func start(_ base: UnsafeRawPointer, _ rowCount: Int) {
    (self.base, self.rowCount) = (base, rowCount)
    for column in columns { column.start(rowCount) }
  }

  /// Reads the attribute in a slot for the selected rows that have not been read yet.
  func load(_ slot: Int, _ selection: Selection) {
    guard let base else { return }
    columns[slot].load(base, selection, rowCount)
  }

  /// The values of the attribute in a slot that have been read so far.
  func chunk(_ block: Block, _ slot: Int) -> ColumnChunk { columns[slot].chunk }
}

/// A condition of the row plan, for a predicate without a kernel.
private final class RecordCondition: ColumnCondition {
  let cost: Int = RowCondition.cost
  let ofNothing = false
  private let test: (Row) -> Bool
  private let stride: Int
  private let blocks: RecordBlocks
  private let execution: Execution

  init(_ test: @escaping (Row) -> Bool, stride: Int, _ blocks: RecordBlocks, _ execution: Execution) {
    self.test = test
    self.stride = stride
    self.blocks = blocks
    self.execution = execution
  }

  func narrow(_ selection: Selection, _ block: Block) {
    guard let base = blocks.base else { return selection.clear() }
    let (test, stride, execution) = (test, stride, execution)
    // After a failure the answers no longer matter.
    selection.filter { execution.failure == nil && test(base + $0 * stride) }
  }
}

/// A condition that loads its attributes before it tests them, but only for the rows that are still selected. So no
/// accessor is called for a record that an earlier condition has ruled out.
private final class LoadingCondition: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let slots: [Int]
  private let condition: any ColumnCondition
  private let blocks: RecordBlocks

  init(_ slots: [Int], _ condition: any ColumnCondition, _ blocks: RecordBlocks) {
    self.slots = slots
    self.condition = condition
    self.blocks = blocks
    cost = condition.cost
    ofNothing = condition.ofNothing
  }

  func narrow(_ selection: Selection, _ block: Block) {
    for slot in slots { blocks.load(slot, selection) }
    condition.narrow(selection, block)
  }

  func joined(with other: any ColumnCondition) -> (any ColumnCondition)? {
    guard let other = other as? LoadingCondition else { return nil }
    // Only ranges of one attribute can be joined, so both conditions read the same slots.
    return condition.joined(with: other.condition).map { LoadingCondition(slots, $0, blocks) }
  }
}
