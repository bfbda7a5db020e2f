/// How far the subqueries of a statement reach for the tables of the queries around them.
///
/// The generator names tables `t1`, `t2`, …, each once. A subquery in a `FROM` clause is part of the query around it.
struct SubqueryScopes {
  /// The greatest number of queries that lie between a name and the query whose table it is, with that query counted: 0
  /// without correlated subqueries.
  private(set) var depth = 0
  /// Whether a correlated subquery stands in an `ORDER BY` clause.
  private(set) var isSortedBySubquery = false

  private struct Scope {
    /// Whether the parentheses hold a subquery that is a value or a condition.
    var isExpression: Bool
    /// Whether names of tables are declared in these parentheses, or in those around them.
    var isQuery: Bool
    /// Whether the parentheses are, or stand in, an `ORDER BY` clause.
    var isOrder = false
    var tables: Set<Substring> = []
    /// The names whose tables are further out, with the number of queries so far.
    var names: [Substring: Int] = [:]
  }

  init(_ text: String) {
    var scopes = [Scope(isExpression: false, isQuery: true)]
    var words: [Substring] = []
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "'", "\"", "`":
        let behind = rest.dropFirst()
        rest = behind[(behind.firstIndex(of: character).map { behind.index(after: $0) } ?? behind.endIndex)...]
        continue
      case "(":
        let inside = rest.dropFirst()
        let isQuery = inside.hasPrefix("SELECT ")
        let isTable = words.last.map { ["FROM", "JOIN", "LATERAL"].contains($0) } ?? false
        let isOrder = scopes[scopes.count - 1].isOrder
        scopes.append(Scope(isExpression: isQuery && !isTable, isQuery: isQuery, isOrder: isOrder && !isTable))
        words.append("(")
      case ")":
        if scopes.count > 1 { close(&scopes) }
        words.append(")")
      case _ where character.isLetter || character == "_":
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest[word.endIndex...]
        if word.first == "t", word.count > 1, word.dropFirst().allSatisfy(\.isNumber) {
          if rest.first == "." {
            scopes[scopes.count - 1].names[word] = max(scopes[scopes.count - 1].names[word] ?? 0, 0)
          } else if words.last == "AS" {
            scopes[scopes.count - 1].tables.insert(word)
          }
        }
        if word == "ORDER" { scopes[scopes.count - 1].isOrder = true }
        words.append(word)
        continue
      default: break
      }
      rest = rest.dropFirst()
    }
    while scopes.count > 1 { close(&scopes) }
  }

  /// Ends the innermost parentheses: their names that have no table there are those of the query around them.
  private mutating func close(_ scopes: inout [Scope]) {
    let inner = scopes.removeLast()
    if !inner.isQuery { scopes[scopes.count - 1].tables.formUnion(inner.tables) }
    for (name, count) in inner.names where !inner.isQuery || !inner.tables.contains(name) {
      let count = count + (inner.isExpression ? 1 : 0)
      scopes[scopes.count - 1].names[name] = max(scopes[scopes.count - 1].names[name] ?? 0, count)
      depth = max(depth, count)
      if inner.isExpression, scopes[scopes.count - 1].isOrder { isSortedBySubquery = true }
    }
  }
}
