import Foundation

/// The times of all queries, as tables and as JSON.
struct Report {
  let rows: Int

  private struct Line {
    var query: String
    var database: String
    var count: String
    var times: [(engine: String, times: Times)]
  }

  private var lines: [Line] = []

  init(rows: Int) {
    self.rows = rows
  }

  /// Adds the times of a query.
  ///
  /// - Throws: `Failure` if two engines give other rows.
  mutating func add(
    _ query: String, _ database: String, _ results: [(engine: String, times: Times, digest: String)]
  ) throws {
    guard let first = results.first else { return }
    for other in results where other.digest != first.digest {
      throw Failure("\(query) in \(database): \(first.engine) has \(first.digest), \(other.engine) \(other.digest)")
    }
    let count = first.digest.prefix { $0 != ":" }
    lines.append(Line(query: query, database: database, count: String(count), times: results.map { ($0.engine, $0.times) }))
    FileHandle.standardError.write(Data("\(database) \(query): \(count) rows\n".utf8))
  }

  /// For each database a table of milliseconds of processor time, with the ratio to what is written by hand; for
  /// PostgreSQL, the elapsed time too.
  var tables: String {
    var texts: [String] = []
    for database in ["SQLite", "PostgreSQL"] {
      let mine = lines.filter { $0.database == database }
      var engines: [String] = []
      for time in mine.flatMap(\.times) where !engines.contains(time.engine) { engines.append(time.engine) }
      if engines.isEmpty { continue }
      let isServer = database == "PostgreSQL"
      var table = ["| \(database) | rows |" + engines.map { " \($0) |" }.joined() + (isServer ? engines.map { " \($0), elapsed |" }.joined() : "")]
      table.append("|---|---:|" + String(repeating: "---:|", count: engines.count * (isServer ? 2 : 1)))
      for line in mine {
        var row = "| \(line.query) | \(line.count) |" + cells(line, engines, \Times.processor)
        if isServer { row += cells(line, engines, \Times.elapsed) }
        table.append(row)
      }
      texts.append(table.joined(separator: "\n"))
    }
    return texts.joined(separator: "\n\n")
  }

  private func cells(_ line: Line, _ engines: [String], _ kind: KeyPath<Times, Double>) -> String {
    let base: Double = line.times.first.map { $0.times[keyPath: kind] } ?? 0
    var cells = ""
    for (place, engine) in engines.enumerated() {
      guard let found = line.times.first(where: { $0.engine == engine }) else {
        cells += " – |"
        continue
      }
      let time: Double = found.times[keyPath: kind]
      cells += " \(Report.short(time))" + (place == 0 ? " |" : String(format: " (%.2f×) |", time / base))
    }
    return cells
  }

  /// A list of `{"database", "query", "rows", "engine", "ms", "elapsed"}`.
  var json: String {
    let items = lines.flatMap { line in
      line.times.map { engine, times in
        "  {\"database\": \"\(line.database)\", \"query\": \"\(line.query)\", \"rows\": \(rows), \"engine\": \"\(engine)\", "
          + "\"ms\": \(Report.short(times.processor)), \"elapsed\": \(Report.short(times.elapsed))}"
      }
    }
    return "[\n" + items.joined(separator: ",\n") + "\n]\n"
  }

  /// A number with three significant digits or more.
  private static func short(_ value: Double) -> String {
    switch value {
    case 100...: String(format: "%.0f", value)
    case 10..<100: String(format: "%.1f", value)
    case 1..<10: String(format: "%.2f", value)
    case 0.1..<1: String(format: "%.3f", value)
    default: String(format: "%.4f", value)
    }
  }
}
