import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// A session of the REPL: a schema, data, parameters and settings.
struct Repl {
  let context: CommandContext
  /// Where results go: the console of the command, or a stream whose text is shown by a pager.
  var console: Console
  var schemaSource: CompilationInput
  var runner: QueryRunner
  /// How schema and data are read again.
  var source: SessionSource?
  /// The entity of predicates: the one that was set, or that of the last query.
  var entity: String?
  var parameters: [(name: String, value: ParameterText)] = []
  var named: NamedQueries
  /// The format of results that the user has set; nil for a table, or records where few columns fit.
  var format: ResultFormat?
  /// The largest number of rows that are shown; nil for all.
  var rowLimit: Int? = 20
  var showsTime = false
  /// Whether long results are shown by a pager, on a terminal.
  var usesPager = true
  /// The file that results go to; nil for the terminal.
  var outFile: OutFile?
  /// Paths of the files that this session has written with `:out`, which it may write again.
  var ownFiles: Set<String> = []
  /// The last query or predicate that compiled; commands such as `:ir` without a text show this one.
  var lastText: String?
  /// The values that `:run` gave to the last query.
  var lastValues: [String: ParameterText] = [:]
  var lastAnswer: Answer?
  /// The name of the query that was declared last.
  var lastDeclared: String?
  /// The code of the last error or warning that was shown.
  var lastCode: DiagnosticCode?
  var said = SaidOnce()
  /// Texts for the history that were not typed at the prompt.
  var written: [String] = []
  /// The number of files that `:source` is reading, one inside the other.
  var sourceDepth = 0
  /// Whether the user sits at a terminal.
  var isInteractive = false
  /// Whether some line had an error.
  var hasFailed = false
  var isDone = false

  var schema: Schema { runner.schema.schema }

  init(context: CommandContext, schema: CompilationInput) {
    self.context = context
    console = context.console
    schemaSource = schema
    runner = QueryRunner(schema: schema.schema, schemaSources: schema.sources, limits: context.limits)
    named = NamedQueries(schema)
  }

  /// Prints the first line of a session on a terminal.
  private func greet() {
    let head = "cdq \(Version.current), \(Phrase.count(schema.entities.count, "entity", plural: "entities"))"
    if schema.entities.isEmpty {
      return console.print("cdq \(Version.current), no schema yet: ':load PATH' infers one from data; :help shows what there is")
    }
    console.print("\(head)\(runner.data.extent); :help shows what there is")
  }

  /// Reads and answers what the user types, if input and output are a terminal.
  ///
  /// - Returns: false without a terminal.
  @discardableResult mutating func runOnTerminal() -> Bool {
    guard console.input.isTerminal, console.output.isTerminal else { return false }
    showsTime = true
    isInteractive = true
    runner.isCancelled = { InterruptSignal.isRaised }
    greet()
    if console.environment["TERM"] == "dumb" {
      run(PlainInput(console: console))
    } else {
      let file = context.arguments.has("no-history") ? nil : HistoryFile(environment: console.environment)
      run(TerminalInput(console: console, isColored: isColored, history: file))
    }
    return true
  }

  /// Reads and answers statements until the end of input or `:quit`.
  mutating func run(_ input: some ReplInput) {
    var input = input
    while !isDone {
      switch input.next(prompt: prompt, assistant: assistant) {
      case .end: return
      case .cancelled: continue
      case .line(let text):
        answerAll(in: text)
        for text in written { input.remember(text) }
        written = []
      }
    }
  }

  private var prompt: String { "\(entity ?? "cdq")> " }

  private var assistant: LineEditor.Assistant {
    LineEditor.Assistant(schema: schema, entity: entity, parameters: parameters.map(\.name), named)
  }

  /// Answers the statements of a text one after the other.
  mutating func answerAll(in text: String) {
    let statements = Statements.of(text)
    for statement in statements where !isDone {
      // Of several statements, each is shown above its answer.
      if isInteractive, statements.count > 1 {
        echo(statement)
      }
      guard isInteractive, sourceDepth == 0 else {
        answer(statement)
        continue
      }
      InterruptSignal.during { answer(statement) }
      if InterruptSignal.isRaised { return }
    }
  }

  /// Shows a statement that was not typed at the prompt as if it had been.
  func echo(_ statement: String) {
    let text = statement.replacing("\n", with: "\n" + EditorLayout.continuation(of: prompt))
    console.print(TextStyle.dim.applied(to: prompt + text, isColored: isColored))
  }

  private mutating func answer(_ statement: String) {
    let isName = { [schema, entity] (word: String) in
      schema.entity(named: word) != nil || entity.flatMap { schema.property(named: word, of: $0) } != nil
    }
    let line = ReplHabits.directive(for: statement, isName: isName) ?? statement
    guard let (word, directive, argument) = ReplDirective.parse(line[...]) else {
      // A clause alone continues the query before it, as in a file.
      if isInteractive, sourceDepth == 0, let lastText, StatementReader.beginsWithClause(statement) {
        return paged { $0.evaluate("\(lastText)\n\(statement)") }
      }
      return paged { $0.evaluate(statement) }
    }
    guard let directive else { return fail(unknown: word) }
    let query = argument.hasSuffix(";") && directive.argument == .query ? String(argument.dropLast()) : argument
    if directive.usesTerminal { return directive.run(&self, query) }
    paged { directive.run(&$0, query) }
  }

  // MARK: Messages

  var isColored: Bool { console.usesColor(context.console.output, context.color) }

  mutating func fail(_ message: String, help: [String] = []) {
    hasFailed = true
    console.report("error: \(VisibleText.escaped(message, keepsLines: true))")
    for line in help { console.report("   = help: \(VisibleText.escaped(line))") }
  }

  mutating func fail(_ failure: Failure) {
    switch failure {
    case .usage(let message, let help), .unreadable(let message, let help): fail(message, help: help)
    case .bug(let message): fail(message)
    // What has failed has shown its errors.
    case .findings: hasFailed = true
    }
  }

  private mutating func fail(unknown word: String) {
    let near = ReplDirective.nearest(to: word).map { ["did you mean ':\($0)'?"] } ?? []
    fail("unknown command ':\(word)'", help: near + [":help shows all commands"])
  }
}
