import CDQSyntax
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("São Paulo 猫", "São Paulo 猫"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{1B}[31mred", "\\u{1b}[31mred"), ("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"), ("a\u{202E}b", "a\\u{202e}b"),
    ("\u{2028}\u{2029}\u{85}", "\\u{2028}\\u{2029}\\u{85}"), ("\u{200E}\u{2066}x\u{2069}", "\\u{200e}\\u{2066}x\\u{2069}"),
    ("\r\n", "\\r\\n"), ("\u{0}", "\\u{0}"),
  ])
  func `Control characters and marks of direction are escaped`(text: String, expected: String) {
    #expect(VisibleText.escaped(text) == expected)
    #expect(VisibleText.holdsControls(text) == (text != expected))
  }

  @Test func `A text of several lines keeps them`() {
    #expect(VisibleText.escaped("a\n\tb\r\u{1B}c", keepsLines: true) == "a\n\tb\\r\\u{1b}c")
  }

  /// A newer Unicode may have more of them, and then this test says which.
  @Test func `Each control, line and direction character is among them`() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: #expect(VisibleText.isControl(scalar), "U+\(value)")
      default: #expect(!VisibleText.isControl(scalar) || scalar.properties.generalCategory == .format, "U+\(value)")
      }
      if scalar.properties.isBidiControl { #expect(VisibleText.isControl(scalar), "U+\(value)") }
    }
  }

  @Test func `A report shows no control character of a file's name or a message`() {
    let source = SourceText(name: "a\u{1B}[2Jb.cdq", "x\u{1B}[31m\u{202E}y")
    let finding = Diagnostic(
      .error, "x", stage: .check, "message \u{1B}[1m", file: source.name, at: SourceSpan(0, 1), label: "label\u{9B}",
      help: ["help\u{202E}"], notes: [Diagnostic.Note("note\n2")])
    let text = DiagnosticReport(diagnostics: [finding], sources: [source]).rendered(style: .plain)
    #expect(!text.unicodeScalars.contains { $0 != "\n" && VisibleText.isControl($0) }, "\(text)")
    #expect(text.hasPrefix("a\\u{1b}[2Jb.cdq:1:1: error: message \\u{1b}[1m [x]\n"), "\(text)")
  }
}
