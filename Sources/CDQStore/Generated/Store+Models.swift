public import CDQIR
import CDQValues

/// Each of these is one change; for several as one there is `transaction`.
extension Store {
  /// Adds an object.
  ///
  /// - Throws: `StoreError` when a value is missing or not unique, or a reference leads nowhere.
  /// - Returns: what identifies it.
  @discardableResult
  public func insert(_ model: some StoredModel) throws(StoreError) -> ObjectKey {
    try change { transaction throws(StoreError) in try transaction.insert(model) }
  }

  /// Adds an object, or does what the policy says about the one that has its unique values.
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

  /// Updates or adds objects by their identities as one change, in their order.
  ///
  /// - Throws: `StoreError` as `insert(_:)`; then none is saved.
  public func save<Model: IdentifiedModel>(_ models: [Model]) throws(StoreError) {
    try change { transaction throws(StoreError) in
      for model in models { try transaction.save(model) }
    }
  }

  /// Updates the object with the same identity.
  ///
  /// - Throws: `StoreError` as `insert(_:)`, `.notFound`.
  public func update(_ model: some IdentifiedModel) throws(StoreError) {
    try change { transaction throws(StoreError) in try transaction.update(model) }
  }

  /// Deletes the object with the same identity, and what its delete rules say.
  ///
  /// - Throws: `StoreError.notFound`, and when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public func delete(_ model: some IdentifiedModel) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.delete(model) }
  }

  /// Deletes the objects with the same identities as one change: a `deny` between two of them does not hold.
  ///
  /// - Throws: `StoreError.notFound`, and when a rule forbids it; then none is deleted.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public func delete<Model: IdentifiedModel>(_ models: [Model]) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.delete(models) }
  }

  /// Deletes all objects of an entity and its sub-entities, and what their delete rules say.
  ///
  /// - Throws: `StoreError` when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public func deleteAll<Model: StoredModel>(_ model: Model.Type) throws(StoreError) -> Int {
    try change { transaction throws(StoreError) in try transaction.deleteAll(model) }
  }
}
