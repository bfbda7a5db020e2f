import CDQIR
import CDQRuntime
import CDQSyntax
import CDQTerminal

/// The commands that show how a query comes to its answer.
extension Repl {
  /// `:why`: the truth trees of the last query.
  mutating func showWhy(_ identity: String) {
    guard let ir = compiled("") else { return }
    show(ir) { arguments, runner throws(QueryFailure) in
      try runner.whyReport(ir, arguments).lines(about: identity.isEmpty ? nil : identity)
    }
  }

  /// `:plan`: how a text is run, step by step.
  mutating func showPlan(_ argument: String) {
    guard let ir = compiled(argument) else { return }
    show(ir) { arguments, runner throws(QueryFailure) in try runner.plan(ir, arguments) }
  }

  /// The query of an argument, or the last one.
  private mutating func compiled(_ argument: String) -> QueryIR? {
    guard let text = text(argument) else { return nil }
    return compile(SourceText(name: "<query>", text))
  }

  /// Shows lines about a query and the values of its parameters.
  private mutating func show(
    _ ir: QueryIR, _ lines: (Arguments, QueryRunner) throws(QueryFailure) -> [String]
  ) {
    do throws(QueryFailure) {
      for line in try lines(try runner.arguments(for: ir, values, isExact: false), runner) { console.print(line) }
    } catch {
      show(error)
    }
  }
}
