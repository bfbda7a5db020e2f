import CDQRuntime
import Foundation

/// The result of a query in the form in which the engine returns it. Converting it to an `Answer` is not timed.
enum Outcome {
  case count(Int)
  case exists(Bool)
  case cities([City])
  case countries([Country])
  case records([StoredRecord])
  case ids([Int64])
  case codes([String])
  case values([[Value]])
  /// Rows of cells, which `Cell` makes.
  case table([[String]])
  /// Rows as texts, in the form of those of `values`, which are made only for the comparison.
  case rows(() -> [String])
  /// No result to compare.
  case none

  /// The result in the form that must be the same for every engine.
  var answer: Answer {
    switch self {
    case .count(let count): .number(count)
    case .exists(let exists): .truth(exists)
    case .cities(let cities): .ids(cities.map(\.id))
    case .countries(let countries): .lines(countries.map(\.code))
    case .records(let records): Outcome.answer(of: records)
    case .ids(let ids): .ids(ids)
    case .codes(let codes): .lines(codes)
    case .values(let rows): .lines(rows.map { $0.map(Cell.text).joined(separator: "|") }.sorted(by: Cell.precedes))
    case .table(let rows): .lines(rows.map { $0.joined(separator: "|") }.sorted(by: Cell.precedes))
    case .rows(let texts): .lines(texts().sorted(by: Cell.precedes))
    case .none: .nothing
    }
  }

  private static func answer(of records: [StoredRecord]) -> Answer {
    guard let first = records.first else { return .ids([]) }
    if first.entityName == "Country" {
      return .lines(records.map { if case .string(let code) = $0["code"] { code } else { "" } })
    }
    return .ids(records.map { if case .int(let id) = $0["id"] { id } else { 0 } })
  }
}

/// A result in a form that can be compared between engines and that fits a line of JSON.
enum Answer: Equatable {
  case number(Int)
  case truth(Bool)
  /// The number of values and, in hexadecimal, a sum or hash that depends on every value and its place.
  case digest(String)
  case nothing

  /// Digest of identities in their order: the sum of each times its place from 1, modulo 2^64.
  static func ids(_ ids: [Int64]) -> Answer {
    var sum: UInt64 = 0
    for (place, id) in ids.enumerated() { sum &+= UInt64(bitPattern: id) &* UInt64(place + 1) }
    return .digest("\(ids.count):\(String(sum, radix: 16))")
  }

  /// Digest of lines of text in their order: FNV-1a of all lines with their line feeds.
  static func lines(_ lines: [String]) -> Answer {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in lines {
      for byte in (line + "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return .digest("\(lines.count):\(String(hash, radix: 16))")
  }

  /// The answer as JSON; nil for `nothing`.
  var json: String? {
    switch self {
    case .number(let number): String(number)
    case .truth(let truth): truth ? "true" : "false"
    case .digest(let text): "\"\(text)\""
    case .nothing: nil
    }
  }
}

/// Text forms of cells in result rows: nil is empty; floating-point numbers have 9 significant digits, because the last
/// bits of a sum differ between engines.
enum Cell {
  static func text(_ value: Value) -> String {
    switch value {
    case .int(let number): String(number)
    case .double(let number): text(number)
    case .string(let text): text
    case .bool(let truth): truth ? "true" : "false"
    case .list(let values): "[\(values.map { text($0) }.joined(separator: ","))]"
    case .null, .decimal, .date, .duration, .data, .uuid, .url, .object: ""
    }
  }

  static func text(_ number: Double?) -> String {
    number.map { String(format: "%.9g", $0) } ?? ""
  }

  /// Compares texts by their bytes, which every engine's language can do.
  static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
