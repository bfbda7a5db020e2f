import Foundation

/// DuckDB and Polars, on which a Python script runs the same queries over the same data.
struct Peers {
  private let folder: URL

  /// Writes the data and the queries to the folder from which the script reads them.
  init(rowCount: Int, queries: [QueryCase], isQuick: Bool) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cdq-benchmarks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try DataText.csv(rowCount: rowCount).write(to: folder.appending(path: "City.csv"))
    try DataText.countriesCSV().write(to: folder.appending(path: "Country.csv"))
    let job = Job(
      rows: rowCount, runs: isQuick ? 1 : 5, many: World.tenThousand,
      queries: queries.map { Job.Query(name: $0.name, shape: $0.shape, duckdb: $0.duckdbText) })
    try JSONEncoder().encode(job).write(to: folder.appending(path: "job.json"))
  }

  /// The JSON file that the script reads in addition to the data.
  private struct Job: Codable {
    struct Query: Codable {
      var name: String
      var shape: QueryCase.Shape
      var duckdb: String?
    }

    var rows: Int
    var runs: Int
    var many: [Int64]
    var queries: [Query]
  }

  /// Runs the script; returns nil, after a message, if Python or the network is missing.
  func run() throws -> [Measurement]? {
    guard let python = python() else { return nil }
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "peers.py")
    guard let output = try? Command.run(python, [script.path, folder.path]) else {
      Console.note("the script for DuckDB and Polars failed: going on without")
      return nil
    }
    return try Measurement.list(fromJSON: output)
  }

  /// The Python interpreter of an environment with both engines: that of `CDQ_BENCHMARKS_PYTHON`, or a new one.
  private func python() -> String? {
    if let given = ProcessInfo.processInfo.environment["CDQ_BENCHMARKS_PYTHON"] { return given }
    let environment = folder.appending(path: "python")
    let python = environment.appending(path: "bin/python").path
    let needs = ["-c", "import duckdb, polars, numpy"]
    if (try? Command.run(python, needs)) != nil { return python }
    Console.note("installing DuckDB and Polars into \(environment.path)")
    do {
      _ = try Command.run("/usr/bin/env", ["python3", "-m", "venv", "--clear", environment.path])
      _ = try Command.run(python, ["-m", "pip", "install", "--quiet", "duckdb", "polars", "numpy"])
      _ = try Command.run(python, needs)
    } catch {
      Console.note("there is no Python with pip, or no network: going on without DuckDB and Polars (\(error))")
      return nil
    }
    return python
  }
}

/// Runs other programs.
enum Command {
  /// Runs a program and returns its standard output; its standard error is shown.
  static func run(_ path: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError("\(path) ended with \(process.terminationStatus)")
    }
    return data
  }
}
