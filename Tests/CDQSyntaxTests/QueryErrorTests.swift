import CDQSyntax
import Testing

@Suite struct QueryErrorTests {
  /// Queries and files with mistakes, as in `PredicateErrorTests`.
  static let texts: [(TextKind, String, [String], String?)] = [
    (.query, "where a == 1", ["1:1+5 expected-name"], nil),
    (.query, "City where", ["1:11+0 expected-predicate"], nil),
    (.query, "City whree a == 1", ["1:6+5 unknown-clause"], "City where a == 1"),
    (
      .query,
      "City WHERE a == 1 SORT name DESC",
      ["1:6+5 word-case", "1:19+4 word-case", "1:29+4 word-case"],
      "City where a == 1 sort name desc"
    ),
    (.query, "City sort name where a == 1 limit 3", ["1:16+5 clause-order"], "City where a == 1 sort name limit 3"),
    (.query, "City limit 1 sort a where b == 1", ["1:14+4 clause-order"], "City where b == 1 sort a limit 1"),
    (.query, "City where a == 1 where b == 2", ["1:19+5 duplicate-clause"], nil),
    (.query, "City order by name", ["1:6+8 unknown-clause"], "City sort name"),
    (.query, "City sort by name", ["1:11+2 foreign-syntax"], "City sort name"),
    (.query, "City sort -name", ["1:11+1 foreign-syntax"], "City sort name desc"),
    (.query, "City set a = 1", ["1:6+3 unknown-clause"], nil),
    (.query, "update City set a = 1 where b == 2", ["1:23+5 clause-order"], "update City where b == 2 set a = 1"),
    (.query, "UPDATE City set a = 1", ["1:1+6 word-case"], "update City set a = 1"),
    (.query, "update City SET a = 1", ["1:13+3 word-case"], "update City set a = 1"),
    (.query, "update City set a == 1", ["1:19+2 foreign-syntax"], "update City set a = 1"),
    (.query, "update City set a += 1", ["1:19+2 foreign-syntax"], "update City set a = a + 1"),
    (.query, "update City set a = 1 b = 2", ["1:23+1 unexpected-token"], "update City set a = 1, b = 2"),
    (.query, "update City set", ["1:16+0 expected-name"], nil),
    (.query, "update City set 5 = 1", ["1:17+1 expected-name"], nil),
    (.query, "update City set a", ["1:18+0 unexpected-token"], nil),
    (.query, "update City set a 5, b = 2", ["1:19+1 unexpected-token"], nil),
    (.query, "update City set a =", ["1:20+0 expected-value"], nil),
    (.query, "City sort 5", ["1:11+1 not-a-key"], nil),
    (.query, "City sort a[0]", ["1:12+1 unexpected-token"], nil),
    (.query, "City sort name descending nulls up", ["1:16+10 word-case", "1:33+2 unexpected-token"], nil),
    (.query, "City limit -1", ["1:12+2 row-count"], nil),
    (.query, "City limit x offset 1.5", ["1:12+1 row-count", "1:21+3 row-count"], nil),
    (.query, "City select *", ["1:13+1 foreign-syntax"], nil),
    (.query, "City select a AS b", ["1:15+2 word-case"], "City select a as b"),
    (.query, "City select DISTINCT a", ["1:13+8 word-case"], "City select distinct a"),
    (.query, "City select count(Distinct a) As b", ["1:19+8 word-case", "1:31+2 word-case"], "City select count(distinct a) as b"),
    (.query, "City select Distinct, a sort Distinct", [], nil),
    (.query, "City select Distinct sort a", [], nil),
    (.query, "City select a as", ["1:17+0 expected-name"], nil),
    (.query, "City group a", ["1:12+1 unexpected-token"], nil),
    (.query, "City group by 5, year(d) as y", [], nil),
    (.query, "City group by year(d) as", ["1:25+0 expected-name"], nil),
    (.query, "City sort $o", ["1:13+0 unexpected-token"], nil),
    (.query, "City sort $o in name", ["1:17+4 unexpected-token"], nil),
    (.query, "FIRST City", ["1:1+5 word-case"], "first City"),
    (.query, "City foo", ["1:6+3 unexpected-token"], nil),
    (.query, "City where name == 'x' name limit 5", ["1:24+4 unexpected-token"], nil),
    (.query, "City where (a == 1 sort name", ["1:12+1 unclosed-bracket"], "City where (a == 1) sort name"),
    (.query, "City where a == 1 AND sort name", ["1:28+4 unexpected-token"], nil),
    (
      .document,
      """
      query = City
      query b City
      query c(x: Int) = City
      query d($x) = City
      query e =
      query f = City where a ==
      query g = City where a === 1
      """,
      [
        "1:7+1 expected-name", "2:9+4 unexpected-token", "3:9+1 missing-dollar", "4:11+1 unexpected-token",
        "5:10+0 expected-name", "6:26+0 expected-value", "7:24+3 foreign-syntax",
      ],
      nil
    ),
    (
      .document,
      "qeury a = City\nQuery b = City\nclass C { a: Int }\nCity where a == 1\nhello\nquery c = City",
      ["1:1+5 unknown-declaration", "2:1+5 word-case", "3:1+5 unknown-declaration", "4:1+4 unknown-declaration"],
      nil
    ),
    (
      .document,
      """
      entity A { a Int
       b: Int,
       var c: Int
       d:
       e: [Int
       f: Int = foo
       g: Int @range(0..5)
       h: Int inverse
       i: Int @delete(a b)
       !!
       j: Int
      }
      entity B {
       a: Int
      enum C { a b, case c = x, d = }
      entity { a: Int }
      schema World
      enum D: { a }
      query a = City
      """,
      [
        "1:14+3 unexpected-token", "2:8+1 unexpected-token", "4:4+0 expected-name", "5:5+1 unclosed-bracket",
        "6:11+3 not-a-literal", "7:17+1 unexpected-token", "8:16+0 expected-name", "9:19+1 unexpected-token",
        "10:2+1 unexpected-token", "13:10+1 unclosed-bracket", "15:12+1 unexpected-token",
        "15:15+4 unexpected-token", "15:24+1 not-a-literal", "15:31+1 expected-value", "16:8+1 expected-name",
        "17:8+5 unexpected-token", "18:9+1 expected-name",
      ],
      nil
    ),
    (.document, "entity A { a: Int; b: Int }", ["1:18+1 unexpected-character"], nil),
  ]

  @Test(arguments: texts) func reports(_ row: (TextKind, String, [String], String?)) {
    let (kind, text, expected, fixed) = row
    let findings = parse(kind, text).findings
    #expect(places(findings, in: text) == expected)
    guard let fixed else { return }
    #expect(applying(findings.compactMap(\.fixIts.first), to: text) == fixed)
    #expect(parse(kind, fixed).findings.map(\.message) == [])
  }
}
