public import CDQIR
import CDQValues

/// Changing objects of any entity through the structs that are generated for them. What a struct does not have, the
/// to-many relationships, stays as it is.
extension StoreTransaction {
  /// Adds an object.
  ///
  /// - Throws: `StoreError` when a value is missing or not unique, or a reference leads nowhere.
  /// - Returns: what identifies it.
  @discardableResult
  public mutating func insert(_ model: some StoredModel) throws(StoreError) -> ObjectKey {
    try insert(type(of: model).entityName, StoredValues(of: model).values)
  }

  /// Adds an object, or does what the policy says about the one that has its unique values.
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
  /// - Throws: `StoreError` as `insert(_:)`, `.notFound`.
  public mutating func update(_ model: some IdentifiedModel) throws(StoreError) {
    try update(row(of: model), StoredValues(of: model).values)
  }

  /// Updates an object, its identity included.
  ///
  /// - Throws: `StoreError` as `insert(_:)`, `.notFound`.
  /// - Returns: what identifies it now.
  @discardableResult
  public mutating func update(_ key: ObjectKey, to model: some StoredModel) throws(StoreError) -> ObjectKey {
    try update(key, StoredValues(of: model).values)
  }

  /// Deletes the object with the same identity, and what its delete rules say.
  ///
  /// - Throws: `StoreError.notFound`, and when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public mutating func delete(_ model: some IdentifiedModel) throws(StoreError) -> Int {
    try delete(rows: [row(of: model)]).total
  }

  /// Deletes the objects with the same identities as one: a `deny` between two of them does not hold.
  ///
  /// - Throws: `StoreError.notFound`, and when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public mutating func delete<Model: IdentifiedModel>(_ models: [Model]) throws(StoreError) -> Int {
    var rows: [RowReference] = []
    for model in models { rows.append(try row(of: model)) }
    return try delete(rows: rows).total
  }

  /// Deletes all objects of an entity and its sub-entities as one, and what their delete rules say.
  ///
  /// - Throws: `StoreError` when a rule forbids it.
  /// - Returns: how many objects are gone, those of cascades included.
  @discardableResult
  public mutating func deleteAll<Model: StoredModel>(_ model: Model.Type) throws(StoreError) -> Int {
    guard let entity = layout.index(of: Model.entityName) else { throw .unknownEntity(Model.entityName) }
    return try delete(rows: state.rows(of: entity, includingSubentities: true)).total
  }

  private func row<Model: IdentifiedModel>(of model: Model) throws(StoreError) -> RowReference {
    guard let entity = layout.index(of: Model.entityName) else { throw .unknownEntity(Model.entityName) }
    guard let identity = layout.entities[entity].identity else { throw .noIdentity(entity: Model.entityName) }
    let (values, given) = (identity.attributes, StoredValues(of: model).values)
    let own = values.map { given[$0.name] ?? .null }
    guard let key = UniqueKey(own) else { throw .noIdentity(entity: Model.entityName) }
    guard let row = state.find(entity, identity: key) else {
      throw .notFound(ObjectKey(root: layout.entities[entity].root, identity: identity.key(of: own)))
    }
    return row
  }
}
