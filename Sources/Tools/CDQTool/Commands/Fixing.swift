import CDQSyntax

/// The application of fix-its to the texts of several files.
struct Fixing {
  /// The texts with the fix-its applied so far.
  private(set) var texts: [SourceText]
  /// A line for each fix-it that was applied, with its place: `Cities.cdq:3:24: replace 'Name' with 'name'`.
  private(set) var applied: [String] = []
  private let original: [SourceText]
  /// Whether a guess is applied to a finding without a safe fix-it.
  private let takesGuesses: Bool
  private var rounds = 0
  /// Overlapping fix-its need several rounds, each of which checks the changed texts. The limit ends a guess that leads
  /// to another one for ever.
  private static let mostRounds = 8

  init(_ texts: [SourceText], takesGuesses: Bool) {
    self.texts = texts
    original = texts
    self.takesGuesses = takesGuesses
  }

  /// The changed texts, before and after.
  var changes: [(old: SourceText, new: SourceText)] {
    zip(original, texts).filter { $0.utf8 != $1.utf8 }.map { ($0, $1) }
  }

  /// Applies the fix-its of findings, except for those that overlap an earlier one.
  ///
  /// - Returns: Whether a text has changed, so that another round may find more.
  mutating func applyRound(_ diagnostics: [Diagnostic]) -> Bool {
    guard rounds < Fixing.mostRounds else { return false }
    rounds += 1
    let before = applied.count
    for index in texts.indices { apply(diagnostics, to: index) }
    return applied.count > before
  }

  private mutating func apply(_ diagnostics: [Diagnostic], to index: Int) {
    let text = texts[index]
    var edits: [FixIt.Edit] = []
    // Several findings may have the same fix-it.
    let fixIts = Set(diagnostics.filter { $0.file == text.name }.compactMap(chosen))
    let ordered = fixIts.sorted { ($0.edits.first?.span.start ?? 0) < ($1.edits.first?.span.start ?? 0) }
    for fixIt in ordered {
      guard let first = fixIt.edits.first else { continue }
      let overlaps = fixIt.edits.contains { new in
        edits.contains { $0.span.start <= new.span.end && new.span.start <= $0.span.end }
      }
      if overlaps { continue }
      edits += fixIt.edits
      let place = text.position(at: first.span.start)
      let guess = fixIt.applicability == .safe ? "" : " (a guess)"
      applied.append("\(text.name):\(place.line):\(place.column): \(fixIt.message)\(guess)")
    }
    var bytes = text.utf8
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      let start = min(Int(edit.span.start), bytes.count)
      bytes.replaceSubrange(start..<min(max(Int(edit.span.end), start), bytes.count), with: edit.newText.utf8)
    }
    texts[index] = SourceText(name: text.name, utf8: bytes)
  }

  /// The fix-it of a finding to apply. A finding can have several, but at most one of them is safe.
  private func chosen(_ finding: Diagnostic) -> FixIt? {
    finding.fixIts.first { $0.applicability == .safe } ?? (takesGuesses ? finding.fixIts.first : nil)
  }
}
