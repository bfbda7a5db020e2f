import CDQConnections
import CDQDatabase
import CDQDuckDB
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSchema
import CDQSQL
import Foundation
import Testing

/// Compares the answers of DuckDB with those of memory, where its library is found.
///
///     .ci/duckdb swift test --filter DuckDBTests
@Suite(.enabled(if: DuckDBLibraryTest.isThere, "DuckDB is not on this machine: see .ci/duckdb")) struct DuckDBTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let cases = environment["CDQ_DATABASE_CASES"].flatMap { Int($0) } ?? 1000

  /// Worlds in the tables of DuckDB, in Parquet files in our own layout, and in Parquet files without its columns.
  enum Place: CaseIterable {
    case tables, files, foreignFiles
  }

  @Test func `DuckDB gives the rows of memory`() throws {
    var tallies: [String: DatabaseTests.Tally] = [:]
    var failures = 0
    let perWorld = DatabaseTests.casesPerWorld
    let only = DuckDBTests.environment["CDQ_DATABASE_WORLD"].flatMap { Int($0) }
    for number in only.map({ $0..<($0 + 1) }) ?? 0..<(DuckDBTests.cases / perWorld) where failures < 10 {
      let seed = DatabaseTests.seed << 32 + UInt64(number)
      var random = SplitMix(seed: seed)
      let world = try DuckDBTests.world(
        RandomWorld.make(&random).stored(withoutNaN: false), Place.allCases[number % Place.allCases.count])
      for _ in 0..<perWorld {
        failures += DatabaseTests.run(world, &random, &tallies, seed)
        if failures >= 10 { break }
      }
    }
    for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      #expect(tally.refused * 20 <= tally.total, "\(name) refuses more than 5 %: \(tally.reasons)")
      print("\(name): \(tally.total) queries, \(tally.exact) by SQL alone, \(tally.residual) tested again in memory, \(tally.refused) refused")
      for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
    }
    if only == nil { #expect(tallies.values.reduce(0) { $0 + $1.total } >= DuckDBTests.cases * 9 / 10) }
  }

  /// A world in a database of DuckDB.
  static func world(_ world: RandomWorld, _ place: Place) throws -> DatabaseWorld {
    let loaded = try OracleCase.Loaded(world)
    let schema = loaded.checked.schema
    let tables = try DuckDBConnection(canWrite: true)
    try Database(schema: schema, dialect: .duckdb).create(on: tables, with: loaded.store.snapshot)
    let layout = OwnLayout(schema)
    let database = Database(
      schema: schema, mapping: place == .foreignFiles ? layout.mapping.withoutFolds : layout.mapping, dialect: .duckdb)
    if place == .tables { return DatabaseWorld(loaded: loaded, databases: [("DuckDB", database, tables)]) }
    // DuckDB finds no file with a backslash in its name by a pattern, which the path with brackets is.
    let isPattern = !layout.tables.contains { $0.name.name.contains("\\") }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cdq-\(UUID().uuidString)/\(isPattern ? "it's [here]" : "it's here")").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for table in layout.tables {
      let file = "\(folder)/\(table.name.name).parquet".replacing("'", with: "''")
      _ = try tables.rows("COPY \(tables.dialect.identifier(table.name)) TO '\(file)' (FORMAT parquet)")
    }
    let files = try #require(DuckDBFiles(folder))
    return DatabaseWorld(loaded: loaded, databases: [("Parquet", database, try files.connect())])
  }
}

/// Whether this machine has the library.
enum DuckDBLibraryTest {
  static let isThere = (try? DuckDBConnection()) != nil
}
