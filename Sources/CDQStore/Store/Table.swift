import CDQIR

/// The rows of one entity, column by column; objects of sub-entities are in tables of their own.
///
/// Invariant: every column has `rowCount` rows. A deleted row keeps its place, without values, so that references stay
/// good.
package struct Table: Sendable {
  /// Rows of a full chunk of each column, as a power of two.
  package let shift: Int
  /// One per slot of `StoreLayout.EntityLayout.attributes`.
  package var attributes: [Column]
  package var toOne: [FixedColumn<RowReference>]
  package var toMany: [PagedArray<[RowReference]>]
  /// 0-based number of the record among all that were ever inserted under the root entity: ascending, it gives the
  /// insertion order across sub-entities.
  package var numbers = RecordNumbers()
  package var isLive: BitColumn
  package var liveCount = 0

  package init(_ layout: StoreLayout.EntityLayout, _ schema: Schema, shift: Int) {
    self.shift = shift
    attributes = layout.attributes.map { Column(Column.kind(of: $0.type, in: schema), shift: shift) }
    toOne = Array(repeating: FixedColumn(shift: shift, zero: .none), count: layout.toOneCount)
    toMany = Array(repeating: PagedArray(), count: layout.toManyCount)
    isLive = BitColumn(shift: shift)
  }

  package var rowCount: Int { numbers.count }
  package var chunkCount: Int { (rowCount + (1 << shift) - 1) >> shift }

  /// Adds a row with the given values and no references.
  package mutating func append(_ values: [Value], number: Int) {
    for slot in attributes.indices { attributes[slot].append(slot < values.count ? values[slot] : .null) }
    appendRows(1, number: number)
  }

  /// Adds rows without references to what is no attribute.
  package mutating func appendRows(_ count: Int, number: Int) {
    for column in toOne.indices { toOne[column].append(repeating: .none, count: count) }
    for column in toMany.indices {
      for _ in 0..<count { toMany[column].append([]) }
    }
    numbers.append(number, count: count)
    isLive.append(repeating: true, count: count)
    liveCount += count
  }

  /// The values of a row, by slot.
  package func values(of row: Int) -> [Value] {
    attributes.map { $0.value(at: row) }
  }

  /// The live row of that number. Numbers ascend, so it is found by halving.
  package func row(number: Int) -> Int? {
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < rowCount && numbers[low] == number && isLive[low] ? low : nil
  }
}
