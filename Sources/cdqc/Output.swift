import CDQSyntax
import Foundation

/// What the tool prints. A build shows it as it is, and a failing build without an `error:` line would show nothing.
enum Output {
  static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  static func fail(_ message: String, code: Int32) -> Never {
    say("error: \(message)")
    exit(code)
  }

  /// Shows findings.
  ///
  /// - Returns: whether none of them is an error.
  @discardableResult
  static func show(_ diagnostics: [Diagnostic], _ sources: [SourceText]) -> Bool {
    let report = DiagnosticReport(diagnostics: diagnostics, sources: sources)
    FileHandle.standardError.write(Data(report.rendered().utf8))
    return !report.hasErrors
  }

  /// `1 file`, `2 files`.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}
