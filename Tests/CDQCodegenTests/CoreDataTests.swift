import CDQCodegen
import CDQSyntax
import Testing

/// What becomes of conditions in a fetch request; whole files are in `GoldenTests`.
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

  /// A condition and the format that means the same in memory and in SQL, where a comparison with NULL is unknown.
  @Test(arguments: [
    ("n == 5", "%K == 5"),
    ("n != 5", "%K != 5"),
    ("o != 5", "%K != 5 OR %K == nil"),
    ("NOT (o == 5)", "%K != 5 OR %K == nil"),
    ("NOT (o < 5)", "%K >= 5 OR %K == nil"),
    ("NOT (o <= 5 OR n > 1)", "(%K > 5 OR %K == nil) AND %K <= 1"),
    ("o <= o", "%K <= %K OR (%K == nil AND %K == nil)"),
    ("o == NULL", "%K == nil"),
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
    ("TERNARY(n > 1, o, 3) == 3", "(%K > 1 AND %K == 3) OR (%K <= 1 AND 3 == 3)"),
  ])
  func `Conditions mean the same where SQL would not know`(condition: String, format: String) throws {
    let result = CoreDataTests.generate("A where \(condition)")
    let text = try #require(result.files.first?.text)
    #expect(text.contains("format: \"\(format)\""), "\(text)")
    #expect(result.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("A where local == \"x\"", "'local' in a fetch request: it is transient"),
    ("A where ANY list == \"x\"", "the elements of 'list'"),
    ("A where CAST(n, 'String') == \"3\"", "CAST"),
    ("A where b.c.@count > 1", "'@count' over two to-many steps"),
    ("A where median:(b.m) > 1.0", "'median'"),
    ("A where 1 IN b.@distinctUnionOfObjects.m", "'IN' such a collection"),
    ("A where day + days(1) > now()", "arithmetic of stored dates"),
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
    ("A where b.@sum.m == 0", "the sum over no objects"),
  ])
  func `What the store may not do is a warning`(query: String, construct: String) throws {
    let result = CoreDataTests.generate(query)
    let found = try #require(result.diagnostics.first)
    #expect(found.severity == .warning && found.message.contains(construct))
    #expect(!result.files.isEmpty)
  }
}
