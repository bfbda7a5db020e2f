/// Where an object is: the table of its entity and its row there. Rows never move, so a reference stays good.
struct RowReference: Hashable, Sendable, BitwiseCopyable {
  /// Index into `Schema.entities`; negative for no object.
  var entity: Int32
  var row: Int32

  static let none = RowReference(entity: -1, row: -1)

  init(entity: Int32, row: Int32) {
    self.entity = entity
    self.row = row
  }

  init(_ entity: Int, _ row: Int) {
    self.entity = Int32(truncatingIfNeeded: entity)
    self.row = Int32(truncatingIfNeeded: row)
  }

  var isNone: Bool { entity < 0 }
}
