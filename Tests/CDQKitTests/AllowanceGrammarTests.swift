import CDQKit
import CDQTestSupport
import Foundation
import Testing

/// An allowance against each word of the grammar: what no setting lists is refused.
@Suite struct AllowanceGrammarTests {
  /// A text about `Town`, and what refuses it when every setting is off; nil when it needs no setting.
  struct Example: Sendable, CustomTestStringConvertible {
    let text: String
    let refused: String?
    var testDescription: String { text }

    init(_ text: String, _ refused: String? = nil) {
      (self.text, self.refused) = (text, refused)
    }
  }

  /// Predicates, and after `Town` clauses of a query.
  static let examples: [Example] =
    [
      // What compares and joins conditions.
      Example("name == 'a' AND id = 5"), Example("name == 'a' && id == 5"), Example("name == 'a' OR id == 5"),
      Example("name == 'a' || id == 5"), Example("NOT name == 'a'"), Example("!(id == 5)"), Example("SELF == NULL"),
      Example("name == NIL"), Example("isPort == TRUE AND isPort == YES"), Example("isPort == FALSE OR isPort == NO"),
      Example("TRUEPREDICATE"), Example("FALSEPREDICATE"), Example("mood == .calm"), Example("id == -5"),
      Example("isPort"),
    ]
    + [("!=", "!="), ("<>", "!="), ("<", "<"), (">", ">"), ("<=", "<="), ("=<", "<="), (">=", ">="), ("=>", ">=")].map {
      Example("id \($0.0) 5", $0.1)
    }
    + ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"].map { (word: String) in
      Example("name \(word)[c] 'a'", word)
    } + [
      Example("id IN {1, 2}", "IN"), Example("id BETWEEN {1, 2}", "BETWEEN"),
      // What calculates.
      Example("id + 1 == 2", "'+'"), Example("id - 1 == 2", "'-'"), Example("id * 2 == 2", "'*'"),
      Example("id / 2 == 2", "'/'"), Example("id ** 2 == 4", "'**'"), Example("id | 1 == 2", "'|'"),
      Example("id ^ 1 == 2", "'^'"), Example("id & 1 == 2", "'&'"), Example("id << 1 == 2", "'<<'"),
      Example("id >> 1 == 2", "'>>'"), Example("-id == 5", "'-'"), Example("~id == 5", "'~'"),
      Example("add:to:(id, 1) == 2", "'add:to'"), Example("multiply:by:(id, 2) == 2", "'multiply:by'"),
      // What follows relationships and joins lists.
      Example("ANY tags == 'x'", "ANY"), Example("SOME tags == 'x'", "SOME"), Example("ALL tags == 'x'", "ALL"),
      Example("NONE tags == 'x'", "NONE"),
      Example("'x' IN (tags UNION {'y'})", "'UNION'"), Example("'x' IN (tags INTERSECT {'y'})", "'INTERSECT'"),
      Example("'x' IN (tags MINUS {'y'})", "'MINUS'"),
      Example("SUBQUERY(land.towns, $t, $t.id == 1).@count == 0", "SUBQUERY"),
      Example("'x' IN land.towns.name", "IN"),
      // All objects of an entity.
      Example("Town.@count == 0", "the function 'count'"),
      Example("SUBQUERY(Town, $t, $t.id == 1).@count == 0", "SUBQUERY"),
      // Functions, whatever form they have.
      Example("lowercase(name) == 'a'", "the function 'lowercase'"), Example("{1, 2}.@sum == 3", "the function 'sum'"),
      Example("sum({1, 2}) == 3", "the function 'sum'"), Example("sum:({1, 2}) == 3", "the function 'sum'"),
      Example("{1, 2}.@avg == 1.5", "the function 'avg'"), Example("average({1, 2}) == 1.5", "the function 'average'"),
      Example("{1, 2}.@min == 1", "the function 'min'"), Example("{1, 2}.@max == 2", "the function 'max'"),
      Example("tags.@count == 0", "the function 'count'"), Example("tags.@size == 0", "the function 'count'"),
      Example("tags[SIZE] == 0", "the function 'count'"),
      Example("'x' IN tags.@distinctUnionOfObjects.self", "the function 'distinct'"),
      Example("'x' IN tags.@unionOfObjects.self", "the function 'unionOfObjects'"),
      Example("TERNARY(isPort, 1, 2) == 1", "the function 'TERNARY'"), Example("CAST(id, 'NSString') == '1'", "the function 'CAST'"),
      Example("founded == date('2026-01-31')"), Example("noindex(name) == 'a'", "the function 'noindex'"),
      Example("tags[FIRST] == 'x' OR tags[LAST] == 'x' OR tags[0] == 'x'"),
      Example("name == $n", "parameters such as '$n'"), Example("name == $n?", "parameters such as '$n'"),
      // Constructs that the language does not have.
      Example("FUNCTION(name, 'lowercaseString') == 'a'", ""), Example("FETCH(name, name) == 'a'", ""),
      Example("ANYKEY == 'a'", ""), Example("name UTI-EQUALS 'a'", ""), Example("name UTI-CONFORMS-TO 'a'", ""),
      Example("SELF isKindOfClass: Town", ""), Example("name == %@", ""), Example("%K == 'a'", ""),
      // Clauses.
      Example("Town where isPort"), Example("first Town", "'first'"), Example("one Town", "'one'"),
      Example("count Town", "'count'"), Example("exists Town", "'exists'"), Example("delete Town", "'delete'"),
      Example("update Town set name = 'x'", "'update'"),
      Example("Town only", "'only'"), Example("Town select name as n", "'select'"), Example("Town select distinct name", "'select'"),
      Example("Town select land.towns { name }", "'select'"),
      Example("Town select land.towns { length(name) as n }", "the function 'length'"),
      Example("Town select land.towns { name where id == 1 sort id limit 1 } as near", "'sort'"),
      Example("Town select land.towns { name limit $n } as near", "parameters such as '$n'"),
      Example("Town group by name select name", "'group by'"),
      Example("Town group by name having count(distinct id) == 1 select name", "the function 'distinct'"),
      Example("Town sort name[cd] asc nulls first", "'sort'"), Example("Town sort name desc nulls last", "'sort'"),
      Example("Town sort $s in (name, id)", "'sort'"), Example("Town limit 5", "'limit'"), Example("Town offset 5", "'offset'"),
      Example("Town limit 5 per isPort", "'limit'"), Example("Town limit 5 per (lowercase(name))", "the function 'lowercase'"),
    ]

  private static func open() throws -> Allowance {
    var allowance = try Allowance(
      ["Town": ["id", "name", "isPort", "mood", "founded", "tags", "land.towns.id", "land.towns.name"]], in: Towns.schema)
    allowance.operators = Set(PredicateOperator.allCases)
    allowance.includesAllObjects = true
    allowance.includesParameters = true
    allowance.clauses = Set(Allowance.Clause.allCases)
    return allowance
  }

  private static func closed() throws -> Allowance {
    var allowance = try open()
    allowance.operators = [.equal]
    allowance.functions = []
    allowance.includesToMany = false
    allowance.includesAllObjects = false
    allowance.includesArithmetic = false
    allowance.includesParameters = false
    allowance.clauses = []
    return allowance
  }

  private static func check(_ text: String, _ allowance: Allowance) throws {
    if allowance.schema.entities.contains(where: { text.split(separator: " ").contains(Substring($0.name)) }),
      !text.contains("isKindOfClass")
    {
      _ = try CheckedQuery(parsing: text, allowing: allowance)
    } else {
      _ = try CheckedPredicate(parsing: text, for: "Town", allowing: allowance)
    }
  }

  @Test(arguments: examples) func `A construct needs its setting`(example: Example) throws {
    if let refused = example.refused {
      let error = #expect(throws: QueryError.self) { try Self.check(example.text, Self.closed()) }
      let messages = error?.diagnostics.map(\.message) ?? []
      if refused.isEmpty { return }
      #expect(messages.contains { $0.hasPrefix(refused + " ") && $0.hasSuffix("not allowed here") }, "\(messages)")
    } else {
      try Self.check(example.text, Self.closed())
    }
    try Self.check(example.text, Self.open())
  }

  /// Their other words have settings, too, which do not allow them alone.
  @Test(arguments: [
    "Town.@count == 0", "Town.@max.id == 5", "SUBQUERY(Town, $t, $t.id == 1).@count == 0",
    "SUBQUERY(land.towns, $t, Town.@count == 1).@count == 0", "Town select name, Town.@count as total",
  ])
  func `All objects of an entity need their setting`(text: String) throws {
    var allowance = try Self.open()
    try Self.check(text, allowance)
    allowance.includesAllObjects = false
    let refused = #expect(throws: QueryError.self) { try Self.check(text, allowance) }
    #expect(refused?.diagnostics.filter { $0.severity == .error }.map(\.message) == ["'Town' is not allowed here"])
    allowance.includesAllObjects = true
    allowance.includesToMany = false
    #expect(throws: QueryError.self) { try Self.check(text, allowance) }
  }

  @Test func `Aggregates are listed by one name in all their forms`() throws {
    var allowance = try Self.open()
    allowance.functions = ["sum", "average", "count"]
    for text in [
      "{1, 2}.@sum == 3", "sum({1, 2}) == 3", "{1, 2}.@avg == 1.5", "avg({1, 2}) == 1.5", "tags[SIZE] == 0",
      "tags.@size == 0",
    ] {
      _ = try CheckedPredicate(parsing: text, for: "Town", allowing: allowance)
    }
    for text in ["{1, 2}.@max == 2", "'x' IN tags.@distinctUnionOfObjects.self"] {
      #expect(throws: QueryError.self, "\(text)") {
        try CheckedPredicate(parsing: text, for: "Town", allowing: allowance)
      }
    }
    #expect(throws: QueryError.self) {
      try CheckedQuery(parsing: "Town group by name select count(distinct id) as n", allowing: allowance)
    }
  }

  /// A word that is added to the grammar fails here until an example says what allows it.
  @Test func `The examples have each word of predicates and queries`() throws {
    let texts = Self.examples.map(\.text)
    var missing = Set<String>()
    for (file, productions) in [("predicate", nil), ("cdq", Self.queryProductions)] as [(String, Set<String>?)] {
      let grammar = try String(contentsOf: Repository.url("Grammar/\(file).ebnf"), encoding: .utf8)
      for match in grammar.replacing(/\(\*[\s\S]*?\*\)/, with: "").matches(of: /(?m)^(\w+) =([\s\S]*?);$/) {
        guard productions?.contains(String(match.output.1)) ?? true else { continue }
        for word in match.output.2.matches(of: /"([^"]+)"/).map(\.output.1)
        where !texts.contains(where: { $0.contains(word) }) {
          missing.insert(String(word))
        }
      }
    }
    // The operators that are words are in the list of words only.
    for row in try String(contentsOf: Repository.url("Grammar/keywords.txt"), encoding: .utf8).split(separator: "\n") {
      let parts = row.split(separator: " ")
      guard parts.count == 3, parts[2] == "comparison" else { continue }
      if !texts.contains(where: { $0.contains(parts[0]) }) { missing.insert(String(parts[0])) }
    }
    #expect(missing == [])
  }

  private static let queryProductions: Set<String> = [
    "query", "cardinality", "where", "group", "having", "select", "namedValue", "sort", "sortKeys", "sortKey", "limit",
    "limitKey", "offset",
    "path", "set", "assignment",
  ]
}
