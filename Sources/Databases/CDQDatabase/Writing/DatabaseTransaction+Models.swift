public import CDQConnections
public import CDQIR
import CDQSQL
public import CDQStore

/// Changes through generated structs, as a store makes them. The structs do not contain to-many relationships, so that
/// updates leave those unchanged.
extension DatabaseTransaction {
  /// Adds an object with the values of a struct.
  ///
  /// - Returns: The key of the new object.
  @discardableResult
  public func insert(_ model: some StoredModel) throws(DatabaseError) -> ObjectKey {
    try insert(type(of: model).entityName, StoredValues(of: model).values)
  }

  /// Adds objects with the values of structs.
  ///
  /// - Returns: The keys of the new objects. If one is refused, the ones before it stay; a savepoint can undo them.
  @discardableResult
  public func insert<Model: StoredModel>(all models: [Model]) throws(DatabaseError) -> [ObjectKey] {
    try insert(Model.entityName, all: models.map { StoredValues(of: $0).values })
  }

  /// Adds an object, or applies a policy to the existing object with the same unique values.
  @discardableResult
  public func insert(
    _ model: some StoredModel, onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(DatabaseError) -> SavedObject {
    try insert(type(of: model).entityName, StoredValues(of: model).values, onConflict: policy, of: attributes)
  }

  /// Updates the object with the same identity, or adds one.
  @discardableResult
  public func save(_ model: some IdentifiedModel) throws(DatabaseError) -> SavedObject {
    let (key, isNew) = try upsert(type(of: model).entityName, StoredValues(of: model).values)
    return SavedObject(key: key, action: isNew ? .inserted : .updated)
  }

  /// Updates the object with the same identity.
  public func update(_ model: some IdentifiedModel) throws(DatabaseError) {
    try update(row(of: model), StoredValues(of: model).values)
  }

  /// Updates the object with a key, which may change its identity.
  ///
  /// - Returns: The key of the object after the update.
  @discardableResult
  public func update(_ key: ObjectKey, to model: some StoredModel) throws(DatabaseError) -> ObjectKey {
    try update(key, StoredValues(of: model).values)
  }

  /// Deletes the object with the same identity, and everything that its delete rules cascade to.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete(_ model: some IdentifiedModel) throws(DatabaseError) -> Int {
    try delete(rows: [row(of: model)]).total
  }

  /// Deletes the objects with the same identities together. A `deny` rule between two of them does not forbid the
  /// deletion.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func delete<Model: IdentifiedModel>(_ models: [Model]) throws(DatabaseError) -> Int {
    var rows: [ObjectRow] = []
    for model in models { rows.append(try row(of: model)) }
    return try delete(rows: rows).total
  }

  /// Deletes all objects of an entity and its sub-entities together, and everything that their delete rules cascade to.
  ///
  /// - Returns: The number of deleted objects, including those that cascades deleted.
  @discardableResult
  public func deleteAll<Model: StoredModel>(_ model: Model.Type) throws(DatabaseError) -> Int {
    guard schema.entity(named: Model.entityName) != nil else { throw .refusedChange(.unknownEntity(Model.entityName)) }
    var statement = StatementBuilder(dialect)
    let condition = kindCondition(Model.entityName, &statement) ?? "1 = 1"
    return try delete(rows: rows(of: Model.entityName, where: condition, statement)).total
  }

  /// The number of objects of an entity and its sub-entities.
  public func count<Model: StoredModel>(_ model: Model.Type) throws(DatabaseError) -> Int {
    guard schema.entity(named: Model.entityName) != nil else { throw .refusedChange(.unknownEntity(Model.entityName)) }
    var statement = StatementBuilder(dialect)
    let condition = kindCondition(Model.entityName, &statement).map { " WHERE \($0)" } ?? ""
    let rows = try read("SELECT count(*) FROM \(table(Model.entityName))\(condition)", statement.bindings)
    return Int(rows.first?.first?.integer ?? 0)
  }

  private func row<Model: IdentifiedModel>(of model: Model) throws(DatabaseError) -> ObjectRow {
    let entity = Model.entityName
    guard schema.entity(named: entity) != nil else { throw .refusedChange(.unknownEntity(entity)) }
    guard let identity = schema.entityIdentity(of: entity) else { throw .refusedChange(.noIdentity(entity: entity)) }
    let given = StoredValues(of: model).values
    let own = identity.attributes.map { ($0.name, given[$0.name] ?? .null) }
    if own.contains(where: { $0.1.isNull || $0.1.isNaN }) { throw .refusedChange(.noIdentity(entity: entity)) }
    guard let row = try holders(of: own, identity.owner).first, schema.isEntity(row.entity, kindOf: entity) else {
      let key = ObjectKey(root: schema.root(of: entity), identity: identity.key(of: own.map(\.1)))
      throw .refusedChange(.notFound(key))
    }
    return row
  }
}
