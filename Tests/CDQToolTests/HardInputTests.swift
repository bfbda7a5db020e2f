import CDQTool
import Foundation
import Testing

/// Unreadable files, invalid UTF-8 and texts that are too long cause an error message and no crash.
@Suite struct HardInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8] = []
    var code: Int32
    var errors: String
    var testDescription: String { name }
  }

  static let data: [Case] = [
    Case(
      name: "Book.json", bytes: Array("[{\"id\":1,\"title\":\"a\"},\n{\"id\":1,\"title\":\"b\"}]".utf8), code: 1,
      errors: "DIR/d/Book.json:2:1: error: record 2, key 'id'"),
    Case(
      name: "Book.json", bytes: Array("[{\"id\":\"x\",\"title\":\"a\"}]".utf8), code: 1,
      errors: "record 1, key 'id': expected Int64, found a string [type-mismatch]"),
    Case(
      name: "Book.json", bytes: Array("[{\"id\":1,\"title\":\"a\",\"author\":\"Who\"}]".utf8), code: 1,
      errors: "[unresolved-reference]"),
    Case(name: "Book.json", bytes: Array("[{\"id\":1}]".utf8), code: 1, errors: "[missing-value]"),
    Case(name: "Book.json", bytes: Array("[{".utf8), code: 1, errors: "[invalid-json]"),
    Case(name: "Book.json", code: 1, errors: "DIR/d/Book.json:1:1: error:"),
    Case(name: "Book.json", bytes: [0x5B, 0xFF, 0x5D], code: 1, errors: "[invalid-utf8]"),
    Case(
      name: "Book.json", bytes: Array(String(repeating: "[", count: 5000).utf8), code: 1, errors: "[nesting-too-deep]"),
    Case(name: "Book.csv", bytes: Array("id,title\n1\n".utf8), code: 1, errors: "[invalid-csv]"),
    Case(name: "Work.json", bytes: Array("[{\"id\":1,\"title\":\"a\"}]".utf8), code: 1, errors: "'Work' is abstract"),
    Case(name: "Book.txt", code: 2, errors: "there is no data in 'DIR/d'"),
    Case(
      name: "Boko.json", bytes: Array("[]".utf8), code: 2, errors: "did you mean 'Book.json', not 'Boko.json'?"),
    Case(
      name: "Book.json", bytes: Array("[{\"id\":1,\"title\":\"a\",\"shoe\":1}]".utf8), code: 0, errors: "[unknown-key]"),
    Case(
      name: "Book.json", bytes: Array("[{\"id\":1,\"title\":\"\(String(repeating: "x", count: 500_000))\"}]".utf8),
      code: 0, errors: ""),
  ]

  @Test(arguments: data) func badData(_ test: Case) throws {
    let folder = try TestFolder.library()
    try folder.write("d/\(test.name)", Data(test.bytes))
    let run = ToolRun("eval 'count Book' --schema DIR/Library.cdq --data DIR/d", in: folder)
    #expect(run.code == test.code)
    #expect(run.errors.holds(test.errors), "\(run.errors.prefix(2000))")
    #expect(run.output.isEmpty == (test.code != 0))
  }

  /// A pipe that nobody writes to would be waited for, and a device may have no end.
  @Test(arguments: [
    "check DIR/pipe.cdq", "check DIR/zero.cdq", "fmt DIR/pipe.cdq", "eval 'count Book' --schema DIR/pipe.cdq --data DIR/data",
    "eval 'count Book' --schema DIR/Library.cdq --data DIR/pipe.json",
    "eval 'count Book' --schema DIR/Library.cdq --data DIR/Book.json", "eval 'count Book' --data DIR/pipe.sqlite",
    "eval 'count Book' --data DIR/zero.cdqdata", "load DIR/pipe.json --to DIR/x.sqlite --schema DIR/Library.cdq",
    "snapshot --data DIR/zero.json -o DIR/x.cdqdata --schema DIR/Library.cdq", "generate DIR/Library.cdq --config DIR/pipe.cdq --stdout",
    "generate DIR/Library.cdq --backend sql --dialect sqlite --mapping DIR/zero.json --stdout", "scan DIR/pipe.swift",
    "eval --batch DIR/pipe.cdq --schema DIR/Library.cdq --data DIR/d", "schema diff DIR/pipe.cdq DIR/Library.cdq",
  ])
  func `Pipes and devices are refused before they are read`(line: String) throws {
    let folder = try TestFolder.library()
    for name in ["pipe.cdq", "pipe.json", "pipe.sqlite", "pipe.swift"] {
      #expect(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
    }
    for name in ["zero.cdq", "zero.json", "Book.json", "zero.cdqdata"] {
      try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: "/dev/zero")
    }
    let run = ToolRun(line, in: folder)
    #expect(run.code == 2, "\(run.errors)")
    #expect(run.errors.holds("is a pipe or a device") || run.errors.holds("it is no file"), "\(run.errors)")
  }

  static let documents: [Case] = [
    Case(name: "empty", code: 0, errors: "0 queries checked"),
    Case(name: "spaces", bytes: Array(" \n\t\r\n".utf8), code: 0, errors: "0 queries checked"),
    Case(name: "invalid UTF-8", bytes: [0x71, 0x75, 0xFF, 0xC3, 0x28, 0x0A], code: 1, errors: "DIR/x.cdq:1:"),
    Case(name: "NUL", bytes: [0, 0, 0], code: 1, errors: "DIR/x.cdq:1:1: error:"),
    Case(
      name: "byte order mark", bytes: [0xEF, 0xBB, 0xBF] + Array("query q = Book\r\n".utf8), code: 0,
      errors: "1 query checked"),
    Case(
      name: "deep", bytes: Array("query q = Book where \(String(repeating: "(", count: 50_000))".utf8), code: 1,
      errors: "DIR/x.cdq:1:"),
    Case(
      name: "long line",
      bytes: Array("query q = Book where title IN {\(String(repeating: "\"x\", ", count: 20_000))\"y\"}\n".utf8),
      code: 0, errors: "1 query checked"),
    Case(
      name: "noise", bytes: (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 &+ $0 / 251) }, code: 1,
      errors: "DIR/x.cdq:"),
  ]

  @Test(arguments: documents) func badDocuments(_ test: Case) throws {
    let folder = try TestFolder.library()
    try folder.write("x.cdq", Data(test.bytes))
    for format in ["text", "json", "sarif", "github"] {
      let run = ToolRun("check DIR/x.cdq --schema DIR/Library.cdq --format \(format)", in: folder)
      #expect(run.code == test.code, "\(run.errors.prefix(500))")
      if format == "text" { #expect(run.errors.holds(test.errors), "\(run.errors.prefix(500))") }
      if format == "json" || format == "sarif" {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
      }
    }
    for stage in ["tokens", "ast", "typed"] {
      #expect([0, 1].contains(ToolRun("dump DIR/x.cdq --stage \(stage) --schema DIR/Library.cdq", in: folder).code))
    }
  }

  @Test(arguments: [
    "check DIR/data --schema DIR/Library.cdq", "check DIR/folder.cdq/missing.cdq",
    "eval DIR/folder.cdq --data DIR/data",
    "eval Book --data DIR/data --schema DIR/data/Book.json", "eval Book --data DIR/data --schema DIR/folder.cdq",
    "eval Book --data DIR/none --schema DIR/Library.cdq",
    "eval --batch DIR/none --data DIR/data --schema DIR/Library.cdq",
    "eval --batch DIR/data --data DIR/data --schema DIR/Library.cdq", "schema show DIR/none.cdq",
    "schema show DIR/data/none", "schema check DIR/data/Book.json", "generate DIR/Library.cdq -o DIR/Library.cdq",
    "schema import DIR/Library.cdq -o DIR/none/x.cdq",
  ])
  func pathsThatAreSomethingElse(_ line: String) throws {
    let folder = try TestFolder.library()
    try folder.write("folder.cdq/keep", Data())
    let run = ToolRun(line, in: folder)
    #expect(run.code == 2, "\(run.output) \(run.errors)")
    #expect(run.errors.hasPrefix("error: "), "\(run.errors)")
  }

  @Test func aLineOfTheREPLMayBeHuge() throws {
    let folder = try TestFolder.library()
    let long = "Book where title == \"\(String(repeating: "x", count: 300_000))\"\ncount Book\n"
    let run = ToolRun("repl --schema DIR/Library.cdq --data DIR/data", in: folder, input: long)
    #expect(run.output.hasSuffix("0 rows\nBook> count Book\n4\n"))
    let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 &+ $0 / 251) }
    let bad = ToolRun(["repl", "--schema", "DIR/Library.cdq"], in: folder, bytes: noise)
    #expect(bad.code == 1)
  }

  @Test(arguments: [
    ["eval", ""], ["", ""], ["eval", "--data="], ["eval", "--=x"], ["--"], ["-"], ["check", "--", "-"],
    ["dump", "-", "--stage"],
    ["eval", "\u{0}", "--data", "\u{0}"], ["eval", "--data", "DIR/data\u{0}x", "Book", "--schema", "DIR/Library.cdq"],
    ["schema", "show", ""], ["eval", "--param", "=", "x"], ["eval", "--param", ":=1", "x"], ["help", ""],
    ["-h", "-h", "-h"],
    ["eval", "Book", "--data", "", "--schema", ""], ["check", ""], ["repl", "--schema", ""],
    ["eval", "👩‍👩‍👧 where", "--data", "DIR/data"],
  ])
  func strangeArguments(_ arguments: [String]) throws {
    let run = ToolRun(arguments, in: try TestFolder.library())
    #expect([0, 1, 2].contains(run.code))
    #expect(run.code == 0 || !run.errors.isEmpty)
  }
}
