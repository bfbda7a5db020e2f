import CDQConnections
import Foundation
import PostgresQueries
import QueryCases
import SQLiteQueries

/// An error that ends the program.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

@main struct Program {
  static let usage = """
    usage: database-benchmarks load DATABASE… --rows N           makes the tables, and fills them
           database-benchmarks check DATABASE… --rows N          does each query use its index?
           database-benchmarks time DATABASE… --rows N [--rounds N] [--filter NAME] [--json FILE]
           database-benchmarks shapes DATABASE --rows N [--rounds N] [--filter NAME]   makes folders with notes
           database-benchmarks load-existing DATABASE --rows N   makes the tables of a shop, which are not of our layout
           database-benchmarks existing DATABASE --schema FILE --rows N [--rounds N] [--filter NAME]

    DATABASE is a file of SQLite or a URL of PostgreSQL, which 'load' has filled with as many rows.
    """

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    var (places, options): ([String], [String: String]) = ([], [:])
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        places.append(argument)
        continue
      }
      guard ["--rows", "--rounds", "--filter", "--json", "--schema"].contains(argument), let value = rest.popFirst() else {
        throw Failure(usage)
      }
      options[argument] = value
    }
    guard let command = arguments.first, !places.isEmpty, let rows = options["--rows"].flatMap({ Int($0) }), rows >= 1000 else {
      throw Failure(usage)
    }
    switch command {
    case "load": try Loading.load(places, rows: rows)
    case "check": try check(places, rows)
    case "time": try await time(places, rows, options)
    case "shapes": try await shapes(places[0], rows, options)
    case "load-existing": for place in places { try ExistingRun.load(place, rows: rows) }
    case "existing": try await existing(places[0], rows, options)
    default: throw Failure(usage)
    }
  }

  private static func sample(_ rows: Int) -> SampleArguments {
    // PostgreSQL takes no prefix that ends with a letter such as 京.
    let names = (rows / 2..<rows).lazy.map { CityRow($0, of: rows).name }
    return SampleArguments(rows: rows, name: names.first { $0.utf8.count > 5 && $0.utf8.allSatisfy { $0 < 128 } } ?? "")
  }

  private static func check(_ places: [String], _ rows: Int) throws {
    var check = IndexCheck()
    for place in places {
      if DatabaseLocation.isPostgres(place) {
        let connection = try PostgresConnection(url: place)
        try check.check(PostgresQueries.queryCases(sample(rows)), RunTimeQueries(.postgres), on: connection)
      } else {
        let connection = try SQLiteConnection(path: place)
        try check.check(SQLiteQueries.queryCases(sample(rows)), RunTimeQueries(.sqlite), on: connection)
      }
    }
    for problem in check.problems { print(problem) }
    guard check.problems.isEmpty else { throw Failure("\(check.problems.count) problems") }
    print("\(check.count) statements use their index")
  }

  /// Times the queries of the shop, after a check that each uses the index that the statement by hand uses.
  private static func existing(_ place: String, _ rows: Int, _ options: [String: String]) async throws {
    guard let schema = options["--schema"] else { throw Failure(usage) }
    let run = try ExistingRun(place, schema: schema, rows: rows)
    let problems = try run.problems()
    for problem in problems { print(problem) }
    guard problems.isEmpty else { throw Failure("\(problems.count) problems") }
    let rounds = options["--rounds"].flatMap { Int($0) } ?? 7
    let stopwatch = Stopwatch(rounds: rounds, least: rounds == 1 ? 0 : 5)
    var report = Report(rows: rows)
    for query in run.queries where options["--filter"].map({ query.name.contains($0) }) ?? true {
      try report.add(query.name, run.connection.dialect.title, await stopwatch.time(run.engines(query)))
    }
    print(report.tables)
  }

  /// Times shapes over a new file of SQLite.
  private static func shapes(_ place: String, _ rows: Int, _ options: [String: String]) async throws {
    try ShapeRun.load(place, rows: rows)
    let run = try ShapeRun(place)
    let rounds = options["--rounds"].flatMap { Int($0) } ?? 5
    let stopwatch = Stopwatch(rounds: rounds, least: rounds == 1 ? 0 : 5)
    var report = Report(rows: rows)
    for shape in ShapeRun.shapes where options["--filter"].map({ shape.name.contains($0) }) ?? true {
      try report.add(shape.name, run.connection.dialect.title, await stopwatch.time(run.engines(shape)))
    }
    print(report.tables)
  }

  private static func time(_ places: [String], _ rows: Int, _ options: [String: String]) async throws {
    let rounds = options["--rounds"].flatMap { Int($0) } ?? 15
    let stopwatch = Stopwatch(rounds: rounds, least: rounds == 1 ? 0 : 5)
    func isWanted(_ name: String) -> Bool { options["--filter"].map { name.contains($0) } ?? true }
    var report = Report(rows: rows)
    for place in places {
      if DatabaseLocation.isPostgres(place) {
        let (connection, byHand) = (try PostgresConnection(url: place), try PostgresByHand(url: place))
        let runTime = try RunTimeQueries(.postgres)
        for query in try PostgresQueries.queryCases(sample(rows)) where isWanted(query.name) {
          let engines = [
            Engine(name: "by hand") { try byHand.run(query) },
            Engine(name: "generated") { try await query.run(connection) },
            Engine(name: "CDQDatabase") {
              try runTime.run(query, on: connection, PostgresQueries.City.self, PostgresQueries.Country.self)
            },
          ]
          try report.add(query.name, "PostgreSQL", await stopwatch.time(engines))
        }
      } else {
        let (connection, byHand) = (try SQLiteConnection(path: place), try SQLiteByHand(path: place))
        let (runTime, peer) = (try RunTimeQueries(.sqlite), try GRDBRun(path: place))
        for query in try SQLiteQueries.queryCases(sample(rows)) where isWanted(query.name) {
          let engines = [
            Engine(name: "by hand") { try byHand.run(query) },
            Engine(name: "generated") { try await query.run(connection) },
            Engine(name: "CDQDatabase") {
              try runTime.run(query, on: connection, SQLiteQueries.City.self, SQLiteQueries.Country.self)
            },
            Engine(name: "GRDB rows") { try peer.rows(query) },
            Engine(name: "GRDB Codable") { try peer.records(query) },
          ]
          try report.add(query.name, "SQLite", await stopwatch.time(engines))
        }
      }
    }
    print(report.tables)
    if let path = options["--json"] { try report.json.write(toFile: path, atomically: true, encoding: .utf8) }
  }
}
