import CDQTool
import Testing

/// Parsing of arguments, and the messages for wrong ones.
@Suite struct CommandLineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var code: Int32
    var output = ""
    var errors = ""
    var testDescription: String { line }
  }

  static let cases: [Case] = [
    // No command, help and version.
    Case(line: "", code: 2, errors: "usage: cdq COMMAND"),
    Case(line: "help", code: 0, output: "usage: cdq COMMAND"),
    Case(line: "--help", code: 0, output: "exit codes: 0 clean"),
    Case(line: "help eval", code: 0, output: "--strict-nspredicate"),
    Case(line: "help schema", code: 0, output: "cdq schema import"),
    Case(line: "help schema show", code: 0, output: "--model-version NAME"),
    Case(line: "help evil", code: 2, errors: "did you mean 'eval'?"),
    Case(line: "eval --help", code: 0, output: "usage: cdq eval 'QUERY'"),
    Case(line: "eval --data x -h", code: 0, output: "usage: cdq eval 'QUERY'"),
    Case(line: "version", code: 0, output: "cdq 0."),
    Case(line: "--version", code: 0, output: "cdq 0."),
    Case(line: "version --json", code: 0, output: "{\"name\":\"cdq\",\"version\":\"0."),
    Case(line: "version extra", code: 2, errors: "unexpected argument 'extra'"),
    // Unknown commands and options.
    Case(line: "chekc", code: 2, errors: "error: unknown command 'chekc'\n   = help: did you mean 'check'?"),
    Case(line: "ev", code: 2, errors: "commands: eval, repl, demo"),
    Case(line: "fmt /nowhere/x.cdq", code: 2, errors: "no such file"),
    Case(line: "fmt --help", code: 0, output: "--check"),
    Case(line: "schema", code: 2, errors: "'cdq schema' needs a second word"),
    Case(line: "schema drop a b", code: 2, errors: "unknown command 'schema drop'"),
    Case(line: "schema shwo", code: 2, errors: "did you mean 'schema show'?"),
    Case(line: "--schema x eval", code: 2, errors: "a command comes first"),
    Case(line: "eval --shcema x", code: 2, errors: "did you mean '--schema'?"),
    Case(line: "eval -schema x", code: 2, errors: "did you mean '--schema'?"),
    Case(line: "eval -Z", code: 2, errors: "unknown option '-Z' of 'cdq eval'"),
    // A query may begin with a dash.
    Case(line: "eval '-5 < population'", code: 2, errors: "'cdq eval' needs data"),
    Case(line: "eval '-x altitude'", code: 2, errors: "write -- before a text that begins with a dash"),
    // Values.
    Case(line: "eval --data", code: 2, errors: "--data needs a value\n   = help: --data PATH"),
    Case(line: "eval --data --schema x", code: 2, errors: "found the option '--schema'"),
    Case(line: "eval --data a --data b x", code: 2, errors: "--data is given twice"),
    Case(line: "eval --explain=yes", code: 2, errors: "--explain takes no value, found 'yes'"),
    Case(line: "eval --color=blue", code: 2, errors: "--color cannot be 'blue'"),
    Case(line: "eval --color alway", code: 2, errors: "did you mean 'always'?"),
    Case(line: "eval x --data d --format jsno", code: 2, errors: "did you mean 'json'?"),
    Case(
      line: "eval x --data d --engine fast", code: 2, errors: "--engine cannot be 'fast'\n   = help: one of column, row"),
    Case(line: "check --max-errors many", code: 2, errors: "--max-errors needs a whole number, found 'many'"),
    Case(line: "check --max-errors -1", code: 2, errors: "whole number"),
    Case(line: "check -- --help", code: 2, errors: "--help: no such file"),
    // Missing arguments.
    Case(line: "eval City", code: 2, errors: "'cdq eval' needs data"),
    Case(line: "eval --data d", code: 2, errors: "'cdq eval' needs a query"),
    Case(line: "eval City where x --data d", code: 2, errors: "put the text in quotes"),
    Case(line: "eval City --data d --param x", code: 2, errors: "--param needs name=value, found 'x'"),
    Case(line: "eval City --data d --param 5=x", code: 2, errors: "'5' is no name of a parameter"),
    Case(line: "eval City --data d --param x:=[1", code: 2, errors: "the value of '$x' is not JSON"),
    Case(line: "eval City --data d -p x=1 -p x=2", code: 2, errors: "'x' is given twice"),
    Case(line: "eval City --data d --query q", code: 2, errors: "--query names a query of a .cdq file"),
    Case(line: "eval --batch b --data d --write", code: 2, errors: "--write cannot be used with --batch"),
    Case(line: "eval --batch - --data -", code: 2, errors: "cannot both be standard input"),
    Case(line: "eval - --data -", code: 2, errors: "cannot both be standard input"),
    Case(line: "dump City", code: 2, errors: "needs --stage"),
    Case(line: "dump City --stage sql", code: 2, errors: "there is no schema"),
    Case(line: "dump City --stage tree", code: 2, errors: "--stage cannot be 'tree'"),
    Case(line: "dump City --stage ast --format json", code: 2, errors: "has no JSON form"),
    Case(line: "generate", code: 2, errors: "needs an output folder"),
    Case(line: "generate -o x --stdout", code: 2, errors: "exclude each other"),
    Case(line: "check - --fix", code: 2, errors: "--fix cannot change standard input"),
    Case(line: "repl --data -", code: 2, errors: "data cannot"),
    Case(line: "repl x", code: 2, errors: "x: no such file or folder"),
    // Missing files.
    Case(line: "check /nowhere/x.cdq", code: 2, errors: "DIR/x.cdq: no such file"),
    Case(line: "eval City --data /nowhere/d --schema /nowhere/s.cdq", code: 2, errors: "DIR/d: no such file or folder"),
    Case(line: "eval City --data . --schema /nowhere/s.cdq", code: 2, errors: "DIR/s.cdq: no such file"),
    Case(line: "schema show /nowhere/s.cdq", code: 2, errors: "no such file"),
    Case(line: "schema import", code: 2, errors: "needs a model"),
  ]

  @Test(arguments: cases) func commandLine(_ test: Case) {
    let run = ToolRun(test.line)
    #expect(run.code == test.code)
    #expect(run.output.holds(test.output), "\(run.output)")
    #expect(run.errors.holds(test.errors), "\(run.errors)")
    // Results and everything else never share a stream.
    #expect(test.code == 0 ? run.errors.isEmpty : run.output.isEmpty)
  }

  @Test func everyCommandHasAHelpPage() {
    for name in [
      "check", "generate", "eval", "repl", "dump", "schema show", "schema import", "schema check", "version",
    ] {
      let run = ToolRun("\(name) --help")
      #expect(run.code == 0)
      #expect(run.output.holds("usage: cdq \(name)"))
      #expect(ToolRun("help").output.contains("  \(name) "))
      for line in run.output.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
  }

  @Test func optionsMayStandAnywhere() throws {
    let folder = try TestFolder.library()
    let lines = [
      "eval 'count Book' --schema DIR/Library.cdq --data DIR/data",
      "eval --schema=DIR/Library.cdq --data=DIR/data 'count Book'",
      "eval --schema DIR/Library.cdq 'count Book' -dDIR/data",
      "eval -qv -s DIR/Library.cdq -d=DIR/data -- 'count Book'",
    ]
    for line in lines {
      let run = ToolRun(line, in: folder)
      #expect(run.output == "4\n", "\(line): \(run.errors)")
      #expect(run.code == 0)
    }
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], "auto", false), (["CLICOLOR_FORCE": "1"], "auto", true),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], "auto", false), (["CLICOLOR_FORCE": "0"], "auto", false),
    ([:], "auto", false), (["NO_COLOR": "1"], "always", true), (["CLICOLOR_FORCE": "1"], "never", false),
  ])
  func color(_ environment: [String: String], _ mode: String, _ isColored: Bool) throws {
    let folder = try TestFolder.library()
    let run = ToolRun(
      "eval 'Book where nmae == 1' --data DIR/data --schema DIR/Library.cdq --color \(mode)", in: folder,
      environment: environment)
    #expect(run.code == 1)
    #expect(run.errors.holds("\u{1B}[") == isColored)
  }
}
