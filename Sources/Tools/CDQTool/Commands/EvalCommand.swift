import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq eval 'QUERY' --data D`: runs one query and prints its result.
enum EvalCommand: Command {
  static let name = "eval"
  static let summary = "run a query or predicate over data"
  static let takesQuery = true
  static let usage = [
    "'QUERY' [--schema S] --data D [--param name=value]…", "'PREDICATE' --entity E [--schema S] --data D",
    "FILE.cdq [--query NAME] --data D", "TEMPLATE --data D", "--batch FILE [--schema S] --data D",
  ]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("entity", letter: "e", "E", "what a predicate alone is about"),
    .value("query", "NAME", "which query of a .cdq file"),
    .parameters,
    .choice("format", letter: "f", ResultFormat.allCases.map(\.rawValue), "how results are written (default table)"),
    .value("batch", "FILE", "answer one JSON line for each JSON line of a file, or of - (see below)"),
    .choice("engine", ExecutionOptions.Engine.allCases.map(\.rawValue) + [DataLocation.engine], "what runs the query (default column)"),
    .value("page", "N", "only the first N rows, and the cursor with which the next page begins"),
    .value("after", "CURSOR", "only the rows after the page that ended with this cursor"),
    .flag("explain", "show the compiled query in one line, on standard error"),
    .flag("exit-status", "exit with 1 when nothing matches"),
    .flag("plan", "show how the query is answered, step by step, in place of the result"),
    .flag("why", "explain why objects do not match: truth trees of the nearest ones, after the result"),
    .value("why-id", "ID", "explain why the object with this identity matches or not"),
    .flag("write", "let delete and update change the data"),
    .strictNSPredicate, .limit,
    .value("arg", letter: "a", "VALUE", isRepeatable: true, "a value for %@, %K, %d …: JSON, or else text"),
  ] + OptionSpec.loading + OptionSpec.databases + OptionSpec.levels
  static let notes = [
    "Data is also a file of SQLite, a Core Data store, or postgres://user@host/database.",
    "Parquet files, folders of them and files of DuckDB are queried in place by its library; CSV with --engine duckdb.",
    "TEMPLATE is the name of a fetch request template of a Core Data model.",
    "The query - is read from standard input, and so are the data -.",
    "A delete or update prints how many objects it would delete or change; --write does it, and replaces the files or",
    "changes a database that 'cdq load' made. --why, and both without --write, read all objects of a database.",
    "A line of a batch: {\"query\": \"…\", \"params\": {…}} or {\"predicate\": \"…\", \"entity\": \"E\", \"args\": […]},",
    "with {\"limits\": {\"steps\": 1000000, \"deadline\": \"2s\"}} where a line has its own. By default a line may take a",
    "billion steps and 30 s; --limit steps=none and --limit deadline=none remove these limits.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    // The data may follow the query, as in `cdq eval 'City' world/`.
    let follows = !arguments.has("batch") && !arguments.has("data") && arguments.positionals.count == 2
    let text = arguments.has("batch")
      ? "" : follows ? arguments.positionals[0] : try arguments.single("a query", "cdq eval 'City where population > 5' --data DIR")
    guard let data = arguments["data"] ?? (follows ? arguments.positionals[1] : nil) else {
      throw .usage(
        "'cdq eval' needs data", help: ["--data PATH names a folder or file, --data - reads standard input"])
    }
    if arguments.has("batch") { return try BatchRun(context: context, data: data).run() }
    return try SingleRun(context: context, data: data).run(text)
  }
}

/// The run of one query of a command line, not of a batch.
private struct SingleRun {
  let context: CommandContext
  let data: String
  private var arguments: ParsedArguments { context.arguments }
  private var console: Console { context.console }

  init(context: CommandContext, data: String) {
    self.context = context
    self.data = data
  }

  func run(_ text: String) throws(Failure) -> ExitCode {
    let parameters = try arguments.parameterTexts()
    let levels = try context.levels()
    let isFile = PathText.fileExtension(of: text) == "cdq"
    if !isFile, arguments.has("query") { throw .usage("--query names a query of a .cdq file") }
    if arguments.has("arg"), !arguments.has("strict-nspredicate") || isFile {
      throw .usage("--arg fills conversions such as %@, which are of Apple's language", help: ["--strict-nspredicate"])
    }
    if text == "-", data == "-" { throw .usage("the query and the data cannot both be standard input") }
    let texts = isFile ? try DocumentFiles(console: console).read([text]) : []
    let query = try isFile ? nil : self.query(text)
    let (schema, source) = try context.schemaAndData(
      data, for: texts, near: texts.map { PathText.folder(of: $0.name) })
    try checkEntity(schema.schema.schema)
    var runner = QueryRunner(schema: schema.schema, schemaSources: schema.sources, limits: context.limitsOfOneRun)
    runner.engine = arguments.choice("engine", default: .column)
    let compiled: Compiled
    if let query {
      let template = template(query, schema)
      compiled = if let template { template } else { try compile(query, runner, levels) }
    } else {
      compiled = try declared(in: text, schema, levels)
    }
    let paged: PagedQuery?
    do throws(QueryFailure) {
      paged = try PagedQuery(compiled.ir, schema.schema.schema, context)
    } catch {
      context.show(error, in: compiled.name)
      return .findings
    }
    if arguments.has("write"), !compiled.ir.cardinality.changesObjects {
      throw .usage("--write is for delete and update; this query changes nothing")
    }
    if arguments.has("write") { try source.requireWritable() }
    runner.data = try source.open(schema.schema.schema, context)
    return try answer(compiled, paged, runner, parameters)
  }

  private struct Compiled {
    var name: String
    var ir: QueryIR
    /// The text; nil for a template.
    var text: SourceText?
    /// Values of the format specifiers `%@`, `%K`, `%d` and so on, by parameter name.
    var formatArguments: [String: ParameterText] = [:]
  }

  private func answer(
    _ query: Compiled, _ paged: PagedQuery?, _ runner: QueryRunner, _ parameters: [String: ParameterText]
  ) throws(Failure) -> ExitCode {
    var query = query
    if let paged { query.ir = paged.ir }
    if arguments.has("explain") { console.report(query.ir.dump) }
    if arguments.has("plan") {
      return explain(query, runner, parameters) { ir, values, runner throws(QueryFailure) in try runner.plan(ir, values) }
    }
    let start = ContinuousClock.now
    var outcome: QueryOutcome
    var next: String?
    do throws(QueryFailure) {
      let values = parameters.merging(query.formatArguments) { $1 }
      outcome = try runner.run(query.ir, try runner.arguments(for: query.ir, values), writes: arguments.has("write"))
      if let paged { (outcome.answer, next) = try paged.result(of: outcome.answer) }
    } catch {
      if error.code == "malformed-query" { throw .bug(error.message) }
      show(error, of: query)
      return .findings
    }
    let time = ContinuousClock.now - start
    // The count of a change is true only when the files are written.
    switch outcome.answer {
    case .deleted: try write(outcome, "deletes")
    case .updated: try write(outcome, "updates")
    case .rows, .single, .number, .truth: break
    }
    let format = arguments["format"].flatMap(ResultFormat.init)
    let asksAboutOne = arguments.has("why-id")
    // The tree of one object is what is asked for, not all the others.
    if asksAboutOne, case .rows = outcome.answer { return explain(query, runner, parameters, by: whyLines) }
    let writer = ResultWriter(
      console: console, format: format, isColored: console.usesColor(console.output, context.color),
      recordOption: "--format record")
    if let refusal = writer.refusal(of: outcome.answer) { throw .usage("\(refusal.message): \(refusal.help)") }
    writer.write(outcome.answer)
    switch outcome.answer {
    case .rows(let rows), .single(let rows):
      if format?.isForReaders != false { context.summary("\(Phrase.count(rows.count, "row")) (\(Phrase.time(time)))") }
    case .number, .truth, .deleted, .updated: break
    }
    // Not a summary, which --quiet omits: without it nobody can go on.
    if let next { console.report("the next page: --after \(next)") }
    if paged == nil, format?.isForReaders != false, !query.ir.cardinality.changesObjects,
      let values = try? runner.arguments(for: query.ir, parameters.merging(query.formatArguments) { $1 }),
      let hint = OtherMeaning.hint(
        query.ir, found: outcome.answer.foundCount,
        count: { ir in if case .number(let number)? = (try? runner.run(ir, values))?.answer { number } else { nil } })
        ?? NearValue.hint(
          query.ir, found: outcome.answer.foundCount,
          rows: { ir in if case .rows(let rows)? = (try? runner.run(ir, values))?.answer { rows } else { nil } })
    {
      context.summary(hint)
    }
    if asksWhy, explain(query, runner, parameters, by: whyLines) != .clean { return .findings }
    return arguments.has("exit-status") && !outcome.answer.isMatch ? .findings : .clean
  }

  private var asksWhy: Bool { arguments.has("why") || arguments.has("why-id") }

  private func whyLines(
    _ ir: QueryIR, _ values: Arguments, _ runner: QueryRunner
  ) throws(QueryFailure) -> [String] {
    try runner.whyReport(ir, values).lines(about: arguments["why-id"])
  }

  /// Prints lines about a query and its arguments.
  private func explain(
    _ query: Compiled, _ runner: QueryRunner, _ parameters: [String: ParameterText],
    by lines: (QueryIR, Arguments, QueryRunner) throws(QueryFailure) -> [String]
  ) -> ExitCode {
    do throws(QueryFailure) {
      let values = try runner.arguments(for: query.ir, parameters.merging(query.formatArguments) { $1 })
      for line in try lines(query.ir, values, runner) { console.print(line) }
      return .clean
    } catch {
      context.show(withHelp(error), in: query.name)
      return .findings
    }
  }

  /// - Parameter verb: What `--write` does.
  private func write(_ outcome: QueryOutcome, _ verb: String) throws(Failure) {
    guard arguments.has("write") else {
      if outcome.answer.isMatch { context.summary("nothing was changed; --write \(verb)") }
      return
    }
    for path in try outcome.commit?() ?? [] { context.verbose("wrote \(path)") }
  }

  /// Shows why a query could not run; a parameter without a value at its place in the text.
  private func show(_ failure: QueryFailure, of query: Compiled) {
    let failure = withHelp(failure)
    let name = failure.message.split(separator: "'").dropFirst().first { $0.hasPrefix("$") }
    if failure.code == "missing-argument", let text = query.text, let name {
      let tokens = Lexer.lex(text).tokens
      if let token = tokens.first(where: { text.text($0.span) == name || text.text($0.span) == name + "?" }) {
        let finding = Diagnostic(
          .error, DiagnosticCode(failure.code), stage: .check, failure.message, file: text.name, at: token.span,
          help: failure.help)
        context.show([finding], [text])
        return
      }
    }
    context.show(failure, in: query.name)
  }

  private func withHelp(_ failure: QueryFailure) -> QueryFailure {
    var failure = failure
    if failure.code == "missing-argument" {
      let name = failure.message.split(separator: "'").dropFirst().first.map { $0.drop { $0 == "$" } } ?? "name"
      failure.help.append("--param \(name)=… sets it")
    }
    return failure
  }

  /// The query or predicate of the command line, or of standard input for `-`.
  private func query(_ text: String) throws(Failure) -> SourceText {
    text == "-" ? try DocumentFiles(console: console).standardInput() : SourceText(name: "<query>", text)
  }

  /// The fetch request template of a Core Data model that a text is the name of; nil for other texts.
  private func template(_ source: SourceText, _ schema: CompilationInput) -> Compiled? {
    let name = String(decoding: source.utf8, as: UTF8.self).trimmedWhitespace
    guard schema.schema.schema.entity(named: name) == nil,
      let template = schema.schema.templates.first(where: { $0.name == name || $0.queryName == name }),
      let found = Compilation([], schema: schema.schema, models: schema.sources).queries
        .first(where: { $0.name == template.queryName })
    else { return nil }
    return Compiled(name: source.name, ir: found.ir)
  }

  private func compile(
    _ source: SourceText, _ runner: QueryRunner, _ levels: DiagnosticLevels
  ) throws(Failure) -> Compiled {
    let isStrict = arguments.has("strict-nspredicate")
    let format = FormatArguments(values: arguments.all("arg").map { (try? JSONValue(parsing: $0)) ?? .string($0) })
    var options = isStrict ? format.options(runner.schema.schema) : CheckOptions()
    options.lints = levels.lints
    // 'query name = …' is what a file has. The name means nothing here.
    let body = Declaration.body(of: String(decoding: source.utf8, as: UTF8.self))
    let source = body.map { SourceText(name: source.name, $0) } ?? source
    let compiled = runner.compile(source, entity: arguments["entity"], options: options)
    if isStrict, !compiled.diagnostics.contains(where: { $0.severity == .error && $0.stage == .parse }) {
      do throws(QueryFailure) {
        try format.check(against: source, runner.schema.schema, runner.limits)
      } catch {
        context.show(error, in: source.name)
        throw .findings
      }
    }
    var diagnostics = levels.applied(to: compiled.diagnostics, in: [source])
    // Who looks at a few rows at the command line does not ask for an order.
    diagnostics.removeAll { $0.severity != .error && $0.code == DiagnosticCode(WarningCode.limitWithoutSort.rawValue) }
    context.show(diagnostics, [source] + runner.schemaSources)
    guard let ir = compiled.ir, !levels.refuses(diagnostics) else { throw .findings }
    if let entity = arguments["entity"], ir.entity != entity {
      throw .usage("the query is about '\(ir.entity)', not '\(entity)'", help: ["--entity is for a predicate alone"])
    }
    return Compiled(name: source.name, ir: ir, text: source, formatArguments: format.parameters(of: ir))
  }

  /// The query of a file: the one that `--query` names, or the only one.
  private func declared(
    in path: String, _ schema: CompilationInput, _ levels: DiagnosticLevels
  ) throws(Failure) -> Compiled {
    let compilation = Compilation(
      schema.documents, schema: schema.schema, lints: levels.lints, limits: context.limits.values)
    let diagnostics = levels.applied(to: compilation.diagnostics, in: schema.documents.map(\.source))
    let found: CompiledQuery?
    if let name = arguments["query"] {
      found = compilation.queries.first { $0.name == name }
    } else {
      found = compilation.queries.count == 1 ? compilation.queries.first : nil
    }
    let errors = diagnostics.filter { levels.refuses([$0]) }
    if let found, !errors.contains(where: { $0.query == found.name }) {
      return Compiled(name: path, ir: found.ir)
    }
    if !errors.isEmpty {
      context.show(errors, schema.sources)
      throw .findings
    }
    let names = compilation.queries.map(\.name)
    if let name = arguments["query"] {
      let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
      throw .usage("'\(path)' has no query '\(name)'", help: near + ["its queries: \(names.joined(separator: ", "))"])
    }
    if names.isEmpty { throw .usage("'\(path)' has no query") }
    throw .usage(
      "'\(path)' has \(names.count) queries", help: ["--query NAME, one of \(names.joined(separator: ", "))"])
  }

  private func checkEntity(_ schema: Schema) throws(Failure) {
    guard let name = arguments["entity"], schema.entity(named: name) == nil else { return }
    let names = schema.entities.map(\.name)
    let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
    throw .usage("there is no entity '\(name)'", help: near + ["entities: \(names.joined(separator: ", "))"])
  }
}
