package import CDQIR

/// A shape with the clauses that depend on arguments.
package struct BoundShape: Sendable {
  package var node: ShapeIR
  /// The query for the related objects of one object, whose limit counts those of each object.
  var query: BoundQuery
  /// The greatest number of related objects of each object; nil where all are wanted.
  package var limit: Int? { query.keyLimit }

  /// - Parameter parameters: Those of the query that has the shape.
  package init(node: ShapeIR, parameters: [ParameterIR], sortKeys: [SortKeyIR], limit: Int?) {
    self.node = node
    query = BoundQuery(ir: node.query(parameters), sortKeys: sortKeys, limit: nil, offset: nil, keyLimit: limit)
  }

  /// A shape whose arguments are not known.
  ///
  /// - Throws: `SQLRefusal` where a parameter chooses the order, whose name a function would have to test.
  init(unbound node: ShapeIR, _ parameters: [ParameterIR]) throws(SQLRefusal) {
    if case .choice = node.sort {
      throw SQLRefusal(
        "a parameter chooses the order of the shape '\(node.name)'",
        help: "write a query for each order; only the rows of the query itself have an order that a parameter chooses")
    }
    self.node = node
    query = BoundQuery(unbound: node.query(parameters))
    (query.keyLimit, query.keyLimitParameter) = (query.limit, query.limitParameter)
    (query.limit, query.limitParameter) = (nil, nil)
    // One object has no order.
    if !node.isToMany { query.sortKeys = [] }
  }
}

// A level of shapes is one statement for all rows of the level above, which gives the keys of the objects that have the
// relationship.
extension SQLGenerator {
  /// Adds the columns of the keys of the objects that have the relationships of shapes, in the order of the shapes. The
  /// columns of a key are beside each other.
  func select(
    ownersOf shapes: [ShapeIR], _ selection: inout SQLSelection
  ) throws(SQLRefusal) -> [[Int]] {
    var owners: [[Int]] = []
    for shape in shapes {
      let owner = try row(of: 0, shape.steps.dropLast())
      let key = try key(owner)
      var first = selection.texts.count
      if let known = selection.texts.firstRange(of: key) {
        first = known.lowerBound
      } else {
        for (name, text) in zip(try entityMapping(owner.entity).key, key) {
          _ = selection.add(text, SQLColumn(name: name, type: .opaque))
        }
      }
      owners.append(Array(first..<first + key.count))
    }
    return owners
  }

  /// The statement for the rows of a shape: the key of an owner, and then the columns of a related object, in each row. The
  /// rows of an owner follow each other, and may be more than the shape's limit.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners; the last one is repeated until there are `count`, so that few texts are needed.
  /// - Throws: `SQLRefusal` where a part of the shape has no exact SQL.
  package func related(
    in shape: BoundShape, owners: [[SQLDatum]], count: Int
  ) throws(SQLRefusal) -> SQLQuery {
    let query: SQLQuery
    do throws(SQLRefusal) {
      query = try related(in: shape) { areAmong(owners, count, keys: $0) }
    } catch {
      throw missing.map(\.withoutPlace) ?? error
    }
    if let refusal = missing.map(\.withoutPlace) ?? excess(query.statement) { throw refusal }
    return query
  }

  /// The statements for the rows of shapes, for all arguments. Each contains the statement of the level above, which
  /// gives the keys of the owners, so that no key is an argument.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners, by shape.
  ///   - rows: What follows `FROM` in the statement of the level above, for some columns.
  func templates(
    for shapes: [ShapeIR], _ parameters: [ParameterIR], _ owners: [SQLSelection],
    rows: (inout SQLSelection) throws(SQLRefusal) -> String
  ) throws(SQLRefusal) -> [SQLQuery] {
    guard isTemplate else { return [] }
    // Before the first shape, since another row is in scope after it.
    var all: [String] = []
    for var keys in owners {
      let rows = try rows(&keys)
      all.append("SELECT \(keys.texts.joined(separator: ", ")) FROM \(rows)")
    }
    var result: [SQLQuery] = []
    for (shape, all) in zip(shapes, all) {
      let query = try placed(shape.pathNode) { () throws(SQLRefusal) in
        try nested { () throws(SQLRefusal) in
          try related(in: try BoundShape(unbound: shape, parameters)) { keys in
            "\(keys.count == 1 ? keys[0] : "(\(keys.joined(separator: ", ")))") IN (\(all))"
          }
        }
      }
      if let refusal = excess(query.statement) { throw refusal.at(shape.pathNode) }
      result.append(query)
    }
    return result
  }

  private func related(in shape: BoundShape, where isOwner: ([String]) -> String) throws(SQLRefusal) -> SQLQuery {
    guard let step = shape.node.steps.last else { throw SQLRefusal("a shape has no path") }
    let (source, keys, target) = try related(by: step, where: isOwner)
    (variables, substitutions) = ([0: .row(target)], [:])
    // What is known of the rows of the level above says nothing about these.
    (present, findsFewRows) = ([], false)
    try joinParameters(of: shape.query.ir, to: source)
    let condition = clause(predicate(shape.node.predicate))
    guard condition.isExact else { throw reasons.first ?? SQLRefusal("a condition of a shape has no exact SQL") }
    if condition.constant != true { source.conditions.append(condition.text) }
    // A to-one step is joined by LEFT JOIN, which also gives owners without an object.
    if step.kind == .toOne { source.conditions += try key(target).map { "\($0) IS NOT NULL" } }
    var selection = SQLSelection()
    for (name, text) in zip(try entityMapping(step.entity).key, keys) {
      _ = selection.add(text, SQLColumn(name: name, type: .opaque))
    }
    let projection = shape.node.projection
    var outputs: [SQLOutput] = []
    for item in projection.items { outputs.append(try select(item, &selection, isCompared: false)) }
    let owners = try select(ownersOf: projection.shapes, &selection)
    let all = selection
    let rows =
      isTemplate
      ? try wantedRows(&selection, shape.query, source, of: keys) : try rowsInTurn(of: shape, &selection, source, keys)
    var result = result(selection, rows.text + rows.order, object: nil, outputs)
    result.owners = owners
    result.shapes = try templates(
      for: projection.shapes, shape.query.ir.parameters, owners.map { all.columns(at: $0) }
    ) { selection throws(SQLRefusal) in
      try wantedRows(&selection, shape.query, source, of: keys).text
    }
    return result
  }

  /// What follows `FROM`, and the order: the related objects of one owner after those of another one, in their order. A
  /// limit keeps those with small numbers of each owner. In SQLite, where to number rows takes longer than to read them,
  /// the reader keeps the first ones.
  private func rowsInTurn(
    of shape: BoundShape, _ selection: inout SQLSelection, _ source: SQLSource, _ keys: [String]
  ) throws(SQLRefusal) -> (text: String, order: String) {
    let order = try sortClause(shape.query.sortKeys) + (source.order ?? [])
    guard let limit = shape.limit, dialect.name != .sqlite else {
      return ("\(source.text)\(source.whereClause)", ordered(keys + order))
    }
    let name = alias()
    var columns = selection.texts.enumerated().map { "\($1) AS d\($0)" }
    columns.append("row_number() OVER (PARTITION BY \(keys.joined(separator: ", "))\(ordered(order))) AS n")
    let text = "(SELECT \(columns.joined(separator: ", ")) FROM \(source.text)\(source.whereClause)) AS \(name)"
    selection.texts = selection.texts.indices.map { "\(name).d\($0)" }
    let isKept = "\(name).n <= \(bind(.int(Int64(limit)), .integer))"
    return ("\(text) WHERE \(isKept)", ordered(selection.texts.prefix(keys.count) + ["\(name).n"]))
  }
}
