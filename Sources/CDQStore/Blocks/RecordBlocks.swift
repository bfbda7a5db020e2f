import CDQIR
import CDQValues

/// The attributes of one block of records after the other.
final class RecordBlocks<Record>: BlockColumns {
  typealias Place = UnsafePointer<Record>

  private let planner: Planner
  private let scope: Scope<Place>
  private let access: RecordAccess<Record>
  private var columns: [BlockColumn<Record>] = []
  private var slots: [[StepIR]: Int] = [:]
  /// The first record of the block, and how many there are.
  private var base: Place?
  private var rowCount = 0

  /// - Parameter scope: That of the row plan.
  init(_ access: RecordAccess<Record>, _ planner: Planner, _ scope: Scope<Place>) {
    self.access = access
    self.planner = planner
    self.scope = scope
  }

  override func find(_ steps: [StepIR]) -> (slot: Int, kind: Column.Kind)? {
    if let slot = slots[steps] { return (slot, columns[slot].kind) }
    guard let column = access.blockColumn(steps[...]) else { return nil }
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

  /// A test of one record after the other.
  func rowCondition(_ test: @escaping (Place) -> Bool) -> ColumnCondition {
    let execution = planner.execution
    return RecordCondition { [unowned self] row in
      // After a failure nothing is worth testing.
      guard execution.failure == nil, let base else { return false }
      return test(base + row)
    }
  }

  /// Goes to other records.
  func start(_ rows: UnsafeBufferPointer<Record>) {
    (base, rowCount) = (rows.baseAddress, rows.count)
    for column in columns { column.start(rows.count) }
  }

  override func load(_ slot: Int, _ selection: Selection) {
    guard let base else { return }
    columns[slot].load(base, selection, rowCount)
  }

  override func chunk(_ slot: Int) -> ColumnChunk { columns[slot].chunk }
}

/// A condition of the row plan, for what has no kernel.
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

extension RecordAccess {
  /// The attribute at the end of a path, read in blocks; nil where it is not.
  func blockColumn(_ steps: ArraySlice<StepIR>) -> BlockColumn<Record>? {
    guard let step = steps.first, let property = property(step.name) else { return nil }
    switch (step.kind, property) {
    case (.attribute, .attribute(_, _, let blocks?)): return steps.count == 1 ? AttributeColumn(blocks) : nil
    case (.toOne, .toOne(let relation)): return relation.blockColumn(steps.dropFirst())
    case (_, .attribute), (_, .toOne), (_, .toMany): return nil
    }
  }
}
