import CDQCodegen
package import CDQExplanations
import CDQPrinting
import CDQSemantics
package import CDQSyntax

/// Catalogue of the codes of all diagnostics that the tool can report.
package enum Catalogue {
  /// The explanation of every code, from all stages and the tool itself.
  package static let all = ExplanationCatalogue(
    ExplanationCatalogue.compiling.entries.map { ($0.code, $0.explanation) } + RunExplanations.all
      + ReasoningCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + [(PrintProblem.code, PrintProblem.explanation)])
  /// The default level of every code, before `--warn`, `--deny` and `--allow`.
  package static let codes = DiagnosticCatalogue(all.entries.map { ($0.code, $0.explanation.level) })
}
