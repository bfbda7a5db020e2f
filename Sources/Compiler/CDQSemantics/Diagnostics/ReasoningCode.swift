package import CDQSyntax

/// The codes of the findings that proofs make, in `cdq check` and the language server (`CDQReasoning`). The build tool
/// does not look for them; it only knows their names, so that a comment may allow one.
package enum ReasoningCode: String, Hashable, Sendable, CaseIterable {
  case neverTrue = "never-true"
  case alwaysTrue = "always-true"
  case impliedCondition = "implied-condition"
  case equalQueries = "equal-queries"
}

extension DiagnosticCode {
  package init(_ code: ReasoningCode) {
    self.init(code.rawValue)
  }
}
