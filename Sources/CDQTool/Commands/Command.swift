/// A word after `cdq` and what it does.
protocol Command: SendableMetatype {
  /// The word, or the words: `schema show`.
  static var name: String { get }
  /// One line, lower case, no full stop.
  static var summary: String { get }
  /// How it is called, without `cdq` and the name; one line each.
  static var usage: [String] { get }
  /// Its options beside the global ones.
  static var options: [OptionSpec] { get }
  /// Further lines of the help.
  static var notes: [String] { get }

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode
}

extension Command {
  static var options: [OptionSpec] { [] }
  static var notes: [String] { [] }

  static var fullName: String { "cdq \(name)" }
}

/// Every command there is, in the order of the help.
enum CommandTable {
  static let all: [any Command.Type] = [
    CheckCommand.self, FmtCommand.self, EvalCommand.self, ReplCommand.self, SnapshotCommand.self,
    GenerateCommand.self, DiffCommand.self, DumpCommand.self, ConvertCommand.self, ExplainCommand.self, SchemaShowCommand.self, SchemaImportCommand.self,
    SchemaCheckCommand.self, SchemaDiffCommand.self, VersionCommand.self, HelpCommand.self,
  ]

  /// The command that arguments begin with, and the arguments after its name.
  static func find(_ arguments: [String]) -> (command: any Command.Type, rest: [String])? {
    // Longer names first, so that `schema show` is found before a `schema` could be.
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
