/// The codes that one or several stages report, and how bad each is by itself. What they mean is in `CDQExplanations`.
package struct DiagnosticCatalogue: Sendable {
  /// How bad findings of a code are by themselves.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// Cannot be allowed.
    case error
    /// On unless allowed.
    case warning
    /// Off unless asked for.
    case lint
    /// Worth knowing, never wrong.
    case note
  }

  package let levels: [DiagnosticCode: Level]

  /// A catalogue of the given codes; of two levels for one code the first counts.
  package init(_ codes: [(code: DiagnosticCode, level: Level)]) {
    levels = Dictionary(codes.map { ($0.code, $0.level) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(code: DiagnosticCode) -> Level? { levels[code] }

  /// The known code that a misspelt one was probably meant to be.
  package func nearest(to code: String) -> String? {
    Suggestions.nearest(to: code, among: levels.keys.map(\.rawValue).sorted())
  }
}
