/// Collects what one stage finds in one text, up to a limit that keeps hostile text from filling the memory.
package struct DiagnosticBag: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []
  /// More are dropped; a report shows fewer still.
  package static let limit = 1000

  package init() {}

  package mutating func add(_ diagnostic: Diagnostic) {
    if diagnostics.count < DiagnosticBag.limit { diagnostics.append(diagnostic) }
  }

  package mutating func add(_ others: [Diagnostic]) {
    for diagnostic in others { add(diagnostic) }
  }
}
