import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQTerminal
import CDQWhy

/// `eval --plan` over data in memory: how the store answers a query, measured.
enum PlanReport {
  /// The lines about a query, with a table of its steps.
  static func lines(
    _ query: QueryIR, _ arguments: Arguments, _ snapshot: Snapshot, _ settings: RunSettings
  ) throws(QueryFailure) -> [String] {
    let plan: QueryPlan
    do throws(ExecutionError) {
      plan = try snapshot.plan(of: query, arguments: arguments, options: settings.execution)
    } catch {
      throw QueryFailure(error)
    }
    var lines = ["engine: \(engine(plan.engine))"]
    lines.append(
      plan.candidates.map { "index: \(Phrase.count($0, "candidate")) of \(Phrase.count(plan.total, "row"))" }
        ?? "index: none, all \(Phrase.count(plan.total, "row")) are tested")
    if !plan.steps.isEmpty {
      let table = TextTable(
        columns: [.number("step"), .init(title: "condition"), .number("rows before"), .number("rows after"), .number("ms")],
        rows: plan.steps.enumerated().map { index, step in
          [
            .init(String(index + 1)), .init(step.text), .init(String(step.rowsBefore)), .init(String(step.rowsAfter)),
            .init(milliseconds(step.seconds)),
          ]
        })
      lines += table.lines(table.layout(nil), isColored: false)
    }
    lines += ResultRules(query: query).sentences.map { "result: \($0)" }
    lines.append("whole run: \(milliseconds(plan.seconds)) ms")
    return lines + plan.advice.map { "advice: \($0)" }
  }

  private static func engine(_ engine: QueryPlan.Engine) -> String {
    switch engine {
    case .lookup: "lookup in a unique index, without a scan"
    case .column: "columns, the cheapest condition first"
    case .row: "rows, one object after the other"
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    let hundredths = (seconds * 100_000).rounded()
    return String(describing: hundredths / 100)
  }
}
