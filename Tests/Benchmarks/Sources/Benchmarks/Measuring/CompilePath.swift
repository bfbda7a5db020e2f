import CDQKit
import CDQRuntime
import CSQLite
import Foundation

/// Time from the text of a query to its plan, compared with SQLite's preparation of a similar statement; and the time
/// that 1,000 queries add to a build.
struct CompilePath {
  let schema: Schema
  let options: BenchmarkOptions
  let measuring: Measuring

  private static let texts: [(name: String, cdq: String, sql: String)] = [
    (
      "compile comparison", "City where population > 1000000", "SELECT id FROM city WHERE population > 1000000"
    ),
    (
      "compile typical",
      """
      City where name LIKE 'San*' AND population BETWEEN {1000, 5000} AND countryCode IN {'AA', 'BE', 'CI'} \
      sort population desc limit 20
      """,
      """
      SELECT id FROM city WHERE name GLOB 'San*' AND population BETWEEN 1000 AND 5000
      AND countryCode IN ('AA', 'BE', 'CI') ORDER BY population DESC LIMIT 20
      """
    ),
    (
      "compile relationship",
      """
      Country where continent == 'Europe' AND ANY cities.population > 1000000 \
      AND SUBQUERY(cities, $c, $c.isCapital == true).@count > 5
      """,
      """
      SELECT code FROM country k WHERE continent = 'Europe'
      AND EXISTS (SELECT 1 FROM city c WHERE c.country = k.number AND c.population > 1000000)
      AND (SELECT count(*) FROM city c WHERE c.country = k.number AND c.isCapital) > 5
      """
    ),
  ]

  func measure(into report: inout Report) throws {
    let wanted = CompilePath.texts.filter { options.wants($0.name) }
    if !wanted.isEmpty {
      let sqlite = try SQLiteDatabase(rowCount: 1000)
      for (name, text, sql) in wanted {
        Console.note(name)
        let schema = schema
        let store = try measuring.time {
          let query = try CheckedQuery(parsing: text, in: schema)
          keep(try PreparedStoreQuery(query.ir, schema: schema))
          return .none
        }.milliseconds
        let own = try measuring.time {
          let query = try CheckedQuery(parsing: text, in: schema)
          if query.ir.entity == "City" {
            keep(try query.prepare(for: Access.cities))
          } else {
            keep(try query.prepare(for: Access.countries))
          }
          return .none
        }.milliseconds
        let front = try measuring.time {
          keep(try CheckedQuery(parsing: text, in: schema))
          return .none
        }.milliseconds
        let theirs = try measuring.time {
          keep(try sqlite.prepare(sql))
          return .none
        }.milliseconds
        for (engine, time) in [(Measurement.Engine.column, store), (.row, own), (.sqlite, theirs)] {
          report.add(Measurement(query: name, rows: 0, engine: engine, milliseconds: time, result: nil))
        }
        report.notes.append(
          "\(name): \(Report.short(front * 1000)) µs to parse, check and lower; with the plan for one's own types "
            + "\(Report.short(own * 1000)) µs, with that for a schema \(Report.short(store * 1000)) µs; SQLite prepares in "
            + "\(Report.short(theirs * 1000)) µs")
      }
    }
    if options.wants("generate 1000 queries") { try generate(into: &report) }
  }

  /// Times the whole command `cdq generate`: reading the files, all stages, and writing Swift to standard output.
  private func generate(into report: inout Report) throws {
    let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cdq")
    guard FileManager.default.isExecutableFile(atPath: tool.path) else { return }
    Console.note("generate 1000 queries")
    let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(QueryTexts().schema.utf8).write(to: folder.appending(path: "World.cdq"))
    let queries = (0..<1000).map { number in
      """
      query typical\(number) = City where name BEGINSWITH[c] $prefix AND population BETWEEN {$low, \(5000 + number)}
        AND country.continent IN {'Africa', 'Asia'} sort population desc limit 20

      """
    }
    try Data(queries.joined().utf8).write(to: folder.appending(path: "Queries.cdq"))
    var size = 0
    let times = try (0..<(options.isQuick ? 1 : 5)).map { _ in
      try Measuring.elapsed { size = try Command.run(tool.path, ["generate", folder.path, "--stdout"]).count }
    }
    let milliseconds = Measuring.median(times)
    guard size > 100_000 else { throw BenchmarkError("'cdq generate' wrote \(size) bytes") }
    report.add(
      Measurement(query: "generate 1000 queries", rows: 0, engine: .column, milliseconds: milliseconds, result: nil))
    report.notes.append(
      "generate: \(Report.short(milliseconds)) ms for 1,000 queries, the start of the process included")
  }
}
