import CDQIR
import CDQValues

/// The attributes of records of one Swift type, read block by block.
final class RecordBlocks: BlockColumns {
  private let planner: Planner
  private let scope: Scope
  private let shape: RecordShape
  private var columns: [BlockColumn] = []
  private var slots: [[StepIR]: Int] = [:]
  /// The first record of the current block and the number of its records.
  private var base: Row = nil
  private var rowCount = 0

  /// - Parameter scope: The scope of the row plan.
  init(_ shape: RecordShape, _ planner: Planner, _ scope: Scope) {
    self.shape = shape
    self.planner = planner
    self.scope = scope
  }

  override func find(_ steps: [StepIR]) -> (slot: Int, kind: Column.Kind)? {
    if let slot = slots[steps] { return (slot, columns[slot].kind) }
    guard let column = shape.blockColumn(steps[...]) else { return nil }
    columns.append(column)
    slots[steps] = columns.count - 1
    return (columns.count - 1, column.kind)
  }

  override func rowCondition(_ predicate: PredicateIR) throws(ExecutionError) -> ColumnCondition {
    switch try planner.condition(predicate, scope) {
    case .constant(let value): ConstantCondition(value)
    case .row(let test): rowCondition(test)
    }
  }

  /// Makes a condition that tests one selected record after the other.
  func rowCondition(_ test: @escaping (Row) -> Bool) -> ColumnCondition {
    let (execution, stride) = (planner.execution, shape.stride)
    return RecordCondition { [unowned self] row in
      // After a failure the answers no longer matter.
      guard execution.failure == nil, let base else { return false }
      return test(base + row * stride)
    }
  }

  /// Starts another block of records.
  func start(_ base: UnsafeRawPointer, _ rowCount: Int) {
    (self.base, self.rowCount) = (base, rowCount)
    for column in columns { column.start(rowCount) }
  }

  override func load(_ slot: Int, _ selection: Selection) {
    guard let base else { return }
    columns[slot].load(base, selection, rowCount)
  }

  override func chunk(_ slot: Int) -> ColumnChunk { columns[slot].chunk }
}

/// A condition of the row plan, for a predicate without a kernel.
private final class RecordCondition: ColumnCondition {
  private let test: (Int) -> Bool

  init(_ test: @escaping (Int) -> Bool) {
    self.test = test
    super.init(cost: RowCondition.cost, ofNothing: false)
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    selection.filter(test)
  }
}
