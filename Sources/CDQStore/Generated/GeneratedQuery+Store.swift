import CDQIR
public import CDQValues

/// A query for the schema of the last store, since a program rarely has two schemas.
private final class CachedPlan: Sendable {
  let schema: Schema
  let query: PreparedStoreQuery
  /// The model that was found to fit the schema.
  let checkedModel: ObjectIdentifier?

  init(schema: Schema, query: PreparedStoreQuery, checkedModel: ObjectIdentifier?) {
    self.schema = schema
    self.query = query
    self.checkedModel = checkedModel
  }
}

extension GeneratedQuery {
  /// All results.
  public func objects<Model: StoredModel>(
    in store: some StoreReader, _ arguments: Arguments = [:], as model: Model.Type = Model.self
  ) throws(ExecutionError) -> [Model] {
    guard case .records(let records) = try run(store, arguments, model) else { throw mismatch("objects") }
    return try Model.models(of: records)
  }

  /// The result of `first`.
  public func firstObject<Model: StoredModel>(
    in store: some StoreReader, _ arguments: Arguments = [:], as model: Model.Type = Model.self
  ) throws(ExecutionError) -> Model? {
    try objects(in: store, arguments, as: model).first
  }

  /// The result of `one`.
  public func onlyObject<Model: StoredModel>(
    in store: some StoreReader, _ arguments: Arguments = [:], as model: Model.Type = Model.self
  ) throws(ExecutionError) -> Model {
    guard let object = try objects(in: store, arguments, as: model).first else { throw .notFound }
    return object
  }

  /// The result of `count`.
  public func count(in store: some StoreReader, _ arguments: Arguments = [:]) throws(ExecutionError) -> Int {
    guard case .count(let count) = try run(store, arguments) else { throw mismatch("a count") }
    return count
  }

  /// The result of `exists`.
  public func exists(in store: some StoreReader, _ arguments: Arguments = [:]) throws(ExecutionError) -> Bool {
    guard case .exists(let exists) = try run(store, arguments) else { throw mismatch("whether there are objects") }
    return exists
  }

  /// Deletes what the query finds, with the delete rules, all or nothing.
  ///
  /// - Returns: how many objects it found.
  public func delete(in store: Store, _ arguments: Arguments = [:]) throws(ExecutionError) -> Int {
    guard case .deleted(let count) = try run(in: store, arguments) else { throw mismatch("a deletion") }
    return count
  }

  /// Deletes what the query finds as one of the changes of a transaction, with the delete rules, all or nothing.
  ///
  /// - Returns: how many objects it found.
  public func delete(
    in transaction: inout StoreTransaction, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> Int {
    let query = try prepared(for: transaction.schema, nil)
    guard case .deleted(let count) = try transaction.run(query, arguments: arguments) else {
      throw mismatch("a deletion")
    }
    return count
  }

  /// The rows of a `select`.
  public func rows(in store: some StoreReader, _ arguments: Arguments = [:]) throws(ExecutionError) -> [ResultRow] {
    guard case .rows(let rows) = try run(store, arguments) else { throw mismatch("rows") }
    return rows.map { ResultRow($0) }
  }

  /// What the query gives, whatever its kind.
  ///
  /// - Parameter arguments: by the parameters' names; an omittable parameter without one is absent.
  public func run(in store: Store, _ arguments: Arguments = [:]) throws(ExecutionError) -> QueryResult {
    try store.run(prepared(for: store.schema, nil), arguments: arguments)
  }

  /// The query's objects among values of any type.
  ///
  /// - Parameters:
  ///   - records: the values, in what counts as their order of insertion.
  ///   - access: how they are read.
  ///   - arguments: by the parameters' names; an omittable parameter without one is absent.
  public func records<Records: RandomAccessCollection>(
    in records: Records, access: RecordAccess<Records.Element>, _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> [Records.Element] {
    try PreparedQuery(decoded(), access: access).records(in: records, arguments: arguments)
  }

  private func mismatch(_ expected: String) -> ExecutionError { .wrongResult(expected: expected) }

  private func run(
    _ store: some StoreReader, _ arguments: Arguments, _ model: (any StoredModel.Type)? = nil
  ) throws(ExecutionError) -> QueryResult {
    let query = try prepared(for: store.schema, model)
    return try store.data(for: query).run(query, arguments: arguments)
  }

  private func prepared(
    for schema: Schema, _ model: (any StoredModel.Type)?
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
