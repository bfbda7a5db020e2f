import CDQValues

/// Changed objects of an entity, and of its sub-entities, as the structs that are generated for them.
extension ChangeSet {
  /// The objects that were added, as they are after the change.
  ///
  /// - Throws: `ExecutionError.schemaMismatch` when the data has another schema than the generated code.
  public func inserted<Model: StoredModel>(_ model: Model.Type) throws(ExecutionError) -> [Model] {
    try Model.models(of: records(inserted, of: model))
  }

  /// The objects that were deleted, as they were before the change.
  ///
  /// - Throws: `ExecutionError.schemaMismatch`.
  public func deleted<Model: StoredModel>(_ model: Model.Type) throws(ExecutionError) -> [Model] {
    try Model.models(of: records(deleted, of: model))
  }

  /// The objects that were changed, as they were and as they are. The two are equal where only a to-many differs.
  ///
  /// - Throws: `ExecutionError.schemaMismatch`.
  public func updated<Model: StoredModel>(
    _ model: Model.Type
  ) throws(ExecutionError) -> [(before: Model, after: Model)] {
    let old = try Model.models(of: records(updated.map(\.before), of: model))
    let new = try Model.models(of: records(updated.map(\.after), of: model))
    return zip(old, new).map { (before: $0, after: $1) }
  }

  private func records<Model: StoredModel>(
    _ records: some Sequence<StoredRecord>, of model: Model.Type
  ) throws(ExecutionError) -> [StoredRecord] {
    try Model.check(after.schema)
    let layout = after.state.layout
    guard let entity = layout.index(of: Model.entityName) else { return [] }
    return records.filter { layout.isKind(Int($0.row.entity), of: entity) }
  }
}
