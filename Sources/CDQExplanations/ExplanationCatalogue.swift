import CDQCodegen
import CDQSchema
import CDQSemantics
package import CDQSyntax

/// The explanations of codes, of one or of several stages.
package struct ExplanationCatalogue: Sendable {
  package struct Entry: Hashable, Sendable {
    package var code: DiagnosticCode
    package var explanation: Explanation
  }

  /// Each code once, by the alphabet.
  package let entries: [Entry]
  private let index: [DiagnosticCode: Int]

  /// A catalogue of the given entries; of two for one code the first counts.
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

  /// The known code that a misspelt one was probably meant to be.
  package func nearest(to code: String) -> String? {
    Suggestions.nearest(to: code, among: entries.map(\.code.rawValue))
  }

  /// What checking texts and generating code from them can find.
  package static let compiling = ExplanationCatalogue(
    SyntaxCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + SchemaCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + ModelCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + CheckCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + WarningCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + GenerateCode.allCases.map { (DiagnosticCode($0), $0.explanation) })
}
