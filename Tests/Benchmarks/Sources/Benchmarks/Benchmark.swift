import CDQKit
import CDQRuntime
import Foundation

/// The command `cdq-benchmarks`; the README of this package describes it.
@main
struct Benchmark {
  static func main() {
    do {
      guard let options = try BenchmarkOptions(Array(CommandLine.arguments.dropFirst())) else {
        print(BenchmarkOptions.usage)
        return
      }
      let report = try run(options)
      print(report.table)
      for note in report.notes { print("\n\(note)") }
      if let path = options.jsonPath { try Data(report.json.utf8).write(to: URL(filePath: path)) }
      for difference in report.differences { Console.note("error: engines differ in \(difference)") }
      if !report.differences.isEmpty { exit(1) }
    } catch {
      Console.note("error: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: BenchmarkOptions) throws -> Report {
    let texts = try QueryTexts()
    let schema = try Schema(parsing: texts.schema, name: "World.cdq")
    let measuring = Measuring(isQuick: options.isQuick)
    var report = Report()
    try CompilePath(schema: schema, options: options, measuring: measuring).measure(into: &report)
    try EditorSession(options: options).measure(into: &report)
    let loaded = try Loading(schema: schema, options: options).measure(into: &report)

    try Decoding(options: options, measuring: measuring).measure(into: &report)
    try Reports(options: options, measuring: measuring).measure(into: &report)

    Console.note("making \(options.rowCount) rows for the other engines")
    let world = World(rowCount: options.rowCount)
    let queries = allQueries(world).filter(options.wants)
    let sqlite = try SQLiteDatabase(rowCount: options.rowCount)
    let columns = PlainColumns(world)
    for query in queries {
      Console.note("\(query.name) (\(query.family))")
      let checked = try CheckedQuery(parsing: try texts.text(of: query), in: schema)
      let statement = try query.sqliteText.map { try sqlite.prepare($0) }
      let runs: [(Measurement.Engine, (() throws -> Outcome)?)] = [
        (.column, try loaded.prepare(checked, query.arguments)),
        (.row, query.needsStore ? nil : try RowEngine.prepare(checked, query.arguments, world)),
        (.generated, query.generated), (.handwritten, query.handwritten), (.predicateMacro, query.predicateMacro),
        (.sqlite, statement.map { statement in { try statement.run(query.shape) } }),
        (.sum, query.sum.map { sum in { .count(sum(columns)) } }),
      ]
      for case (let engine, let run?) in runs {
        let (milliseconds, outcome) = try measuring.time(run)
        report.add(
          Measurement(
            query: query.name, rows: options.rowCount, engine: engine, milliseconds: milliseconds,
            result: engine == .sum ? nil : outcome.answer.json))
      }
    }
    if options.usesPeers, !queries.isEmpty {
      let peers = try Peers(rowCount: options.rowCount, queries: queries, isQuick: options.isQuick)
      if let measurements = try peers.run() { report.add(measurements) }
      for query in queries where query.family == QueryCase.firstOfEach {
        report.note(query.name, .column, over: .duckdb, "DuckDB; 1 is wanted")
      }
    }
    return report
  }
}
