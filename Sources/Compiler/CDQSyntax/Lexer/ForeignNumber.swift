/// Numbers as people write them: with groups of digits and with units.
package enum ForeignNumber {
  /// What a unit after a number means: a power of ten, or a function of the language.
  private enum Unit {
    case power(Int)
    case call(String)
    /// A unit of several days.
    case days(Double)
  }

  private static let units: [String: Unit] = {
    var units: [String: Unit] = [
      "k": .power(3), "thousand": .power(3), "mio": .power(6), "m": .power(6), "mn": .power(6), "million": .power(6),
      "millions": .power(6), "b": .power(9), "bn": .power(9), "g": .power(9), "billion": .power(9),
      "billions": .power(9),
      "s": .call("seconds"), "sec": .call("seconds"), "min": .call("minutes"), "mins": .call("minutes"),
      "h": .call("hours"), "hr": .call("hours"), "d": .call("days"), "w": .call("weeks"),
    ]
    for name in ["second", "minute", "hour", "day", "week"] {
      units[name] = .call(name + "s")
      units[name + "s"] = .call(name + "s")
    }
    for (name, days) in [("month", 30), ("months", 30), ("year", 365.25), ("years", 365.25), ("y", 365.25), ("yr", 365.25)] {
      units[name] = .days(days)
    }
    return units
  }()

  /// The text in the language for a number with a unit or with separated digits: `1000000` for `1M` and `1_000_000`,
  /// `minutes(5)` for `5min`; nil for any other text.
  package static func written(_ text: String) -> String? {
    let plain = text.filter { $0 != "_" }
    let digits = plain.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return written(String(digits), unit: plain.dropFirst(digits.count).lowercased())
  }

  /// The text in the language for a number and the word after it.
  static func written(_ digits: String, unit: String) -> String? {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    if unit.isEmpty { return digits }
    switch units[unit] {
    case .call(let name): return "\(name)(\(digits))"
    case .days(let days):
      return Int(digits).flatMap { $0 < 10_000 ? "days(\(Int((Double($0) * days).rounded())))" : nil }
    case .power(let power):
      let fraction = parts.count == 2 ? String(parts[1]) : ""
      guard fraction.utf8.count <= power else { return nil }
      let whole = String(parts[0]) + fraction + String(repeating: "0", count: power - fraction.utf8.count)
      let significant = whole.drop { $0 == "0" }
      return significant.isEmpty ? "0" : String(significant)
    case nil: return nil
    }
  }
}
