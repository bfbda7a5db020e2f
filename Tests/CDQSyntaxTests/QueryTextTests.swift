import CDQSyntax
import Testing

@Suite struct QueryTextTests {
  static let texts: [(String, QueryTextKind)] = [
    ("City where a == 1", .query), ("City only", .query), ("City sort name", .query), ("count City", .query),
    ("first City limit 1", .query), ("count where a == 1", .query), ("#count where a == 1", .query),
    ("one City only", .query), ("City group by a select a", .query),
    ("City", .loneWord("City")), ("isCapital", .loneWord("isCapital")), ("#where", .loneWord("where")),
    ("count", .loneWord("count")),
    ("population > 5", .predicate), ("City WHERE a == 1", .predicate), ("isCapital AND b", .predicate),
    ("ANY cities.x", .predicate), ("NOT a", .predicate), ("(a)", .predicate), ("", .predicate), ("5 == a", .predicate),
    ("count > 5", .predicate), ("first.x == 1", .predicate), ("City.name == 'x'", .predicate),
    ("NOT isCapital AND x == 1", .predicate), ("where > 5", .predicate), ("count(x) > 5", .predicate),
  ]

  @Test(arguments: texts) func decides(_ row: (String, QueryTextKind)) {
    #expect(Parser.isQueryText(SourceText(name: "t", row.0)) == row.1)
  }
}
