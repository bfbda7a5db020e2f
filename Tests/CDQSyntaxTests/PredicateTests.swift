import CDQSyntax
import Testing

@Suite struct PredicateTests {
  /// Predicates and values, each with its tree.
  static let texts: [(TextKind, String, String)] = [
    (.predicate, #"name == "x""#, #"(== (path name) "x")"#),
    (
      .predicate,
      "a = 1 AND b <> 2 && c =< 3 OR d => 4 || NOT e < 5",
      "(OR (AND (== (path a) 1) (!= (path b) 2) (<= (path c) 3)) (>= (path d) 4) (NOT (< (path e) 5)))"
    ),
    (.predicate, "NOT a == 1 or b >= 1 and c <= 2", "(OR (NOT (== (path a) 1)) (AND (>= (path b) 1) (<= (path c) 2)))"),
    (.predicate, "!(a == 1) AND NOT NOT b == 2", "(AND (NOT (== (path a) 1)) (NOT (NOT (== (path b) 2))))"),
    (
      .predicate,
      "a == 1 AND (b == 2 OR c == 3) AND (d == 4 AND e == 5)",
      "(AND (== (path a) 1) (OR (== (path b) 2) (== (path c) 3)) (AND (== (path d) 4) (== (path e) 5)))"
    ),
    (
      .predicate,
      #"name BEGINSWITH[cd] $prefix AND name endswith[C] 'x' AND name Contains [dc] "y""#,
      #"(AND (BEGINSWITH[cd] (path name) $prefix) (ENDSWITH[c] (path name) "x") (CONTAINS[cd] (path name) "y"))"#
    ),
    (
      .predicate,
      #"name LIKE "a*" OR name MATCHES[n] "b.*" OR name ==[l] "c""#,
      #"(OR (LIKE (path name) "a*") (MATCHES[n] (path name) "b.*") (==[l] (path name) "c"))"#
    ),
    (
      .predicate,
      #"id IN {1, 2, 3} AND id IN $ids AND NOT id IN {} AND name IN "abc""#,
      #"(AND (IN (path id) (list 1 2 3)) (IN (path id) $ids) (NOT (IN (path id) (list))) (IN (path name) "abc"))"#
    ),
    (
      .predicate,
      "population BETWEEN {1, 10} AND $x BETWEEN $range",
      "(AND (BETWEEN (path population) (list 1 10)) (BETWEEN $x $range))"
    ),
    (
      .predicate,
      "country == NULL AND country != nil AND open == YES AND closed == no",
      "(AND (== (path country) NULL) (!= (path country) NULL) (== (path open) TRUE) (== (path closed) FALSE))"
    ),
    (
      .predicate,
      #"""
      ANY cities.name == "x" AND SOME cities.name == "x" AND ALL cities.population > 5 AND NONE \#
      cities.isCapital == TRUE
      """#,
      #"""
      (AND (ANY (== (path cities.name) "x")) (SOME (== (path cities.name) "x")) (ALL (> (path \#
      cities.population) 5)) (NONE (== (path cities.isCapital) TRUE)))
      """#
    ),
    (
      .predicate,
      "isCapital AND NOT closed OR ANY cities.isCapital AND $c.isCapital AND $flag AND SELF.open",
      """
      (OR (AND (bare (path isCapital)) (NOT (bare (path closed)))) (AND (ANY (bare (path cities.isCapital))) \
      (bare (path $c.isCapital)) (bare $flag) (bare (path SELF.open))))
      """
    ),
    (.predicate, "(isCapital)", "(bare (path isCapital))"),
    (
      .predicate,
      "SUBQUERY(cities, $c, $c.population > 5 AND SUBQUERY($c.parts, $p, $p.name == name).@count > 0).@count > 0",
      """
      (> (path (SUBQUERY (path cities) $c (AND (> (path $c.population) 5) (> (path (SUBQUERY (path $c.parts) \
      $p (== (path $p.name) (path name))) .@count) 0))) .@count) 0)
      """
    ),
    (.predicate, "SELF IN SUBQUERY(a, $x, $x.b = 5)", "(IN (path SELF) (SUBQUERY (path a) $x (== (path $x.b) 5)))"),
    (
      .predicate,
      "cities.@count > 2 AND cities.@sum.population > 5 AND @sum.items.price < 1000 AND g.@max.#self == 1",
      """
      (AND (> (path cities.@count) 2) (> (path cities.@sum.population) 5) (< (path @sum.items.price) 1000) \
      (== (path g.@max.self) 1))
      """
    ),
    (
      .predicate,
      #"country.capital.name == name AND SELF.name == "x" AND SELF == $city"#,
      #"(AND (== (path country.capital.name) (path name)) (== (path SELF.name) "x") (== (path SELF) $city))"#
    ),
    (
      .predicate,
      "a[0] == 1 AND a[FIRST] == 1 AND a[last].b == 2 AND {}[size] == 0 AND map['key'] == 1",
      #"""
      (AND (== (path a (index 0)) 1) (== (path a [FIRST]) 1) (== (path a [LAST] .b) 2) (== (path (list) \#
      [SIZE]) 0) (== (path map (index "key")) 1))
      """#
    ),
    (
      .predicate,
      "a[#first] == 1 AND a[first + 1] == 2 AND a[first.x] == 3",
      """
      (AND (== (path a (index (path first))) 1) (== (path a (index (chain (path first) + 1))) 2) (== (path a \
      (index (path first.x))) 3))
      """
    ),
    (
      .predicate,
      "(SELF.g)[0] == 2 AND (a + b).c == 1",
      "(AND (== (path (path SELF.g) (index 0)) 2) (== (path (chain (path a) + (path b)) .c) 1))"
    ),
    (.predicate, "$a.$b == 1 AND $a[$b].c == 2", "(AND (== (path $a.$b) 1) (== (path $a (index $b) .c) 2))"),
    (
      .predicate,
      "#like like 'like' AND #where == 1 AND a.in == 2 AND a.#self == 3",
      #"(AND (LIKE (path like) "like") (== (path where) 1) (== (path a.in) 2) (== (path a.self) 3))"#
    ),
    (.predicate, "TERNARY(a == 1 OR b, 2, 3) == 2", "(== (TERNARY (OR (== (path a) 1) (bare (path b))) 2 3) 2)"),
    (
      .predicate,
      "CAST(a, 'Int') > 5 AND FUNCTION(a, 'b:', 1) == 2 AND FETCH(a, b, c) == 1 AND ANYKEY == 1",
      #"""
      (AND (> (call CAST (path a) "Int") 5) (== (call FUNCTION (path a) "b:" 1) 2) (== (call FETCH (path a) \#
      (path b) (path c)) 1) (== (call ANYKEY) 1))
      """#
    ),
    (
      .predicate,
      "sqrt(2) > 1 AND multiply:by:(5, 3) == 15 AND count:(x) > 0 AND now() > created AND sum:(1, 1) == 2",
      """
      (AND (> (call sqrt 2) 1) (== (call multiply:by: 5 3) 15) (> (call count: (path x)) 0) (> (call now) \
      (path created)) (== (call sum: 1 1) 2))
      """
    ),
    (
      .predicate,
      #"born > date("2026-01-31") AND level == .high AND id == uuid("x")"#,
      #"(AND (> (path born) (call date "2026-01-31")) (== (path level) .high) (== (path id) (call uuid "x")))"#
    ),
    (
      .predicate,
      #"SELF isKindOfClass: x AND path UTI-CONFORMS-TO "a" AND path uti-equals "b""#,
      #"(AND (selector: (path SELF) (path x)) (UTI-CONFORMS-TO (path path) "a") (UTI-EQUALS (path path) "b"))"#
    ),
    (
      .predicate,
      "TRUEPREDICATE OR falsePredicate AND (truePredicate)",
      "(OR TRUEPREDICATE (AND FALSEPREDICATE TRUEPREDICATE))"
    ),
    (
      .predicate,
      "union == 1 AND first == 2 AND size == 3 AND subquery == 4 AND cast == 5 AND fetch.function == 6",
      """
      (AND (== (path union) 1) (== (path first) 2) (== (path size) 3) (== (path subquery) 4) (== (path cast) \
      5) (== (path fetch.function) 6))
      """
    ),
    (
      .predicate,
      """
      order == 1 AND type == 2 AND count == 3 AND group == 4 AND limit == 5 AND desc == 6 AND sort == 7 AND \
      where == 8
      """,
      """
      (AND (== (path order) 1) (== (path type) 2) (== (path count) 3) (== (path group) 4) (== (path limit) 5) \
      (== (path desc) 6) (== (path sort) 7) (== (path where) 8))
      """
    ),
    (
      .predicate,
      """
      distinct == 1 AND count(distinct) > 1 AND count(distinct x) > 1 AND count(distinct.x) > 1 AND \
      count(distinct - 1) > 1
      """,
      """
      (AND (== (path distinct) 1) (> (call count (path distinct)) 1) (> (call count :distinct (path x)) 1) (> \
      (call count (path distinct.x)) 1) (> (call count (chain (path distinct) - 1)) 1))
      """
    ),
    (.predicate, "$name? == name AND name == $name?", "(AND (== $name? (path name)) (== (path name) $name?))"),
    (
      .predicate,
      #"größe > 5 AND 名前 == "東京" AND _x1 == 2"#,
      #"(AND (> (path größe) 5) (== (path 名前) "東京") (== (path _x1) 2))"#
    ),
    (
      .predicate,
      #"a == 'it\'s \"q\" \\ \n\t\0 \x41\u0042\u{1F600}\uD83D\uDE00\101' AND b == "it's""#,
      #"(AND (== (path a) "it's \"q\" \\ \n\t\u{0} AB😀😀A") (== (path b) "it's"))"#
    ),
    (
      .predicate,
      """
      a = 5 AND b = 0x1F AND c = 0o17 AND d = 0b101 AND e = 007 AND f = 1.5 AND g = .5 AND h = 1. AND i = \
      9.2e-5 AND j = 1E3
      """,
      """
      (AND (== (path a) 5) (== (path b) 31) (== (path c) 15) (== (path d) 5) (== (path e) 7) (== (path f) \
      (number 1.5)) (== (path g) (number .5)) (== (path h) (number 1.)) (== (path i) (number 9.2e-5)) (== \
      (path j) (number 1E3)))
      """
    ),
    (
      .predicate,
      "a = 9223372036854775807 AND b = 9223372036854775808 AND c = 0xFFFFFFFFFFFFFFFFF",
      """
      (AND (== (path a) 9223372036854775807) (== (path b) (number 9223372036854775808)) (== (path c) (number \
      0xFFFFFFFFFFFFFFFFF)))
      """
    ),
    (
      .predicate,
      "a=-1 AND b<-1 AND c>=-d AND 1-0 = 1",
      "(AND (== (path a) (- 1)) (< (path b) (- 1)) (>= (path c) (- (path d))) (== (chain 1 - 0) 1))"
    ),
    (.expression, "a + b - c * d / e", "(chain (path a) + (path b) - (chain (path c) * (path d) / (path e)))"),
    (.expression, "a * (b + c) ** 2", "(chain (path a) * (chain (chain (path b) + (path c)) ** 2))"),
    (
      .expression,
      "(a ** b) ** c + (-a) ** b - -c",
      """
      (chain (chain (chain (path a) ** (path b)) ** (path c)) + (chain (- (path a)) ** (path \
      b)) - (- (path c)))
      """
    ),
    (
      .expression,
      "a | b ^ c & d << e + f",
      "(chain (path a) | (chain (path b) ^ (chain (path c) & (chain (path d) << (chain (path e) + (path f))))))"
    ),
    (
      .expression,
      "a UNION b MINUS {1} INTERSECT c + 1",
      "(chain (path a) UNION (path b) MINUS (list 1) INTERSECT (chain (path c) + 1))"
    ),
    (
      .expression,
      "((a + b) + c) + d",
      "(chain (chain (chain (path a) + (path b)) + (path c)) + (path d))"
    ),
    (.expression, "-(-a) + ~b", "(chain (- (- (path a))) + (~ (path b)))"),
    (
      .strict,
      "name like[c] %@ AND %K == %ld AND a.%K > %f AND %s == %c AND x IN %@",
      """
      (AND (LIKE[c] (path name) (argument 0 value)) (== (argument 1 key-path) (argument 2 integer)) (> (path \
      a (argument 3 key-path)) (argument 4 double)) (== (argument 5 string) (argument 6 character)) (IN (path \
      x) (argument 7 value)))
      """
    ),
    (.strict, "a == 'b\\*\\?' AND \"a\nb\" == c", #"(AND (== (path a) "b\\*\\?") (== "a\nb" (path c)))"#),
    (
      .strict,
      "(SELF.h)['A'] == 1 AND %d < 42",
      #"(AND (== (path (path SELF.h) (index "A")) 1) (< (argument 0 integer) 42))"#
    ),
  ]

  @Test(arguments: texts) func parses(_ row: (TextKind, String, String)) {
    let (kind, text, tree) = row
    let (dump, findings) = parse(kind, text)
    #expect(findings.map(\.message) == [])
    #expect(dump == tree)
  }
}
