import CDQRuntime
import CDQTestSupport
import Foundation

/// All conformance cases, and a function that runs them.
struct ConformanceSuite {
  let cases: [ConformanceCase]
  /// The reason for each case that is skipped, by the case's id.
  let skips: [String: String]
  let files: Int
  /// Lines that cannot be parsed as cases.
  let malformed: [String]

  /// A case with a wrong answer.
  struct Failure {
    let test: ConformanceCase
    let answer: String

    var description: String {
      """
      \(test.file): \(test.id) (\(test.rule))
        \(test.line)
        expected \(test.expectedText)
        got      \(answer)
      """
    }
  }

  static let folder = Repository.url("Tests/Conformance")

  /// Reads the files of the suite.
  ///
  /// - Parameter prefix: only cases whose id starts with it.
  init(prefix: String = "") throws {
    var cases: [ConformanceCase] = []
    var malformed: [String] = []
    var files = 0
    for file in Repository.files(below: "Tests/Conformance/Cases", extension: "jsonl") {
      files += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let test = try? ConformanceCase(line: String(line), file: file.lastPathComponent)
        guard let test, test.expected.count == 1 else {
          malformed.append("\(file.lastPathComponent): \(line)")
          continue
        }
        if test.id.hasPrefix(prefix) { cases.append(test) }
      }
    }
    var skips: [String: String] = [:]
    let list = try String(contentsOf: ConformanceSuite.folder.appending(path: "skips.jsonl"), encoding: .utf8)
    for line in list.split(separator: "\n") {
      let json = try JSONValue(parsing: String(line))
      guard let id = json["id"]?.string, let reason = json["reason"]?.string, !reason.isEmpty else {
        malformed.append("skips.jsonl: \(line)")
        continue
      }
      skips[id] = reason
    }
    (self.cases, self.skips, self.files, self.malformed) = (cases, skips, files, malformed)
  }

  /// Runs all cases except skipped ones. Cases with the same schema and data are one batch.
  func run(_ implementation: any Implementation) throws -> [Failure] {
    struct Place: Hashable {
      var schema: String
      var data: ConformanceCase.DataSource
    }
    let scratch = FileManager.default.temporaryDirectory.appending(path: "cdq-conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let kept = cases.filter { skips[$0.id] == nil }
    let groups = Dictionary(grouping: kept) { Place(schema: $0.schema, data: $0.data) }
    var failures: [Failure] = []
    for (place, group) in groups {
      let schema = ConformanceSuite.folder.appending(path: "Schemas/\(place.schema).cdq")
      let data: URL
      switch place.data {
      case .file(let name): data = ConformanceSuite.folder.appending(path: "Data/\(name).json")
      case .inline(let objects):
        data = scratch.appending(path: "data.json")
        try Data(ConformanceSuite.text(of: objects).utf8).write(to: data)
      }
      let answers = try implementation.answers(to: group.map(\.line), schema: schema, data: data)
      for (index, test) in group.enumerated() {
        let answer = index < answers.count ? answers[index] : "no answer"
        if let json = try? JSONValue(parsing: answer), test.accepts(json) { continue }
        failures.append(Failure(test: test, answer: answer))
      }
    }
    return failures.sorted { $0.test.id < $1.test.id }
  }

  /// A summary of a run in one line.
  func summary(_ failures: [Failure], of name: String) -> String {
    let outcome = failures.isEmpty ? "all passed" : "\(failures.count) failed"
    let skipped = cases.count { skips[$0.id] != nil }
    return "\(cases.count) conformance cases in \(files) files: \(outcome), \(skipped) skipped (\(name))"
  }

  private static func text(of json: JSONValue) -> String {
    switch json {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let text): text
    case .string(let text): quoted(text)
    case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\(quoted($0.key)):\(text(of: $0.value))" }.joined(separator: ","))}"
    }
  }

  /// A JSON string in which every character is an escape.
  private static func quoted(_ text: String) -> String {
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(units.joined())\""
  }
}
