import CDQIR
import CDQValues

/// The columns that a plan by columns reads block by block: those of the tables of a store (`TableSource`), or
/// attributes of records of the caller (`RecordBlocks`).
protocol ColumnSource: AnyObject {
  var execution: Execution { get }
  /// Rows of a full block, as a power of two.
  var shift: Int { get }
  /// The tables, for conditions that follow relationships; nil for records of the caller.
  var tableSource: TableSource? { get }
  /// Whether operands of AND and OR are tested in the order in which they are written.
  var keepsOrder: Bool { get }

  /// Finds the attribute at the end of steps from the rows of an entity. Nil if it is not read in blocks.
  func path(_ steps: [StepIR], from entity: Int) -> ColumnPlanner.Path?

  /// Plans a condition whose attributes are in memory when it is tested. Nil if `plan` gives nil.
  func loading(
    _ plan: () throws(ExecutionError) -> (any ColumnCondition)?
  ) throws(ExecutionError) -> (any ColumnCondition)?

  /// Makes a condition that tests one selected row after the other.
  func rowCondition(_ test: @escaping (Row) -> Bool) -> any ColumnCondition

  /// The values of the attribute in a slot.
  func chunk(_ block: Block, _ slot: Int) -> ColumnChunk
}

extension ColumnSource {
  /// The values of an attribute of numbers, whose type the caller knows.
  func fixed<Element>(_ block: Block, _ slot: Int, of type: Element.Type) -> FixedChunk<Element> {
    unsafeDowncast(chunk(block, slot), to: FixedChunk<Element>.self)
  }

  /// The values of an attribute that the caller knows to be a text.
  func texts(_ block: Block, _ slot: Int) -> TextChunk {
    unsafeDowncast(chunk(block, slot), to: TextChunk.self)
  }
}
