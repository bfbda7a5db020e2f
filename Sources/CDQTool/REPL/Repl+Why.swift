import CDQIR
import CDQRuntime
import CDQSyntax

/// `:why`: the truth trees of the last query.
extension Repl {
  mutating func showWhy(_ identity: String) {
    guard let text = lastText else {
      return fail("there is no query yet", help: ["write a query first, then :why, or :why with an identity"])
    }
    if runner.database != nil {
      return fail(":why explains objects in memory, not those of a database", help: [":sql shows the statement"])
    }
    guard let ir = compile(SourceText(name: "<query>", text)) else { return }
    do throws(QueryFailure) {
      let values = Dictionary(parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      let arguments = try runner.arguments(for: ir, values, isExact: false)
      let report = WhyReport(query: ir, arguments: arguments, runner: runner)
      for line in try report.lines(about: identity.isEmpty ? nil : identity) { console.print(line) }
    } catch {
      context.show(error, in: "<query>")
      hasFailed = true
    }
  }
}
