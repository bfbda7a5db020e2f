public import CDQIR
import CDQValues

/// Changes through generated structs. Each call is one change of its own; `transaction` makes several calls one change.
extension Store {
  /// Adds an object with the values of a struct.
  ///
  /// - Throws: `StoreError` when a value is missing, refused or not unique, or when a reference has no target.
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(_ model: some StoredModel) throws(StoreError) -> ObjectKey {
    try change { transaction throws(StoreError) in try transaction.insert(model) }
  }

  /// Adds an object, or applies a policy to the existing object with the same unique values.
  ///
  /// - Throws: `StoreError`, as `insert(_:_:onConflict:of:)` does.
  @discardableResult
  public func insert(
    _ model: some StoredModel, onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(StoreError) -> SavedObject {
    try change { transaction throws(StoreError) in
      try transaction.insert(model, onConflict: policy, of: attributes)
    }
  }

  /// Updates the object with the same identity, or adds one.
  ///
  /// - Throws: `StoreError` as `insert(_:)`.
  @discardableResult
  public func save(_ model: some IdentifiedModel) throws(StoreError) -> SavedObject {
    try change { transaction throws(StoreError) in try transaction.save(model) }
  }

  /// Updates or adds objects by their identities, in their order and as one change.
  ///
  /// - Throws: `StoreError` as `insert(_:)`; none of the objects is saved then.
  public func save<Model: IdentifiedModel>(_ models: [Model]) throws(StoreError) {
    try change { transaction throws(StoreError) in
      for model in models { try transaction.save(model) }
    }
  }

  /// Updates the object with the same identity.
  ///
  /// - Throws: `StoreError` as `insert(_:)`; `.notFound` when there is no such object.
  public func update(_ model: some IdentifiedModel) throws(StoreError) {
    try change { transaction throws(StoreError) in try transaction.update(model) }
  }

  /// Deletes the object with the same identity, and everything that its delete rules cascade to.
  ///
  /// - Throws: `StoreError.notFound` when there is no such object; `.deleteDenied` or `.missingValue` when a rule
  ///   forbids the deletion.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete(_ model: some IdentifiedModel) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.delete(model) }
  }

  /// Deletes the objects with the same identities as one change. A `deny` rule between two of them does not forbid the
  /// deletion.
  ///
  /// - Throws: `StoreError` as `delete(_:)`; none of the objects is deleted then.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete<Model: IdentifiedModel>(_ models: [Model]) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.delete(models) }
  }

  /// Deletes all objects of an entity and its sub-entities, and everything that their delete rules cascade to.
  ///
  /// - Throws: `StoreError` when a rule forbids the deletion.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func deleteAll<Model: StoredModel>(_ model: Model.Type) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.deleteAll(model) }
  }
}
