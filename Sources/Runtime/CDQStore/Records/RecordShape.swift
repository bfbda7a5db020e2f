import CDQIR
import CDQValues

/// The place of a stored record: equal exactly for one object of one snapshot.
struct RecordPlace {
  let snapshot: ObjectIdentifier
  /// The table and the row.
  let number: Int64
}

/// The type-erased form of `RecordAccess`: it reads records of one Swift type by their rows, so that the engine is
/// compiled once for all record types.
final class RecordShape: Sendable {
  let entity: String
  /// The Swift type of the records.
  let type: ObjectIdentifier
  /// The distance between adjacent records in memory, in bytes.
  let stride: Int
  /// The reader of a named property; nil when the records have no such property.
  let property: @Sendable (String) -> PropertyAccess?
  let key: (@Sendable (Row) -> ObjectKey)?
  /// What tells a record from all others; nil for records of the caller, of which two may have one identity.
  let place: (@Sendable (Row) -> RecordPlace)?
  let entityOf: (@Sendable (Row) -> String)?
  /// Makes a copy of the record at a row.
  let copy: @Sendable (Row) -> KeptRow

  init<Record>(
    _ entity: String, of type: Record.Type, key: (@Sendable (Row) -> ObjectKey)?,
    place: (@Sendable (Row) -> RecordPlace)? = nil, entityOf: (@Sendable (Row) -> String)?,
    property: @escaping @Sendable (String) -> PropertyAccess?
  ) {
    self.entity = entity
    self.type = ObjectIdentifier(type)
    stride = MemoryLayout<Record>.stride
    self.property = property
    self.key = key
    self.place = place
    self.entityOf = entityOf
    copy = { KeptRow($0.place(of: Record.self).pointee) }
  }

  /// The block reader for the attribute at the end of a path such as `country.name`; nil when the path cannot be read
  /// in blocks.
  func blockColumn(_ steps: ArraySlice<StepIR>) -> (any BlockColumn)? {
    guard let step = steps.first, let property = property(step.name) else { return nil }
    switch (step.kind, property) {
    case (.attribute, .attribute(let attribute)): return steps.count == 1 ? attribute.blockColumn() : nil
    case (.toOne, .toOne(let relation)):
      return relation.target().blockColumn(steps.dropFirst()).map { relation.blockColumn($0) }
    case (_, .attribute), (_, .toOne), (_, .toMany): return nil
    }
  }
}
