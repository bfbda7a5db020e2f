import CDQSyntax
import Testing

@Suite struct RenderingTests {
  /// Queries with mistakes and their rendered diagnostics.
  static let texts: [(String, String)] = [
    (
      "City where a == b == c",
      #"""
      Cities.cdq:1:19: error: comparisons do not chain [comparison-chain]
       1 | City where a == b == c
         |                   ^~
         = help: compare twice and join with AND: … AND b …
         = fix-it: compare 'b' twice
       1 + City where a == b AND b == c

      """#
    ),
    (
      "City sort name where x == 1",
      #"""
      Cities.cdq:1:16: error: 'where' comes before 'sort' [clause-order]
       1 | City sort name where x == 1
         |                ^~~~~
         = help: the order is where, group by, having, select, sort, limit, offset
         = fix-it: put the clauses in order
       1 + City where x == 1 sort name

      """#
    ),
    (
      "City where word = 'What's'",
      #"""
      Cities.cdq:1:19: error: this string is never closed [unterminated-string]
       1 | City where word = 'What's'
         |                   ^~~~~~~~
         |                        this quote ends the string
         = help: did you mean to escape ' as \'?
         = fix-it: escape the quote: \'
       1 + City where word = 'What\'s'

      """#
    ),
    (
      "City where (a == 1",
      #"""
      Cities.cdq:1:12: error: '(' is never closed [unclosed-bracket]
       1 | City where (a == 1
         |            ^
         = fix-it: insert ')'
       1 + City where (a == 1)

      """#
    ),
    (
      "City where name ==",
      #"""
      Cities.cdq:1:19: error: expected a value after '==', found the end of the text [expected-value]
       1 | City where name ==
         |                   ^

      """#
    ),
    (
      "\tCity where\tname === 'x'",
      #"""
      Cities.cdq:1:18: error: there is no operator '===' [foreign-syntax]
       1 |     City where  name === 'x'
         |                      ^~~
         = fix-it: write ==
       1 +     City where    name == 'x'

      """#
    ),
    (
      "City where größe === '東京' and 東京 === 1",
      #"""
      Cities.cdq:1:20: error: there is no operator '===' [foreign-syntax]
       1 | City where größe === '東京' and 東京 === 1
         |                  ^~~
         = fix-it: write ==
       1 + City where größe == '東京' and 東京 === 1
      Cities.cdq:1:44: error: there is no operator '===' [foreign-syntax]
       1 | City where größe === '東京' and 東京 === 1
         |                                      ^~~
         = fix-it: write ==
       1 + City where größe === '東京' and 東京 == 1

      """#
    ),
    (
      "City where 👨‍👩‍👧 === 1",
      #"""
      Cities.cdq:1:12: error: unexpected character '👨' [unexpected-character]
       1 | City where 👨‍👩‍👧 === 1
         |            ^~

      """#
    ),
    (
      "City\nwhere a === 1\nsort name",
      #"""
      Cities.cdq:2:9: error: there is no operator '===' [foreign-syntax]
       2 | where a === 1
         |         ^~~
         = fix-it: write ==
       2 + where a == 1

      """#
    ),
    (
      "City where a == (1]",
      #"""
      Cities.cdq:1:19: error: expected ')', found ']' [unmatched-bracket]
       1 | City where a == (1]
         |                 ~ ^
         |                 opened here
         = fix-it: write )
       1 + City where a == (1)

      """#
    ),
    (
      "City where a == 1 where b == 2",
      #"""
      Cities.cdq:1:19: error: a second 'where' [duplicate-clause]
       1 | City where a == 1 where b == 2
         |      ~~~~~        ^~~~~
         |      the first one
         = help: join the conditions with AND
         = fix-it: write AND
       1 + City where a == 1 AND b == 2

      """#
    ),
    (
      "City where e\u{301}te === 1",
      #"""
      Cities.cdq:1:18: error: there is no operator '===' [foreign-syntax]
       1 | City where e\#u{301}te === 1
         |                ^~~
         = fix-it: write ==
       1 + City where e\#u{301}te == 1

      """#
    ),
    (
      "\u{FEFF}City where a === 1",
      #"""
      Cities.cdq:1:14: error: there is no operator '===' [foreign-syntax]
       1 | City where a === 1
         |              ^~~
         = fix-it: write ==
       1 + City where a == 1

      """#
    ),
    (
      "City where x NOT IN\n  $y",
      #"""
      Cities.cdq:1:14: error: there is no operator 'NOT IN' [foreign-syntax]
       1 | City where x NOT IN
         |              ^~~ ~~
         = fix-it: write NOT (… IN …)
       1 + City where NOT (x IN
       2 +   $y)

      """#
    ),
    (
      "City where ANY (a == 1 AND\n  b == 2)",
      #"""
      Cities.cdq:1:12: error: ANY stands before one comparison, not before a condition [misplaced-quantifier]
       1 | City where ANY (a == 1 AND
         |            ^~~ ~~~~~~~~~~~
       2 |   b == 2)
         |   ~ ~~ ~~
         = help: write ANY before the collection: ANY cities.population > 5
         = help: for several conditions on one element write SUBQUERY(cities, $c, …).@count > 0
         = fix-it: remove the parentheses
       1 + City where ANY a == 1 AND
       2 +   b == 2

      """#
    ),
    (
      "City where SUBQUERY(cities, c, a == 1).@count > 0",
      #"""
      Cities.cdq:1:29: error: a parameter or variable is written $c [missing-dollar]
       1 | City where SUBQUERY(cities, c, a == 1).@count > 0
         |                             ^
         = fix-it: write $c
       1 + City where SUBQUERY(cities, $c, a == 1).@count > 0

      """#
    ),
  ]

  @Test(arguments: texts) func shows(_ row: (String, String)) {
    let source = SourceText(name: "Cities.cdq", row.0)
    let findings = Parser.parseQuery(source).diagnostics
    #expect(DiagnosticReport(diagnostics: findings, sources: [source]).rendered() == row.1)
  }

  @Test func coloursAreOnlyAround() {
    let source = SourceText(name: "q", "City where a === 1")
    let report = DiagnosticReport(diagnostics: Parser.parseQuery(source).diagnostics, sources: [source])
    let colored = report.rendered(style: .colored)
    #expect(colored.contains("\u{1B}["))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == report.rendered())
  }

  @Test func `Help is broken between words at the width of a terminal`() {
    let source = SourceText(name: "q", "a")
    let finding = Diagnostic(
      .error, "x", stage: .check, "wrong", file: "q", at: SourceSpan(0, 1), help: ["one two three four five_is_longer_than_a_line"],
      notes: [.init("six seven eight nine")])
    let report = DiagnosticReport(diagnostics: [finding], sources: [source])
    let lines = report.rendered(columns: 22).split(separator: "\n").drop { !$0.contains("help") }
    #expect(
      lines == [
        "   = help: one two", "           three four", "           five_is_longer_than_a_line", "   = note: six seven",
        "           eight nine",
      ])
    let words = { (text: String) in text.split { $0.isWhitespace } }
    for columns in [-1, 0, 1, 10] { #expect(words(report.rendered(columns: columns)) == words(report.rendered())) }
  }

  @Test func labelsNotesAndOtherFiles() {
    let source = SourceText(name: "Cities.cdq", "query a = City\n  where population > \"1000\"")
    let schema = SourceText(name: "World.cdq", "// x\nentity City {\n}")
    let finding = Diagnostic(
      .error, "type-mismatch", stage: .check, "cannot compare 'population' (Int64) with a String", file: "Cities.cdq",
      at: SourceSpan(23, 42), point: SourceSpan(34, 35),
      labels: [Diagnostic.Label(SourceSpan(23, 33), "Int64"), Diagnostic.Label(SourceSpan(36, 42), "String")],
      notes: [
        Diagnostic.Note("'City' is declared here", file: "World.cdq", at: SourceSpan(12, 16)),
        Diagnostic.Note("compare numbers with numbers"),
      ],
      fixIts: [FixIt("remove the quotes: 1000", .maybe, [FixIt.Edit(SourceSpan(36, 42), "1000")])])
    #expect(
      DiagnosticReport(diagnostics: [finding], sources: [source, schema]).rendered() == """
        Cities.cdq:2:9: error: cannot compare 'population' (Int64) with a String [type-mismatch]
         2 |   where population > "1000"
           |         ~~~~~~~~~~ ^ ~~~~~~
           |         Int64        String
           = fix-it: remove the quotes: 1000
         2 +   where population > 1000
        World.cdq:2:8: note: 'City' is declared here
         2 | entity City {
           |        ^~~~
           = note: compare numbers with numbers

        """)
  }

  @Test func filesKeepTheirOrderAndErrorsGoFirst() {
    let first = SourceText(name: "b", "x y z")
    let second = SourceText(name: "a", "x y z")
    func finding(_ file: String, _ start: UInt32, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
      Diagnostic(severity, "code", stage: .check, "text", file: file, at: SourceSpan(start, start + 1))
    }
    let all = [finding("a", 2), finding("b", 4), finding("b", 0), finding("b", 4), finding("a", 0, .warning)]
    let report = DiagnosticReport(diagnostics: all, sources: [first, second])
    #expect(report.diagnostics.map { "\($0.file)\($0.span.start)" } == ["b0", "b4", "a0", "a2"])
    #expect(report.count(.error) == 3 && report.count(.warning) == 1 && report.hasErrors)
    let capped = DiagnosticReport(diagnostics: all, sources: [first, second], maximum: 3)
    #expect(capped.diagnostics.map { "\($0.file)\($0.span.start)" } == ["b0", "b4", "a2"])
    #expect(capped.omitted == 1)
    #expect(capped.rendered().hasSuffix("1 more not shown\n"))
  }

  @Test func positionsCountBytesAndUTF16() {
    let source = SourceText(name: "t", "\u{FEFF}aé😀b\r\nc\rd")
    func position(_ offset: UInt32) -> [Int] {
      let place = source.position(at: offset)
      return [place.line, place.column, place.utf8, place.utf16]
    }
    #expect(position(3) == [1, 1, 3, 1])
    #expect(position(10) == [1, 8, 10, 5])
    #expect(position(13) == [2, 1, 13, 1])
    #expect(position(15) == [3, 1, 15, 1])
  }
}
