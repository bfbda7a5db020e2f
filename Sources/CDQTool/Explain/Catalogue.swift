import CDQCodegen
package import CDQSyntax

/// The explanations of every code that the tool can show.
package enum Catalogue {
  package static let all = DiagnosticCatalogue(
    DiagnosticCatalogue.compiling.entries.map { ($0.code, $0.explanation) } + RunExplanations.all + [PrintProblem.explained])
}
