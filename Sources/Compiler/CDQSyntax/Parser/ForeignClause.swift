/// The clauses of SQL that have no counterpart, and what to write instead.
enum ForeignClause {
  /// What to write for the clause that some tokens begin; nil where the first one begins none of SQL.
  ///
  /// - Parameter words: The texts of the tokens.
  static func help(_ words: [String]) -> String? {
    guard let help = table[words[0].lowercased()] else { return nil }
    return ForeignJoin.condition(words).map { "\(help); without a relationship: where \($0)" } ?? help
  }

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    func add(_ words: String, _ help: String) {
      for word in words.split(separator: " ") { table[String(word)] = help }
    }
    add(
      "join inner outer left right cross natural full on using include including",
      "relationships replace joins: a path such as country.name leads from an object to another")
    add(
      "union intersect except",
      "a query finds the objects of one entity: join conditions with AND, OR and NOT, or run two queries")
    add(
      "with from", "a query names one entity, and relationships lead to others: City where country.name == \"France\"")
    add("page", "the second page of 20 rows is: limit 20 offset 20")
    add("by per for each", "groups are written: group by country.name select country.name, count() as number")
    add("set", "objects are changed by an update: update City where name == \"Oslo\" set population = 5")
    add("values", "a query does not insert objects; a program does: store.insert(…)")
    add("returning", "a change gives the number of its objects; a query of its own gives their values: City where name == …")
    add(
      "partition over window qualify",
      "there are no windows: the first objects of each key are those of 'sort … limit 3 per country.name'")
    add("distinct unique", "'distinct' follows 'select': select distinct name")
    add("as", "an entity has no other name in a query; its properties are written without one")
    return table
  }()
}
