import CDQExplanations
import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// Running a query and showing its result.
extension Repl {
  /// Runs a query, a predicate or the declaration of a query, and prints its result.
  mutating func evaluate(_ text: String) {
    guard let ir = compile(SourceText(name: "<query>", text)) else { return }
    if Declaration.body(of: text) != nil, let name = lastDeclared, !canRun(ir) {
      (entity, lastText, lastValues) = (ir.entity, text, [:])
      return console.print("\(name) is declared; :run \(name) \(NamedQueries.usage(of: ir))")
    }
    show(ir, text)
    if isInteractive, Declaration.body(of: text) != nil, let name = lastDeclared {
      console.print(TextStyle.dim.applied(to: "\(name) is declared; ':run \(name)' runs it again", isColored: isColored))
    }
  }

  /// Whether all parameters of a query have values.
  private func canRun(_ ir: QueryIR) -> Bool {
    ir.parameters.allSatisfy { parameter in parameter.isOmittable || parameters.contains { $0.name == parameter.name } }
  }

  /// Runs a query and prints its result, which is then the last one.
  ///
  /// - Parameter given: values for this run alone.
  mutating func show(_ ir: QueryIR, _ text: String, given: [String: ParameterText] = [:]) {
    guard let (answer, time) = run(ir, text, given: given) else { return }
    show(answer, time)
  }

  /// Runs a query; nil when that fails, after showing the error.
  mutating func run(
    _ ir: QueryIR, _ text: String, given: [String: ParameterText] = [:]
  ) -> (answer: Answer, time: Duration)? {
    entity = ir.entity
    lastText = text
    lastValues = given
    let start = ContinuousClock.now
    do throws(QueryFailure) {
      let outcome = try runner.run(ir, try runner.arguments(for: ir, values, isExact: false))
      lastAnswer = outcome.answer
      return (outcome.answer, ContinuousClock.now - start)
    } catch {
      if isInteractive, InterruptSignal.isRaised {
        // The terminal has shown `^C` where the cursor was.
        console.report("\ncancelled after \(Phrase.time(ContinuousClock.now - start))")
        hasFailed = true
        return nil
      }
      var failure = error
      if failure.code == "missing-argument" {
        let name = failure.message.split(separator: "'").dropFirst().first ?? "$name"
        failure.help.append(":let \(name) = … sets it")
      }
      show(failure)
      return nil
    }
  }

  /// The values of parameters: those that are set, and those that `:run` gave to the last query.
  var values: [String: ParameterText] {
    Dictionary(parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }).merging(lastValues) { $1 }
  }

  mutating func show(_ failure: QueryFailure) {
    context.show(failure, in: "<query>")
    hasFailed = true
    lastCode = DiagnosticCode(failure.code)
    hintAtExplanation()
  }

  mutating func show(_ answer: Answer, _ time: Duration) {
    let suffix = showsTime ? " (\(Phrase.time(time)))" : ""
    if let outFile { return write(answer, to: outFile, suffix) }
    let writer = ResultWriter(
      console: console, format: format, isColored: isColored, rowLimit: rowLimit, recordOption: ":format record")
    if let refusal = writer.refusal(of: answer) { return fail(refusal.message, help: [refusal.help]) }
    switch answer {
    case .rows(let rows), .single(let rows):
      if rows.count > 0 || format?.isForReaders == false { writer.write(answer) }
      console.print("\(Phrase.count(rows.count, "row"))\(suffix)")
    case .number, .truth:
      writer.write(answer)
      if showsTime { console.print(Phrase.time(time)) }
    case .deleted(let count):
      console.print("would delete \(Phrase.count(count, "object"))\(suffix)")
    case .updated(let count):
      console.print("would change \(Phrase.count(count, "object"))\(suffix)")
    }
  }

  // MARK: Compiling

  /// Compiles a text, or the declaration of a query, and shows its diagnostics.
  ///
  /// - Returns: nil when the text has errors.
  mutating func compile(_ source: SourceText) -> QueryIR? {
    if Declaration.body(of: String(decoding: source.utf8, as: UTF8.self)) != nil { return declare(source) }
    let compiled = runner.compile(source, entity: entity)
    show(compiled.diagnostics, in: [source])
    return compiled.ir
  }

  /// Compiles the declarations of a text and adds their queries to the named ones.
  ///
  /// - Returns: the last query; nil when there was an error.
  private mutating func declare(_ source: SourceText) -> QueryIR? {
    let (queries, diagnostics) = NamedQueries.compile([source], runner.schema, runner.limits)
    show(diagnostics, in: [source])
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    for query in queries { named.add(query) }
    lastDeclared = queries.last?.name
    return queries.last?.ir
  }

  /// Shows diagnostics, without what the session has said before.
  mutating func show(_ diagnostics: [Diagnostic], in sources: [SourceText]) {
    let leveled = DiagnosticLevels(Catalogue.codes).applied(to: diagnostics, in: sources)
    let new = said.filter(leveled)
    context.show(new, sources + runner.schemaSources)
    if let first = new.first(where: { $0.severity == .error }) ?? new.first { lastCode = first.code }
    guard leveled.contains(where: { $0.severity == .error }) else { return }
    hasFailed = true
    hintAtExplanation()
  }

  /// Says once that errors can be explained.
  private mutating func hintAtExplanation() {
    guard isInteractive, lastCode.flatMap({ Catalogue.all.entry(of: $0) }) != nil, said.first(.explanation) else { return }
    console.report(TextStyle.dim.applied(to: "':explain' says more about the last error", isColored: isColored))
  }

  // MARK: Paging

  /// Calls a closure, and shows what it prints with a pager if that is longer than the terminal.
  mutating func paged(_ body: (inout Repl) -> Void) {
    let outer = console
    guard isInteractive, sourceDepth == 0, let columns = outer.output.columns, let height = outer.output.rows else {
      return body(&self)
    }
    let memory = MemoryOutput(columns: columns, isInterruptible: true)
    console = Console(
      output: memory, errors: outer.errors, input: outer.input, environment: outer.environment,
      workingDirectory: outer.workingDirectory)
    body(&self)
    console = outer
    let lines = memory.text.utf8.count { $0 == 0x0A }
    if usesPager, lines >= height, let pager = Pager(outer.environment), pager.show(memory.text) { return }
    outer.output.write(memory.text)
    outer.output.flush()
  }
}
