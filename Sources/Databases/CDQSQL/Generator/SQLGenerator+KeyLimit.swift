import CDQIR

// `limit 3 per country`: an inner statement numbers the rows of each combination of keys in the order of the query, and
// the outer one keeps those with small numbers.
extension SQLGenerator {
  /// What follows `FROM` in the statement of a query for some columns, and the order of these rows. With keys of a limit
  /// the columns become those of an inner statement.
  ///
  /// - Parameter owner: The key of the object for which the limit counts the rows; nil for the keys of the query.
  func wantedRows(
    _ selection: inout SQLSelection, _ query: BoundQuery, _ source: SQLSource, of owner: [String]? = nil
  ) throws(SQLRefusal) -> (text: String, order: String) {
    guard query.keyLimit != nil || query.keyLimitParameter != nil else {
      // A key may add a condition that lets an index give the order.
      let order = try order(of: query, then: source.order ?? [])
      return ("\(source.text)\(source.whereClause)", ordered(order))
    }
    let name = alias()
    var columns = selection.texts.enumerated().map { "\($1) AS d\($0)" }
    let inner: [String]
    let outer: [String]
    if query.choice == nil {
      let terms = try sortTerms(query.sortKeys) + (source.order ?? []).map { (value: $0, words: "") }
      columns += terms.enumerated().map { "\($1.value) AS s\($0)" }
      inner = terms.map { $0.value + $0.words }
      outer = terms.enumerated().map { "\(name).s\($0)\($1.words)" }
    } else {
      // Which keys there are is known when the statement runs.
      inner = try order(of: query, then: source.order ?? [])
      columns.append("row_number() OVER (\(ordered(inner).dropFirst())) AS place")
      outer = ["\(name).place"]
    }
    let keys = if let owner { owner.joined(separator: ", ") } else { try partition(query.ir.limitPerKey?.keys ?? []) }
    columns.append("row_number() OVER (PARTITION BY \(keys)\(ordered(inner))) AS n")
    let text = "(SELECT \(columns.joined(separator: ", ")) FROM \(source.text)\(source.whereClause)) AS \(name)"
    selection.texts = selection.texts.indices.map { "\(name).d\($0)" }
    return ("\(text) WHERE \(try isKept(name, query))", ordered(outer))
  }

  /// The rows that a query counts. How many are kept of each combination of keys does not depend on their order.
  func countedRows(_ query: BoundQuery, _ source: SQLSource) throws(SQLRefusal) -> String {
    guard let limit = query.ir.limitPerKey, query.keyLimit != nil || query.keyLimitParameter != nil else {
      return "\(source.text)\(source.whereClause)"
    }
    let name = alias()
    let number = "row_number() OVER (PARTITION BY \(try partition(limit.keys)))"
    return "(SELECT \(number) AS n FROM \(source.text)\(source.whereClause)) AS \(name) WHERE \(try isKept(name, query))"
  }

  /// The keys, equal where those of a group are.
  private func partition(_ keys: [ExpressionIR]) throws(SQLRefusal) -> String {
    if keys.isEmpty { throw SQLRefusal("a limit per key needs a key") }
    var texts: [String] = []
    for key in keys {
      texts += try placed(.expression(key)) { () throws(SQLRefusal) -> [String] in
        guard case .object = key.type else {
          let operand = try value(key)
          return ["\(try valueText(operand))\(operand.family == .decimal ? dialect.collations[.decimal] ?? "" : "")"]
        }
        guard case .object(let object) = try objectOrKey(key) else { throw SQLRefusal("a key is an argument") }
        return object.key
      }
    }
    return texts.joined(separator: ", ")
  }

  /// The condition that a row is among the first ones of its keys.
  private func isKept(_ name: String, _ query: BoundQuery) throws(SQLRefusal) -> String {
    if let index = query.keyLimitParameter {
      let test = "\(name).n <= \(bind(.parameter(index), .limit(most: nil), .integer))"
      guard mayBeNil(index), let template else { return test }
      let parameter = template.parameters[index].name
      return "({\(parameter): \(test)}{!\(parameter): 1 = 1})"
    }
    let count = query.keyLimit ?? .max
    return "\(name).n <= \(isTemplate ? String(count) : bind(.int(Int64(count)), .integer))"
  }
}
