import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq eval --batch FILE`: answers each JSON line of the file with one JSON line. An error in a line does not stop
/// the lines after it.
struct BatchRun {
  let context: CommandContext
  let data: String
  private var arguments: ParsedArguments { context.arguments }
  private var console: Console { context.console }

  func run() throws(Failure) -> ExitCode {
    try refuseOthers()
    let file = arguments["batch"] ?? "-"
    if file == "-", data == "-" { throw .usage("the batch and the data cannot both be standard input") }
    let input: any ConsoleInput = file == "-" ? console.input : try BytesInput(DocumentFiles.bytes(file))
    let (schema, source) = try context.schemaAndData(data)
    let opened = try source.open(schema.schema.schema, context)
    var runner = QueryRunner(schema: schema.schema, data: opened, limits: context.limits)
    runner.engine = arguments.choice("engine", default: .column)
    var errors = 0
    var lines = 0
    while !console.output.isClosed, let line = input.readLine() {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      lines += 1
      do throws(QueryFailure) {
        console.print(try answer(line, runner))
      } catch {
        errors += 1
        console.print(BatchRun.json(error))
      }
      // Another program may wait for this answer before it writes the next line.
      if file == "-" { console.output.flush() }
    }
    if let failure = input.failure { throw .unreadable("cannot read the batch: \(failure)") }
    if errors > 0 { context.summary("\(Phrase.count(errors, "error")) in \(Phrase.count(lines, "line"))") }
    return errors == 0 ? .clean : .findings
  }

  private func refuseOthers() throws(Failure) {
    try arguments.refuseMore(than: 0, help: ["the queries of a batch are in its file"])
    for option in ["write", "param", "arg", "entity", "query", "format", "explain", "exit-status", "page", "after"]
    where arguments.has(option) {
      throw .usage("--\(option) cannot be used with --batch")
    }
  }

  private func answer(_ bytes: [UInt8], _ runner: QueryRunner) throws(QueryFailure) -> String {
    let line = try BatchLine.parse(bytes)
    var runner = runner
    try line.apply(to: &runner.limits)
    let isStrict = line.isStrict || arguments.has("strict-nspredicate")
    let format = FormatArguments(values: line.arguments ?? [])
    var options = CheckOptions(strictNSPredicate: isStrict)
    if isStrict {
      options = format.options(runner.schema.schema)
    } else if line.arguments != nil {
      throw QueryFailure(
        stage: .bind, code: "unknown-argument", message: "'args' belong to strict mode", help: ["\"strict\": true"])
    }
    let (source, form) = line.source
    let compiled = runner.compile(source, entity: line.entity, form: form, options: options)
    if isStrict, !compiled.diagnostics.contains(where: { $0.severity == .error && $0.stage == .parse }) {
      try format.check(against: source, runner.schema.schema, runner.limits)
    }
    guard let ir = compiled.ir else {
      throw QueryFailure(compiled.diagnostics, in: source)
        ?? QueryFailure(stage: .check, code: ToolCode.internal.rawValue, message: "the text was refused without a reason")
    }
    let values = line.parameters.merging(format.parameters(of: ir)) { $1 }
    let outcome = try runner.run(ir, try runner.arguments(for: ir, values))
    return BatchRun.json(outcome.answer, isProjection: ir.projection != nil)
  }

  private static func json(_ answer: Answer, isProjection: Bool) -> String {
    switch answer {
    case .number(let number), .deleted(let number), .updated(let number): return "{\"value\":\(number)}"
    case .truth(let truth): return "{\"value\":\(truth)}"
    case .rows(let rows), .single(let rows):
      guard !isProjection else {
        let objects = (0..<rows.count).map { ValueText.object(rows.row($0), rows.columns) }
        return "{\"rows\":[\(objects.joined(separator: ","))]}"
      }
      return "{\"ids\":[\((0..<rows.count).map { ValueText.json(rows.identity($0), .null) }.joined(separator: ","))]}"
    }
  }

  private static func json(_ failure: QueryFailure) -> String {
    func text(_ value: String) -> String { ValueText.json(.string(value), .string) }
    var members = [
      "\"stage\":\(text(failure.stage.rawValue))", "\"code\":\(text(failure.code))",
      "\"message\":\(text(failure.message))",
    ]
    if let position = failure.place { members.append("\"line\":\(position.line),\"column\":\(position.column)") }
    return "{\"error\":{\(members.joined(separator: ","))}}"
  }
}

extension BatchLine {
  /// The text of the line as the compiler's input.
  fileprivate var source: (SourceText, QueryRunner.TextForm) {
    switch text {
    case .query(let text): (SourceText(name: "<query>", text), entity == nil ? .query : .byText)
    case .predicate(let text): (SourceText(name: "<query>", text), .predicate)
    }
  }
}
