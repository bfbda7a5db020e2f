package import CDQKit
import CDQSyntax

/// The translator of texts that people type: it recognizes SQL, Swift, other query languages and plain words, and shows the
/// queries that they mean. Programs have no use for it.
package enum ForeignTexts {
  package static let translator: TextVocabulary.Translator = { ForeignQuery.diagnostic(for: $0, $1, $2, $3) }
}

extension ParseResult {
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension TextVocabulary {
  /// The vocabulary with the translator.
  package var translating: TextVocabulary {
    var copy = self
    copy.translator = ForeignTexts.translator
    return copy
  }
}
