import CDQIR
import CDQValues

/// The tables of a snapshot, as one run by columns reads them.
final class TableSource: ColumnSource {
  let snapshot: Snapshot
  let tables: [Table]
  let layout: StoreLayout
  let execution: Execution
  let shift: Int
  private let live: LiveRows

  var tableSource: TableSource? { self }
  var keepsOrder: Bool { false }

  init(_ snapshot: Snapshot, _ execution: Execution) {
    self.snapshot = snapshot
    self.execution = execution
    tables = snapshot.state.tables
    layout = snapshot.state.layout
    shift = layout.chunkShift
    live = LiveRows(snapshot.state)
  }

  // MARK: Planning

  func path(_ steps: [StepIR], from entity: Int) -> ColumnPlanner.Path? {
    guard let last = steps.last, last.kind == .attribute, let walk = walk(steps.dropLast(), from: entity),
      let slot = layout.entities[walk.entity].attributeSlots[last.name]
    else { return nil }
    let attribute = layout.entities[walk.entity].attributes[slot]
    guard !attribute.isTransient else { return nil }
    return ColumnPlanner.Path(
      steps: walk.columns, owners: walk.owners, entity: walk.entity, slot: slot,
      kind: Column.kind(of: attribute.type, in: layout.schema))
  }

  /// Resolves to-ones to their columns and the entity at their end; nil if a step is not a to-one.
  func walk(
    _ steps: ArraySlice<StepIR>, from entity: Int
  ) -> (columns: [Int], owners: [Int], entity: Int)? {
    var (columns, owners, entity): ([Int], [Int], Int) = ([], [], entity)
    for step in steps {
      guard let relation = relation(step, of: entity), !relation.relationship.isToMany else { return nil }
      columns.append(relation.column)
      owners.append(entity)
      entity = relation.destination
    }
    return (columns, owners, entity)
  }

  /// The relationship that a step from an entity names; nil if it is not stored.
  func relation(_ step: StepIR, of entity: Int) -> StoreLayout.RelationshipLayout? {
    let layout = layout.entities[entity]
    guard let slot = layout.relationshipSlots[step.name], !layout.relationships[slot].relationship.isTransient else {
      return nil
    }
    return layout.relationships[slot]
  }

  func loading(
    _ plan: () throws(ExecutionError) -> (any ColumnCondition)?
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    try plan()
  }

  func rowCondition(_ test: @escaping (Row) -> Bool) -> any ColumnCondition { RowCondition(test, self) }

  // MARK: Reading

  /// Whether a reference leads to an object that is not deleted.
  @inline(__always) func isLive(_ row: RowReference) -> Bool {
    row.entity >= 0 && live.contains(row)
  }

  @inline(__always) func block(_ entity: Int, _ chunk: Int) -> Block {
    Block(entity: entity, chunk: chunk, of: tables[entity])
  }

  /// The value of an attribute of any object.
  func value(_ row: RowReference, _ slot: Int) -> Value {
    tables[Int(row.entity)].attributes[slot].value(at: Int(row.row))
  }

  /// The number of an object in the order of insertion.
  func number(of row: RowReference) -> Int {
    tables[Int(row.entity)].numbers[Int(row.row)]
  }

  func chunk(_ block: Block, _ slot: Int) -> ColumnChunk {
    tables[block.entity].attributes[slot].chunks[block.chunk]
  }

  /// The references of a to-one in the rows of a block.
  func targets(_ block: Block, _ column: Int) -> FixedChunk<RowReference> {
    tables[block.entity].toOne[column].chunks[block.chunk]
  }

  /// Selects the rows of a block that are not deleted.
  func selectLive(_ block: Block, _ selection: Selection) {
    let table = tables[block.entity]
    if table.liveCount == table.rowCount {
      selection.fill(block.rowCount)
      return
    }
    let first = block.firstRow >> 6
    for word in 0..<selection.wordCount { selection.words[word] = table.isLive.words[first + word] }
  }
}
