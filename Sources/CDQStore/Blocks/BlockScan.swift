import CDQIR
import CDQValues

/// A scan over records of the caller's own by blocks: conditions that columns have kernels for are tested on a thousand
/// records at once, the others by the row plan on the records that are still selected.
@usableFromInline final class BlockScan {
  private let blocks: RecordBlocks
  /// From one record to the next.
  private let stride: Int
  private let condition: ColumnCondition
  private let execution: Execution
  private let buffer = SelectionBuffer(shift: BlockColumns.shift)
  /// Rows of the next block: few where few results are wanted, then four times as many, and so on.
  private var step = 1 << BlockColumns.shift
  /// How many records came before.
  private var offset = 0
  /// How many results are still wanted.
  private var wanted = Int.max

  private static var firstStep: Int { 64 }

  /// - Parameter condition: Reads from the blocks.
  init(_ blocks: RecordBlocks, stride: Int, _ condition: ColumnCondition, _ execution: Execution) {
    self.blocks = blocks
    self.stride = stride
    self.condition = condition
    self.execution = execution
  }

  /// Prepares for the first record.
  func start(reach: Int) {
    offset = 0
    wanted = reach
    step = reach <= 1 << BlockColumns.shift ? BlockScan.firstStep : 1 << BlockColumns.shift
  }

  /// Calls `body` with each record that satisfies the condition, and its place, until that returns false.
  ///
  /// - Parameter records: The first of `count` records that lie side by side.
  /// - Returns: false when no more are wanted or the execution has to end.
  @usableFromInline func scan(
    _ records: UnsafeRawPointer?, count: Int, _ body: (Int, UnsafeRawPointer?) -> Bool
  ) -> Bool {
    let stride = stride
    return take(records, count) { first, base, selection in
      selection.forEach { _ = body(first + $0, base + $0 * stride) }
    }
  }

  /// Adds how many of the next records satisfy the condition to `found`.
  ///
  /// - Returns: false when no more are wanted or the execution has to end.
  @usableFromInline func count(_ records: UnsafeRawPointer?, count: Int, into found: inout Int) -> Bool {
    take(records, count) { _, _, selection in found += selection.count }
  }

  /// Calls `body` with the selected ones of the next records, and the offset of the first of them, block by block.
  ///
  /// - Returns: false when no more are wanted or the execution has to end.
  private func take(
    _ records: UnsafeRawPointer?, _ count: Int, _ body: (_ first: Int, UnsafeRawPointer, Selection) -> Void
  ) -> Bool {
    guard let base = records, wanted > 0 else { return wanted > 0 }
    var start = 0
    while start < count {
      let rowCount = min(step, count - start)
      step = min(step * 4, 1 << BlockColumns.shift)
      let block = Block(rowCount: rowCount)
      let selection = buffer.selection(for: block)
      selection.fill(rowCount)
      let rows = base + start * stride
      blocks.start(rows, rowCount)
      condition.narrow(selection, block)
      let found = selection.count
      // A step per row, as for the row plan: where the scan ends, for those up to the last that was wanted.
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
  /// Deselects all rows behind the first `count` selected ones, of which there are so many.
  ///
  /// - Returns: the last row that is left.
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
