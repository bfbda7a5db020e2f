import CDQIR
import CDQKit
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax

/// A session of the REPL: a schema, data, parameters and settings.
struct Repl {
  let context: CommandContext
  let schemaSource: CompilationInput
  var runner: QueryRunner
  /// The entity of predicates: the one that was set, or that of the last query.
  var entity: String?
  var parameters: [(name: String, value: ParameterText)] = []
  /// The format of results that the user has set; nil for a table, or records where few columns fit.
  var format: ResultFormat?
  /// The largest number of rows that are shown; nil for all.
  var rowLimit: Int? = 20
  var showsTime = false
  /// The last query or predicate that compiled; commands such as `:ir` without a text show this one.
  var lastText: String?
  /// Whether some line had an error.
  var hasFailed = false
  private var isDone = false

  var console: Console { context.console }
  var schema: Schema { runner.schema.schema }

  init(context: CommandContext, schema: CompilationInput) {
    self.context = context
    schemaSource = schema
    runner = QueryRunner(schema: schema.schema, schemaSources: schema.sources, limits: context.limits)
  }

  /// Prints the first line of a session on a terminal.
  private func greet() {
    if let database = runner.database {
      let count = Phrase.count(schema.entities.count, "entity", plural: "entities")
      return console.print("cdq \(Version.current), \(count) of \(database.location); :help shows what there is")
    }
    let objects = schema.entities.reduce(0) { $0 + runner.store.count(of: $1.name, includingSubentities: false) }
    console.print(
      "cdq \(Version.current), \(Phrase.count(schema.entities.count, "entity", plural: "entities")), "
        + "\(Phrase.count(objects, "object")); :help shows what there is")
  }

  /// Reads and answers lines that the user types, if input and output are a terminal.
  ///
  /// - Returns: false without a terminal.
  @discardableResult mutating func runOnTerminal() -> Bool {
    guard console.input.isTerminal, let descriptor = console.input.descriptor, console.output.isTerminal else {
      return false
    }
    showsTime = true
    let file = context.arguments.has("no-history") ? nil : HistoryFile(environment: console.environment)
    greet()
    run(TerminalInput(console: console, descriptor: descriptor, history: file))
    return true
  }

  /// Reads and answers lines until the end of input or `:quit`.
  mutating func run(_ input: some ReplInput) {
    var input = input
    while !isDone {
      guard let text = readText(&input) else { break }
      answer(text)
    }
  }

  /// Reads lines up to the end of an expression; nil at the end of input.
  private func readText(_ input: inout some ReplInput) -> String? {
    let completer = Completer(schema: schema, entity: entity)
    let prompt = "\(entity ?? "cdq")> "
    var text = ""
    while true {
      let isFirst = text.isEmpty
      switch input.next(
        prompt: isFirst ? prompt : "\(String(repeating: " ", count: max(0, prompt.count - 3)))…> ", completer: completer
      ) {
      case .cancelled: return ""
      case .end: return isFirst ? nil : text
      case .line(let line):
        text += isFirst ? line : "\n" + line
        // An empty line ends the text even if a bracket is still open: the user may have forgotten to close it.
        if line.isEmpty || line.hasPrefix(":") || !OpenText.isOpen(text) { return text }
      }
    }
  }

  private mutating func answer(_ text: String) {
    let line = text.trimmedWhitespace
    guard !line.isEmpty, !line.hasPrefix("//") else { return }
    if let (word, directive, argument) = ReplDirective.parse(line[...]) {
      guard let directive else { return fail(unknown: word) }
      if directive == .quit {
        isDone = true
      } else {
        obey(directive, argument)
      }
      return
    }
    if ["quit", "exit", "help"].contains(line), schema.entity(named: line) == nil {
      return fail("'\(line)' is no query", help: ["did you mean ':\(line)'?"])
    }
    evaluate(line)
  }

  /// Runs a query or predicate and prints its result.
  private mutating func evaluate(_ text: String) {
    let source = SourceText(name: "<query>", text)
    guard let ir = compile(source) else { return }
    entity = ir.entity
    lastText = text
    let start = ContinuousClock.now
    let outcome: QueryRunner.Outcome
    do throws(QueryFailure) {
      let values = Dictionary(parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      outcome = try runner.run(ir, try runner.arguments(for: ir, values, isExact: false))
    } catch {
      var failure = error
      if failure.code == "missing-argument" { failure.help.append(":let $name = value sets it") }
      context.show(failure, in: source.name)
      hasFailed = true
      return
    }
    show(outcome.answer, ContinuousClock.now - start)
  }

  private func show(_ answer: Answer, _ time: Duration) {
    let writer = ResultWriter(
      console: console, format: format, isColored: console.usesColor(console.output, context.color),
      rowLimit: rowLimit, recordOption: ":format record")
    let suffix = showsTime ? " (\(Phrase.time(time)))" : ""
    switch answer {
    case .rows(let rows), .single(let rows):
      if rows.count > 0 || format?.isForReaders == false { writer.write(answer) }
      console.print("\(Phrase.count(rows.count, "row"))\(suffix)")
    case .number, .truth:
      writer.write(answer)
      if showsTime { console.print(Phrase.time(time)) }
    case .deleted(let count):
      console.print("would delete \(Phrase.count(count, "object"))\(suffix)")
    }
  }

  /// Compiles a text and shows its diagnostics.
  ///
  /// - Returns: nil when the text has errors.
  mutating func compile(_ source: SourceText) -> QueryIR? {
    let compiled = runner.compile(source, entity: entity)
    let diagnostics = DiagnosticLevels(Catalogue.codes).applied(to: compiled.diagnostics, in: [source])
    context.show(diagnostics, [source] + runner.schemaSources)
    if compiled.ir == nil { hasFailed = true }
    return compiled.ir
  }

  mutating func fail(_ message: String, help: [String] = []) {
    hasFailed = true
    console.report("error: \(message)")
    for line in help { console.report("   = help: \(line)") }
  }

  private mutating func fail(unknown word: String) {
    let near = ReplDirective.nearest(to: word).map { ["did you mean ':\($0)'?"] } ?? []
    fail("unknown command ':\(word)'", help: near + [":help shows all commands"])
  }
}
