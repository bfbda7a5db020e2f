import CDQKit
@testable import CDQTerminal
import Foundation
import Testing

@testable import CDQTool

/// `--limit` on the commands that have it, and `limits` in a line of a batch.
@Suite struct LimitOptionTests {
  static let runs: [(line: String, code: Int32, errors: String)] = [
    ("eval '((id == 1))' --entity Book --data DIR/data --limit nesting=2", 0, ""),
    (
      "eval '((id == 1))' --entity Book --data DIR/data --limit nesting=1", 1,
      "nested more than 1 levels deep [nesting-limit]"
    ),
    ("eval 'Book where id IN {1, 2}' --data DIR/data --limit list=1", 1, "[list-too-long]"),
    ("eval 'Book where id IN $x' --param x:=[1,2] --data DIR/data --limit list=1", 1, "[list-too-long]"),
    ("eval 'Book where title MATCHES $x' --param x=a.* --data DIR/data --limit regex=2", 1, "[regex-too-long]"),
    ("eval 'count Book' --data DIR/data --limit steps=3", 1, "more than 3 steps [step-limit]"),
    ("eval 'count Book' --data DIR/data --limit steps=4 --limit deadline=1m", 0, ""),
    ("eval 'Book where id > 0' --data DIR/data --limit deadline=0ms", 1, "[deadline-exceeded]"),
    ("eval 'Book where id > 0' --data DIR/data --limit deadline=0ms", 1, "help: '--limit deadline=5m' sets the limit"),
    ("eval 'count Book' --data DIR/data --limit steps=1 --limit steps=none --limit deadline=none", 0, ""),
    ("eval 'count Book' --data DIR/data --limit nodes=none", 2, "the limit 'nodes' is a whole number, not 'none'"),
    ("dump 'Book where id == 1' --stage tokens --limit tokens=4", 1, "[too-many-tokens]"),
    ("dump 'Book where id == 1' --stage ast --limit nodes=2", 1, "[too-many-nodes]"),
    ("dump 'Book where id == 1' --stage ir --limit length=17", 1, "longer than 17 bytes [text-too-long]"),
    ("dump DIR/Queries.cdq --stage typed --limit nodes=2", 1, "[too-many-nodes]"),
    ("check DIR/Queries.cdq --limit nodes=5", 0, "2 queries checked"),
    ("check DIR/Queries.cdq --limit nodes=3", 1, "Queries.cdq:2:43: error: the query has more than 3 nodes"),
    ("eval DIR/Queries.cdq --query longBooks --param pages=1 --data DIR/data --limit length=9", 1, "[text-too-long]"),
    ("eval Book --data DIR/data --limit nestin=1", 2, "there is no limit 'nestin'\n   = help: did you mean 'nesting'?"),
    ("eval Book --data DIR/data --limit nesting", 2, "--limit needs NAME=N, found 'nesting'"),
    ("eval Book --data DIR/data --limit nesting=-1", 2, "the limit 'nesting' is a whole number, not '-1'"),
    ("eval Book --data DIR/data --limit nesting=100000", 2, "the limit 'nesting' is at most 1000"),
    ("eval Book --data DIR/data --limit deadline=2", 2, "a time such as 500ms, 2s or 1m, or none, not '2'"),
    ("schema show DIR/Library.cdq --limit nesting=1", 2, "unknown option '--limit'"),
  ]

  @Test(arguments: runs) func aLimitOfTheCommandLine(_ run: (line: String, code: Int32, errors: String)) throws {
    let folder = try TestFolder.library()
    let isComplete = run.line.hasPrefix("schema") || run.line.contains("--stage tokens")
    let result = ToolRun(run.line + (isComplete ? "" : " --schema DIR/Library.cdq"), in: folder)
    #expect(result.code == run.code)
    #expect(result.errors.holds(run.errors), "\(result.errors)")
  }

  static let lines: [(line: String, answer: String)] = [
    (#"{"query": "count Book", "limits": {"steps": 4, "deadline": "1m"}}"#, #"{"value":4}"#),
    (#"{"query": "count Book", "limits": {"steps": 3}}"#, #""stage":"run","code":"step-limit""#),
    (#"{"query": "count Book where NOT NOT id == 1", "limits": {"nesting": 1}}"#, #""code":"nesting-limit""#),
    (#"{"query": "count Book"}"#, #"{"value":4}"#),
    (
      #"{"query": "count Book", "limits": {"stepz": 3}}"#,
      #""stage":"parse","code":"invalid-line","message":"there is no limit 'stepz'""#
    ),
    (#"{"query": "count Book", "limits": {"steps": 1.5}}"#, #""code":"invalid-line""#),
    (#"{"query": "count Book", "limits": 5}"#, #""code":"invalid-line""#),
  ]

  @Test func aLimitOfALineHoldsForTheLine() throws {
    let input = LimitOptionTests.lines.map(\.line).joined(separator: "\n")
    let run = ToolRun(
      "eval --batch - --schema DIR/Library.cdq --data DIR/data", in: try TestFolder.library(), input: input)
    let answers = run.output.split(separator: "\n")
    try #require(answers.count == LimitOptionTests.lines.count)
    for (answer, row) in zip(answers, LimitOptionTests.lines) {
      #expect(String(answer).holds(row.answer), "\(row.line) gives \(answer)")
    }
  }

  /// A batch and the REPL have limits of steps and time by default; one query, whose user waits for it, has none.
  @Test(arguments: [([], 1_000_000_000, nil), (["--limit", "steps=7"], 7, 7), (["--limit", "steps=none"], nil, nil)])
  func theDefaultsOfRuns(_ options: [String], _ steps: Int?, _ stepsOfOne: Int?) throws {
    let console = Console(
      output: TextOutput(), errors: TextOutput(), input: BytesInput([]), environment: [:], workingDirectory: "/")
    let arguments = try ArgumentReader(command: "q", options: [.limit]).read(options)
    let context = try CommandContext(console: console, arguments: arguments)
    #expect(context.limits.steps == steps)
    #expect(context.limits.time == .seconds(30))
    #expect(context.limitsOfOneRun.steps == stepsOfOne)
    #expect(context.limitsOfOneRun.time == nil)
  }

  @Test func aLimitHoldsForEachLineOfTheREPL() throws {
    let run = ToolRun(
      "repl --schema DIR/Library.cdq --data DIR/data --limit nesting=1", in: try TestFolder.library(),
      input: "count Book where (id == 1)\ncount Book where ((id == 1))\n:ast Book where ((id == 1))\n")
    #expect(run.code == 1)
    #expect(run.output.holds("\n1\n"))
    #expect(run.errors.components(separatedBy: "[nesting-limit]").count == 3, "\(run.errors)")
  }
}
