import CDQIR
public import CDQRuntime

/// Fetching generated structs by checked predicates and orders. The functions have the names of those without a
/// predicate.
///
///     let large = try CheckedPredicate(parsing: "population > $n", for: "City", in: .app)
///     let order = try CheckedOrder(parsing: "name", for: "City", in: .app)
///     let cities = try City.all(in: store, where: large, ["n": 1_000_000], sort: order, limit: 20)
///
/// A reader is a store, a snapshot, a transaction, or what a live query reads through. The predicate and the order must
/// be about the entity of the struct or an ancestor of it. A run is bound by the limits of the predicate, unless it is
/// given options.
extension StoredModel {
  /// The objects that satisfy a predicate, in an order.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the predicate, by parameter name.
  ///   - limit: the greatest number of objects; nil for all.
  ///   - offset: the number of objects to skip.
  ///   - options: the options of the run; nil for those of the predicate's limits.
  /// - Throws: `ExecutionError` when an argument is missing or of the wrong type, `limit` or `offset` is negative, a
  ///   limit is reached, or the schema has other properties than the generated code.
  public static func all(
    in reader: some StoreReader, where predicate: CheckedPredicate, _ arguments: Arguments = [:],
    sort order: CheckedOrder = .insertion, limit: Int? = nil, offset: Int = 0, options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Self] {
    let fetch = try StoreFetch(Self.self, reader.schema, predicate, order, limit: limit, offset: offset)
    return try fetch.query.objects(in: reader, arguments, options: options ?? predicate.runOptions)
  }

  /// All objects in an order, or as many as `limit` says.
  ///
  /// - Throws: `ExecutionError` as `all(in:where:_:sort:limit:offset:options:)` does.
  public static func all(
    in reader: some StoreReader, sort order: CheckedOrder, limit: Int? = nil, offset: Int = 0
  ) throws(ExecutionError) -> [Self] {
    try all(in: reader, where: .everything, sort: order, limit: limit, offset: offset)
  }

  /// The first object in an order that satisfies a predicate; nil when none does.
  ///
  /// - Throws: `ExecutionError` as `all(in:where:_:sort:limit:offset:options:)` does.
  public static func first(
    in reader: some StoreReader, where predicate: CheckedPredicate = .everything, _ arguments: Arguments = [:],
    sort order: CheckedOrder = .insertion, options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Self? {
    let fetch = try StoreFetch(Self.self, reader.schema, predicate, order, .first)
    return try fetch.query.firstObject(in: reader, arguments, options: options ?? predicate.runOptions)
  }

  /// The number of objects that satisfy a predicate.
  ///
  /// - Throws: `ExecutionError` as `all(in:where:_:sort:limit:offset:options:)` does.
  public static func count(
    in reader: some StoreReader, where predicate: CheckedPredicate, _ arguments: Arguments = [:],
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Int {
    let fetch = try StoreFetch(Self.self, reader.schema, predicate, .insertion, .count)
    return try fetch.query.count(in: reader, arguments, options: options ?? predicate.runOptions)
  }

  /// Whether an object satisfies a predicate.
  ///
  /// - Throws: `ExecutionError` as `all(in:where:_:sort:limit:offset:options:)` does.
  public static func exists(
    in reader: some StoreReader, where predicate: CheckedPredicate, _ arguments: Arguments = [:],
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Bool {
    let fetch = try StoreFetch(Self.self, reader.schema, predicate, .insertion, .exists)
    return try fetch.query.exists(in: reader, arguments, options: options ?? predicate.runOptions)
  }

  /// Deletes the objects that satisfy a predicate, by their delete rules, as one change of a store: all or none.
  ///
  /// - Throws: `ExecutionError` as `all(in:where:_:sort:limit:offset:options:)` does; `.refused` when a delete rule
  ///   forbids the deletion.
  /// - Returns: The number of objects that satisfied the predicate, without those that cascades deleted.
  @discardableResult
  public static func delete(
    in store: Store, where predicate: CheckedPredicate, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Int {
    let fetch = try StoreFetch(Self.self, store.schema, predicate, .insertion, .delete)
    return try fetch.query.delete(in: store, arguments, options: options ?? predicate.runOptions)
  }

  /// Deletes the objects that satisfy a predicate, by their delete rules, within a transaction: all or none.
  ///
  /// - Throws: `ExecutionError` as the function for a store does.
  /// - Returns: The number of objects that satisfied the predicate, without those that cascades deleted.
  @discardableResult
  public static func delete(
    in transaction: inout StoreTransaction, where predicate: CheckedPredicate, _ arguments: Arguments = [:],
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Int {
    let fetch = try StoreFetch(Self.self, transaction.schema, predicate, .insertion, .delete)
    return try fetch.query.delete(in: &transaction, arguments, options: options ?? predicate.runOptions)
  }
}

extension StoredModel where Self: Equatable {
  /// The objects that satisfy a predicate, in an order, over time: the first result at once, then one after each change
  /// that leads to a different result.
  ///
  /// ```swift
  /// for try await cities in City.live(in: store, where: large, ["n": 1_000_000]) { show(cities) }
  /// ```
  ///
  /// Each run throws what `all(in:where:_:sort:limit:offset:options:)` throws, which ends the sequence.
  public static func live(
    in store: Store, where predicate: CheckedPredicate = .everything, _ arguments: Arguments = [:],
    sort order: CheckedOrder = .insertion, limit: Int? = nil, offset: Int = 0
  ) -> LiveQuery<[Self]> {
    let fetch: Result<StoreFetch, ExecutionError> = Result { () throws(ExecutionError) in
      try StoreFetch(Self.self, store.schema, predicate, order, limit: limit, offset: offset)
    }
    return store.live { reader in
      try fetch.get().query.objects(in: reader, arguments, options: predicate.runOptions)
    }
  }
}

/// A query for objects of a generated struct, made from a predicate and an order.
struct StoreFetch: Sendable {
  let query: GeneratedQuery

  /// - Throws: `ExecutionError` when the predicate or the order is about another entity, or a number is negative.
  init<Model: StoredModel>(
    _ model: Model.Type, _ schema: Schema, _ predicate: CheckedPredicate, _ order: CheckedOrder,
    _ cardinality: QueryIR.Cardinality = .many, limit: Int? = nil, offset: Int = 0
  ) throws(ExecutionError) {
    let ir = try StoreFetch.ir(model, schema, predicate, order, cardinality, limit: limit, offset: offset)
    // The plan of a predicate alone is kept between runs.
    if let checked = predicate.checked, checked.ir == ir { query = checked.plan } else { query = GeneratedQuery(ir) }
  }

  /// - Throws: `ExecutionError` when the predicate or the order is about another entity, or a number is negative.
  static func ir<Model: StoredModel>(
    _ model: Model.Type, _ schema: Schema, _ predicate: CheckedPredicate, _ order: CheckedOrder,
    _ cardinality: QueryIR.Cardinality, limit: Int?, offset: Int
  ) throws(ExecutionError) -> QueryIR {
    for (name, count) in [("limit", limit ?? 0), ("offset", offset)] where count < 0 {
      throw .negativeCount(name: name, value: Int64(count))
    }
    for part in [predicate.entity, order.entity].compactMap({ $0 })
    where !schema.isEntity(Model.entityName, kindOf: part) {
      throw .wrongEntity(expected: part, found: Model.entityName)
    }
    var ir = predicate.ir
    ir.entity = Model.entityName
    ir.cardinality = cardinality
    ir.sort = .keys(order.keys)
    ir.limit = limit.map { .constant($0) }
    ir.offset = offset > 0 ? .constant(offset) : nil
    return ir
  }
}

extension CheckedPredicate {
  /// The options of a run under the limits of the predicate; its time starts now.
  var runOptions: ExecutionOptions { limits.executionOptions() }
}
