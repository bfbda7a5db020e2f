package import CDQIR

/// A query whose arguments are bound: absent conditions are gone, and the clauses that depend on arguments are chosen.
package struct BoundQuery: Sendable {
  /// The query, with its condition reduced.
  package var ir: QueryIR
  package var sortKeys: [SortKeyIR]
  package var limit: Int?
  package var offset: Int?
  /// The number of rows to keep of each combination of the query's keys; nil where all are kept.
  package var keyLimit: Int?
  /// The parameters of `limit` and `offset` in a statement that is written before the arguments are known.
  var limitParameter: Int?
  var offsetParameter: Int?
  var keyLimitParameter: Int?
  /// The parameter that chooses the sort, and the keys to choose from.
  var choice: (parameter: Int, keys: [SortKeyIR])?

  package init(ir: QueryIR, sortKeys: [SortKeyIR], limit: Int?, offset: Int?, keyLimit: Int? = nil) {
    (self.ir, self.sortKeys, self.limit, self.offset) = (ir, sortKeys, limit, offset)
    self.keyLimit = keyLimit
  }

  /// The greatest number of rows that the result depends on; nil for all.
  package var wanted: Int? {
    guard let most else { return limit }
    return min(most, limit ?? most)
  }

  /// The greatest number of rows that a query of its kind needs.
  var most: Int? {
      switch ir.cardinality {
      case .first, .exists: 1
      case .one: 2
      case .many, .count, .delete, .update: nil
      }
  }

  /// Whether all rows that the condition finds count.
  var isWhole: Bool { wanted == nil && offset == nil && limitParameter == nil && offsetParameter == nil }
}

extension SQLGenerator {
  /// The statement for a query. If a part has no exact SQL, it finds candidates for the condition, as whole objects.
  ///
  /// - Throws: `SQLRefusal` when the mapping lacks what even candidates need.
  package func statement(for query: BoundQuery) throws(SQLRefusal) -> SQLQuery {
    let exact = try whole(query)
    if let missing { throw reasons.first { $0.reason == missing.reason } ?? missing }
    if let exact { return exact }
    if isTemplate { throw reasons.first ?? SQLRefusal("a part of the query has no exact SQL") }
    return try candidates(query)
  }

  /// The statement for candidates alone, for a query whose own statement failed.
  package func allCandidates(for query: BoundQuery) throws(SQLRefusal) -> SQLQuery { try candidates(query, isSafe: true) }

  /// The limit of the database that a statement is beyond; nil where it takes the statement.
  func excess(_ statement: SQLStatement) -> SQLRefusal? {
    if statement.bindings.count > dialect.parameterLimit {
      return SQLRefusal("the query has more than \(dialect.parameterLimit) values, which no statement takes")
    }
    if statement.columns.count > dialect.columnLimit {
      return SQLRefusal("the result has more than \(dialect.columnLimit) columns, which no statement takes")
    }
    if let size = dialect.parserStack, SQLiteParserStack.places(for: statement.text) > size {
      return SQLRefusal("the query nests deeper than the parser of \(dialect.title) goes")
    }
    return nil
  }

  private func start(_ query: BoundQuery) throws(SQLRefusal) -> SQLTableRow {
    let source = SQLSource()
    let row = self.row(of: query.ir.entity, isOptional: false, in: source)
    source.join("\(dialect.identifier(try entityMapping(row.entity).table)) AS \(row.alias)", on: nil)
    variables = [0: .row(row)]
    substitutions = [:]
    bindings = []
    patterns = 0
    findsFewRows = SQLGenerator.findsFewRows(query.ir.predicate)
    present = presentPaths(query.ir.predicate)
    template?.numbers = [:]
    template?.bindings = [:]
    try joinParameters(of: query.ir, to: source)
    if let condition = try entityCondition(row, includesSubentities: query.ir.includesSubentities) {
      source.conditions.append(condition)
    }
    source.order = try entityMapping(row.entity).order.map { column(row, $0) }
    return row
  }

  /// The statement of the whole query; nil when a part of it has no exact SQL.
  private func whole(_ query: BoundQuery) throws(SQLRefusal) -> SQLQuery? {
    let row = try start(query)
    let condition = clause(predicate(query.ir.predicate))
    guard condition.isExact else { return nil }
    require(rowsOf: query.ir.predicate, of: 0, from: row)
    if condition.constant != true {
      row.source.conditions.append(isTemplate && row.source.conditions.isEmpty ? condition.withoutParentheses : condition.text)
    }
    do throws(SQLRefusal) {
      if query.ir.cardinality == .delete {
        guard isTemplate else { throw SQLRefusal("a database is only read") }
        return try deleted(query, row)
      }
      if query.ir.cardinality == .update { return try updated(query, row) }
      let isNumber = query.ir.cardinality == .count || query.ir.cardinality == .exists
      let statement =
        if let projection = query.ir.projection { try projected(projection, query, row) }
        else if isNumber { try counted(query, row) } else { try objects(query, row) }
      if let refusal = excess(statement.statement) { throw refusal }
      return statement
    } catch {
      note(error)
      return nil
    }
  }

  private func objects(_ query: BoundQuery, _ row: SQLTableRow) throws(SQLRefusal) -> SQLQuery {
    var selection = SQLSelection()
    let shape = isTemplate ? nil : try select(identityOf: row, &selection)
    let outputs = try select(propertiesOf: row, &selection, references: true)
    if selection.texts.isEmpty { _ = selection.add("1", SQLColumn(name: "row", type: .int64)) }
    let rows = try wantedRows(&selection, query, row.source)
    return result(selection, rows.text + rows.order + window(query), object: shape, outputs)
  }

  /// The rows that a `delete` query finds: their numbers, and their entities where the table has several.
  private func deleted(_ query: BoundQuery, _ row: SQLTableRow) throws(SQLRefusal) -> SQLQuery {
    var selection = SQLSelection()
    for key in try key(row) { _ = selection.add(key, SQLColumn(name: "key", type: .int64, isOptional: false)) }
    if let discriminator = try entityMapping(row.entity).discriminator {
      _ = selection.add(column(row, discriminator.column), SQLColumn(name: "entity", type: .string))
    }
    let rows = try wantedRows(&selection, query, row.source)
    return result(selection, rows.text + rows.order + window(query), object: nil, [])
  }

  /// The rows that an `update` query finds: their numbers and the new values that are computed from them, as the database
  /// computes them.
  private func updated(_ query: BoundQuery, _ row: SQLTableRow) throws(SQLRefusal) -> SQLQuery {
    var selection = SQLSelection()
    for key in try key(row) { _ = selection.add(key, SQLColumn(name: "key", type: .int64, isOptional: false)) }
    var outputs: [SQLOutput] = []
    for assignment in query.ir.computedAssignments {
      let operand = try value(assignment.value)
      let column = sqlColumn(assignment.property, assignment.value.type, isOptional: true)
      let content: SQLOutput.Content =
        operand.constant.map { .constant($0) } ?? .value(column: selection.add(operand.text, column))
      outputs.append(SQLOutput(name: assignment.property, content: content))
    }
    let result = result(selection, "\(row.source.text)\(row.source.whereClause)", object: nil, outputs)
    if let refusal = excess(result.statement) { throw refusal }
    return result
  }

  private func counted(_ query: BoundQuery, _ row: SQLTableRow) throws(SQLRefusal) -> SQLQuery {
    let from = try countedRows(query, row.source)
    var selection = SQLSelection()
    let column = selection.add("count(*)", SQLColumn(name: "count", type: .int64, isOptional: false))
    let outputs = [SQLOutput(name: "count", content: .value(column: column))]
    if query.isWhole { return result(selection, from, object: nil, outputs) }
    return result(selection, "(SELECT 1 FROM \(from)\(window(query))) AS \(alias())", object: nil, outputs)
  }

  /// Candidates for a query that must be run in memory.
  ///
  /// - Parameters:
  ///   - isSafe: Whether to leave out all conditions that may stop the database with an error.
  ///   - areAll: Whether to leave out all conditions and keys, since the statement would be too large with them.
  private func candidates(_ query: BoundQuery, isSafe: Bool = false, areAll: Bool = false) throws(SQLRefusal) -> SQLQuery {
    let row = try start(query)
    avoidsErrors = isSafe
    let condition = areAll ? .unknown : predicate(query.ir.predicate)
    if !areAll { require(rowsOf: query.ir.predicate, of: 0, from: row) }
    if condition.constant != true { row.source.conditions.append(condition.text) }
    var isOrdered = query.ir.projection == nil && (!areAll || query.sortKeys.isEmpty)
    var order = row.source.order ?? []
    if isOrdered {
      // With the rows in their order, the driver can stop when it has enough of them.
      do throws(SQLRefusal) {
        order = try sortClause(query.sortKeys) + order
      } catch {
        isOrdered = false
      }
    }
    var selection = SQLSelection()
    let shape = try select(identityOf: row, &selection)
    let outputs = try select(propertiesOf: row, &selection, references: true, names: SQLGenerator.names(readBy: query.ir, testsCondition: !condition.isExact))
    let from = "\(row.source.text)\(row.source.whereClause)\(ordered(order))"
    var result = result(selection, from, object: shape, outputs)
    if !areAll, let refusal = excess(result.statement) {
      note(refusal)
      return try candidates(query, isSafe: isSafe, areAll: true)
    }
    result.isSuperset = true
    result.hasExactCondition = condition.isExact
    result.isOrdered = isOrdered
    return result
  }

  /// The names of the properties that a query reads in memory; nil where its result is objects with all of theirs.
  private static func names(readBy ir: QueryIR, testsCondition: Bool) -> Set<String>? {
    var ir = ir
    if !testsCondition { ir.predicate = .constant(true) }
    guard ir.projection != nil || ir.cardinality == .count || ir.cardinality == .exists else { return nil }
    var names: Set<String> = []
    for node in ir.nodes {
      node.walk { node in
        switch node {
        case .expression(.path(let path)), .collection(.path(let path)): names.formUnion(path.steps.map(\.name))
        default: break
        }
        return true
      }
    }
    return names
  }

  func result(_ selection: SQLSelection, _ from: String, object: SQLObjectShape?, _ outputs: [SQLOutput]) -> SQLQuery {
    let list = selection.texts.enumerated().map { isTemplate ? $1 : "\($1) AS c\($0)" }.joined(separator: ", ")
    let numbers = ParameterNumbers("SELECT \(list) FROM \(from)", mark: dialect.parameterMark)
    return SQLQuery(
      statement: SQLStatement(
        text: numbers.text, bindings: numbers.used.map { bindings[$0 - 1] }, columns: selection.columns),
      object: object, outputs: outputs, isSuperset: false, isOrdered: true, reasons: reasons, mayRaise: mayRaise,
      rows: rows,
      bindings: isTemplate ? templateBindings(numbers.used) : [])
  }

  // MARK: Order and window

  func ordered(_ keys: [String]) -> String { keys.isEmpty ? "" : " ORDER BY \(keys.joined(separator: ", "))" }

  /// The keys of an `ORDER BY` clause.
  func sortClause(_ keys: [SortKeyIR]) throws(SQLRefusal) -> [String] {
    try sortTerms(keys).map { $0.value + $0.words }
  }

  /// The values of the keys of an `ORDER BY` clause, and the words after each.
  func sortTerms(_ keys: [SortKeyIR]) throws(SQLRefusal) -> [(value: String, words: String)] {
    var result: [(value: String, words: String)] = []
    for key in keys {
      let operand = try placed(.expression(key.expression)) { () throws(SQLRefusal) in
        let operand = try folded(value(key.expression), key.options)
        if operand.family == nil, operand.constant == nil { throw SQLRefusal("a sort by \(operand.type)") }
        return operand
      }
      guard operand.constant == nil, let family = operand.family else { continue }
      let column = stored(operand)
      let direction = key.isDescending ? " DESC" : " ASC"
      var isPresent = !operand.isOptional
      // An index of PostgreSQL serves a sort only if both agree on the place of NULL. Those of our own layout have it first.
      if case .path(let path) = key.expression, path.variable == 0, present.contains(path.steps), !isOwnLayout { isPresent = true }
      let nulls = !isPresent ? key.nullsFirst ? " NULLS FIRST" : " NULLS LAST" : ""
      let collation = column.isInOrder ? "" : dialect.collations[family] ?? ""
      result.append((column.text, "\(collation)\(direction)\(nulls)"))
    }
    return result
  }

  /// Whether the rows of the query are in a table of our own layout.
  private var isOwnLayout: Bool {
    guard case .row(let row)? = variables[0] else { return false }
    return mapping.entities[row.entity]?.key == [OwnLayout.numberColumn]
  }

  /// A column by which the rows of the query are put in order: as it is, if it has an index. The query then has the test
  /// of the column among its conditions.
  private func stored(_ operand: SQLOperand) -> SQLOperand {
    guard case .row(let row)? = variables[0] else { return operand }
    var result = operand
    var test: String?
    switch operand.access {
    case .indexed(let indexed)?: (result.text, test) = (indexed.text, indexed.test)
    case .bounded(let bounded)?: (result.text, test, result.isInOrder) = (bounded.text, bounded.test, true)
    case .typed(let typed, _)?: result.text = typed
    case .spelled, nil: break
    }
    if let test, !row.source.conditions.contains(test) { row.source.conditions.append(test) }
    return result
  }

  func window(_ query: BoundQuery) -> String {
    if isTemplate { return templateWindow(query) }
    var result = ""
    // SQLite has no OFFSET without a LIMIT.
    if let limit = query.wanted ?? (query.offset == nil || dialect.noLimit == .null ? nil : Int.max) {
      result += " LIMIT \(bind(.int(Int64(limit)), .integer))"
    }
    if let offset = query.offset { result += " OFFSET \(bind(.int(Int64(offset)), .integer))" }
    return result
  }

  /// The window of a statement that is written before the arguments are known. The numbers of the query's text stand in
  /// it.
  private func templateWindow(_ query: BoundQuery) -> String {
    var result = ""
    let hasOffset = query.offset != nil || query.offsetParameter != nil
    if let index = query.limitParameter {
      result += " LIMIT \(bind(.parameter(index), .limit(most: query.most), .integer))"
    } else if let limit = query.wanted ?? (hasOffset ? Int.max : nil) {
      result += " LIMIT \(limit)"
    }
    if let index = query.offsetParameter { result += " OFFSET \(bind(.parameter(index), .offset, .integer))" }
    if let offset = query.offset { result += " OFFSET \(offset)" }
    return result
  }
}
