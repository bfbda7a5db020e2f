import CDQIR
public import CDQRuntime

/// Some objects of a larger result, and where the next ones begin.
public struct Page<Element: Sendable>: Sendable {
  /// The objects of the page, in their order.
  public let items: [Element]
  /// The place after the last object; nil when the page is the last one.
  public let next: PageCursor?
}

extension Page: Equatable where Element: Equatable {}

extension StoredModel {
  /// A page of the objects that satisfy a predicate, after the place at which another page ended.
  ///
  ///     var page = try City.page(in: store, where: large, sort: order, limit: 20)
  ///     while let next = page.next {
  ///       page = try City.page(in: store, where: large, sort: order, after: next, limit: 20)
  ///     }
  ///
  /// The place is the values of the sort keys of an object, and not a number of objects. So a page costs the same
  /// however many came before it, and objects that were inserted or deleted meanwhile neither repeat objects nor hide
  /// any. Objects with equal keys are in the order of their identity, which the entity must have.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the predicate, by parameter name.
  ///   - cursor: the `next` of the page before; nil for the first page. A cursor may come from an untrusted user.
  ///   - limit: the greatest number of objects, at least 1.
  ///   - options: the options of the run; nil for those of the predicate's limits.
  /// - Throws: `ExecutionError` as `all(in:where:_:sort:limit:offset:options:)` does; `.malformedQuery` when the entity
  ///   has no identity, or a sort key compares texts with `[l]`; `.malformedCursor` when the cursor belongs to another
  ///   order.
  public static func page(
    in reader: some StoreReader, where predicate: CheckedPredicate = .everything, _ arguments: Arguments = [:],
    sort order: CheckedOrder = .insertion, after cursor: PageCursor? = nil, limit: Int,
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Page<Self> {
    if limit < 1 { throw .negativeCount(name: "limit", value: Int64(limit)) }
    // One more than wanted tells whether there is a next page.
    let most = limit == .max ? limit : limit + 1
    var ir = try StoreFetch.ir(Self.self, reader.schema, predicate, order, .many, limit: most, offset: 0)
    let keyset = try Keyset(Self.entityName, reader.schema, order.keys)
    ir.sort = .keys(keyset.keys)
    if let cursor { ir.predicate = .and([ir.predicate, try keyset.condition(after: cursor)]) }
    let query = try PreparedStoreQuery(ir, schema: reader.schema)
    try Self.checkStored(reader.schema)
    let run = options ?? predicate.runOptions
    let found = try reader.data(for: query).run(query, arguments: arguments, options: run)
    guard case .records(let records) = found else { throw .wrongResult(expected: "objects") }
    let items = try Self.models(of: records.prefix(limit))
    let last = records.count > limit ? records[limit - 1] : nil
    return Page(items: items, next: try last.map { record throws(ExecutionError) in try keyset.cursor(at: record) })
  }
}
