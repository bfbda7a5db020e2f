import CDQIR
import CDQValues

/// How plans read records of one Swift type by their rows: `RecordAccess` without the type, so that the engine is compiled
/// once for all of them.
final class RecordShape: Sendable {
  /// The entity's name.
  let entity: String
  /// The Swift type of the records.
  let type: ObjectIdentifier
  /// From one record to the next of those that lie side by side.
  let stride: Int
  /// What a record has under a name.
  let property: @Sendable (String) -> PropertyAccess?
  let key: (@Sendable (Row) -> ObjectKey)?
  let entityOf: (@Sendable (Row) -> String)?
  /// A copy of a record.
  let copy: @Sendable (Row) -> KeptRow

  init<Record>(
    _ entity: String, of type: Record.Type, key: (@Sendable (Row) -> ObjectKey)?, entityOf: (@Sendable (Row) -> String)?,
    property: @escaping @Sendable (String) -> PropertyAccess?
  ) {
    self.entity = entity
    self.type = ObjectIdentifier(type)
    stride = MemoryLayout<Record>.stride
    self.property = property
    self.key = key
    self.entityOf = entityOf
    copy = { KeptRow($0.place(of: Record.self).pointee) }
  }

  /// The attribute at the end of a path, read in blocks; nil where it is not.
  func blockColumn(_ steps: ArraySlice<StepIR>) -> BlockColumn? {
    guard let step = steps.first, let property = property(step.name) else { return nil }
    switch (step.kind, property) {
    case (.attribute, .attribute(let attribute)): return steps.count == 1 ? attribute.blockColumn() : nil
    case (.toOne, .toOne(let relation)):
      return relation.target().blockColumn(steps.dropFirst()).map { relation.blockColumn($0) }
    case (_, .attribute), (_, .toOne), (_, .toMany): return nil
    }
  }
}
