import CDQIR

extension SQLGenerator {
  /// The rows of a `select`.
  func projected(_ projection: ProjectionIR, _ query: BoundQuery, _ row: SQLTableRow) throws(SQLRefusal) -> SQLQuery {
    var source = row.source
    if projection.isGrouped { source = try grouped(projection, query, row) }
    var selection = SQLSelection()
    var outputs: [SQLOutput] = []
    for item in projection.items { outputs.append(try select(item, &selection, isCompared: projection.isDistinct)) }
    let owners = try select(ownersOf: projection.shapes, &selection)
    if selection.texts.isEmpty { _ = selection.add("1", SQLColumn(name: "row", type: .int64)) }
    guard projection.isDistinct else {
      let all = selection
      let rows = try wantedRows(&selection, query, source)
      let page = window(query)
      var result = result(selection, rows.text + rows.order + page, object: nil, outputs)
      result.owners = owners
      result.shapes = try templates(for: projection.shapes, query.ir.parameters, owners.map { all.columns(at: $0) }) {
        selection throws(SQLRefusal) in
        let rows = try wantedRows(&selection, query, source)
        // Without a window, the order does not decide which rows there are.
        return page.isEmpty ? rows.text : rows.text + rows.order + page
      }
      return result
    }
    let sorted = ordered(try order(of: query, then: source.order ?? []))
    return distinct(selection, source, sorted, query, outputs)
  }

  /// Each different row once, at the place of the first of its kind.
  private func distinct(
    _ selection: SQLSelection, _ source: SQLSource, _ sorted: String, _ query: BoundQuery, _ outputs: [SQLOutput]
  ) -> SQLQuery {
    let columns = selection.texts.enumerated().map { "\($1) AS d\($0)" }.joined(separator: ", ")
    // Without an order there is one row, that of all rows as one group.
    let place = sorted.isEmpty ? "0" : "row_number() OVER (\(sorted.dropFirst()))"
    let name = alias()
    let inner = "SELECT \(columns), \(place) AS place FROM \(source.text)\(source.whereClause)"
    var outer = SQLSelection()
    var keys: [String] = []
    for (index, column) in selection.columns.enumerated() {
      _ = outer.add("\(name).d\(index)", column)
      let isDecimal = SQLDialect.Family(column.type) == .decimal
      keys.append("\(name).d\(index)\(isDecimal ? dialect.collations[.decimal] ?? "" : "")")
    }
    let from = "(\(inner)) AS \(name) GROUP BY \(keys.joined(separator: ", ")) ORDER BY min(\(name).place)"
    return result(outer, from + window(query), object: nil, outputs)
  }

  /// The groups of rows as a table: a column for each grouping key and each aggregate, and the place of the first row.
  private func grouped(_ projection: ProjectionIR, _ query: BoundQuery, _ row: SQLTableRow) throws(SQLRefusal) -> SQLSource {
    let aggregates = groupAggregates(projection, query.sortKeys)
    let (rows, groups) = (alias(), alias())
    var columns: [String] = []
    var keys: [(expression: ExpressionIR, operand: SQLOperand)] = []
    for (index, expression) in projection.grouping.enumerated() {
      let operand = try placed(.expression(expression)) { () throws(SQLRefusal) in
        if case .object = expression.type { throw SQLRefusal("rows are grouped by an object", help: "group by its key") }
        return try value(expression)
      }
      let place = "k\(index)"
      columns.append("\(try valueText(operand)) AS \(place)")
      keys.append((expression, SQLOperand(place, operand.type, isOptional: operand.isOptional, isColumn: true)))
    }
    var arguments: [SQLOperand?] = []
    for (index, node) in aggregates.enumerated() {
      guard let argument = node.argument else {
        arguments.append(nil)
        continue
      }
      if case .object = argument.type {
        let object = try placed(.expression(.groupAggregate(node))) { () throws(SQLRefusal) in try objectOrKey(argument) }
        guard node.function == .count, !node.isDistinct, case .object(let object) = object, let key = object.key.first else {
          throw SQLRefusal("an aggregate of objects").at(.expression(.groupAggregate(node)))
        }
        columns.append("\(key) AS a\(index)")
        arguments.append(SQLOperand("\(rows).a\(index)", .int64, isOptional: true, isColumn: true))
        continue
      }
      let operand = try placed(.expression(.groupAggregate(node))) { () throws(SQLRefusal) in try value(argument) }
      columns.append("\(try valueText(operand)) AS a\(index)")
      arguments.append(SQLOperand("\(rows).a\(index)", operand.type, isOptional: true, isColumn: true))
    }
    let order = row.source.order ?? []
    columns.append("\(order.count == 1 ? order[0] : "row_number() OVER (ORDER BY \(order.joined(separator: ", ")))") AS place")
    let inner = "SELECT \(columns.joined(separator: ", ")) FROM \(row.source.text)\(row.source.whereClause)"
    return try groupSource(
      keys, zip(aggregates, arguments).map { ($0, $1) }, inner, rows, groups, having: projection.having)
  }

  private func groupSource(
    _ keys: [(expression: ExpressionIR, operand: SQLOperand)], _ aggregates: [(GroupAggregateIR, SQLOperand?)],
    _ inner: String, _ rows: String, _ groups: String, having: PredicateIR?
  ) throws(SQLRefusal) -> SQLSource {
    var columns: [String] = []
    var names: [String] = []
    for (expression, key) in keys {
      let collation = key.family == .decimal ? dialect.collations[.decimal] ?? "" : ""
      columns.append("\(rows).\(key.text) AS \(key.text)")
      names.append("\(rows).\(key.text)\(collation)")
      var operand = key
      operand.text = "\(groups).\(key.text)"
      substitutions[expression] = operand
    }
    for (index, (node, argument)) in aggregates.enumerated() {
      var text = "count(*)"
      var isOptional = false
      if let argument {
        if node.function == .count {
          let collation = argument.family == .decimal ? dialect.collations[.decimal] ?? "" : ""
          text = "count(\(node.isDistinct ? "DISTINCT " : "")\(argument.text)\(collation))"
        } else {
          text = try placed(.expression(.groupAggregate(node))) { () throws(SQLRefusal) in
            try call(
              node.function, argument, type(node.type), order: ["\(rows).place"], isDistinct: node.isDistinct, isGroup: true
            ).text
          }
          isOptional = true
        }
      }
      columns.append("\(text) AS x\(index)")
      substitutions[.groupAggregate(node)] = SQLOperand(
        "\(groups).x\(index)", type(node.type), isOptional: isOptional, isColumn: true)
    }
    let source = SQLSource()
    // Without keys there is one group, even of no rows.
    if !keys.isEmpty {
      columns.append("min(\(rows).place) AS place")
      source.order = ["\(groups).place"]
    }
    if columns.isEmpty { columns.append("count(*) AS rows") }
    let grouping = names.isEmpty ? "" : " GROUP BY \(names.joined(separator: ", "))"
    source.join("(SELECT \(columns.joined(separator: ", ")) FROM (\(inner)) AS \(rows)\(grouping)) AS \(groups)", on: nil)
    // Nothing but keys and aggregates can be read from here on.
    variables = [:]
    if let having {
      let condition = clause(predicate(having))
      guard condition.isExact else { throw SQLRefusal("a condition of 'having' has no exact SQL") }
      if condition.constant != true { source.conditions.append(condition.text) }
    }
    return source
  }

  private func groupAggregates(_ projection: ProjectionIR, _ keys: [SortKeyIR]) -> [GroupAggregateIR] {
    var found: [GroupAggregateIR] = []
    var roots = projection.items.map { IRNode.expression($0.expression) } + keys.map { .expression($0.expression) }
    if let having = projection.having { roots.append(.predicate(having)) }
    for root in roots {
      root.walk { node in
        if case .expression(.groupAggregate(let aggregate)) = node, !found.contains(aggregate) { found.append(aggregate) }
        return true
      }
    }
    return found
  }
}
