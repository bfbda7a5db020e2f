import CDQCodegen
package import CDQExplanations
import CDQPrinting
package import CDQSyntax

/// Every code that the tool can show.
package enum Catalogue {
  /// The explanations.
  package static let all = ExplanationCatalogue(
    ExplanationCatalogue.compiling.entries.map { ($0.code, $0.explanation) } + RunExplanations.all
      + [(PrintProblem.code, PrintProblem.explanation)])
  /// How bad each is by itself.
  package static let codes = DiagnosticCatalogue(all.entries.map { ($0.code, $0.explanation.level) })
}
