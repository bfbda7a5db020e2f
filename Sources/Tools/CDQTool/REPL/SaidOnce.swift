import CDQSemantics
import CDQSyntax

/// What a session has said, for remarks that help once and are noise later.
struct SaidOnce {
  /// Remarks of the session itself.
  enum Remark: Hashable {
    case explanation, pager
  }

  private var codes: Set<DiagnosticCode> = []
  private var notes: Set<Diagnostic.Note> = []
  private var remarks: Set<Remark> = []
  /// Warnings about habits that are harmless while one explores data.
  private static let habits: Set<DiagnosticCode> = [DiagnosticCode(WarningCode.limitWithoutSort.rawValue)]

  /// Whether a remark has not been made before.
  mutating func first(_ remark: Remark) -> Bool { remarks.insert(remark).inserted }

  /// The diagnostics without warnings about habits and notes that were shown before.
  mutating func filter(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.compactMap { diagnostic in
      if diagnostic.severity != .error, SaidOnce.habits.contains(diagnostic.code),
        !codes.insert(diagnostic.code).inserted
      {
        return nil
      }
      var diagnostic = diagnostic
      diagnostic.notes = diagnostic.notes.filter { $0.file == "<query>" || notes.insert($0).inserted }
      return diagnostic
    }
  }
}
