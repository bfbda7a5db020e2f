import CDQTool
import Foundation
import Testing

/// The protocol of `cdq eval --batch`.
@Suite struct BatchTests {
  static let folder = try? TestFolder.library()

  /// A line and the whole answer to it.
  static let answers: [(line: String, answer: String)] = [
    (#"{"query": "Book where pages > 400 sort id desc"}"#, #"{"ids":[4,3]}"#),
    (#"{"query": "Book where FALSEPREDICATE"}"#, #"{"ids":[]}"#),
    (#"{"query": "Author sort name"}"#, #"{"ids":["Jane","Johann","Nobody"]}"#),
    (#"{"query": "Remark where text == \"\""}"#, #"{"ids":[1]}"#),
    (#"{"query": "first Book sort id desc"}"#, #"{"ids":[4]}"#),
    (#"{"query": "first Book where id == 9"}"#, #"{"ids":[]}"#),
    (#"{"query": "one Book where id == 1"}"#, #"{"ids":[1]}"#),
    (#"{"query": "count Book"}"#, #"{"value":4}"#),
    (#"{"query": "exists Book where id == 9"}"#, #"{"value":false}"#),
    (#"{"query": "delete Author"}"#, #"{"value":3}"#),
    (#"{"query": "count Author"}"#, #"{"value":3}"#),
    (
      #"{"query": "Book where id < 3 select title, genre sort id"}"#,
      #"{"rows":[{"title":"Faust","genre":"Novel"},{"title":"Röslein","genre":"Poem"}]}"#
    ),
    (#"{"query": "count Book where id IN $ids", "params": {"ids": [1, 2]}}"#, #"{"value":2}"#),
    (#"{"query": "count Book where published >= $d", "params": {"d": "1815-12-23"}}"#, #"{"value":2}"#),
    (#"{"query": "count Book where published >= $d", "params": {"d": {"$date": 0}}}"#, #"{"value":0}"#),
    (#"{"query": "count Book where author == $a", "params": {"a": "Johann"}}"#, #"{"value":2}"#),
    (#"{"query": "count Book where pages > $n?", "params": {"n": null}}"#, #"{"value":4}"#),
    (#"{"query": "count Book where pages > $n?"}"#, #"{"value":4}"#),
    (#"{"predicate": "pages > 400", "entity": "Book", "comment": "other keys are for the caller"}"#, #"{"ids":[3,4]}"#),
    (#"{"predicate": "pages > $n", "entity": "Book", "params": {"n": 400}}"#, #"{"ids":[3,4]}"#),
    // Apple's language with arguments.
    (
      #"{"predicate": "%K > %d AND %K BEGINSWITH %@", "entity": "Book", "args": ["pages", 100, "title", "F"], "strict": true}"#,
      #"{"ids":[1]}"#
    ),
    (#"{"predicate": "id IN %@", "entity": "Book", "args": [[1, 4]], "strict": true}"#, #"{"ids":[1,4]}"#),
    (#"{"predicate": "author.name == %@", "entity": "Book", "args": ["Jane"], "strict": true}"#, #"{"ids":[4]}"#),
    (#"{"predicate": "pages > %@", "entity": "Book", "args": [157.5], "strict": true}"#, #"{"ids":[1,3,4]}"#),
    (#"{"predicate": "%@ == 5", "entity": "Book", "args": [5], "strict": true}"#, #"{"ids":[1,2,3,4]}"#),
  ]

  @Test func answersAreGivenLineByLine() throws {
    let folder = try #require(BatchTests.folder)
    let input = BatchTests.answers.map { $0.line + "\n" }.joined()
    let run = ToolRun("eval --batch - --schema DIR/Library.cdq --data DIR/data", in: folder, input: input)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == BatchTests.answers.count)
    for (index, (line, answer)) in BatchTests.answers.enumerated() where index < lines.count {
      #expect(lines[index] == answer, "\(line)")
    }
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
  }

  /// A line, and the stage, code and place of its error.
  static let errors: [(line: String, stage: String, code: String, place: String)] = [
    ("{", "parse", "invalid-json", "\"line\":1,\"column\":2"),
    ("[]", "parse", "invalid-line", ""),
    ("nonsense", "parse", "invalid-json", "\"column\":1"),
    (#"{"query": 5}"#, "parse", "invalid-line", ""),
    (#"{"entity": "Book"}"#, "parse", "invalid-line", ""),
    (#"{"query": "Book", "predicate": "id == 1"}"#, "parse", "invalid-line", ""),
    (#"{"query": "Book", "params": []}"#, "parse", "invalid-line", ""),
    (#"{"query": "Book where"}"#, "parse", "expected-", "\"line\":1,\"column\":11"),
    (#"{"query": "Book where nmae == 1"}"#, "check", "unknown-property", "\"line\":1,\"column\":12"),
    (#"{"query": "Book\n where\n nmae == 1"}"#, "check", "unknown-property", "\"line\":3,\"column\":2"),
    (#"{"query": "Boko"}"#, "check", "unknown-entity", "\"column\":1"),
    (#"{"predicate": "id == 1", "entity": "Boko"}"#, "check", "unknown-entity", ""),
    (#"{"predicate": "id == 1"}"#, "check", "missing-entity", ""),
    (#"{"query": "Book where id == $x"}"#, "bind", "missing-argument", ""),
    (#"{"query": "Book where id == $x", "params": {"x": "one"}}"#, "bind", "type-mismatch", ""),
    (#"{"query": "Book where id == $x", "params": {"x": 1, "y": 2}}"#, "bind", "unknown-argument", ""),
    (#"{"query": "Book limit $n", "params": {"n": -1}}"#, "bind", "negative-count", ""),
    (#"{"query": "Book", "args": [1]}"#, "bind", "unknown-argument", ""),
    (#"{"query": "one Book"}"#, "run", "not-unique", ""),
    (#"{"query": "one Book where id == 9"}"#, "run", "not-found", ""),
    (#"{"predicate": "pages > %d", "entity": "Book", "strict": true}"#, "bind", "argument-count", ""),
    (#"{"predicate": "pages > %d", "entity": "Book", "args": [1, 2], "strict": true}"#, "bind", "argument-count", ""),
    (
      #"{"predicate": "%K > 5", "entity": "Book", "args": [1], "strict": true}"#, "bind", "type-mismatch",
      "\"column\":1"
    ),
    (#"{"predicate": "%K > 5", "entity": "Book", "args": ["nmae"], "strict": true}"#, "check", "unknown-property", ""),
    (#"{"predicate": "pages >", "entity": "Book", "args": [1], "strict": true}"#, "parse", "expected-", ""),
    (#"{"predicate": "pages > %d", "entity": "Book", "args": ["x"], "strict": true}"#, "bind", "type-mismatch", ""),
  ]

  @Test func everyErrorIsAnAnswerToo() throws {
    let folder = try #require(BatchTests.folder)
    var input = Data()
    for error in BatchTests.errors { input += Data("\(error.line)\n{\"query\":\"count Book\"}\r\n \n".utf8) }
    input += Data([0xFF, 0xFE, 0x0A])
    input += Data(#"{"query": "count Book"}"#.utf8)
    let run = ToolRun(
      ["eval", "--batch", "-", "--schema", "DIR/Library.cdq", "--data", "DIR/data"], in: folder, bytes: Array(input))
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(run.code == 1)
    #expect(lines.count == BatchTests.errors.count * 2 + 2)
    for (index, error) in BatchTests.errors.enumerated() where index * 2 + 1 < lines.count {
      let line = lines[index * 2]
      #expect(
        line.hasPrefix("{\"error\":{\"stage\":\"\(error.stage)\",\"code\":\"\(error.code)"), "\(error.line): \(line)")
      #expect(line.holds(error.place), "\(error.line): \(line)")
      #expect(lines[index * 2 + 1] == "{\"value\":4}")
    }
    #expect(lines.dropLast().last?.contains("invalid-utf8") == true)
    #expect(lines.last == "{\"value\":4}")
    #expect(run.errors == "\(BatchTests.errors.count + 1) errors in \(BatchTests.errors.count * 2 + 2) lines\n")
  }

  @Test func strictModeCanBeSetForAllLines() throws {
    let folder = try TestFolder.library()
    try folder.write(
      "batch.ndjson",
      Data((#"{"predicate": "title == %@", "entity": "Book", "args": ["Faust"]}"# + "\n").utf8))
    let run = ToolRun(
      "eval --batch DIR/batch.ndjson --strict-nspredicate --schema DIR/Library.cdq --data DIR/data", in: folder)
    #expect(run.output == "{\"ids\":[1]}\n")
  }

  @Test func twoThousandLinesAreAnswered() throws {
    let folder = try #require(BatchTests.folder)
    let input = (0..<2000).map { number in
      number % 10 == 9 ? "{\"query\": \"Book where\n" : "{\"query\": \"count Book where pages > \(number)\"}\n"
    }
    let run = ToolRun("eval --batch - -q --schema DIR/Library.cdq --data DIR/data", in: folder, input: input.joined())
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2000)
    #expect(lines.count { $0.hasPrefix("{\"error\"") } == 200)
    #expect(run.code == 1)
  }
}
