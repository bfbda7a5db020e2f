import Foundation

/// All measurements, with their table and the differences between the engines' answers.
struct Report {
  private(set) var measurements: [Measurement] = []
  /// Lines about measurements other than times of engines: throughput, memory, the compile path.
  var notes: [String] = []

  mutating func add(_ measurement: Measurement) {
    measurements.append(measurement)
  }

  mutating func add(_ more: [Measurement]) {
    measurements += more
  }

  /// Adds a line about how many times as long one engine takes as another one, if both were measured.
  mutating func note(_ query: String, _ engine: Measurement.Engine, over other: Measurement.Engine, _ words: String) {
    func time(_ engine: Measurement.Engine) -> Double? {
      measurements.first { $0.query == query && $0.engine == engine }?.milliseconds
    }
    guard let mine = time(engine), let theirs = time(other), theirs > 0 else { return }
    notes.append("\(query): \(Report.short(mine / theirs)) times \(words)")
  }

  var json: String { Measurement.json(measurements) }

  /// Queries that two engines answer differently, each as a line of text.
  var differences: [String] {
    queries.compactMap { query in
      let answers = measurements.filter { $0.query == query && $0.result != nil }
      guard Set(answers.map(\.result)).count > 1 else { return nil }
      let list = answers.map { "\($0.engine.rawValue) \($0.result ?? "")" }.joined(separator: ", ")
      return "\(query): \(list)"
    }
  }

  /// Names of the queries in the order of their first measurement.
  private var queries: [String] {
    var seen: Set<String> = []
    return measurements.map(\.query).filter { seen.insert($0).inserted }
  }

  /// A Markdown table of milliseconds, each with its ratio to `column`: 10× is ten times as slow.
  var table: String {
    let engines = Measurement.Engine.allCases.filter { engine in measurements.contains { $0.engine == engine } }
    var lines = [
      "| query |" + engines.map { " \($0.rawValue) |" }.joined(),
      "|---|" + String(repeating: "---:|", count: engines.count),
    ]
    for query in queries {
      let found = Dictionary(
        measurements.filter { $0.query == query }.map { ($0.engine, $0.milliseconds) }, uniquingKeysWith: { $1 })
      let cells = engines.map { engine in
        guard let time = found[engine] else { return " – |" }
        guard engine != .column, let column = found[.column], column > 0 else { return " \(Report.short(time)) |" }
        return " \(Report.short(time)) (\(Report.short(time / column))×) |"
      }
      lines.append("| \(query) |" + cells.joined())
    }
    return lines.joined(separator: "\n")
  }

  /// A number with two or three significant digits.
  static func short(_ value: Double) -> String {
    switch value {
    case 100...: String(format: "%.0f", value)
    case 10..<100: String(format: "%.1f", value)
    case 0.1..<10: String(format: "%.2f", value)
    case 0.001..<0.1: String(format: "%.4f", value)
    default: String(format: "%.6f", value)
    }
  }
}

/// Output to the terminal.
enum Console {
  /// Writes a progress message to standard error, which is not part of the output.
  static func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
