import CDQIR
public import CDQValues

/// A cached plan of a query. Only the one for the last schema is kept, since a program rarely has two schemas.
private final class CachedPlan: Sendable {
  let schema: Schema
  let query: PreparedStoreQuery
  /// The generated struct whose properties were checked against the schema; nil when none was.
  let checkedModel: ObjectIdentifier?

  init(schema: Schema, query: PreparedStoreQuery, checkedModel: ObjectIdentifier?) {
    self.schema = schema
    self.query = query
    self.checkedModel = checkedModel
  }
}

extension GeneratedQuery {
  /// The objects that the query finds, as generated structs in the query's order.
  ///
  /// - Throws: `ExecutionError`; `.schemaMismatch` when the store's schema has other properties than the generated
  ///   code.
  public func objects<Model: StoredModel>(
    in store: some StoreReader, _ arguments: Arguments = [:], as model: Model.Type = Model.self,
    options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [Model] {
    guard case .records(let records) = try run(store, arguments, options, model) else { throw mismatch("objects") }
    return try Model.models(of: records)
  }

  /// The first object of a `first` query; nil when it finds none.
  public func firstObject<Model: StoredModel>(
    in store: some StoreReader, _ arguments: Arguments = [:], as model: Model.Type = Model.self,
    options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Model? {
    try objects(in: store, arguments, as: model, options: options).first
  }

  /// The object of a `one` query. Throws `ExecutionError.notFound` when there is none, `.notUnique` when there are
  /// several.
  public func onlyObject<Model: StoredModel>(
    in store: some StoreReader, _ arguments: Arguments = [:], as model: Model.Type = Model.self
  ) throws(ExecutionError) -> Model {
    guard let object = try objects(in: store, arguments, as: model).first else {
      throw .notFound(entity: Model.entityName)
    }
    return object
  }

  /// The result of a `count` query: the number of objects.
  public func count(
    in store: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    guard case .count(let count) = try run(store, arguments, options) else { throw mismatch("a count") }
    return count
  }

  /// The result of an `exists` query: whether it finds an object.
  public func exists(
    in store: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Bool {
    guard case .exists(let exists) = try run(store, arguments, options) else { throw mismatch("whether there are objects") }
    return exists
  }

  /// Runs a `delete` query as one change of a store: all objects that it finds are deleted, by their delete rules, or
  /// none.
  ///
  /// - Returns: The number of objects that the query found, without those that cascades deleted.
  public func delete(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    guard case .deleted(let count) = try run(in: store, arguments, options: options) else { throw mismatch("a deletion") }
    return count
  }

  /// Runs a `delete` query within a transaction: all objects that it finds are deleted, by their delete rules, or none.
  ///
  /// - Returns: The number of objects that the query found, without those that cascades deleted.
  public func delete(
    in transaction: inout StoreTransaction, _ arguments: Arguments = [:],
    options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    let query = try prepared(for: transaction.schema)
    guard case .deleted(let count) = try transaction.run(query, arguments: arguments, options: options) else {
      throw mismatch("a deletion")
    }
    return count
  }

  /// Runs an `update` query as one change of a store: all objects that it finds get the new values, or none does.
  ///
  /// - Returns: The number of objects that the query found.
  public func update(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    guard case .updated(let count) = try run(in: store, arguments, options: options) else { throw mismatch("an update") }
    return count
  }

  /// Runs an `update` query within a transaction: all objects that it finds get the new values, or none does.
  ///
  /// - Returns: The number of objects that the query found.
  public func update(
    in transaction: inout StoreTransaction, _ arguments: Arguments = [:],
    options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    let query = try prepared(for: transaction.schema)
    guard case .updated(let count) = try transaction.run(query, arguments: arguments, options: options) else {
      throw mismatch("an update")
    }
    return count
  }

  /// The rows of a `select` query, in the query's order.
  public func rows(
    in store: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [ResultRow] {
    guard case .rows(let rows) = try run(store, arguments, options) else { throw mismatch("rows") }
    return rows.map { ResultRow($0) }
  }

  /// The result of the query, whatever its cardinality.
  ///
  /// - Parameter arguments: The arguments by parameter name. An omittable parameter without an argument is absent.
  public func run(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try store.run(prepared(for: store.schema), arguments: arguments, options: options)
  }

  /// Runs the query on values of any type instead of a store.
  ///
  /// - Parameters:
  ///   - records: The values; their order counts as the insertion order.
  ///   - access: The description of the values' type.
  ///   - arguments: The arguments by parameter name. An omittable parameter without an argument is absent.
  public func records<Records: RandomAccessCollection>(
    in records: Records, access: RecordAccess<Records.Element>, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> [Records.Element] {
    try PreparedQuery(decoded(), access: access).records(in: records, arguments: arguments)
  }

  private func mismatch(_ expected: String) -> ExecutionError { .wrongResult(expected: expected) }

  private func run(
    _ store: some StoreReader, _ arguments: Arguments, _ options: ExecutionOptions,
    _ model: (any StoredModel.Type)? = nil
  ) throws(ExecutionError) -> QueryResult {
    let query = try prepared(for: store.schema, model)
    return try store.data(for: query).run(query, arguments: arguments, options: options)
  }

  /// The query with its plan for a schema, which is kept for the next run.
  ///
  /// - Parameter model: The generated struct whose properties the schema must have; nil for none.
  package func prepared(
    for schema: Schema, _ model: (any StoredModel.Type)? = nil
  ) throws(ExecutionError) -> PreparedStoreQuery {
    let modelID = model.map { ObjectIdentifier($0) }
    if let cached = cache.withLock({ $0 }) {
      let known = unsafeDowncast(cached, to: CachedPlan.self)
      if known.checkedModel == modelID, known.schema == schema { return known.query }
    }
    try model?.check(schema)
    let query = try PreparedStoreQuery(decoded(), schema: schema)
    let planned = CachedPlan(schema: schema, query: query, checkedModel: modelID)
    cache.withLock { $0 = planned }
    return query
  }
}
