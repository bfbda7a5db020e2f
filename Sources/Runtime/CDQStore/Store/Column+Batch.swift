import CDQIR
import CDQValues
import Foundation

extension Table {
  /// Appends the complete rows of a batch, with empty relationships.
  ///
  /// - Parameter number: The record number of the first row; the others follow.
  package mutating func append(_ batch: RowBatch, number: Int) {
    for slot in attributes.indices { attributes[slot].append(batch.cells(of: slot), batch.values) }
    appendRows(batch.count, number: number)
  }
}

extension Column {
  /// Appends a row per cell.
  ///
  /// - Parameter values: The values that `.value` cells refer to by index.
  package mutating func append(_ cells: UnsafeBufferPointer<RowBatch.Cell>, _ values: [Value]) {
    var start = 0
    while start < cells.count {
      let (chunk, room) = openChunk(for: cells.count - start)
      let part = UnsafeBufferPointer(rebasing: cells[start..<(start + room)])
      switch kind {
      case .bool: fixed(chunk, of: UInt8.self).append(part) { UInt8(truncatingIfNeeded: $0) }
      case .int: fixed(chunk, of: Int64.self).append(part) { Int64(bitPattern: $0) }
      case .doubles: fixed(chunk, of: Double.self).append(part) { Double(bitPattern: $0) }
      case .text: texts(chunk).append(part, values)
      case .uuid:
        for cell in part { fixed(chunk, of: UUIDBits.self).append(UUID(cell.value(values)).map { UUIDBits($0) }) }
      case .values:
        for cell in part { self.values(chunk).append(cell.value(values)) }
      }
      didAppend(room)
      start += room
    }
  }
}

extension RowBatch.Cell {
  /// The value that a `.value` cell refers to; `.null` for other cells.
  package func value(_ values: [Value]) -> Value {
    if case .value(let place) = self { values[place] } else { .null }
  }
}
