@testable import CDQTerminal
import CDQTestSupport
import Foundation
import Testing

@testable import CDQTool

/// The page `CommandLine.md` of the documentation, which is made from the declarations of the commands. `CDQ_REWRITE=1` writes
/// it anew.
@Suite struct CommandPageTests {
  @Test func thePageIsMadeFromTheDeclarations() throws {
    let url = Repository.url("Sources/Library/CDQKit/CDQKit.docc/CommandLine.md")
    if TranscriptTests.isRewriting { try Data(Self.page.utf8).write(to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == Self.page, "CDQ_REWRITE=1 writes it anew")
  }

  private static let groups: [(title: String, commands: [any Command.Type])] = [
    ("Begin", [InitCommand.self, DoctorCommand.self, DemoCommand.self, HelpCommand.self, VersionCommand.self]),
    (
      "Check and generate",
      [CheckCommand.self, FmtCommand.self, GenerateCommand.self, DiffCommand.self, ExplainCommand.self, LSPCommand.self]
    ),
    ("Ask", [EvalCommand.self, ReplCommand.self, ProveCommand.self, ExamplesCommand.self]),
    (
      "Data and databases",
      [LoadCommand.self, SnapshotCommand.self, ExportCommand.self, DiffDataCommand.self, FindCommand.self]
    ),
    (
      "Schemas",
      [
        SchemaShowCommand.self, SchemaImportCommand.self, SchemaInferCommand.self, SchemaCheckCommand.self,
        SchemaDiffCommand.self, SchemaDDLCommand.self,
      ]
    ),
    ("Other forms of a query", [DumpCommand.self, ConvertCommand.self]),
    ("Apps without cdq", [ScanCommand.self]),
    ("The shell", [CompletionCommand.self, ManCommand.self]),
  ]

  @Test func everyCommandIsOnThePage() {
    let names = Self.groups.flatMap(\.commands).map { $0.name }
    #expect(names.sorted() == CommandTable.all.map { $0.name }.sorted())
  }

  static var page: String {
    var lines = [
      "# The command line", "",
      "Every command of `cdq`, with its options.", "",
      "## Overview", "",
      "`cdq help COMMAND` prints the same for one command, and `cdq man` makes a manual page. Results go to standard output,",
      "everything else to standard error.", "",
      "| exit code | means |", "|---|---|",
    ]
    lines += HelpText.exitCodes.map { "| \($0.code) | \($0.meaning) |" }
    lines += ["", "Every command has these options:", ""] + table(OptionSpec.global)
    for (title, commands) in groups {
      lines += ["", "## \(title)"]
      for command in commands { lines += section(command) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ command: any Command.Type) -> [String] {
    var lines = ["", "### \(command.fullName)", "", sentence(command.summary), "", "```"]
    lines += command.usage.map { "\(command.fullName) \($0)".trimmingCharacters(in: .whitespaces) } + ["```"]
    if !command.options.isEmpty { lines += [""] + table(command.options) }
    for note in HelpText.paragraphs(command.notes) { lines += [""] + TextWrap.lines(escaped(note), width: 120) }
    return lines
  }

  private static func table(_ options: [OptionSpec]) -> [String] {
    ["| option | |", "|---|---|"]
      + options.map { "| `\($0.usage.replacing("|", with: "\\|"))` | \(escaped($0.help)) |" }
  }

  private static func sentence(_ summary: String) -> String {
    escaped(summary.prefix(1).uppercased() + summary.dropFirst()) + "."
  }

  /// A text of the help as Markdown, which would take `<Entity>` for HTML.
  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "\\<").replacing("*", with: "\\*").replacing("_", with: "\\_")
  }
}
