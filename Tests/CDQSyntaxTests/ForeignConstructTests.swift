import CDQSyntax
import Testing

/// Constructs of Swift and SQL, each with the text that its fix-it makes.
@Suite struct ForeignConstructTests {
  @Test(arguments: [
    ("name == `Ann`", #"name == "Ann""#), (#"`name` == "Ann""#, #"name == "Ann""#),
    ("age IN 18...65", "age BETWEEN {18, 65}"), ("age IN 18..<65", "age >= 18 AND age < 65"), ("age =! 5", "age != 5"),
    ("age! > 5", "age > 5"), ("home!.name == $n", "home.name == $n"), ("home?.name == $n", "home.name == $n"),
    (#"name ~ "A.*""#, #"name MATCHES "A.*""#), (#"name MATCHES /A.*\d/"#, #"name MATCHES "A.*\\d""#),
    (#"name ?? "x" == $n"#, #"TERNARY(name != nil, name, "x") == $n"#), ("$0.age > 5", "age > 5"),
    (#"\.name == $n"#, "name == $n"), (#"\Person.name == $n"#, "name == $n"),
    ("@keypath(Person.home.name) == $n", "home.name == $n"), ("age > 5 -- why not", "age > 5 // why not"),
    ("friends.contains { $0.age > 5 }", "SUBQUERY(friends, $x, $x.age > 5).@count > 0"),
    ("friends.contains(where: { $0.age > 5 }) AND age > 2", "SUBQUERY(friends, $x, $x.age > 5).@count > 0 AND age > 2"),
    ("friends.filter { $0.age > 5 }.count > 1", "SUBQUERY(friends, $x, $x.age > 5).@count > 1"),
    ("friends.allSatisfy { $0.age > 5 }", "SUBQUERY(friends, $x, NOT ($x.age > 5)).@count == 0"),
    ("age == 5 OR 6", "age == 5 OR age == 6"), (#"name == "a" || "b""#, #"name == "a" || name == "b""#),
    ("SUBQUERY(friends, f, f.age > 5 AND g.f > 1).@count > 0", "SUBQUERY(friends, $f, $f.age > 5 AND g.f > 1).@count > 0"),
    (#"name.hasPrefix("A, B")"#, #"name BEGINSWITH "A, B""#), ("name.uppercased() == $n", "uppercase(name) == $n"),
    ("home.name.trimmingCharacters(in: .whitespaces) == $n", "trimmed(home.name) == $n"),
    ("friends.isEmpty()", "friends.@count == 0"),
  ])
  func isOneErrorWithTheTextToWrite(text: String, corrected: String) throws {
    let source = SourceText(name: "q", text)
    let findings = Parser.parsePredicate(source).diagnostics
    #expect(findings.count == 1)
    let fixIt = try #require(findings.first?.fixIts.first)
    var bytes = source.utf8
    for edit in fixIt.edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == corrected)
    #expect(Parser.parsePredicate(SourceText(name: "q", utf8: bytes)).diagnostics.isEmpty)
  }

  /// What stands in strings and comments is no construct, and other mistakes of the line keep their errors.
  @Test(arguments: [
    (#"name == "a ?? b" AND (age > 5"#, "unclosed-bracket"), (#"name == "`x`" AND AND"#, "expected-value"),
    ("age > // a =! b", "expected-value"), (#"name == "\"$0.x" AND )"#, "expected-value"),
  ])
  func stringsAndCommentsAreNotSearched(text: String, code: String) {
    let findings = Parser.parsePredicate(SourceText(name: "q", text)).diagnostics
    #expect(findings.first?.code == DiagnosticCode(code))
    #expect(findings.allSatisfy { $0.fixIts.allSatisfy { !$0.message.contains("$0") && !$0.message.contains("TERNARY") } })
  }

  @Test func mistakesOnOtherLinesStay() {
    let text = "query a = City where home?.name == $n\nquery b = City where (x == 1\nquery c = City where x =! 5\n"
    let findings = Parser.parseDocument(SourceText(name: "a.cdq", text)).diagnostics
    #expect(findings.map { $0.fixIts.first?.message } == ["remove '?'", "insert ')'", "write !="])
    #expect(findings.map(\.query) == ["a", "b", "c"])
  }

  @Test func appleLanguageIsNotSearched() {
    let findings = Parser.parsePredicate(
      SourceText(name: "q", "a =! 5"), options: ParseOptions(strictNSPredicate: true)
    ).diagnostics
    #expect(findings.allSatisfy { $0.fixIts.isEmpty })
  }

  @Test func manyOfThem() {
    for text in [
      String(repeating: "...", count: 130) + " ?? ", String(repeating: "a ?? ", count: 5000),
      String(repeating: "`", count: 399), String(repeating: "x.contains { $0 ", count: 20),
      String(repeating: "x =! 5\n", count: 20_000),
    ] {
      #expect(!Parser.parsePredicate(SourceText(name: "q", text)).diagnostics.isEmpty)
    }
  }
}
