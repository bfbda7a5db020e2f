public import CDQIR
public import CDQRuntime

/// A page of the rows of a query, as a query that a store or a database runs.
///
///     let query = try CheckedQuery(parsing: "City select id, name sort name", in: schema)
///     let page = try PageQuery(query, after: cursor, limit: 20)
///     let here = try page.run(in: store)                                // Page<NamedRow>
///     if case .rows(let rows) = try database.run(page.ir, on: connection) {    // with CDQDatabase
///       let there = try page.page(of: rows)                             // the same
///     }
///
/// The place at which a page begins is the values of the sort keys of a row, and not a number of rows. So a page costs
/// the same however many came before it, and objects that were inserted or deleted meanwhile neither repeat rows nor
/// hide any. Rows with equal keys are in the order of the identity of their objects, which the entity must have.
public struct PageQuery: Sendable {
  /// The query to run. Its rows are those of the page and one more, with the sort keys after the columns of `select`.
  public let ir: QueryIR
  /// The greatest number of rows of the page.
  public let limit: Int
  private let columns: NamedRow.Columns
  private let limits: Limits
  /// The number of columns without the sort keys.
  package var width: Int { columns.names.count }

  /// Makes the query of a page.
  ///
  /// - Parameters:
  ///   - query: a query without groups, `distinct`, `limit`, `per` and `offset`. It may have parameters. Without `select`, the
  ///     columns are the single values of the objects, and the keys of the objects that to-one relationships lead to.
  ///   - cursor: the `next` of the page before; nil for the first page. A cursor may come from an untrusted user.
  ///   - limit: the greatest number of rows, at least 1.
  /// - Throws: `ExecutionError.malformedQuery` when the query has another form, its entity has no identity, or a sort key
  ///   compares texts with `[l]`; `.malformedCursor` when the cursor belongs to another order; `.negativeCount` for a
  ///   limit below 1.
  public init(_ query: CheckedQuery, after cursor: PageCursor? = nil, limit: Int) throws(ExecutionError) {
    try self.init(query.ir, in: query.schema, after: cursor, limit: limit, limits: query.limits)
  }

  /// Makes the query of a page of a compiled query.
  package init(
    _ ir: QueryIR, in schema: Schema, after cursor: PageCursor?, limit: Int, limits: Limits
  ) throws(ExecutionError) {
    if limit < 1 { throw .negativeCount(name: "limit", value: Int64(limit)) }
    var ir = ir
    var projection = ir.projection ?? ProjectionIR(ofObjects: ir.entity, in: schema)
    if ir.limitPerKey != nil {
      throw .malformedQuery(
        "a page begins at an object, and 'limit … per' counts from the first object of each key: take all of them at once")
    }
    guard !projection.isGrouped, !projection.isDistinct, ir.cardinality == .many, ir.limit == nil, ir.offset == nil,
      case .keys(let order) = ir.sort
    else {
      throw .malformedQuery("a page is of a query for many rows, without groups, 'distinct', 'limit' and 'offset'")
    }
    columns = NamedRow.Columns(projection)
    let keyset = try Keyset(ir.entity, schema, order)
    projection.items += keyset.columns
    ir.projection = projection
    ir.sort = .keys(keyset.keys)
    // One more than wanted tells whether there is a next page.
    ir.limit = .constant(limit == .max ? limit : limit + 1)
    if let cursor { ir.predicate = .and([ir.predicate, try keyset.condition(after: cursor)]) }
    self.ir = ir
    self.limit = limit
    self.limits = limits
  }

  /// The page that consists of the rows that ``ir`` found.
  ///
  /// - Throws: `ExecutionError.wrongResult` when the rows have another number of columns.
  public func page(of rows: [[Value]]) throws(ExecutionError) -> Page<NamedRow> {
    let width = ir.projection?.columns.count ?? 0
    guard rows.allSatisfy({ $0.count == width }) else { throw .wrongResult(expected: "rows of the page's query") }
    let items = rows.prefix(limit).map { NamedRow(columns, Array($0.prefix(columns.names.count))) }
    let last = rows.count > limit ? rows[limit - 1] : nil
    return Page(items: items, next: last.map { PageCursor(Array($0.dropFirst(columns.names.count))) })
  }

  /// Runs the query in a store, a snapshot, a transaction or the reader of a live query.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the query, by parameter name.
  ///   - options: the options of the run; nil for those of the query's limits.
  /// - Throws: `ExecutionError` when an argument is missing or of the wrong type, or a limit is reached.
  public func run(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Page<NamedRow> {
    let query = try PreparedStoreQuery(ir, schema: reader.schema)
    let found = try reader.data(for: query)
      .run(query, arguments: arguments, options: options ?? limits.executionOptions())
    guard case .rows(let rows) = found else { throw .wrongResult(expected: "rows") }
    return try page(of: rows)
  }
}

extension ProjectionIR {
  /// The columns of objects: each stored attribute with a single value, and each to-one relationship.
  fileprivate init(ofObjects entity: String, in schema: Schema) {
    let items = schema.allProperties(of: entity).compactMap { property -> Item? in
      let type: OptionalType
      let kind: StepIR.Kind
      switch property {
      case .attribute(let attribute):
        if attribute.isTransient || attribute.type.element != nil || attribute.type == .opaque { return nil }
        (type, kind) = (attribute.optionalType, .attribute)
      case .relationship(let relationship):
        if relationship.isTransient || relationship.isToMany { return nil }
        (type, kind) = (OptionalType(.object(relationship.destination), isOptional: true), .toOne)
      }
      let path = PathIR(variable: 0, steps: [StepIR(property.name, kind, of: entity)], type: type)
      return Item(name: property.name, expression: .path(path), type: type)
    }
    self.init(isGrouped: false, items: items)
  }
}
