import CDQCodegen
import CDQSyntax
import Testing

/// Translates single predicates to fetch requests; `GoldenTests` has whole files.
@Suite struct CoreDataTests {
  private static let schema = """
    entity A {
      n: Int64
      o: Int64?
      s: String?
      day: Date
      list: [String]
      local: String? @transient
      b: [B] inverse a
    }
    entity B {
      m: Int64?
      w: Decimal
      a: A? inverse b
      c: [C] inverse b
    }
    entity C {
      k: String
      b: B? inverse c
    }
    """

  private static func generate(_ query: String) -> GenerateResult {
    let corpus = CodegenCorpus(texts: [("A.cdq", schema + "\nquery q = " + query)])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return corpus.generate(GenerateOptions(backend: .coredata))
  }

  /// A predicate, and the format that has the same meaning in memory and in SQL, where a comparison with NULL is
  /// unknown.
  @Test(arguments: [
    ("n == 5", "%K == 5"),
    ("n != 5", "%K != 5"),
    ("o != 5", "%K != 5 OR %K == nil"),
    ("NOT (o == 5)", "%K != 5 OR %K == nil"),
    ("NOT (o < 5)", "%K >= 5 OR %K == nil"),
    ("NOT (o <= 5 OR n > 1)", "(%K > 5 OR %K == nil) AND %K <= 1"),
    ("o <= o", "%K <= %K OR %K == nil"),
    ("o == NULL", "%K == nil"),
    ("o == NULL OR o != 5", "%K == nil OR %K != 5"),
    ("NOT (s BEGINSWITH \"a\")", "NOT %K BEGINSWITH %@ OR %K == nil"),
    ("s IN {\"a\", \"b\"}", "%K IN {%@, %@}"),
    ("NOT (s IN {\"a\", \"b\"})", "NOT %K IN {%@, %@} OR %K == nil"),
    ("s IN[c] {\"a\", \"b\"}", "%K ==[c] %@ OR %K ==[c] %@"),
    ("n BETWEEN {1, 9}", "%K BETWEEN {1, 9}"),
    ("n BETWEEN {o, 9}", "%K >= %K AND %K <= 9 AND %K != nil"),
    ("NONE b.m == 5", "SUBQUERY(%K, $x, $x.%K == 5).@count == 0"),
    ("ANY b.m == 5", "ANY %K == 5"),
    ("ANY b.m != 5", "SUBQUERY(%K, $x, $x.%K != 5 OR $x.%K == nil).@count > 0"),
    ("ALL b.m > 5", "SUBQUERY(%K, $x, $x.%K <= 5 OR $x.%K == nil).@count == 0"),
    ("ANY b.c.k == \"x\"", "SUBQUERY(%K, $x, SUBQUERY($x.%K, $y, $y.%K == %@).@count > 0).@count > 0"),
    ("count:(b.m) > 1", "%K.@count > 1"),
    ("b.@max.m > 1", "%K > 1"),
    ("n + 1 > o", "(%K + 1) > %K"),
    ("modulus:by:(n, 2) == 1", "modulus:by:(%K, 2) == 1"),
    ("TERNARY(n > 1, o, 3) == 3", "(%K > 1 AND %K == 3) OR %K <= 1"),
    // TERNARYs in any operand.
    ("n + TERNARY(n > 1, o, 3) > 5", "(%K > 1 AND (%K + %K) > 5) OR (%K <= 1 AND (%K + 3) > 5)"),
    ("s == TERNARY(n > 1, \"a\", NULL)", "(%K > 1 AND %K == %@) OR (%K <= 1 AND %K == nil)"),
    ("n BETWEEN {TERNARY(n == 1, 1, 2), 9}", "(%K == 1 AND %K BETWEEN {1, 9}) OR (%K != 1 AND %K BETWEEN {2, 9})"),
    // Aggregates, which are NULL in SQL when there are no values.
    ("b.@sum.m > 3", "SUBQUERY(%K, $x, $x.%K != nil).@count > 0 AND %K > 3"),
    ("b.@max.m == NULL", "SUBQUERY(%K, $x, $x.%K != nil).@count == 0"),
    ("NOT (b.@min.m > 3)", "%K <= 3 OR SUBQUERY(%K, $x, $x.%K != nil).@count == 0"),
    // Counts over two relationships, of which only emptiness matters.
    ("count:(b.c) > 0", "SUBQUERY(%K, $x, $x.%K.@count > 0).@count > 0"),
    ("b.c.@count == 0", "SUBQUERY(%K, $x, $x.%K.@count > 0).@count == 0"),
    (
      "SUBQUERY(b.c, $q, $q.k == \"a\").@count >= 1",
      "SUBQUERY(%K, $x, SUBQUERY($x.%K, $y, $y.%K == %@).@count > 0).@count > 0"
    ),
    ("b[SIZE] > 1", "%K.@count > 1"),
    ("ALL b.m == 5", "SUBQUERY(%K, $x, $x.%K != 5 OR $x.%K == nil).@count == 0"),
    // Collections.
    ("5 IN b.m", "SUBQUERY(%K, $x, $x.%K == 5).@count > 0"),
    ("5 IN b.@distinctUnionOfObjects.m", "SUBQUERY(%K, $x, $x.%K == 5).@count > 0"),
    ("5 IN (b.m UNION {n})", "SUBQUERY(%K, $x, $x.%K == 5).@count > 0 OR 5 == %K"),
    ("n IN ({1, 2} MINUS {2})", "%K IN {1, 2} AND NOT %K IN {2}"),
    ("n IN ({1, 2} INTERSECT {2})", "%K IN {1, 2} AND %K IN {2}"),
    ("o IN {n, 3}", "%K == %K OR %K == 3"),
    ("o IN {o, 3}", "(%K == %K OR %K == 3) AND %K != nil"),
    ("ANY {1, 2} == n", "%K IN {1, 2}"),
    ("ANY {1, o} > n", "1 > %K OR %K > %K"),
    ("(n ^ 1) ^ 2 == 1", "((((%K | 1) - (%K & 1)) | 2) - (((%K | 1) - (%K & 1)) & 2)) == 1"),
    ("ANY $list == n", "%K IN %@"),
    ("ALL $list != o", "NOT %K IN %@ OR %K == nil"),
    // Texts.
    ("s.length == 0", "%K == %@"),
    ("length:(s) > 0", "%K != %@ AND %K != nil"),
    ("1 > s.length", "%K == %@"),
    ("s.length != 0", "%K != %@ OR %K == nil"),
    ("s LIKE \"50\\\\*\"", "%K == %@"),
    ("s LIKE[c] \"*\\\\?*\"", "%K CONTAINS[c] %@"),
    ("s LIKE \"a\\\\**\"", "%K BEGINSWITH %@"),
    ("s LIKE \"*a\\\\*\"", "%K ENDSWITH %@"),
    // Numbers.
    ("n ^ 3 == 2", "((%K | 3) - (%K & 3)) == 2"),
    ("~n == 2", "(-1 - %K) == 2"),
    ("-n < 2", "(0 - %K) < 2"),
    ("CAST(n, 'Int64') == 2", "%K == 2"),
    ("n / 2 * 1.5 > 3", "((%K / 2.0) * 1.5) > 3.0"),
    ("n * n * 1.5 > 3", "(((%K * 1.0) * %K) * 1.5) > 3.0"),
    ("NOT (n / o == 1)", "(%K / %K) != 1 OR %K == nil OR %K == 0"),
    ("n BETWEEN $range", "%K BETWEEN {%@, %@}"),
    ("year(day) == 2020", "%K >= %@ AND %K < %@"),
    ("2020 > year(day)", "%K < %@"),
    ("year(day) != $y", "%K < %@ OR %K >= %@"),
    ("NOT (year(day, \"Europe/Oslo\") >= 2020)", "%K < %@"),
    ("year(day) IN {2020, 2021}", "(%K >= %@ AND %K < %@) OR (%K >= %@ AND %K < %@)"),
  ])
  func `Conditions mean the same where SQL would not know`(condition: String, format: String) throws {
    let result = CoreDataTests.generate("A where \(condition)")
    let text = try #require(result.files.first?.text)
    #expect(text.contains("format: \"\(format)\""), "\(text)")
    #expect(result.diagnostics.isEmpty)
  }

  /// A predicate that is too long for one format, and two of the formats that it becomes.
  @Test(arguments: [
    (
      // The store takes only one ANY.
      "ANY b.m == 5 AND ANY b.m == 6", "SUBQUERY(%K, $x, $x.%K == 5).@count > 0",
      "SUBQUERY(%K, $x, $x.%K == 6).@count > 0"
    ),
    (
      "b.@sum.m == 0", "SUBQUERY(%K, $x, $x.%K != nil).@count > 0 AND %K == 0",
      "SUBQUERY(%K, $x, $x.%K != nil).@count == 0"
    ),
    (
      "s IN[c] {\"a\", \"b\"} OR TERNARY(n == 1, o, 2) != 3", "%K ==[c] %@ OR %K ==[c] %@",
      "%K == 1 AND (%K != 3 OR %K == nil)"
    ),
  ])
  func `Long conditions are lists`(condition: String, first: String, second: String) throws {
    let result = CoreDataTests.generate("A where \(condition)")
    let text = try #require(result.files.first?.text)
    #expect(text.contains(first) && text.contains(second), "\(text)")
    #expect(result.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("A where local == \"x\"", "'local' in a fetch request: it is transient"),
    ("A where ANY list == \"x\"", "the elements of 'list'"),
    ("A where CAST(n, 'String') == \"3\"", "CAST"),
    ("A where b.c.@count > 1", "'@count' over two to-many steps"),
    ("A where median:(b.m) > 1.0", "'median'"),
    ("A where 1 IN mode(b.m)", "'IN' such a collection"),
    ("A where SUBQUERY(b.c, $q, $q.k == \"a\").@count > 1", "'@count' over two to-many steps"),
    ("A where list[0] == \"x\"", "an index"),
    ("A where ANY b.c.k IN[c] $texts", "'IN[c]' inside of a SUBQUERY"),
    (
      "A where n == \(Array(repeating: "TERNARY(n > 1, 2, o)", count: 5).joined(separator: " + "))", "TERNARY here"
    ),
    ("A where \(Array(repeating: "b.@sum.m", count: 5).joined(separator: " + ")) > 0", "so many sums"),
    ("A where day + days(1) > now()", "arithmetic of stored dates"),
    ("A where month(day) == 1", "'month' of a stored value"),
    ("A where year(day) == n", "'year' of a stored value"),
    ("A where year(day) == $y?", "'year' of a stored value"),
    ("A where trimmed(s) == \"x\"", "'trimmed' of a stored value"),
    ("A where substring(s, 0, 1) == \"x\"", "'substring' of a stored value"),
    ("A where startOfDay(day) == now()", "'startOfDay' of a stored value"),
    ("A where before(s, \"x\") == \"a\"", "'before' of a stored value"),
    ("A where s + \"x\" == \"ax\"", "'+' of stored texts"),
    ("A sort s nulls last", "'nulls last'"),
    ("A sort s [cd]", "a sort with '[cd]'"),
    ("A group by s select s, count() as c", "'group by' and aggregates of rows"),
    ("A select n * 2 as twice", "a selected value that is calculated"),
  ])
  func `What the store cannot do is refused at the query`(query: String, construct: String) throws {
    let result = CoreDataTests.generate(query)
    let found = try #require(result.diagnostics.first { $0.severity == .error })
    #expect(found.message.contains("cannot express \(construct)"), "\(found.message)")
    #expect(found.code.rawValue == "backend-coredata" && found.span.length > 0)
    #expect(result.files.isEmpty)
  }

  @Test(arguments: [
    ("A where s MATCHES \"a+\"", "'MATCHES'"),
    ("A where length(s) > 1", "'length'"),
    ("A where sqrt(n) > 1.0", "'sqrt'"),
    ("A where n ** 2 > 5.0", "'**'"),
    ("A where s <[c] \"x\"", "'<[c]'"),
    ("A where s ==[l] \"x\"", "'[l]'"),
    ("A where \"abc\" BEGINSWITH s", "'BEGINSWITH' with a stored text"),
    ("A where s LIKE \"*\\\\**b\"", "what '\\' means"),
    ("A where ANY b.m > n", "a SUBQUERY that compares with the object outside"),
    ("A where SUBQUERY(b, $q, ANY $q.c.k == $q.a.s).@count > 0", "a SUBQUERY that compares with the object outside"),
    ("A where n ^ (\(Array(repeating: "o", count: 9).joined(separator: " + "))) == 1", "'^'"),
    ("A where b.@avg.m > 1", "'@avg' takes nil for 0"),
  ])
  func `What the store may not do is a warning`(query: String, construct: String) throws {
    let result = CoreDataTests.generate(query)
    let found = try #require(result.diagnostics.first)
    #expect(found.severity == .warning && found.message.contains(construct))
    #expect(!result.files.isEmpty)
  }

  /// A predicate, and the part of it that the diagnostic underlines.
  @Test(arguments: [
    ("n > 1 AND CAST(n, 'String') == \"3\"", "CAST(n, 'String')"),
    ("n > 1 AND list[0] == \"x\"", "list[0]"),
    ("n + median:(b.m) > 1.0", "median:(b.m)"),
    ("o == 1 OR local == \"x\"", "local"),
    ("n == n + abs(CAST(s, 'Int64'))", "CAST(s, 'Int64')"),
    ("TERNARY(n > 1, list[0], \"b\") == s", "list[0]"),
    ("n IN mode(b.m)", "n IN mode(b.m)"),
    ("ANY list == \"x\"", "list"),
    ("n > 1 AND s MATCHES \"a+\"", "s MATCHES \"a+\""),
    ("sqrt(n) + 1.0 > 2.0", "sqrt(n)"),
    ("n > 1 AND b.@sum.w > 3", "b.@sum.w"),
  ])
  func `A finding is at what it is about`(condition: String, part: String) throws {
    let found = try #require(CoreDataTests.generate("A where \(condition)").diagnostics.first)
    let text = Array((CoreDataTests.schema + "\nquery q = A where " + condition).utf8)
    let span = Int(found.span.start)..<Int(found.span.end)
    #expect(String(decoding: text[span], as: UTF8.self) == part, "\(found.message)")
  }

  @Test(arguments: [
    ("$p == 5 AND n > $p", "let isMatch: Bool = p == 5"),
    ("s CONTAINS \"\"", "NSPredicate(value: false)"),
    ("n > sum({$p, 2})", "let "),
    ("day > now() - days($p)", "argumentArray: [\"day\", "),
    ("n BETWEEN $range", "if let argument, let "),
  ])
  func `What is the same for all objects is computed first`(condition: String, text: String) throws {
    let result = CoreDataTests.generate("A where \(condition)")
    let file = try #require(result.files.first?.text)
    #expect(result.diagnostics.isEmpty && file.contains(text), "\(file)")
  }
}
