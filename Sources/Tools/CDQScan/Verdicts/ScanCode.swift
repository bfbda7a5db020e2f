package import CDQSyntax

/// The codes of what the scan of an app finds besides the mistakes in predicates themselves.
package enum ScanCode: String, Hashable, Sendable, CaseIterable {
  /// A value is pasted into a format as text.
  case predicateInjection = "predicate-injection"
  /// A part of a format that is no value is made at run time.
  case builtFormat = "built-format"
  /// An argument has a type that its conversion does not take.
  case argumentType = "argument-type"
  /// A condition compiles, and the fetch ends the program.
  case predicateCrashes = "predicate-crashes"
  /// A condition compiles, and the fetch finds other rows.
  case predicateWrongRows = "predicate-wrong-rows"
  /// A `#Predicate` may be too large for the type checker.
  case slowTypeCheck = "slow-type-check"
  /// A search that reads each row of the table.
  case readsWholeTable = "reads-whole-table"
  /// A comparison that cannot use the index of its attribute.
  case indexUnused = "index-unused"
  /// A source file is not UTF-8.
  case sourceEncoding = "source-encoding"

  /// The level at which the scan reports the code.
  package var level: DiagnosticCatalogue.Level {
    switch self {
    case .predicateInjection, .argumentType, .predicateCrashes: .error
    case .builtFormat, .predicateWrongRows, .slowTypeCheck, .sourceEncoding: .warning
    case .readsWholeTable, .indexUnused: .lint
    }
  }

  package var code: DiagnosticCode { DiagnosticCode(rawValue) }
}

extension Diagnostic {
  /// A finding of the scan at the level of its code; a lint is a note.
  static func scan(
    _ code: ScanCode, _ message: String, file: String, at span: SourceSpan, help: [String] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    let severity: Severity =
      switch code.level {
      case .error: .error
      case .warning: .warning
      case .lint, .note: .note
      }
    return Diagnostic(severity, code.code, stage: .check, message, file: file, at: span, help: help, fixIts: fixIts)
  }
}
