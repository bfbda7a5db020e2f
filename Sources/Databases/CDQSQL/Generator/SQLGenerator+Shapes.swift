package import CDQIR

/// A shape whose arguments are bound.
package struct BoundShape: Sendable {
  package var node: ShapeIR
  /// The parameters of the query that has the shape.
  package var parameters: [ParameterIR]
  package var sortKeys: [SortKeyIR]
  package var limit: Int?

  package init(node: ShapeIR, parameters: [ParameterIR], sortKeys: [SortKeyIR], limit: Int?) {
    (self.node, self.parameters, self.sortKeys, self.limit) = (node, parameters, sortKeys, limit)
  }
}

// A level of shapes is one statement for all rows of the level above, which gives the keys of the objects that have the
// relationship.
extension SQLGenerator {
  /// Adds the columns of the keys of the objects that have the relationships of shapes, in the order of the shapes.
  func select(
    ownersOf shapes: [ShapeIR], _ selection: inout SQLSelection
  ) throws(SQLRefusal) -> [[Int]] {
    var owners: [[Int]] = []
    for shape in shapes {
      if isTemplate {
        throw SQLRefusal(
          "rows of related objects in one row", help: "the back end 'ir' runs such a query, on a database too")
      }
      let owner = try row(of: 0, shape.steps.dropLast())
      var columns: [Int] = []
      for (name, text) in zip(try entityMapping(owner.entity).key, try key(owner)) {
        columns.append(selection.share(text, SQLColumn(name: name, type: .opaque)))
      }
      owners.append(columns)
    }
    return owners
  }

  /// The statement for the rows of a shape: the key of an owner, and then the columns of a related object, in each row.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners; the last one is repeated until there are `count`, so that few texts are needed.
  /// - Throws: `SQLRefusal` where a part of the shape has no exact SQL.
  package func related(
    in shape: BoundShape, owners: [[SQLDatum]], count: Int
  ) throws(SQLRefusal) -> SQLQuery {
    guard let step = shape.node.steps.last else { throw SQLRefusal("a shape has no path") }
    let (source, keys, target) = try related(by: step, owners: owners, count: count)
    (variables, substitutions) = ([0: .row(target)], [:])
    try joinParameters(of: shape.node.query(shape.parameters), to: source)
    let condition = clause(predicate(shape.node.predicate))
    guard condition.isExact else { throw reasons.first ?? SQLRefusal("a condition of a shape has no exact SQL") }
    if condition.constant != true { source.conditions.append(condition.text) }
    // A to-one step is joined by LEFT JOIN, which also gives owners without an object.
    if step.kind == .toOne { source.conditions += try key(target).map { "\($0) IS NOT NULL" } }
    var selection = SQLSelection()
    for (name, text) in zip(try entityMapping(step.entity).key, keys) {
      _ = selection.add(text, SQLColumn(name: name, type: .opaque))
    }
    var outputs: [SQLOutput] = []
    for item in shape.node.projection.items { outputs.append(try select(item, &selection, isCompared: false)) }
    let owners = try select(ownersOf: shape.node.projection.shapes, &selection)
    let from = try firstRows(of: shape, &selection, source, keys)
    var result = result(selection, from, object: nil, outputs)
    result.owners = owners
    return result
  }

  /// The tables of a statement for related objects: the owners, and the objects that a step leads to.
  func related(
    by step: StepIR, owners: [[SQLDatum]], count: Int
  ) throws(SQLRefusal) -> (source: SQLSource, keys: [String], target: SQLTableRow) {
    let source = SQLSource()
    let owner = row(of: step.entity, isOptional: false, in: source)
    source.join("\(dialect.identifier(try entityMapping(step.entity).table)) AS \(owner.alias)", on: nil)
    let keys = try key(owner)
    var tests: [String] = []
    for index in 0..<count {
      // The type of a parameter follows from the column.
      let marks = owners[min(index, owners.count - 1)].map { bind($0, nil) }
      tests.append(keys.count == 1 ? marks[0] : "(\(pairs(keys, marks)))")
    }
    source.conditions = [
      keys.count == 1 ? "\(keys[0]) IN (\(tests.joined(separator: ", ")))" : "(\(tests.joined(separator: " OR ")))"
    ]
    return (source, keys, step.kind == .toMany ? try joinMany(source, owner, step) : try target(of: owner, step))
  }

  /// What follows `FROM`: the related objects in their order, of which those with small numbers are kept for each owner.
  private func firstRows(
    of shape: BoundShape, _ selection: inout SQLSelection, _ source: SQLSource, _ keys: [String]
  ) throws(SQLRefusal) -> String {
    let terms = try sortTerms(shape.sortKeys) + (source.order ?? []).map { (value: $0, words: "") }
    let order = ordered(terms.map { $0.value + $0.words })
    guard let limit = shape.limit else { return "\(source.text)\(source.whereClause)\(order)" }
    let name = alias()
    var columns = selection.texts.enumerated().map { "\($1) AS d\($0)" }
    columns += terms.enumerated().map { "\($1.value) AS s\($0)" }
    columns.append("row_number() OVER (PARTITION BY \(keys.joined(separator: ", "))\(order)) AS n")
    let text = "(SELECT \(columns.joined(separator: ", ")) FROM \(source.text)\(source.whereClause)) AS \(name)"
    selection.texts = selection.texts.indices.map { "\(name).d\($0)" }
    let isKept = "\(name).n <= \(bind(.int(Int64(limit)), .integer))"
    return "\(text) WHERE \(isKept)\(ordered(terms.enumerated().map { "\(name).s\($0)\($1.words)" }))"
  }
}
