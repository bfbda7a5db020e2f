import CDQSyntax

extension OptionSpec {
  /// The options that change the severity of diagnostics.
  static let levels: [OptionSpec] = [
    .flag("strict", "warnings fail, too"),
    .value("warn", "CODE", isRepeatable: true, "look for a lint, or make a note a warning"),
    .value("deny", "CODE", isRepeatable: true, "make a warning or lint an error"),
    .value("allow", "CODE", isRepeatable: true, "do not report a warning"),
  ]

  static let levelNotes = [
    "CODE is a code of 'cdq explain --list', several with commas between them, or one of the groups lints, warnings",
    "and all. Codes count before groups, --deny before --warn and --warn before --allow. In a file,",
    "// cdq:allow CODE allows a warning on its line, for what stands below it, or at the head for the whole file.",
  ]
}

extension CommandContext {
  /// The diagnostic levels set by `--strict`, `--warn`, `--deny` and `--allow`.
  ///
  /// - Parameter configured: settings of a configuration file; the command line overrides them.
  func levels(
    below configured: [(level: DiagnosticLevels.Level, word: String)] = []
  ) throws(Failure) -> DiagnosticLevels {
    var levels = DiagnosticLevels(Catalogue.codes)
    levels.warningsFail = arguments.has("strict")
    let settings = DiagnosticLevels.Level.allCases.flatMap { level in
      arguments.all(level.rawValue).flatMap { $0.split(separator: ",") }.map { (level: level, word: String($0)) }
    }
    do throws(DiagnosticLevels.SettingError) {
      try levels.set(configured)
      try levels.set(settings)
    } catch {
      throw .usage(error.message, help: [error.help])
    }
    return levels
  }
}
