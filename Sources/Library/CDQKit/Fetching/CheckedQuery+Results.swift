import CDQIR
public import CDQRuntime

/// Typed results of a query whose text comes at run time.
extension CheckedQuery {
  /// The objects that the query finds, as generated structs in the query's order.
  ///
  ///     let query = try CheckedQuery(parsing: "City where population > $n sort name", in: .app)
  ///     let cities = try query.rows(of: City.self, in: store, ["n": 1_000_000])
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does; `.wrongEntity` when the query is about another entity;
  ///   `.wrongResult` when it gives no objects.
  public func rows<Model: StoredModel>(
    of model: Model.Type, in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Model] {
    try objects(of: model, in: reader, arguments, options)
  }

  private func objects<Model: StoredModel>(
    of model: Model.Type, in reader: some StoreReader, _ arguments: Arguments, _ options: ExecutionOptions?
  ) throws(ExecutionError) -> [Model] {
    guard schema.isEntity(ir.entity, kindOf: Model.entityName) else {
      throw .wrongEntity(expected: ir.entity, found: Model.entityName)
    }
    return try checked.plan.objects(in: reader, arguments, as: model, options: runOptions(options))
  }

  /// The objects that the query finds, as generated structs in the query's order. Generated structs are `Codable`, too;
  /// this function decides between the two others for them.
  ///
  /// - Throws: `ExecutionError` as the function for other models does.
  public func rows<Model: StoredModel & Decodable>(
    of model: Model.Type, in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Model] {
    try objects(of: model, in: reader, arguments, options)
  }

  /// The rows of a `select` query as values of a type of the program, whose properties have the names of the columns.
  ///
  ///     struct Size: Decodable { var name: String; var people: Int? }
  ///     let query = try CheckedQuery(parsing: "City select name, population as people", in: .app)
  ///     let sizes = try query.rows(of: Size.self, in: store)
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does, `.wrongResult` when the query has no `select`;
  ///   `DecodingError` when a column is missing or of another type.
  public func rows<Row: Decodable>(
    of type: Row.Type, in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws -> [Row] {
    try rows(in: reader, arguments, options: options).map { try $0.decoded(as: type) }
  }

  /// The rows of a `select` query, whose values are read by the names of their columns.
  ///
  ///     for row in try query.rows(in: store) { print(row["name"] ?? .null) }
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does; `.wrongResult` when the query has no `select`.
  public func rows(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [NamedRow] {
    guard let projection = ir.projection else { throw .wrongResult(expected: "objects, not rows") }
    let columns = NamedRow.Columns(projection)
    return try checked.plan.rows(in: reader, arguments, options: runOptions(options))
      .map { NamedRow(columns, $0.values) }
  }

  /// The number that a `count` query gives.
  ///
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does; `.wrongResult` when it is no `count` query.
  public func count(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Int {
    try checked.plan.count(in: reader, arguments, options: runOptions(options))
  }

  /// Whether an `exists` query finds something.
  ///
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does; `.wrongResult` when it is no `exists` query.
  public func exists(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Bool {
    try checked.plan.exists(in: reader, arguments, options: runOptions(options))
  }

  /// Runs a `delete` query as one change of a store: all objects that it finds are deleted, by their delete rules, or
  /// none.
  ///
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does; `.wrongResult` when it is no `delete` query.
  /// - Returns: The number of objects that the query found, without those that cascades deleted.
  @discardableResult
  public func delete(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Int {
    try checked.plan.delete(in: store, arguments, options: runOptions(options))
  }

  /// Runs an `update` query as one change of a store: all objects that it finds get the new values, or none does.
  /// Observers are told once.
  ///
  ///     let raise = try CheckedQuery(parsing: "update City where country == $c set population = population + 1", in: .app)
  ///     let count = try raise.update(in: store, ["c": .object(norway)])
  ///
  /// - Throws: `ExecutionError` as `run(in:_:options:)` does; `.wrongResult` when it is no `update` query, `.refused` when
  ///   a rule of the schema forbids a value.
  /// - Returns: The number of objects that the query found.
  @discardableResult
  public func update(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Int {
    try checked.plan.update(in: store, arguments, options: runOptions(options))
  }

  /// The results of the query over time: the first at once, then one after each change that leads to a different result.
  ///
  /// Each run throws what `run(in:_:options:)` throws, which ends the sequence.
  public func live(in store: Store, _ arguments: Arguments = [:]) -> LiveQuery<QueryResult> {
    store.live { reader in try run(in: reader, arguments) }
  }
}
