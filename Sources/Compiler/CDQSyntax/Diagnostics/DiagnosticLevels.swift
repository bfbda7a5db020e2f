/// The levels of findings that the command line, a configuration and comments in the text set.
///
/// This is the only place where severities change. A stage reports each finding at the level of its catalogue, and of
/// the lints only those in `lints`; code that shows findings calls `applied` first. Errors stay errors whatever the
/// settings are.
package struct DiagnosticLevels: Sendable {
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case allow, warn, deny
  }

  /// A name for several codes at once.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    /// All codes that are off by default.
    case lints
    /// All codes that are on by default except errors, notes included.
    case warnings
    /// Lints and warnings.
    case all
  }

  private let catalogue: DiagnosticCatalogue
  private var levels: [DiagnosticCode: Level] = [:]
  /// True for `--strict`: a text with a warning is refused.
  package var warningsFail = false

  /// The levels of the catalogue itself.
  package init(_ catalogue: DiagnosticCatalogue) {
    self.catalogue = catalogue
  }

  /// The reason why a setting was refused.
  package struct SettingError: Error, Hashable, Sendable {
    package var message: String
    package var help: String
  }

  /// Changes levels by words, as options and configurations give them: codes and groups. Settings of codes override
  /// settings of groups; within each kind deny overrides warn and warn overrides allow, whatever the order.
  ///
  /// - Throws: `SettingError` for an unknown word, or for a level below deny for the code of an error.
  package mutating func set(_ settings: [(level: Level, word: String)]) throws(SettingError) {
    var codes: [(Level, DiagnosticCode)] = []
    for level in [Level.allow, .warn, .deny] {
      for setting in settings where setting.level == level {
        if let group = Group(rawValue: setting.word) {
          set(level, for: group)
        } else {
          codes.append((level, try code(setting.word, level)))
        }
      }
    }
    for (level, code) in codes { set(level, for: code) }
  }

  private func code(_ word: String, _ level: Level) throws(SettingError) -> DiagnosticCode {
    let code = DiagnosticCode(word)
    guard let ownLevel = catalogue[code] else {
      let near =
        catalogue.nearest(to: word) ?? Suggestions.nearest(to: word, among: Group.allCases.map(\.rawValue))
      throw SettingError(
        message: "there is no code '\(word)'",
        help: near.map { "did you mean '\($0)'?" } ?? "'cdq explain --list' shows the codes")
    }
    if ownLevel == .error, level != .deny {
      throw SettingError(
        message: "'\(word)' is an error", help: "only the levels of warnings, notes and lints can be changed")
    }
    return code
  }

  /// Changes the level of a code.
  package mutating func set(_ level: Level, for code: DiagnosticCode) {
    levels[code] = level
  }

  /// Changes the level of every code of a group.
  package mutating func set(_ level: Level, for group: Group) {
    for (code, ownLevel) in catalogue.levels where DiagnosticLevels.holds(group, ownLevel) { levels[code] = level }
  }

  private static func holds(_ group: Group, _ level: DiagnosticCatalogue.Level) -> Bool {
    switch (group, level) {
    case (.lints, .lint), (.warnings, .warning), (.warnings, .note): true
    case (.all, .lint), (.all, .warning), (.all, .note): true
    case (_, .error), (.lints, .warning), (.lints, .note), (.warnings, .lint): false
    }
  }

  /// The lints that stages must look for: those that a setting warns of or denies.
  package var lints: Set<DiagnosticCode> {
    Set(
      catalogue.levels.compactMap { code, ownLevel in
        ownLevel == .lint && levels[code] != nil && levels[code] != .allow ? code : nil
      })
  }

  /// Whether findings make the caller refuse the text: an error, or a warning if `warningsFail`.
  package func refuses(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { $0.severity == .error || ($0.severity == .warning && warningsFail) }
  }

  /// The findings as they are shown: without those that `cdq:allow` comments allow, with changed severities.
  ///
  /// - Parameter sources: the texts whose comments count; an XML text has none.
  package func applied(to diagnostics: [Diagnostic], in sources: [SourceText]) -> [Diagnostic] {
    var result = diagnostics
    for source in sources where Suppressions.mayOccur(in: source) {
      obey(Suppressions(source), of: source, &result)
    }
    return result.compactMap { leveled($0) }
  }

  private func leveled(_ finding: Diagnostic) -> Diagnostic? {
    guard finding.severity != .error, let level = levels[finding.code] else { return finding }
    var finding = finding
    switch level {
    case .allow: return nil
    case .warn: finding.severity = .warning
    case .deny: finding.severity = .error
    }
    return finding
  }

  /// Removes findings that comments allow, and adds findings about wrong or unused comments.
  private func obey(_ suppressions: Suppressions, of source: SourceText, _ diagnostics: inout [Diagnostic]) {
    var isUsed = [Bool](repeating: false, count: suppressions.entries.count)
    // Without errors only: the checker does not look for warnings in a query with an error, so a comment may seem
    // unused.
    let isWhole = !diagnostics.contains { $0.severity == .error && $0.file == source.name }
    diagnostics.removeAll { finding in
      guard finding.file == source.name, finding.severity != .error else { return false }
      var isAllowed = false
      for (index, entry) in suppressions.entries.enumerated()
      where entry.code == finding.code.rawValue && entry.covers(finding.span) {
        isUsed[index] = true
        isAllowed = true
      }
      return isAllowed
    }
    for (index, entry) in suppressions.entries.enumerated() {
      if let finding = problem(with: entry, isUsed: isUsed[index], isWhole: isWhole, in: source) {
        diagnostics.append(finding)
      }
    }
  }

  private func problem(
    with entry: Suppressions.Entry, isUsed: Bool, isWhole: Bool, in source: SourceText
  ) -> Diagnostic? {
    guard let code = entry.code else {
      return AllowProblem.unknownWord(entry.word).diagnostic(source, entry)
    }
    guard let ownLevel = catalogue[DiagnosticCode(code)] else {
      return AllowProblem.unknownCode(code, suggestion: catalogue.nearest(to: code)).diagnostic(source, entry)
    }
    if isUsed { return nil }
    switch ownLevel {
    case .error: return AllowProblem.error(code).diagnostic(source, entry)
    case .lint: if levels[DiagnosticCode(code)] == nil { return nil }
    case .warning, .note: break
    }
    guard isWhole, levels[DiagnosticCode(code)] != .allow else { return nil }
    return AllowProblem.unused(code).diagnostic(source, entry)
  }
}
