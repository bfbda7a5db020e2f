import CDQIR
import CDQKit
import CDQRuntime
import CDQTestSupport
import Foundation
import Testing

/// Runs the cases of `Tests/Conformance`; `swift test --filter ConformanceTests` runs nothing else.
@Suite struct ConformanceTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// The engines of this package, or the command in `CDQ_CONFORMANCE_COMMAND`.
  private static var implementations: [(name: String, implementation: any Implementation)] {
    #if os(macOS) || os(Linux)
      if let command = environment["CDQ_CONFORMANCE_COMMAND"], !command.isEmpty {
        return [(command, CommandImplementation(command: command))]
      }
    #endif
    // The default engine of a store, and the row engine, with which every other engine must agree.
    return [
      ("default engine", OwnImplementation()), ("row engine", OwnImplementation(options: ["--engine", "row"])),
    ]
  }

  @Test func everyCaseHasItsAnswer() throws {
    let suite = try ConformanceSuite(prefix: ConformanceTests.environment["CDQ_CONFORMANCE_ONLY"] ?? "")
    for (name, implementation) in ConformanceTests.implementations {
      let failures = try suite.run(implementation)
      for failure in failures { Issue.record("\(failure.description)") }
      print(suite.summary(failures, of: name))
    }
  }

  @Test func casesAreWellFormed() throws {
    let suite = try ConformanceSuite()
    #expect(suite.malformed.isEmpty, "\(suite.malformed)")
    #expect(suite.cases.count >= 5000)
    let ids = suite.cases.map(\.id)
    #expect(Set(ids).count == ids.count, "two cases have the same id")
    #expect(Set(suite.skips.keys).isSubset(of: ids), "a case is skipped that is not there")
    let sections = try ConformanceTests.sections()
    for rule in Set(suite.cases.map(\.rule)).sorted() {
      #expect(sections.contains(rule), "no section '\(rule)' in the documentation")
    }
  }

  /// Queries survive encoding to JSON, which generated code and files contain.
  @Test func everyQueryIsReadAsItWasWritten() throws {
    var schemas: [String: Schema] = [:]
    var queries = 0
    for test in try ConformanceSuite().cases {
      let file = ConformanceSuite.folder.appending(path: "Schemas/\(test.schema).cdq")
      let schema = try schemas[test.schema] ?? Schema(parsing: String(contentsOf: file, encoding: .utf8))
      schemas[test.schema] = schema
      let json = try JSONValue(parsing: test.line)
      var query: QueryIR?
      if let text = json["query"]?.string {
        query = try? CheckedQuery(parsing: text, in: schema).ir
      } else if let text = json["predicate"]?.string, let entity = json["entity"]?.string {
        query = try? CheckedQuery(parsing: "\(entity) where \(text)", in: schema).ir
      }
      guard let query else { continue }
      queries += 1
      #expect(try GeneratedQuery(query.json).ir() == query, "\(test.id)")
    }
    #expect(queries > 4000)
    for (name, schema) in schemas { #expect(try Schema(json: schema.json) == schema, "\(name)") }
  }

  /// The comparison of answers accepts right ones and rejects wrong ones.
  @Test func wrongAnswersAreSeen() throws {
    let line = #"{"id": "t", "rule": "r", "data": "scalars", "query": "count Item", "#
    for (expected, answer, isSame) in [
      (#""ids": [1, 2]}"#, #"{"ids":[1,2]}"#, true), (#""ids": [1, 2]}"#, #"{"ids":[2,1]}"#, false),
      (#""ids": []}"#, #"{"value":0}"#, false), (#""value": 1}"#, #"{"value":1.0}"#, true),
      (#""value": 1}"#, #"{"value":true}"#, false),
      (#""rows": [{"a": 1, "b": null}]}"#, #"{"rows":[{"b":null,"a":1.00}]}"#, true),
      (#""rows": [{"a": 1, "b": null}]}"#, #"{"rows":[{"a":1}]}"#, false),
      (#""error": {"stage": "parse", "code": "x"}}"#, #"{"error":{"stage":"check","code":"x"}}"#, false),
      (#""error": {"stage": "check", "code": "x"}}"#, #"{"error":{"stage":"check","code":"x","message":"m"}}"#, true),
    ] {
      let test = try #require(try ConformanceCase(line: line + expected, file: "t"))
      #expect(test.accepts(try .init(parsing: answer)) == isSame, "\(expected) \(answer)")
    }
  }

  /// `Article/Section` of every heading of the documentation.
  private static func sections() throws -> Set<String> {
    var sections: Set<String> = []
    for file in Repository.files(below: "Sources/Library/CDQKit/CDQKit.docc", extension: "md") {
      let article = file.deletingPathExtension().lastPathComponent
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.hasPrefix("## ") {
        sections.insert("\(article)/\(line.dropFirst(3))")
      }
    }
    return sections
  }
}
