import Foundation

/// The time of one engine for one query: a line of the JSON list.
struct Measurement {
  /// The engines, in the order of the table's columns.
  enum Engine: String, CaseIterable, Codable {
    case column, row, generated, handwritten
    case predicateMacro = "predicate-macro"
    case sqlite, duckdb, polars, sum
  }

  var query: String
  var rows: Int
  var engine: Engine
  /// Median of the runs.
  var milliseconds: Double
  /// JSON of the answer; nil for none.
  var result: String?

  /// The measurements as a JSON array with one of them per line.
  static func json(_ measurements: [Measurement]) -> String {
    let lines = measurements.map { measurement in
      let result = measurement.result.map { ", \"result\": \($0)" } ?? ""
      return "  {\"query\": \"\(measurement.query)\", \"rows\": \(measurement.rows), "
        + "\"engine\": \"\(measurement.engine.rawValue)\", \"ms\": \(number(measurement.milliseconds))\(result)}"
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  /// A number with four significant digits and without an exponent.
  private static func number(_ value: Double) -> String {
    let digits = value <= 0 ? 4 : max(0, min(9, 3 - Int(log10(value).rounded(.down))))
    return String(format: "%.\(digits)f", value)
  }

  /// Parses the list that the script for the peers writes.
  static func list(fromJSON data: Data) throws -> [Measurement] {
    try JSONDecoder().decode([Line].self, from: data).map { line in
      Measurement(
        query: line.query, rows: line.rows, engine: line.engine, milliseconds: line.ms, result: line.result?.text)
    }
  }

  private struct Line: Decodable {
    var query: String
    var rows: Int
    var engine: Engine
    var ms: Double
    var result: Scalar?
  }

  /// The answer in a line of the list, as JSON text.
  private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let truth = try? container.decode(Bool.self) {
        text = truth ? "true" : "false"
      } else if let number = try? container.decode(Int.self) {
        text = String(number)
      } else {
        text = "\"\(try container.decode(String.self))\""
      }
    }
  }
}
