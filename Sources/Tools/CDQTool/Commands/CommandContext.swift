import CDQExplanations
import CDQFiles
import CDQKit
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// The input of a command: its arguments, its console, and the options that all commands share.
struct CommandContext {
  let console: Console
  let arguments: ParsedArguments
  let color: ColorMode
  /// Whether the command omits warnings and summaries: `--quiet`.
  let isQuiet: Bool
  /// Whether the command names the files that it reads and writes: `--verbose`.
  let isVerbose: Bool
  /// The largest number of findings to show; nil for all.
  let maximumErrors: Int?
  /// The limits of `--limit` for texts and runs; the defaults where a command has no such option.
  let limits: Limits
  /// The same limits for a run whose user waits for it and can end it: without a limit of steps and time, unless
  /// `--limit` sets one.
  let limitsOfOneRun: Limits

  init(console: Console, arguments: ParsedArguments) throws(Failure) {
    self.console = console
    self.arguments = arguments
    color = arguments.choice("color", default: .auto)
    isQuiet = arguments.has("quiet")
    isVerbose = arguments.has("verbose")
    let limit = try arguments.count("max-errors") ?? OptionSpec.defaultMaximumErrors
    maximumErrors = limit == 0 ? nil : limit
    var (limits, limitsOfOneRun) = (Limits(), Limits(steps: nil, time: nil))
    for argument in arguments.all("limit") {
      try LimitOption.set(argument, in: &limits)
      try LimitOption.set(argument, in: &limitsOfOneRun)
    }
    (self.limits, self.limitsOfOneRun) = (limits, limitsOfOneRun)
  }

  /// Reports an action, only with `--verbose`.
  func verbose(_ line: @autoclosure () -> String) {
    if isVerbose { console.report(line()) }
  }

  /// Reports a summary, unless `--quiet` is given.
  func summary(_ line: @autoclosure () -> String) {
    if !isQuiet { console.report(line()) }
  }
}

extension CommandContext {
  /// Renders diagnostics for people on standard error.
  func show(_ diagnostics: [Diagnostic], _ sources: [SourceText]) {
    let files = FileSystem()
    // A schema that was read from a database has no lines there.
    var binary: [String: Bool] = [:]
    for source in sources where !source.name.hasPrefix("<") && !source.name.hasSuffix(".cdq") {
      binary[source.name] = source.name.contains("://") || files.kind(of: source.name) == .file && !source.name.hasSuffix("contents")
    }
    let wanted = (isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics).map { finding in
      var finding = finding
      finding.notes.removeAll { $0.file.map { binary[$0] == true } ?? false }
      return finding
    }
    let report = DiagnosticReport(diagnostics: wanted, sources: sources, maximum: maximumErrors ?? .max)
    guard !report.diagnostics.isEmpty else { return }
    let style: DiagnosticStyle = console.usesColor(console.errors, color) ? .colored : .plain
    console.output.flush()
    console.errors.write(report.rendered(style: style, columns: console.errors.columns))
    pointAtExplanation(of: report.diagnostics.filter { $0.severity == .error }.map(\.code))
    console.errors.flush()
  }

  /// Reports the failure of a query on standard error.
  func show(_ failure: QueryFailure, in name: String) {
    let place = failure.place.map { "\(name):\($0.line):\($0.column)" } ?? name
    console.report(
      "\(VisibleText.escaped(place)): error: \(VisibleText.escaped(failure.message, keepsLines: true)) [\(failure.code)]")
    for line in failure.help { console.report("   = help: \(VisibleText.escaped(line))") }
    pointAtExplanation(of: [DiagnosticCode(failure.code)])
  }

  /// Names the command that explains errors, unless `--quiet` is given. A session of the REPL does not, since each of its
  /// lines may have an error.
  private func pointAtExplanation(of codes: [DiagnosticCode]) {
    guard !isQuiet, ![ReplCommand.fullName, DemoCommand.fullName].contains(arguments.command),
      let code = codes.first(where: { Catalogue.all.entry(of: $0) != nil })
    else { return }
    let isOne = codes.allSatisfy { $0 == code }
    console.report(isOne ? "'cdq explain \(code)' explains the error" : "'cdq explain \(code)' explains the first error")
  }

  /// Fails after reporting the errors of a schema, if it has any. Only `cdq check` and `cdq schema check` report its
  /// warnings.
  func sound(_ source: CompilationInput) throws(Failure) -> CompilationInput {
    if source.hasErrors {
      show(source.diagnostics.filter { $0.severity == .error }, source.sources)
      if !arguments.has("schema"), source.sources.count(where: { $0.name.hasSuffix(".cdq") }) > 1 {
        console.report("the schema is read from all .cdq files of the folder; '--schema FILE' names one of them")
      }
      throw .findings
    }
    return source
  }
}
