import CDQKit
import CDQSyntax

/// What a command is given: its arguments, where it writes, and the options that all commands share.
struct CommandContext {
  let console: Console
  let arguments: ParsedArguments
  let color: ColorMode
  /// Warnings and summaries are left out.
  let isQuiet: Bool
  /// What is read and written is said.
  let isVerbose: Bool
  /// Most errors that are shown; nil for all.
  let maximumErrors: Int?
  /// What texts and their runs may cost: `--limit`, where a command has it.
  let limits: Limits

  init(console: Console, arguments: ParsedArguments) throws(Failure) {
    self.console = console
    self.arguments = arguments
    color = arguments.choice("color", default: .auto)
    isQuiet = arguments.has("quiet")
    isVerbose = arguments.has("verbose")
    let limit = try arguments.count("max-errors") ?? OptionSpec.defaultMaximumErrors
    maximumErrors = limit == 0 ? nil : limit
    var limits = Limits()
    for argument in arguments.all("limit") { try LimitOption.set(argument, in: &limits) }
    self.limits = limits
  }

  /// A line about what is done, with `--verbose`.
  func verbose(_ line: @autoclosure () -> String) {
    if isVerbose { console.report(line()) }
  }

  /// A line about how it went, without `--quiet`.
  func summary(_ line: @autoclosure () -> String) {
    if !isQuiet { console.report(line()) }
  }
}

extension CommandContext {
  /// Findings as a person reads them, on standard error.
  func show(_ diagnostics: [Diagnostic], _ sources: [SourceText]) {
    let wanted = isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics
    let report = DiagnosticReport(diagnostics: wanted, sources: sources, maximum: maximumErrors ?? .max)
    guard !report.diagnostics.isEmpty else { return }
    let style: DiagnosticStyle = console.usesColor(console.errors, color) ? .colored : .plain
    console.output.flush()
    console.errors.write(report.rendered(style: style))
    console.errors.flush()
  }

  /// Why a text gave no answer, on standard error.
  func show(_ failure: QueryFailure, in name: String) {
    let place = failure.place.map { "\(name):\($0.line):\($0.column)" } ?? name
    console.report("\(place): error: \(failure.message) [\(failure.code)]")
    for line in failure.help { console.report("   = help: \(line)") }
  }

  /// A schema without errors. Its warnings are `check`'s to tell.
  func sound(_ source: SchemaSource) throws(Failure) -> SchemaSource {
    if source.hasErrors {
      show(source.diagnostics.filter { $0.severity == .error }, source.sources)
      throw .findings
    }
    return source
  }
}
