import Foundation
import Testing

/// The completions of command lines, the scripts that ask for them, and the manual page.
@Suite struct CompletionTests {
  /// The words that complete a command line, in which `|` is the cursor.
  static let lines: [(String, [String])] = [
    ("ev|", ["eval"]), ("sch|", ["schema"]), ("schema |", ["show", "import", "check", "diff"]), ("schema d|", ["diff"]),
    ("eval --for|", ["--format"]), ("eval --format m|", ["markdown"]), ("eval -f b|", ["bar"]),
    ("eval 'City' --eng|", ["--engine"]), ("check --|", ["--schema", "--fix", "--unsafe-fixes", "--color"]),
    ("completion |", ["bash", "zsh", "fish"]), ("explain unknown-prop|", ["unknown-property"]), ("help ev|", ["eval"]),
    // Files are the shell's matter.
    ("check |", []), ("eval --data |", []), ("eval -- --|", []), ("nothing |", []),
  ]

  @Test(arguments: lines) func completes(line: String, expected: [String]) {
    var words = line.dropLast().split(separator: " ").map(String.init)
    if line.hasSuffix(" |") { words.append("") }
    let run = ToolRun(["completion", "--words", "--"] + words)
    let found = run.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    #expect(run.code == 0)
    #expect(Set(expected).isSubset(of: found), "\(line) gives \(found)")
    #expect(expected.isEmpty == found.isEmpty, "\(line) gives \(found)")
  }

  @Test(arguments: [
    (["eval", "--entity", ""], ["Author", "Book", "Remark", "Work"]), (["eval", "-e", "B"], ["Book"]),
    (["eval", "Bo"], ["Book"]), (["eval", "'Book where pa"], ["Book where pages"]),
    (["eval", "--data", "DIR", "Book where author.na"], ["Book where author.name"]),
    (["dump", "--entity", "Author", "bor"], ["born"]), (["eval", "-e", "Author", "bor"], ["born"]), (["eval", ""], ["Author", "Book", "Remark", "Work"]),
    (["eval", "--schema=DIR/Library.cdq", "\"Book whe"], ["Book where"]), (["check", "Bo"], []),
  ]) func completesQueriesAsTheREPLDoes(words: [String], expected: [String]) throws {
    let run = ToolRun(["completion", "--words", "--"] + words, in: try TestFolder.library())
    let found = run.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    #expect(found.sorted() == expected, "\(words)")
  }

  @Test func scriptsAskTheTool() {
    for shell in ["bash", "zsh", "fish"] {
      let run = ToolRun("completion \(shell)")
      #expect(run.code == 0)
      #expect(run.output.contains("cdq completion --words --"))
    }
    #expect(ToolRun("completion csh").errors.contains("one of bash, zsh, fish"))
  }

  @Test func theManualPageHasEveryCommandAndOption() {
    let page = ToolRun("man").output
    #expect(page.hasPrefix(".TH CDQ 1"))
    for command in ["check", "eval", "schema show", "completion", "man"] { #expect(page.contains(".SS cdq \(command)\n")) }
    #expect(page.contains("\\-\\-unsafe\\-fixes"))
    // A line that begins with a dot or an apostrophe would be a request of roff.
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect([".TH", ".SH", ".SS", ".B", ".I", ".br", ".TP", ".PP"].contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    #expect(!page.contains("\n'"))
  }

  @Test func helpFitsANarrowTerminal() {
    for command in ["", "check", "eval", "repl", "generate", "diff", "dump", "convert", "schema diff", "snapshot"] {
      for line in ToolRun("help \(command)").output.split(separator: "\n") {
        #expect(line.count <= 80, "\(command): \(line)")
      }
    }
  }
}
