import CDQCodegen
import CDQFiles
import CDQKit
import CDQReasoning
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq check [paths]`: reports the errors and warnings of files. It writes files only with `--fix`.
enum CheckCommand: Command {
  enum Format: String, CaseIterable {
    case text, json, sarif, github
  }

  static let name = "check"
  static let summary = "check .cdq files against their schema"
  static let usage = ["[paths] [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion, .limit,
    .value("config", "FILE", "settings (default: the nearest cdq.json)"),
    .choice("format", letter: "f", Format.allCases.map(\.rawValue), "how findings are written (default text)"),
    .flag("fix", "apply the fix-its that are safe, and list them"),
    .flag("diff", "with --fix: show the changes as a diff and write no file"),
    .flag("unsafe-fixes", "with --fix: apply guesses, too, such as a similar name"),
  ] + OptionSpec.levels
  static let notes = [
    "Without paths, all .cdq files below the working directory are checked; - reads standard input.",
    "text goes to standard error, the other formats to standard output.",
    "The settings of cdq.json count: what 'cdq generate' and a build refuse is an error here, too.",
  ] + OptionSpec.levelNotes

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let paths = arguments.positionals.isEmpty ? [DocumentFiles.startFolder(context.console)] : arguments.positionals
    if arguments.has("fix"), paths.contains("-") { throw .usage("--fix cannot change standard input") }
    for option in ["diff", "unsafe-fixes"] where arguments.has(option) && !arguments.has("fix") {
      throw .usage("--\(option) belongs to --fix")
    }
    let inputs = try DocumentFiles(console: context.console).readInputs(paths)
    let groups = try SettingsFinder(context.console).groups(inputs, paths, config: arguments["config"])
    var found = try check(inputs, groups, paths, context)
    if arguments.has("fix") {
      var fixing = Fixing(inputs.texts, takesGuesses: arguments.has("unsafe-fixes"))
      while fixing.applyRound(found.diagnostics) {
        found = try check(InputFiles(texts: fixing.texts, models: inputs.models), groups, paths, context)
      }
      try write(fixing, context)
    }
    return report(found, context)
  }

  /// The result of checking the files.
  private struct Findings {
    var diagnostics: [Diagnostic]
    var sources: [SourceText]
    var queries: Int
    var mappings: Int
    var isRefused = false

    /// `3 queries and 1 mapping`, or `3 queries` without mappings.
    var counts: String {
      let queries = Phrase.count(queries, "query", plural: "queries")
      return mappings == 0 ? queries : "\(queries) and \(Phrase.count(mappings, "mapping"))"
    }
  }

  private static func check(
    _ inputs: InputFiles, _ groups: [SettingsFinder.Group], _ paths: [String], _ context: CommandContext
  ) throws(Failure) -> Findings {
    let version = context.arguments["model-version"] ?? groups.lazy.compactMap(\.settings.config.modelVersion).first
    let finder = SchemaFinder(
      console: context.console, path: context.arguments["schema"], modelVersion: version, models: inputs.models,
      limits: context.limits.text)
    let found = try finder.require(for: inputs.texts, near: inputs.folders)
    let files = TargetFiles(inputs: inputs, found: found, paths: paths, console: context.console)
    let items = found.documents.flatMap(\.tree.items)
    var result = Findings(
      diagnostics: [], sources: [], queries: items.count { if case .query = $0 { true } else { false } },
      mappings: items.count { if case .mapping = $0 { true } else { false } })
    // The schema is that of all files, and its findings those of the first settings, unless they are in a file of others.
    let hasSchemaErrors = found.diagnostics.contains { $0.severity == .error && $0.stage != .parse }
    for (number, group) in groups.enumerated() {
      var part = found
      if groups.count > 1 {
        let others = groups.indices.filter { $0 != number }.reduce(into: Set<String>()) { $0.formUnion(groups[$1].files) }
        part.documents.removeAll { others.contains($0.source.name) }
        part.diagnostics.removeAll { number == 0 ? others.contains($0.file) : !group.files.contains($0.file) }
      }
      let options = hasSchemaErrors ? nil : group.settings.options(module: "cdq")
      let compilation = TargetCompilation(
        part, sources: options.map { files.sources($0.backend, among: group.files) } ?? [], settings: group.settings,
        options: options, levels: try context.levels(below: group.settings.config.settings), limits: context.limits.values
      ) { ReasoningLints.findings($0.queries, found.schema.schema, others: $0.diagnostics) }
      // What is said of a model, or of another file of the schema, is said once.
      let known = Set(result.diagnostics)
      result.diagnostics += compilation.diagnostics.filter { !known.contains($0) }
      let texts = Set(result.sources.map(\.name))
      result.sources += compilation.input.sources.filter { !texts.contains($0.name) }
      result.isRefused = result.isRefused || compilation.isRefused
    }
    return result
  }

  /// Writes the changed files, or a diff of them with `--diff`, and lists the fix-its.
  private static func write(_ fixing: Fixing, _ context: CommandContext) throws(Failure) {
    let isDry = context.arguments.has("diff")
    if isDry {
      for (old, new) in fixing.changes {
        context.console.output.write(UnifiedDiff(name: old.name, from: old.utf8, to: new.utf8).text)
      }
    } else {
      try Files.replace(fixing.changes.map { FileChange($0.new.name, old: Array($0.old.utf8), new: Array($0.new.utf8)) })
    }
    for line in fixing.applied { context.summary(line) }
    if !fixing.applied.isEmpty {
      let counts = Phrase.count(fixing.applied.count, "fix-it")
      let files = Phrase.count(fixing.changes.count, "file")
      context.summary("\(counts) \(isDry ? "would be applied" : "applied") in \(files)")
    }
  }

  private static func report(
    _ found: Findings, _ context: CommandContext
  ) -> ExitCode {
    let wanted = context.isQuiet ? found.diagnostics.filter { $0.severity == .error } : found.diagnostics
    let all = DiagnosticReport(diagnostics: found.diagnostics, sources: found.sources, maximum: .max)
    let shown = DiagnosticReport(
      diagnostics: wanted, sources: found.sources, maximum: context.maximumErrors ?? .max)
    switch context.arguments.choice("format", default: Format.text) {
    case .text: context.show(found.diagnostics, found.sources)
    case .json:
      let json = ReportJSON(report: shown, queries: found.queries, mappings: found.mappings)
      context.console.output.write(json.text)
    case .sarif: context.console.output.write(
      ReportSARIF(report: shown, root: FileSystem().absolute(context.console.workingDirectory)).text)
    case .github: context.console.output.write(ReportGitHub(report: shown).text)
    }
    let errors = all.count(.error)
    let warnings = all.count(.warning)
    let counts = [
      errors > 0 ? Phrase.count(errors, "error") : nil, warnings > 0 ? Phrase.count(warnings, "warning") : nil,
    ].compactMap { $0 }
    context.summary(
      "\(found.counts) checked: "
        + (counts.isEmpty ? "no errors" : counts.joined(separator: ", ")))
    return found.isRefused ? .findings : .clean
  }
}
