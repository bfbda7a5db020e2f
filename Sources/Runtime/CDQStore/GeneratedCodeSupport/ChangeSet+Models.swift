import CDQValues

/// The changed objects of an entity and its sub-entities, as generated structs.
extension ChangeSet {
  /// The inserted objects, as they are after the change.
  ///
  /// - Throws: `ExecutionError.schemaMismatch` when the store's schema has other properties than the generated code.
  public func inserted<Model: StoredModel>(_ model: Model.Type) throws(ExecutionError) -> [Model] {
    try Model.models(of: records(inserted, of: model))
  }

  /// The deleted objects, as they were before the change.
  ///
  /// - Throws: `ExecutionError.schemaMismatch`, as `inserted(_:)` does.
  public func deleted<Model: StoredModel>(_ model: Model.Type) throws(ExecutionError) -> [Model] {
    try Model.models(of: records(deleted, of: model))
  }

  /// The updated objects, before and after the change. The two structs are equal if only a to-many relationship
  /// differs.
  ///
  /// - Throws: `ExecutionError.schemaMismatch`, as `inserted(_:)` does.
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
