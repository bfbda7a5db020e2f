import CDQSyntax
import Testing

/// Rendered diagnostics, shown beside their source text.
@Suite struct DiagnosticRenderingTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var source: String
    /// Byte offsets of the span, and of the point.
    var span: Range<UInt32>
    var point: Range<UInt32>?
    var label: String?
    var labels: [(Range<UInt32>, String)] = []
    var rendered: String
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "label", source: "query a = City\n  where nmae == $x\n", span: 23..<27, label: "did you mean 'name'?",
      rendered: """
        a.cdq:2:9: error: message [some-code]
         2 |   where nmae == $x
           |         ^~~~ did you mean 'name'?

        """),
    Case(
      name: "labels under both sides", source: "population > \"1000\"", span: 0..<19, point: 11..<12,
      labels: [(0..<10, "Int64"), (13..<19, "String")],
      rendered: """
        a.cdq:1:1: error: message [some-code]
         1 | population > "1000"
           | ~~~~~~~~~~ ^ ~~~~~~
           | Int64        String

        """),
    Case(
      name: "wide and combining characters", source: "\"東京e\u{301}\" x", span: 12..<13,
      rendered: """
        a.cdq:1:13: error: message [some-code]
         1 | "東京e\u{301}" x
           |         ^

        """),
    Case(
      name: "tab and carriage return", source: "a\r\n\tb c\r\n", span: 6..<7,
      rendered: """
        a.cdq:2:4: error: message [some-code]
         2 |     b c
           |       ^

        """),
    Case(
      name: "several lines", source: "NOT (a\nOR b\nOR c)", span: 4..<17,
      rendered: """
        a.cdq:1:5: error: message [some-code]
         1 | NOT (a
           |     ^~
         3 | OR c)
           | ~~ ~~

        """),
    Case(
      name: "end of text", source: "a ==", span: 4..<4,
      rendered: """
        a.cdq:1:5: error: message [some-code]
         1 | a ==
           |     ^

        """),
    Case(
      name: "control characters", source: "a\u{1B}[31m b", span: 7..<8,
      rendered: """
        a.cdq:1:8: error: message [some-code]
         1 | a\u{FFFD}[31m b
           |        ^

        """),
  ]

  @Test(arguments: cases) func rendering(_ item: Case) {
    let source = SourceText(name: "a.cdq", item.source)
    let diagnostic = Diagnostic(
      .error, "some-code", stage: .check, "message", file: "a.cdq",
      at: SourceSpan(item.span.lowerBound, item.span.upperBound),
      point: item.point.map { SourceSpan($0.lowerBound, $0.upperBound) }, label: item.label,
      labels: item.labels.map { .init(SourceSpan($0.0.lowerBound, $0.0.upperBound), $0.1) })
    let report = DiagnosticReport(diagnostics: [diagnostic, diagnostic], sources: [source])
    #expect(report.rendered() == item.rendered)
  }

  @Test func aLongLineIsCutAroundTheMark() {
    let source = SourceText(name: "a.cdq", String(repeating: "x", count: 5000))
    let diagnostic = Diagnostic(
      .error, "some-code", stage: .check, "message", file: "a.cdq", at: SourceSpan(3000, 3004))
    let lines = DiagnosticReport(diagnostics: [diagnostic], sources: [source]).rendered().split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 200 })
    let column = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
    #expect(column == 26)
  }

  @Test func reportsAreSortedAndCapped() {
    let source = SourceText(name: "a.cdq", "abcdefgh")
    let all = (0..<8 as Range<UInt32>).reversed().map { offset -> Diagnostic in
      let severity: Diagnostic.Severity = offset == 7 ? .error : .warning
      return Diagnostic(
        severity, "some-code", stage: .check, "m\(offset)", file: "a.cdq", at: SourceSpan(offset, offset + 1))
    }
    let report = DiagnosticReport(diagnostics: all, sources: [source], maximum: 3)
    #expect(report.diagnostics.map(\.message) == ["m5", "m6", "m7"])
    #expect(report.omitted == 5 && report.hasErrors && report.count(.warning) == 2)
  }
}
