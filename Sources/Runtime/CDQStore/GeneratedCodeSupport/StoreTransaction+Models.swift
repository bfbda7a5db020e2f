public import CDQIR
import CDQValues

/// Changes through generated structs. The structs do not contain to-many relationships, so that updates leave those
/// unchanged.
extension StoreTransaction {
  /// Adds an object with the values of a struct.
  ///
  /// - Throws: `StoreError` when a value is missing, refused or not unique, or when a reference has no target.
  /// - Returns: The key of the new object.
  @discardableResult
  public mutating func insert(_ model: some StoredModel) throws(StoreError) -> ObjectKey {
    try insert(type(of: model).entityName, StoredValues(of: model).values)
  }

  /// Adds an object, or applies a policy to the existing object with the same unique values.
  ///
  /// - Throws: `StoreError`, as `insert(_:_:onConflict:of:)` does.
  @discardableResult
  public mutating func insert(
    _ model: some StoredModel, onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(StoreError) -> SavedObject {
    try insert(type(of: model).entityName, StoredValues(of: model).values, onConflict: policy, of: attributes)
  }

  /// Updates the object with the same identity, or adds one.
  ///
  /// - Throws: `StoreError` as `insert(_:)`.
  @discardableResult
  public mutating func save(_ model: some IdentifiedModel) throws(StoreError) -> SavedObject {
    let (key, isNew) = try upsert(type(of: model).entityName, StoredValues(of: model).values)
    return SavedObject(key: key, action: isNew ? .inserted : .updated)
  }

  /// Updates the object with the same identity.
  ///
  /// - Throws: `StoreError` as `insert(_:)`; `.notFound` when there is no such object.
  public mutating func update(_ model: some IdentifiedModel) throws(StoreError) {
    try update(row(of: model), StoredValues(of: model).values)
  }

  /// Updates the object with a key, which may change its identity.
  ///
  /// - Throws: `StoreError` as `insert(_:)`; `.notFound` when there is no such object.
  /// - Returns: The key of the object after the update.
  @discardableResult
  public mutating func update(_ key: ObjectKey, to model: some StoredModel) throws(StoreError) -> ObjectKey {
    try update(key, StoredValues(of: model).values)
  }

  /// Deletes the object with the same identity, and everything that its delete rules cascade to.
  ///
  /// - Throws: `StoreError.notFound` when there is no such object; `.deleteDenied` or `.missingValue` when a rule
  ///   forbids the deletion.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public mutating func delete(_ model: some IdentifiedModel) throws(StoreError) -> Int {
    try delete(rows: [row(of: model)]).total
  }

  /// Deletes the objects with the same identities together. A `deny` rule between two of them does not forbid the
  /// deletion.
  ///
  /// - Throws: `StoreError` as `delete(_:)`; none of the objects is deleted then.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public mutating func delete<Model: IdentifiedModel>(_ models: [Model]) throws(StoreError) -> Int {
    var rows: [RowReference] = []
    for model in models { rows.append(try row(of: model)) }
    return try delete(rows: rows).total
  }

  /// Deletes all objects of an entity and its sub-entities together, and everything that their delete rules cascade to.
  ///
  /// - Throws: `StoreError` when a rule forbids the deletion.
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public mutating func deleteAll<Model: StoredModel>(_ model: Model.Type) throws(StoreError) -> Int {
    guard let entity = layout.index(of: Model.entityName) else { throw .unknownEntity(Model.entityName) }
    return try delete(rows: pending.state.rows(of: entity, includingSubentities: true)).total
  }

  private func row<Model: IdentifiedModel>(of model: Model) throws(StoreError) -> RowReference {
    guard let entity = layout.index(of: Model.entityName) else { throw .unknownEntity(Model.entityName) }
    guard let identity = layout.entities[entity].identity else { throw .noIdentity(entity: Model.entityName) }
    let (values, given) = (identity.attributes, StoredValues(of: model).values)
    let own = values.map { given[$0.name] ?? .null }
    guard let key = UniqueKey(own) else { throw .noIdentity(entity: Model.entityName) }
    guard let row = pending.state.find(entity, identity: key) else {
      throw .notFound(ObjectKey(root: layout.entities[entity].root, identity: identity.key(of: own)))
    }
    return row
  }
}
