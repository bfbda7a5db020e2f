/// Where an object is: the table of its entity and its row there. Rows never move, so a reference stays good.
package struct RowReference: Hashable, Sendable, BitwiseCopyable {
  /// Index into `Schema.entities`; negative for no object.
  package var entity: Int32
  package var row: Int32

  package static let none = RowReference(entity: -1, row: -1)

  package init(entity: Int32, row: Int32) {
    self.entity = entity
    self.row = row
  }

  package init(_ entity: Int, _ row: Int) {
    self.entity = Int32(truncatingIfNeeded: entity)
    self.row = Int32(truncatingIfNeeded: row)
  }

  package var isNone: Bool { entity < 0 }
}
