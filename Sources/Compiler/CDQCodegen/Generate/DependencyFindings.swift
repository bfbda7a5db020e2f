import CDQSchema
package import CDQSyntax

/// Selects the diagnostics to report for the schemas of other modules. The builds of those modules report everything,
/// so a target that uses them reports only errors that keep it from being compiled.
package struct DependencyFindings {
  /// The sources that the target reads only for their schema.
  private let dependencies: [GenerateSource]

  package init(_ sources: [GenerateSource]) {
    dependencies = sources.filter { $0.module != nil }
  }

  /// The module of a file; nil for a file of the target itself.
  private func module(of file: String) -> String? {
    dependencies.first { $0.holds(file) }?.module
  }

  /// Removes diagnostics of other modules. If those have errors, only these errors stay, because all other diagnostics
  /// may be their consequences.
  ///
  /// - Returns: whether the target can be checked.
  package func settle(_ diagnostics: inout [Diagnostic]) -> Bool {
    if dependencies.isEmpty { return true }
    diagnostics = diagnostics.map(explained)
    let foreign = diagnostics.filter { module(of: $0.file) != nil && !isBetweenModules($0) }
    let errors = foreign.filter { $0.severity == .error }
    if !errors.isEmpty {
      diagnostics = errors
      return false
    }
    let silent = Set(foreign)
    diagnostics.removeAll { silent.contains($0) }
    return true
  }

  private func isBetweenModules(_ finding: Diagnostic) -> Bool {
    guard finding.code == DiagnosticCode(SchemaCode.duplicateName), let other = finding.notes.first?.file else {
      return false
    }
    return module(of: finding.file) != module(of: other)
  }

  /// For a name that two modules declare: moves the diagnostic to the declaration in the target, if there is one, and
  /// adds help.
  private func explained(_ finding: Diagnostic) -> Diagnostic {
    guard isBetweenModules(finding), let note = finding.notes.first, let file = note.file, let span = note.span else {
      return finding
    }
    var finding = finding
    if module(of: file) == nil {
      finding.notes = [Diagnostic.Note("the other one is declared here", file: finding.file, at: finding.span)]
      finding.file = file
      finding.span = span
    }
    let modules = [finding.file, finding.notes[0].file ?? ""].compactMap(module).map { "'\($0)'" }
    finding.help.append(
      "the target depends on \(modules.joined(separator: " and ")); rename one of them, or list the modules whose "
        + "schemas it uses in its cdq.json: \"dependencies\": []")
    return finding
  }
}
