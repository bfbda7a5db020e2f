/// The codes that one or several stages report, each with its default level. `CDQExplanations` explains the codes.
package struct DiagnosticCatalogue: Sendable {
  /// The default level of a code.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// Always reported; no option and no comment allows it.
    case error
    /// Reported unless the user allows it.
    case warning
    /// Reported only if the user enables it.
    case lint
    /// Information that is reported unless the user allows it; never a mistake.
    case note
  }

  package let levels: [DiagnosticCode: Level]

  /// A catalogue of the given codes; if a code occurs twice, its first level counts.
  package init(_ codes: [(code: DiagnosticCode, level: Level)]) {
    levels = Dictionary(codes.map { ($0.code, $0.level) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(code: DiagnosticCode) -> Level? { levels[code] }

  /// The known code that is spelt most like `code`; nil when none is near enough.
  package func nearest(to code: String) -> String? {
    Suggestions.nearest(to: code, among: levels.keys.map(\.rawValue).sorted())
  }
}
