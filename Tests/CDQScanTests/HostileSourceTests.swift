import CDQScan
import CDQSyntax
import Testing

/// Sources that no compiler accepts: nothing may trap, hang or take a stack that a thread does not have.
@Suite struct HostileSourceTests {
  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static let sources: [String] = [
    repeated("(", 20_000), repeated("[", 20_000) + "predicateWithFormat:", repeated("{", 20_000), repeated(")", 20_000),
    "NSPredicate(format: " + repeated("(", 5_000) + "\"a\"" + repeated(")", 5_000) + ")",
    "NSPredicate(format: \"" + repeated("\\(\"", 5_000),
    "NSPredicate(format: " + repeated("\"a\" + ", 5_000) + "\"b\")",
    "NSPredicate(format: \"" + repeated("a == 1 AND ", 20_000) + "\")", "#Predicate { " + repeated("!", 5_000) + "x }",
    "#Predicate { " + repeated("$0.a == 1 && ", 5_000) + "true }", "#Predicate { " + repeated("(", 5_000) + " }",
    "#Predicate { " + repeated("$0.a.contains { ", 2_000) + " }", "#Predicate { $0" + repeated(".a", 5_000) + " }",
    "#Predicate { " + repeated("if a { ", 2_000), "let a = b + b; let b = a + a; NSPredicate(format: a)",
    "let a0 = \"x\"\n" + (1..<40).map { "let a\($0) = a\($0 - 1) + a\($0 - 1)" }.joined(separator: "\n")
      + "\nNSPredicate(format: a39)",
    "@FetchRequest" + repeated("<", 5_000), "NSPredicate(format", "NSPredicate(format:", "NSPredicate(format:)",
    "NSPredicate(", "#Predicate<",
    "\"\"\"", "#\"", "/*", "@\"", "[NSPredicate predicateWithFormat:", "[NSPredicate predicateWithFormat:@\"%",
    "case a = ", "@Model class A: A { var a: [A] }",
    "NSPredicate(format: String(format: \"%\"))", "NSPredicate(format: \"%@\", " + repeated("@(", 3_000),
    "request.predicate = request.predicate",
    "import SwiftData\n#Predicate<> { (n ?? \"\") % K }",
    "NSPredicate(format: " + repeated("[@\"a\" stringByAppendingString:", 2_000),
    repeated("NSPredicate(format: \"a == %@\", x)\n", 2_000),
  ]

  @Test(arguments: sources) func nothingTraps(_ source: String) {
    for language in [CodeLanguage.swift, .objectiveC] {
      let text = SourceText(name: "App", source)
      _ = ModelClassReader(CodeFile(text, language))
      for site in SourceScan.results(text, language, ScanSettings(schemas: [Sources.schema])) {
        #expect(Int(site.span.end) <= text.utf8.count)
        for finding in site.diagnostics { #expect(Int(finding.span.end) <= text.utf8.count) }
      }
    }
  }

  @Test func bytesThatAreNoText() {
    let bytes: [UInt8] =
      Array("id p = [NSPredicate predicateWithFormat:@\"name == 'caf".utf8) + [0xE9] + Array("'\"];".utf8)
    let text = SourceText(name: "Old.m", utf8: bytes)
    #expect(SourceScan.encodingProblem(text)?.diagnostics.first?.code == ScanCode.sourceEncoding.code)
    #expect(SourceScan.results(text, .objectiveC, ScanSettings()).count == 1)
    #expect(SourceScan.encodingProblem(SourceText(name: "a.swift", "let café = 1")) == nil)
    #expect(SourceScan.encodingProblem(SourceText(name: "a.m", utf8: [0xFF, 0xFE, 0x41, 0]))?.verdict == .warning)
  }
}
