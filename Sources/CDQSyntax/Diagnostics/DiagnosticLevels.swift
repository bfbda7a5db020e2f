/// How bad each finding is to be: what the command line, a configuration and comments in the text change about it.
///
/// This is the one place where severities change. A stage reports what it finds at the level of its catalogue, of lints
/// only those of `lints`; whoever shows findings calls `applied` first. Errors stay errors whatever is asked.
package struct DiagnosticLevels: Sendable {
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case allow, warn, deny
  }

  /// Several codes under one name.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    /// Everything that is off unless asked for.
    case lints
    /// Everything that is on unless allowed, notes included.
    case warnings
    /// Both.
    case all
  }

  private let catalogue: DiagnosticCatalogue
  private var levels: [DiagnosticCode: Level] = [:]
  /// `--strict`: a text with a warning is refused.
  package var warningsFail = false

  /// The levels of the catalogue itself.
  package init(_ catalogue: DiagnosticCatalogue) {
    self.catalogue = catalogue
  }

  /// Why a setting was refused.
  package struct SettingError: Error, Hashable, Sendable {
    package var message: String
    package var help: String
  }

  /// Changes levels by words, as options and configurations give them: codes and groups. Codes count before groups; of
  /// one kind deny counts before warn and warn before allow, whatever the order.
  ///
  /// - Throws: an unknown word, or the code of an error, which has no other level.
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

  /// The lints that stages are to look for.
  package var lints: Set<DiagnosticCode> {
    Set(
      catalogue.levels.compactMap { code, ownLevel in
        ownLevel == .lint && levels[code] != nil && levels[code] != .allow ? code : nil
      })
  }

  /// Whether findings leave a text refused.
  package func refuses(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { $0.severity == .error || ($0.severity == .warning && warningsFail) }
  }

  /// The findings as they are to be shown: comments `cdq:allow` obeyed, severities changed.
  ///
  /// - Parameter sources: the texts whose comments count; one that is XML has none.
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

  /// Leaves out what comments allow, and adds what is wrong with the comments.
  private func obey(_ suppressions: Suppressions, of source: SourceText, _ diagnostics: inout [Diagnostic]) {
    var isUsed = [Bool](repeating: false, count: suppressions.entries.count)
    // A query with an error is not looked through for warnings.
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
