import CDQCodegen
import CDQSyntax

extension OptionSpec {
  /// What says how bad findings are.
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
  /// The levels that `--strict`, `--warn`, `--deny` and `--allow` ask for.
  func levels() throws(Failure) -> DiagnosticLevels {
    var levels = DiagnosticLevels(Catalogue.all)
    levels.warningsFail = arguments.has("strict")
    var codes: [(DiagnosticLevels.Level, DiagnosticCode)] = []
    // The last one set counts.
    for level in [DiagnosticLevels.Level.allow, .warn, .deny] {
      for word in arguments.all(level.rawValue).flatMap({ $0.split(separator: ",").map(String.init) }) {
        if let group = DiagnosticLevels.Group(rawValue: word) {
          levels.set(level, for: group)
        } else {
          codes.append((level, try code(word, level)))
        }
      }
    }
    for (level, code) in codes { levels.set(level, for: code) }
    return levels
  }

  private func code(_ word: String, _ level: DiagnosticLevels.Level) throws(Failure) -> DiagnosticCode {
    let code = DiagnosticCode(word)
    guard let explanation = Catalogue.all[code] else {
      let groups = DiagnosticLevels.Group.allCases.map(\.rawValue)
      let near = Catalogue.all.nearest(to: word) ?? Suggestions.nearest(to: word, among: groups)
      throw .usage(
        "--\(level.rawValue): there is no code '\(word)'",
        help: near.map { ["did you mean '\($0)'?"] } ?? ["'cdq explain --list' shows the codes"])
    }
    if explanation.level == .error, level != .deny {
      throw .usage(
        "--\(level.rawValue): '\(word)' is an error", help: ["only warnings, notes and lints can be changed"])
    }
    return code
  }
}
