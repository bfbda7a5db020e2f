import CDQSyntax
import Foundation

/// The output of the tool, which a build shows as it is. A failing build shows only lines with `error:`.
enum Output {
  static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  static func fail(_ message: String, code: Int32) -> Never {
    say("error: \(message)")
    exit(code)
  }

  /// Prints diagnostics.
  ///
  /// - Returns: whether there is no error.
  @discardableResult
  static func show(_ diagnostics: [Diagnostic], _ sources: [SourceText]) -> Bool {
    let report = DiagnosticReport(diagnostics: diagnostics, sources: sources)
    FileHandle.standardError.write(Data(report.rendered().utf8))
    return !report.hasErrors
  }

  /// A number with its noun: `1 file`, `2 files`.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}
