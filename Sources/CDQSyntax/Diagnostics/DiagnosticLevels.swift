/// How bad each finding is to be: what the command line, a configuration and comments in the text change about it.
///
/// This is the one place where severities change. A stage reports what it finds at the level of its catalogue, lints only
/// those of `lints`; whoever shows findings calls `applied` first. Errors stay errors whatever is asked.
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

  /// Changes the level of a code.
  package mutating func set(_ level: Level, for code: DiagnosticCode) {
    levels[code] = level
  }

  /// Changes the level of every code of a group.
  package mutating func set(_ level: Level, for group: Group) {
    for entry in catalogue.entries where DiagnosticLevels.holds(group, entry.explanation.level) {
      levels[entry.code] = level
    }
  }

  private static func holds(_ group: Group, _ level: Explanation.Level) -> Bool {
    switch (group, level) {
    case (.lints, .lint), (.warnings, .warning), (.warnings, .note), (.all, .lint), (.all, .warning), (.all, .note): true
    case (_, .error), (.lints, .warning), (.lints, .note), (.warnings, .lint): false
    }
  }

  /// The lints that stages are to look for.
  package var lints: Set<DiagnosticCode> {
    Set(
      catalogue.entries.filter { entry in
        entry.explanation.level == .lint && levels[entry.code] != nil && levels[entry.code] != .allow
      }.map(\.code))
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
    guard let explanation = catalogue[DiagnosticCode(code)] else {
      return AllowProblem.unknownCode(code, suggestion: catalogue.nearest(to: code)).diagnostic(source, entry)
    }
    if isUsed { return nil }
    switch explanation.level {
    case .error: return AllowProblem.error(code).diagnostic(source, entry)
    case .lint: if levels[DiagnosticCode(code)] == nil { return nil }
    case .warning, .note: break
    }
    guard isWhole, levels[DiagnosticCode(code)] != .allow else { return nil }
    return AllowProblem.unused(code).diagnostic(source, entry)
  }
}
