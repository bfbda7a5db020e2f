import CDQSyntax

/// `cdq help [COMMAND]`: shows all commands, or the options of one.
enum HelpCommand: Command {
  static let name = "help"
  static let summary = "show the commands, or one command's options"
  static let usage = ["[COMMAND]"]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let words = context.arguments.positionals
    guard let first = words.first else {
      context.console.print(HelpText.overview)
      return .clean
    }
    if let (command, rest) = CommandTable.find(words), rest.isEmpty {
      context.console.print(HelpText.text(of: command))
      return .clean
    }
    let members = CommandTable.members(of: first)
    if words.count == 1, !members.isEmpty {
      for command in CommandTable.all where command.name.hasPrefix(first + " ") {
        context.console.print("\(command.fullName)  \(command.summary)")
      }
      return .clean
    }
    let name = words.joined(separator: " ")
    let names = CommandTable.all.map { $0.name }
    let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
    throw .usage("there is no command '\(name)'", help: near)
  }
}

/// The texts of `help` and `--help`.
enum HelpText {
  /// The list of all commands.
  static var overview: String {
    let width = CommandTable.all.map { $0.name.count }.max() ?? 0
    let commands = CommandTable.all.map { "  \(padded($0.name, width))  \($0.summary)" }
    return
      (["cdq: queries in NSPredicate's language, checked against a schema", "", "usage: cdq COMMAND [options]", ""]
      + commands
      + ["", "'cdq COMMAND --help' shows a command's options.", exitCodes]).joined(separator: "\n")
  }

  /// The usage, options and notes of one command.
  static func text(of command: any Command.Type) -> String {
    var lines = ["\(command.fullName): \(command.summary)", ""]
    for (index, usage) in command.usage.enumerated() {
      lines.append("\(index == 0 ? "usage:" : "      ") \(command.fullName)\(usage.isEmpty ? "" : " \(usage)")")
    }
    lines += section("options", command.options) + section("every command", OptionSpec.global)
    if !command.notes.isEmpty { lines += [""] + command.notes }
    return lines.joined(separator: "\n")
  }

  private static let exitCodes = "exit codes: 0 clean, 1 findings, 2 usage or unreadable input, 70 internal error"

  private static func section(_ title: String, _ options: [OptionSpec]) -> [String] {
    guard !options.isEmpty else { return [] }
    let limit = 34
    let width = options.map(\.usage.count).filter { $0 <= limit }.max() ?? 0
    return ["", "\(title):"]
      + options.flatMap { option in
        option.usage.count <= limit
          ? ["  \(padded(option.usage, width))  \(option.help)"]
          : ["  \(option.usage)", "  \(padded("", width))  \(option.help)"]
      }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
