import CDQIR

/// The rows of one entity, column by column. Each sub-entity has a table of its own.
///
/// Invariant: every column has `rowCount` rows. A deleted row keeps its place, without values, so that references to
/// other rows stay valid.
package struct Table: Sendable {
  /// Rows of a full chunk of each column, as a power of two.
  package let shift: Int
  /// One column per slot of `StoreLayout.EntityLayout.attributes`.
  package var attributes: [Column]
  package var toOne: [FixedColumn<RowReference>]
  package var toMany: [PagedArray<[RowReference]>]
  /// The record number of each row: 0-based among all records that were ever inserted under the root entity. It ascends
  /// with the rows and gives the insertion order across sub-entities.
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

  /// Appends a row with attribute values and without relationship targets.
  package mutating func append(_ values: [Value], number: Int) {
    for slot in attributes.indices { attributes[slot].append(slot < values.count ? values[slot] : .null) }
    appendRows(1, number: number)
  }

  /// Appends rows to everything but the attribute columns. The relationships start without targets.
  package mutating func appendRows(_ count: Int, number: Int) {
    for column in toOne.indices { toOne[column].append(repeating: .none, count: count) }
    for column in toMany.indices {
      for _ in 0..<count { toMany[column].append([]) }
    }
    numbers.append(number, count: count)
    isLive.append(repeating: true, count: count)
    liveCount += count
  }

  /// The attribute values of a row, by slot.
  package func values(of row: Int) -> [Value] {
    attributes.map { $0.value(at: row) }
  }

  /// The live row with a record number. A binary search finds it, since the numbers ascend.
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
