import CDQIR
import CDQKit
import CDQReasoning
import CDQSchema
import CDQSemantics
import CDQSyntax
import Testing

/// Findings that are proofs: each is right, and what is no proof is no finding.
@Suite struct ReasoningLintTests {
  private static func findings(_ queries: String) throws -> [String] {
    let source = SourceText(name: "Queries.cdq", queries)
    let schema = try Schema(parsing: ProverTests.schema)
    let parsed = Parser.parseDocument(source)
    let compilation = Compilation(
      [ParsedDocument(source: source, tree: parsed.tree)], schema: CheckedSchema(schema: schema))
    let errors = (parsed.diagnostics + compilation.diagnostics).filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map(\.message))")
    let found = ReasoningLints.findings(compilation.queries, schema, others: compilation.diagnostics)
    return found.map { "\($0.code): \(source.text($0.span))" }
  }

  @Test(arguments: [
    ("rank > 5 AND rank < 3", "never-true: rank < 3"),
    ("rank < 5 OR rank > 3", "always-true: rank > 3"),
    ("rank > 10 AND name == 'a' AND rank > 5", "implied-condition: rank > 5"),
    ("rank > 10 OR rank > 5", "implied-condition: rank > 10"),
    ("rank > 40000", "never-true: rank > 40000"),
    ("rank < 40000", "always-true: rank < 40000"),
    ("isCapital AND NOT isCapital", "never-true: isCapital"),
    ("name BEGINSWITH 'ab' AND name BEGINSWITH 'b'", "never-true: name BEGINSWITH 'b'"),
    ("name CONTAINS 'a' AND name == 'bcd'", "never-true: name == 'bcd'"),
    ("tags.@count < 0", "never-true: tags.@count < 0"),
    ("mood == .calm AND mood == .wild", "never-true: mood == .wild"),
    ("population >= $n AND population > $n", "implied-condition: population >= $n"),
    ("isCapital AND (rank > 5 AND rank < 3 OR id == 4)", "never-true: rank < 3"),
    ("rank != 1 AND rank > 0 AND rank < 2", "never-true: rank != 1 AND rank > 0 AND rank < 2"),
    ("NOT (rank > 5 OR rank > 8)", "implied-condition: rank > 8"),
  ])
  func `A proof is a finding`(condition: String, finding: String) throws {
    #expect(try ReasoningLintTests.findings("query q = City where \(condition)") == [finding])
  }

  @Test(arguments: [
    "rank > 5 AND rank < 30", "rank < 5 OR rank > 30", "area <= 5 OR area > 5", "population <= 5 OR population > 5",
    "population != NULL AND population > 5", "name BEGINSWITH 'a' AND name ENDSWITH 'a'", "rank > $low? AND rank > 5",
    "rank > 5 AND rank > $low?", "name CONTAINS $a? OR name CONTAINS $b?", "TRUEPREDICATE", "isCapital AND TRUEPREDICATE",
    "ANY tags == 'a' AND ANY tags == 'b'", "name == 'K' AND name MATCHES 'K'", "rank == 5 OR rank == 6",
    "country.name == 'a' AND country.code == 'b'", "population + 1 > 5 AND population > 5", "rank IN $ids AND rank > 5",
    "opened > $from AND opened < $to", "name ==[c] 'a' AND name != 'a'",
  ])
  func `What is no proof is no finding`(condition: String) throws {
    #expect(try ReasoningLintTests.findings("query q = City where \(condition)") == [])
  }

  @Test func `Where another finding is, nothing more is reported`() throws {
    // The checker warns of both itself.
    #expect(try ReasoningLintTests.findings("query q = City where rank BETWEEN {5, 1}") == [])
    #expect(try ReasoningLintTests.findings("query q = City where name != NULL OR rank > 5") == [])
  }

  @Test func `Queries that are the same are found within a file`() throws {
    let found = try ReasoningLintTests.findings(
      """
      query a = City where rank > 5 sort name
      query b = City where NOT rank <= 5 sort name
      query c = City where rank > 5 sort name desc
      query d($n: Int64) = City where population > $n
      query e($n: Int64) = City where population > $n
      query f = City
      query g = count City where rank >= 6
      query h = City where population > $n? AND rank > 7
      query i = City where rank > 7 AND population > $n?
      """)
    #expect(found == ["equal-queries: b", "equal-queries: e"])
  }

  /// 1,000 queries of the usual kinds, with no time limit but that of all tests: the searches are bounded by steps.
  @Test func `Long conditions take bounded time`() throws {
    let wide = (0..<16).map { "(rank == \($0) OR area > \($0).5 OR name == 'n\($0)')" }.joined(separator: " AND ")
    let deep = String(repeating: "NOT (", count: 50) + "rank > 5" + String(repeating: ")", count: 50)
    let texts = (0..<60).map { "query q\($0) = City where \(wide) AND \($0) < rank" } + ["query deep = City where \(deep) AND rank > 3"]
    _ = try ReasoningLintTests.findings(texts.joined(separator: "\n"))
  }
}
