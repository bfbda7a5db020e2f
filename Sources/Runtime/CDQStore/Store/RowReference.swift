/// The location of an object: the table of its entity and the row in that table. Rows never move, so that a reference
/// stays valid.
package struct RowReference: Hashable, Sendable, BitwiseCopyable {
  /// The index in `Schema.entities`; negative when there is no object.
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

  /// The entity and the row as one number. The numbers of an entity are in the order of its rows.
  var place: Int64 { Int64(entity) << 32 | Int64(row) }
}
