import CDQCodegen
import CDQFiles
import CDQKit
import CDQSchema
import CDQSemantics
import CDQSyntax

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
    .choice("format", letter: "f", Format.allCases.map(\.rawValue), "how findings are written (default text)"),
    .flag("fix", "apply the fix-its that are safe"),
  ] + OptionSpec.levels
  static let notes = [
    "Without paths, all .cdq files below the working directory are checked; - reads standard input.",
    "text goes to standard error, the other formats to standard output.",
  ] + OptionSpec.levelNotes

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let paths = arguments.positionals.isEmpty ? [DocumentFiles.startFolder(context.console)] : arguments.positionals
    if arguments.has("fix"), paths.contains("-") { throw .usage("--fix cannot change standard input") }
    let levels = try context.levels()
    var texts = try DocumentFiles(console: context.console).read(paths)
    var found = try check(texts, levels, context)
    if arguments.has("fix") {
      let fixed = try fix(&texts, found, levels, context)
      found = fixed ?? found
    }
    return report(found, levels, context)
  }

  /// The result of checking the files.
  private struct Findings {
    var diagnostics: [Diagnostic]
    var sources: [SourceText]
    var queries: Int
    var mappings: Int

    /// `3 queries and 1 mapping`, or `3 queries` without mappings.
    var counts: String {
      let queries = Phrase.count(queries, "query", plural: "queries")
      return mappings == 0 ? queries : "\(queries) and \(Phrase.count(mappings, "mapping"))"
    }
  }

  private static func check(
    _ texts: [SourceText], _ levels: DiagnosticLevels, _ context: CommandContext
  ) throws(Failure) -> Findings {
    let finder = SchemaFinder(
      console: context.console, path: context.arguments["schema"], modelVersion: context.arguments["model-version"],
      limits: context.limits.text)
    let folders = texts.filter { $0.name != "<stdin>" }.map { PathText.folder(of: $0.name) }
    let found = try finder.require(for: texts, near: folders)
    let result = TargetCompilation(found, options: nil, levels: levels, limits: context.limits.values)
    let items = found.documents.flatMap(\.tree.items)
    return Findings(
      diagnostics: result.diagnostics,
      sources: found.sources, queries: items.count { if case .query = $0 { true } else { false } },
      mappings: items.count { if case .mapping = $0 { true } else { false } })
  }

  /// Applies safe fix-its and checks again until none are left, because overlapping ones need several rounds.
  ///
  /// - Returns: the findings afterwards; nil when there was nothing to fix.
  private static func fix(
    _ texts: inout [SourceText], _ found: Findings, _ levels: DiagnosticLevels, _ context: CommandContext
  ) throws(Failure) -> Findings? {
    var current = found
    var changes = 0
    var changed: Set<String> = []
    let mostRounds = 8
    for _ in 0..<mostRounds {
      var roundChanges = 0
      for (index, text) in texts.enumerated() {
        let fixer = Fixer(text, current.diagnostics)
        guard fixer.count > 0 else { continue }
        texts[index] = fixer.result
        changed.insert(text.name)
        roundChanges += fixer.count
      }
      guard roundChanges > 0 else { break }
      changes += roundChanges
      current = try check(texts, levels, context)
    }
    guard changes > 0 else { return nil }
    do throws(FileError) {
      for text in texts where changed.contains(text.name) { try FileSystem().write(text.utf8, to: text.name) }
    } catch {
      throw Failure(error)
    }
    context.summary("\(Phrase.count(changes, "fix-it")) applied in \(Phrase.count(changed.count, "file"))")
    return current
  }

  private static func report(
    _ found: Findings, _ levels: DiagnosticLevels, _ context: CommandContext
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
    return levels.refuses(found.diagnostics) ? .findings : .clean
  }
}

/// Applies the safe fix-its of a text's findings, except for those that overlap an earlier one.
struct Fixer {
  let result: SourceText
  /// Number of fix-its that were applied.
  let count: Int

  init(_ text: SourceText, _ diagnostics: [Diagnostic]) {
    var edits: [FixIt.Edit] = []
    var count = 0
    // A finding can have several fix-its, but at most one of them is safe.
    let fixIts = Set(
      diagnostics.filter { $0.file == text.name }.compactMap { finding in
        finding.fixIts.first { $0.applicability == .safe }
      })
    let ordered = fixIts.sorted { ($0.edits.first?.span.start ?? 0) < ($1.edits.first?.span.start ?? 0) }
    for fixIt in ordered where !fixIt.edits.isEmpty {
      let overlaps = fixIt.edits.contains { new in
        edits.contains { $0.span.start <= new.span.end && new.span.start <= $0.span.end }
      }
      if overlaps { continue }
      edits += fixIt.edits
      count += 1
    }
    var bytes = text.utf8
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      let start = min(Int(edit.span.start), bytes.count)
      bytes.replaceSubrange(start..<min(max(Int(edit.span.end), start), bytes.count), with: edit.newText.utf8)
    }
    result = SourceText(name: text.name, utf8: bytes)
    self.count = count
  }
}
