import CDQTestSupport
import Foundation
import Testing

/// The measured times of some queries as a picture: a row for each query, a dot for each engine, on a logarithmic axis.
enum SpeedPicture {
  struct Line: Decodable {
    var query: String
    var rows: Int
    var engine: String
    var ms: Double
  }

  /// The queries of the README's table: the name of the benchmark, and the text.
  static let queries = [
    ("populationAboveCount", "count City where population > $n"),
    ("nameContainsCount", "count City where name CONTAINS $text"),
    ("topNames", "City where population > $n sort name desc, id limit 20"),
    ("anyCity", "Country where ANY cities.population > $n"),
    ("perContinent", "City group by country.continent select …"),
  ]
  /// The columns of the README's table: the engine in the results, its name, and the colour of its dots.
  static let engines = [
    ("column", "cdq", "#c2410c"), ("handwritten", "Swift loop", "#3b6ea5"), ("predicate-macro", "#Predicate", "#7c3aed"),
    ("sqlite", "SQLite", "#64748b"), ("duckdb", "DuckDB", "#ca8a04"),
  ]

  private static let rowHeight = 42.0

  static func results() throws -> [Line] {
    try JSONDecoder().decode([Line].self, from: Data(contentsOf: Repository.url("Tests/Benchmarks/results.json")))
  }

  static func svg() throws -> String {
    let results = try results().filter { $0.rows == 1_000_000 }
    var canvas = SVGCanvas(title: "Milliseconds over one million cities, one thread", width: 880, height: 300)
    let (left, right, top) = (430.0, 850.0, 92.0)
    let decades = -1...4
    let place = { (ms: Double) in
      left + (log10(ms) - Double(decades.lowerBound)) / Double(decades.count - 1) * (right - left)
    }
    canvas.label(canvas.title, x: 20, y: 30, size: 16, isBold: true)
    var x = 20.0
    for (_, name, color) in engines {
      canvas.circle(x: x + 6, y: 52, radius: 6, fill: color, title: name)
      canvas.label(name, x: x + 17, y: 56.5)
      x += 42 + Double(name.count) * 7.6
    }
    canvas.label("less is better; each vertical line is ten times the one before", x: right, y: 56.5, size: 12, fill: SVGCanvas.faint, anchor: .end)
    let bottom = top + Double(queries.count) * SpeedPicture.rowHeight
    for decade in decades {
      let ms = pow(10, Double(decade))
      canvas.line([(place(ms), top - 12), (place(ms), bottom)], stroke: "#e2e6eb")
      let name = decade < 0 ? "0.1 ms" : decade < 3 ? "\(Int(ms)) ms" : "\(Int(ms / 1000)) s"
      canvas.label(name, x: place(ms), y: bottom + 18, size: 12, fill: SVGCanvas.faint, anchor: .middle)
    }
    for (index, (query, text)) in queries.enumerated() {
      let y = top + 8 + Double(index) * SpeedPicture.rowHeight
      canvas.label(text, x: 20, y: y + 4, size: 12, isCode: true)
      canvas.line([(left, y), (right, y)], stroke: SVGCanvas.rule)
      let dots = engines.compactMap { engine, name, color in
        results.first { $0.query == query && $0.engine == engine }.map { (ms: $0.ms, name: name, color: color) }
      }.sorted { $0.ms < $1.ms }
      var last = -Double.infinity
      var isLow = false
      for (number, dot) in dots.enumerated() {
        let x = place(dot.ms)
        let next = number + 1 < dots.count ? place(dots[number + 1].ms) : .infinity
        // Dots that would cover each other are drawn above and below the line, with their times.
        isLow = x - last < 14 && !isLow
        let shift = isLow ? 6.0 : next - x < 14 ? -6 : 0
        canvas.circle(x: x, y: y + shift, radius: 7, fill: dot.color, title: "\(dot.name): \(shown(dot.ms)) ms")
        canvas.label(
          shown(dot.ms), x: isLow ? x + 11 : x, y: y + shift + (isLow ? 5 : -10), size: 10, fill: dot.color,
          anchor: isLow ? .start : .middle, isBold: dot.name == "cdq")
        last = x
      }
    }
    canvas.height = bottom + 32
    return canvas.text()
  }

  /// The lines of the README's table, with the times as `RESULTS.md` shows them.
  static func table() throws -> [String] {
    let text = try String(contentsOf: Repository.url("Tests/Benchmarks/RESULTS.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let head = try #require(rows.first { $0.first == "query" && $0.contains("column") })
    return try queries.map { query, text in
      let row = try #require(rows.first { $0.first == query }, "\(query)")
      let cells = try engines.map { engine, _, _ in
        let cell = row[try #require(head.firstIndex(of: engine))]
        return cell.split(separator: " ").first.map(String.init) ?? ""
      }
      return "| `\(text)` | \(cells.joined(separator: " | ")) |"
    }
  }

  /// A time with three digits.
  private static func shown(_ ms: Double) -> String {
    ms >= 100 ? String(Int(ms.rounded())) : String(format: ms >= 10 ? "%.1f" : "%.2f", ms)
  }
}
