import CDQSyntax
import Testing

@Suite struct PredicateErrorTests {
  /// Texts with mistakes, the places and codes of their errors, and the text after the first fix-it of each, if that
  /// makes it valid.
  static let texts: [(TextKind, String, [String], String?)] = [
    (.predicate, "", ["1:1+0 expected-predicate"], nil),
    (.predicate, ",", ["1:1+1 unexpected-token"], nil),
    (.predicate, "()", ["1:2+1 expected-value"], nil),
    (.predicate, "AND a == 1", ["1:1+3 unexpected-token"], nil),
    (.predicate, "a == 1 AND", ["1:11+0 expected-value"], nil),
    (.predicate, "a == 1 OR OR b == 2", ["1:11+2 expected-value"], nil),
    (.predicate, "a == AND b == 2", ["1:6+3 expected-value"], nil),
    (.predicate, "a = = 2", ["1:5+1 expected-value"], nil),
    (.predicate, "a ==", ["1:5+0 expected-value"], nil),
    (.predicate, "(a ==", ["1:6+0 expected-value"], nil),
    (.predicate, "== 5", ["1:1+2 unexpected-token"], nil),
    (.predicate, "? == 5", ["1:1+1 unexpected-token"], nil),
    (.predicate, "0 || 1", ["1:1+1 value-not-predicate", "1:6+1 value-not-predicate"], nil),
    (.predicate, "TRUE", ["1:1+4 value-not-predicate"], "TRUEPREDICATE"),
    (.predicate, "'abc'", ["1:1+5 value-not-predicate"], nil),
    (.predicate, "age * 25", ["1:1+8 value-not-predicate"], nil),
    (.predicate, "cities.@count", ["1:1+13 value-not-predicate"], nil),
    (
      .predicate,
      "SUBQUERY(cities, $c, $c.x > 5)",
      ["1:1+30 value-not-predicate"],
      "SUBQUERY(cities, $c, $c.x > 5).@count > 0"
    ),
    (.predicate, "a AND (b + 1)", ["1:7+7 value-not-predicate"], nil),
    (.predicate, "(a == 1) + 2 == 3", ["1:1+8 predicate-as-value"], nil),
    (.predicate, "a == (b == c)", ["1:6+8 predicate-as-value"], nil),
    (.predicate, "a IN {1, b == c}", ["1:12+2 unexpected-token"], nil),
    (.predicate, "(a AND b).c == 1", ["1:1+9 predicate-as-value"], nil),
    (.predicate, "a == b == c", ["1:8+2 comparison-chain"], "a == b AND b == c"),
    (
      .predicate,
      "a < b < c AND d === 1",
      ["1:7+1 comparison-chain", "1:17+3 foreign-syntax"],
      "a < b AND b < c AND d == 1"
    ),
    (.predicate, "a == 1 & b == 2", ["1:8+1 foreign-syntax"], "a == 1 AND b == 2"),
    (.predicate, "a == 1 | b == 2", ["1:8+1 foreign-syntax"], "a == 1 OR b == 2"),
    (.predicate, "a ** b ** c == 1", ["1:1+11 needs-parentheses"], "(a ** b) ** c == 1"),
    (.predicate, "-a ** b == 1", ["1:1+7 needs-parentheses"], "(-a) ** b == 1"),
    (.predicate, "name CONTAIN 'x'", ["1:6+7 unknown-operator"], "name CONTAINS 'x'"),
    (.predicate, "name CONTAIN[c] 'x'", ["1:6+7 unknown-operator"], "name CONTAINS[c] 'x'"),
    (.predicate, "name CONTIANS 'x'", ["1:6+8 unknown-operator"], "name CONTAINS 'x'"),
    (
      .predicate,
      "name startsWith 'x' AND name HASSUFFIX 'y'",
      ["1:6+10 foreign-syntax", "1:30+9 foreign-syntax"],
      "name BEGINSWITH 'x' AND name ENDSWITH 'y'"
    ),
    (.predicate, "name foo 'x'", ["1:6+3 unknown-operator"], nil),
    (.predicate, "name ILIKE 'x'", ["1:6+5 foreign-syntax"], "name LIKE[c] 'x'"),
    (
      .predicate,
      "a === 1 AND b !== 2 AND c <=> 3",
      ["1:3+3 foreign-syntax", "1:15+3 foreign-syntax", "1:27+3 foreign-syntax"],
      "a == 1 AND b != 2 AND c == 3"
    ),
    (
      .predicate,
      "a IS NULL AND b IS NOT NULL AND c isnt 5",
      ["1:3+2 foreign-syntax", "1:17+6 foreign-syntax", "1:35+4 foreign-syntax"],
      "a == NULL AND b != NULL AND c != 5"
    ),
    (.predicate, "x NOT IN $y", ["1:3+6 foreign-syntax"], "NOT (x IN $y)"),
    (.predicate, "ANY x NOT LIKE 'a' AND b == 1", ["1:7+8 foreign-syntax"], "NOT (ANY x LIKE 'a') AND b == 1"),
    (.predicate, "x BETWEEN 1 AND 10 AND y == 2", ["1:11+8 foreign-syntax"], "x BETWEEN {1, 10} AND y == 2"),
    (.predicate, "x BETWEEN $a AND $b", ["1:11+9 foreign-syntax"], "x BETWEEN {$a, $b}"),
    (.predicate, "x := 5", ["1:3+2 assignment"], "x == 5"),
    (.predicate, "name ==[x] 'a'", ["1:9+1 unknown-option"], nil),
    (.predicate, "name CONTAINS[c, d] 'a'", ["1:14+6 unknown-option"], "name CONTAINS[cd] 'a'"),
    (.predicate, "ANY (a == 1)", ["1:1+12 misplaced-quantifier"], "ANY a == 1"),
    (.predicate, "ANY NOT a == 1", ["1:5+3 misplaced-quantifier"], nil),
    (.predicate, "ANY a.@count", ["1:1+12 misplaced-quantifier"], nil),
    (.predicate, "5 IN ANY a.b", ["1:6+3 misplaced-quantifier"], nil),
    (.predicate, "a == NOT b", ["1:6+3 expected-value"], nil),
    (.predicate, "like == 'x'", ["1:1+4 reserved-word"], "#like == 'x'"),
    (
      .predicate,
      "in.x == 1 AND a == between",
      ["1:1+2 reserved-word", "1:20+7 reserved-word"],
      "#in.x == 1 AND a == #between"
    ),
    (.predicate, "a IN (1, 2)", ["1:6+6 list-needs-braces"], "a IN {1, 2}"),
    (.predicate, "a IN [1, 2]", ["1:6+6 list-needs-braces"], "a IN {1, 2}"),
    (.predicate, "a IN {1, 2 AND b == 1", ["1:12+3 unexpected-token"], nil),
    (.predicate, "a == {1,,2}", ["1:9+1 expected-value"], nil),
    (.predicate, "name LIKE $p*", ["1:13+1 wildcard-outside-pattern"], nil),
    (.predicate, "'a' 'b' == c", ["1:5+3 adjacent-strings"], nil),
    (.predicate, "x == 'it''s'", ["1:10+3 adjacent-strings"], #"x == 'it\'s'"#),
    (.predicate, "x == 'a'b AND y == 1", ["1:9+1 unexpected-token"], nil),
    (.predicate, "word = 'What's' AND b == 1", ["1:8+19 unterminated-string"], #"word = 'What\'s' AND b == 1"#),
    (.predicate, "title CONTAINS[c] 'kellogg''", ["1:19+10 unterminated-string"], #"title CONTAINS[c] 'kellogg\''"#),
    (.predicate, #"name == "x"#, ["1:9+2 unterminated-string"], nil),
    (.predicate, "a % 2 == 0", ["1:3+1 foreign-syntax"], nil),
    (.predicate, "a %d == 0", ["1:3+2 foreign-syntax"], nil),
    (.predicate, "a == +5", ["1:6+1 unexpected-token"], "a == 5"),
    (.predicate, "name.hasPrefix('x') AND b === 2", ["1:6+9 foreign-syntax", "1:27+3 foreign-syntax"], nil),
    (.predicate, "a ? b : c", ["1:3+1 unexpected-token"], nil),
    (.predicate, "a == 1, b == 2", ["1:7+1 unexpected-token"], "a == 1 AND b == 2"),
    (.predicate, "City where a == 1", ["1:6+5 unexpected-token"], nil),
    (.predicate, "City WHERE a == 1", ["1:6+5 unexpected-token"], nil),
    (
      .predicate,
      "SUBQUERY(c, x, $x.y == 1).@count > 0",
      ["1:13+1 missing-dollar"],
      "SUBQUERY(c, $x, $x.y == 1).@count > 0"
    ),
    (.predicate, "SUBQUERY(c, $x?, $x.y == 1).@count > 0", ["1:13+3 unexpected-token"], nil),
    (.predicate, "SUBQUERY(c, 5, a == 1).@count > 0", ["1:13+1 expected-name"], nil),
    (.predicate, "SUBQUERY(c, $x) == 1", ["1:15+1 unexpected-token"], nil),
    (.predicate, "TERNARY(a == 1, b) == 2", ["1:18+1 unexpected-token"], nil),
    (.predicate, "name == %@", ["1:9+2 format-argument"], nil),
    (.predicate, "a..b == 1", ["1:3+1 expected-name"], nil),
    (.predicate, "a. == 1", ["1:4+2 expected-name"], nil),
    (.predicate, "a.5 == 1", ["1:2+2 unexpected-token"], nil),
    (.predicate, "(a == 1", ["1:1+1 unclosed-bracket"], "(a == 1)"),
    (.predicate, "((a == 1) AND (b == 2", ["1:15+1 unclosed-bracket"], nil),
    (.predicate, "a == 1) AND b === 2", ["1:7+1 unmatched-bracket", "1:15+3 foreign-syntax"], "a == 1 AND b == 2"),
    (.predicate, "(a == 1] AND b === 2", ["1:8+1 unmatched-bracket", "1:16+3 foreign-syntax"], "(a == 1) AND b == 2"),
    (.predicate, "f(a, b == 2", ["1:8+2 unexpected-token"], nil),
    (.predicate, "f(a b) == 2 AND c === 1", ["1:5+1 unexpected-token", "1:19+3 foreign-syntax"], nil),
    (.predicate, "f(, a) == 2", ["1:3+1 expected-value"], nil),
    (.predicate, "a[0 == 2", ["1:5+2 unexpected-token"], nil),
    (.predicate, "a[] == 2", ["1:3+1 expected-value"], nil),
    (
      .predicate,
      "03a = 1 AND 0x = 2 AND 1_000 = 3 AND 1e = 4",
      ["1:1+3 malformed-number", "1:13+2 malformed-number", "1:24+5 malformed-number", "1:38+2 malformed-number"],
      nil
    ),
    (.predicate, "a = 1e999", ["1:5+5 malformed-number"], nil),
    (
      .predicate,
      #"a == '\d' AND b == '\x4' AND c == '\u{110000}' AND d == '\1'"#,
      ["1:7+2 unknown-escape", "1:21+3 malformed-escape", "1:36+10 malformed-escape", "1:58+2 malformed-escape"],
      nil
    ),
    (.predicate, "a == § AND b == 1", ["1:6+2 unexpected-character"], nil),
    (.predicate, "a == 1; b === 2", ["1:7+1 unexpected-character"], nil),
    (
      .predicate,
      "name == “x” AND n ≥ 5 AND m – 1 == 0",
      ["1:9+7 unexpected-character", "1:23+3 unexpected-character", "1:35+3 unexpected-character"],
      #"name == "x" AND n >= 5 AND m - 1 == 0"#
    ),
    (
      .predicate,
      "$ == 1 AND # == 2 AND @ == 3 AND $0 == 4",
      [
        "1:1+1 unexpected-character", "1:12+1 unexpected-character", "1:23+1 unexpected-character",
        "1:34+2 unexpected-character",
      ],
      nil
    ),
    (.predicate, "a == 1 /* b", ["1:8+2 unterminated-comment"], nil),
    (.predicate, "a b c", ["1:3+1 unknown-operator"], nil),
    (.predicate, "a == 1 b == 2 AND c === 3", ["1:8+1 unexpected-token", "1:21+3 foreign-syntax"], nil),
    (.strict, "age", ["1:1+3 value-not-predicate"], "age == TRUE"),
    (.strict, "ANY a.b", ["1:1+7 misplaced-quantifier"], nil),
    (.strict, "$x", ["1:1+2 value-not-predicate"], nil),
    (.strict, "a == .high", ["1:6+1 expected-value"], nil),
    (.strict, "$x? == 1", ["1:3+1 not-in-strict-mode"], nil),
    (.strict, "count(distinct a) == 1", ["1:7+8 not-in-strict-mode"], nil),
    (.strict, "a == 1 // b", ["1:8+4 comment-in-strict-mode"], "a == 1 "),
    (.strict, #"a == '\d' AND b == '\*'"#, ["1:7+2 unknown-escape"], #"a == '\\d' AND b == '\*'"#),
    (.strict, #"a == '\x'"#, ["1:7+2 unknown-escape"], #"a == '\\x'"#),
    (.strict, "b == 'What", ["1:6+5 unterminated-string"], nil),
    (.strict, "SELF like[c] %@*", ["1:16+1 wildcard-outside-pattern"], nil),
    (.strict, "n == %z", ["1:6+1 expected-value"], nil),
    (.expression, "a +", ["1:4+0 expected-value"], nil),
    (.expression, "a b", ["1:3+1 unexpected-token"], nil),
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
