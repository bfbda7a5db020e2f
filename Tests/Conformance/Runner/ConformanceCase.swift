import CDQRuntime
import CDQTestSupport
import Foundation

/// One line of a file in `Cases`; `Tests/Conformance/README.md` describes the format.
struct ConformanceCase {
  let id: String
  /// `Article/Section` of the documentation for the rule that the case tests.
  let rule: String
  /// The name of a file in `Schemas`.
  let schema: String
  /// The source of the objects.
  let data: DataSource
  /// The line of the file, which an implementation receives.
  let line: String
  let expected: [Expectation]
  let file: String

  enum DataSource: Hashable {
    /// The name of a file in `Data`.
    case file(String)
    /// JSON in the case.
    case inline(JSONValue)
  }

  enum Expectation {
    case ids(JSONValue)
    case value(JSONValue)
    case rows(JSONValue)
    case error(stage: String, code: String)
  }

  /// Parses a line; nil when a required member is missing.
  init?(line: String, file: String) throws {
    let json = try JSONValue(parsing: line)
    guard let id = json["id"]?.string, let rule = json["rule"]?.string else { return nil }
    let name = json["data"]?.string
    guard let schema = json["schema"]?.string ?? name else { return nil }
    if let objects = json["objects"] {
      data = .inline(objects)
    } else if let name {
      data = .file(name)
    } else {
      return nil
    }
    (self.id, self.rule, self.schema, self.line, self.file) = (id, rule, schema, line, file)
    var expected: [Expectation] = []
    if let ids = json["ids"] { expected.append(.ids(ids)) }
    if let value = json["value"] { expected.append(.value(value)) }
    if let rows = json["rows"] { expected.append(.rows(rows)) }
    if let stage = json["error"]?["stage"]?.string, let code = json["error"]?["code"]?.string {
      expected.append(.error(stage: stage, code: code))
    }
    self.expected = expected
  }

  /// Whether an answer is the expected one.
  func accepts(_ answer: JSONValue) -> Bool {
    switch expected.first {
    case .ids(let ids)?: answer["ids"].map { $0.isSame(as: ids) } ?? false
    case .value(let value)?: answer["value"].map { $0.isSame(as: value) } ?? false
    case .rows(let rows)?: answer["rows"].map { $0.isSame(as: rows) } ?? false
    case .error(let stage, let code)?:
      answer["error"]?["stage"]?.string == stage && answer["error"]?["code"]?.string == code
    case nil: false
    }
  }

  /// The expected answer as text, taken from the line.
  var expectedText: String {
    let keys = ["\"ids\": ", "\"value\": ", "\"rows\": ", "\"error\": "]
    let starts = keys.compactMap { line.range(of: $0, options: .backwards)?.lowerBound }
    return starts.min().map { "{" + line[$0...] } ?? line
  }
}

extension JSONValue {
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Equality in the conformance suite: numbers are equal by value, and the order of members does not matter.
  func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { $0.isSame(as: $1) }
    case (.object(let first), .object(let second)):
      return first.count == second.count && first.allSatisfy { other[$0.key]?.isSame(as: $0.value) == true }
    default:
      if let first = number, let second = other.number { return first == second }
      return self == other
    }
  }

  private var number: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .number(let text): Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case .null, .bool, .string, .array, .object: nil
    }
  }
}
