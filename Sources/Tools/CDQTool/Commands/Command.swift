/// A subcommand of `cdq`, such as `cdq check`.
protocol Command: SendableMetatype {
  /// The word or words after `cdq`: `check`, `schema show`.
  static var name: String { get }
  /// Description in the help: one line, lower case, no full stop.
  static var summary: String { get }
  /// The forms of its arguments, without `cdq` and the name; one line each.
  static var usage: [String] { get }
  /// Its options besides those of `OptionSpec.global`.
  static var options: [OptionSpec] { get }
  /// Notes at the end of the help, one paragraph each.
  static var notes: [String] { get }
  /// The words that its positional arguments can be, for completion; empty for paths and texts.
  static var words: [CommandLineCompletion.Word] { get }
  /// Whether its positional arguments can be queries, for completion.
  static var takesQuery: Bool { get }

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode
}

extension Command {
  static var options: [OptionSpec] { [] }
  static var notes: [String] { [] }
  static var words: [CommandLineCompletion.Word] { [] }
  static var takesQuery: Bool { false }

  static var fullName: String { "cdq \(name)" }
}

/// All commands by what they are for, in the order of the help.
enum CommandTable {
  static let topics: [(title: String, commands: [any Command.Type])] = [
    ("ask", [EvalCommand.self, ReplCommand.self, DemoCommand.self, FindCommand.self]),
    (
      "check",
      [
        CheckCommand.self, FmtCommand.self, ScanCommand.self, ExplainCommand.self, ProveCommand.self, ExamplesCommand.self,
      ]
    ),
    ("generate", [InitCommand.self, DoctorCommand.self, GenerateCommand.self, DiffCommand.self]),
    (
      "schema",
      [
        SchemaShowCommand.self, SchemaImportCommand.self, SchemaCheckCommand.self, SchemaDiffCommand.self,
        SchemaInferCommand.self, SchemaDDLCommand.self,
      ]
    ),
    ("data", [LoadCommand.self, SnapshotCommand.self, DiffDataCommand.self, ExportCommand.self]),
    (
      "tools",
      [
        ConvertCommand.self, DumpCommand.self, LSPCommand.self, CompletionCommand.self, ManCommand.self, VersionCommand.self,
        HelpCommand.self,
      ]
    ),
  ]

  /// The commands of all topics.
  static let all: [any Command.Type] = topics.flatMap(\.commands)

  /// The command whose name the arguments begin with, and the arguments after the name; nil when there is none.
  static func find(_ arguments: [String]) -> (command: any Command.Type, rest: [String])? {
    // The longest matching name wins, so that a command `schema` would not hide `schema show`.
    let words = all.map { ($0, $0.name.split(separator: " ").map(String.init)) }
    let matches = words.filter { arguments.starts(with: $0.1) }
    return matches.max { $0.1.count < $1.1.count }.map { ($0.0, Array(arguments.dropFirst($0.1.count))) }
  }

  /// The first words of all commands.
  static var groups: [String] {
    var seen: Set<String> = []
    return all.compactMap { $0.name.split(separator: " ").first.map(String.init) }.filter { seen.insert($0).inserted }
  }

  /// The second words of the commands of a group, such as `show` of `schema`.
  static func members(of group: String) -> [String] {
    all.map { $0.name.split(separator: " ").map(String.init) }.filter { $0.count == 2 && $0[0] == group }.map { $0[1] }
  }
}
