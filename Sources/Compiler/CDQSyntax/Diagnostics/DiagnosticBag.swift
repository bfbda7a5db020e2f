/// Collects the findings of one stage in one text, up to a limit that keeps hostile text from filling the memory.
package struct DiagnosticBag: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []
  /// The number of findings that are kept; later ones are dropped. A report shows fewer still.
  package static let limit = 1000

  package init() {}

  package mutating func add(_ diagnostic: Diagnostic) {
    if diagnostics.count < DiagnosticBag.limit { diagnostics.append(diagnostic) }
  }

  package mutating func add(_ others: [Diagnostic]) {
    for diagnostic in others { add(diagnostic) }
  }
}
