import CDQIR
import CDQValues

/// Scans records of the caller by blocks. Conditions that have a kernel are tested on a thousand records at once; the
/// row plan tests the others on the records that are still selected.
@usableFromInline final class BlockScan {
  private let blocks: RecordBlocks
  /// The number of bytes from one record to the next.
  private let stride: Int
  private let condition: any ColumnCondition
  private let execution: Execution
  private let buffer = SelectionBuffer(shift: RecordBlocks.shift)
  /// The number of rows of the next block: at first 64 if few results are wanted, then four times as many, and so on.
  private var step = 1 << RecordBlocks.shift
  /// The number of records in earlier calls.
  private var offset = 0
  /// The number of results that are still wanted.
  private var wanted = Int.max

  private static var firstStep: Int { 64 }

  /// - Parameter condition: Reads its attributes from `blocks`.
  init(_ blocks: RecordBlocks, stride: Int, _ condition: any ColumnCondition, _ execution: Execution) {
    self.blocks = blocks
    self.stride = stride
    self.condition = condition
    self.execution = execution
  }

  /// Prepares a scan that ends after `reach` results.
  func start(reach: Int) {
    offset = 0
    wanted = reach
    step = reach <= 1 << RecordBlocks.shift ? BlockScan.firstStep : 1 << RecordBlocks.shift
  }

  /// Calls `body` with the offset and the row of each record that satisfies the condition. Only the number of results
  /// ends the scan; the value that `body` returns is ignored.
  ///
  /// - Parameter records: The first of `count` contiguous records.
  /// - Returns: False when no more results are wanted or the execution has to end.
  @usableFromInline func scan(
    _ records: UnsafeRawPointer?, count: Int, _ body: (Int, UnsafeRawPointer?) -> Bool
  ) -> Bool {
    let stride = stride
    return take(records, count) { first, base, selection in
      selection.forEach { _ = body(first + $0, base + $0 * stride) }
    }
  }

  /// Adds the number of the next records that satisfy the condition to `found`.
  ///
  /// - Returns: False when no more results are wanted or the execution has to end.
  @usableFromInline func count(_ records: UnsafeRawPointer?, count: Int, into found: inout Int) -> Bool {
    take(records, count) { _, _, selection in found += selection.count }
  }

  /// Tests the next records block by block. Calls `body` for each block with the offset and the address of its first
  /// record, and the selection of the records that satisfy the condition.
  ///
  /// - Returns: False when no more results are wanted or the execution has to end.
  private func take(
    _ records: UnsafeRawPointer?, _ count: Int, _ body: (_ first: Int, UnsafeRawPointer, Selection) -> Void
  ) -> Bool {
    guard let base = records, wanted > 0 else { return wanted > 0 }
    var start = 0
    while start < count {
      let rowCount = min(step, count - start)
      step = min(step * 4, 1 << RecordBlocks.shift)
      let block = Block(rowCount: rowCount)
      let selection = buffer.selection(for: block)
      selection.fill(rowCount)
      let rows = base + start * stride
      blocks.start(rows, rowCount)
      condition.narrow(selection, block)
      let found = selection.count
      // As in the row plan, each row is a step. In the block where the scan ends, only the rows up to the last wanted
      // one count.
      let steps = found >= wanted ? selection.keepFirst(wanted) + 1 : rowCount
      guard execution.advance(steps) else { return false }
      body(offset + start, rows, selection)
      if found >= wanted {
        wanted = 0
        return false
      }
      wanted -= wanted == .max ? 0 : found
      start += rowCount
    }
    offset += count
    return true
  }
}

extension Selection {
  /// Deselects all rows after the first `count` selected ones. At least that many rows are selected.
  ///
  /// - Returns: The last row that remains selected.
  fileprivate func keepFirst(_ count: Int) -> Int {
    var (word, rest) = (0, count)
    while words[word].nonzeroBitCount < rest {
      rest -= words[word].nonzeroBitCount
      word += 1
    }
    var behind = words[word]
    for _ in 0..<rest { behind &= behind &- 1 }
    words[word] &= ~behind
    let last = word << 6 | (63 - words[word].leadingZeroBitCount)
    word += 1
    while word < wordCount {
      words[word] = 0
      word += 1
    }
    return last
  }
}
