import CDQCodegen
import CDQSchema
import CDQSemantics
package import CDQSyntax

/// The explanations of the codes of one or several stages.
package struct ExplanationCatalogue: Sendable {
  package struct Entry: Hashable, Sendable {
    package var code: DiagnosticCode
    package var explanation: Explanation
  }

  /// The entries in alphabetical order of their codes, each code once.
  package let entries: [Entry]
  private let index: [DiagnosticCode: Int]

  /// A catalogue of the given entries; if a code occurs twice, its first entry counts.
  package init(_ entries: [(DiagnosticCode, Explanation)]) {
    var seen: Set<DiagnosticCode> = []
    let sorted = entries.filter { seen.insert($0.0).inserted }.map { Entry(code: $0.0, explanation: $0.1) }
      .sorted { $0.code.rawValue < $1.code.rawValue }
    self.entries = sorted
    index = Dictionary(sorted.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(code: DiagnosticCode) -> Explanation? {
    entry(of: code)?.explanation
  }

  package func entry(of code: DiagnosticCode) -> Entry? {
    index[code].map { entries[$0] }
  }

  /// The known code that is spelt most like `code`; nil when none is near enough.
  package func nearest(to code: String) -> String? {
    Suggestions.nearest(to: code, among: entries.map(\.code.rawValue))
  }

  /// The codes of all findings of parsing, checking and code generation.
  package static let compiling = ExplanationCatalogue(
    SyntaxCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + SchemaCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + ModelCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + CheckCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + WarningCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + GenerateCode.allCases.map { (DiagnosticCode($0), $0.explanation) })
}
