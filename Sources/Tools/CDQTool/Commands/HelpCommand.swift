import CDQKit
import CDQSyntax
import CDQTerminal

/// `cdq help [COMMAND]`: shows all commands, or the options of one.
enum HelpCommand: Command {
  static let name = "help"
  static let summary = "show the commands, or one command's options"
  static let usage = ["[COMMAND]"]
  static var words: [CommandLineCompletion.Word] {
    CommandTable.groups.map { CommandLineCompletion.Word(text: $0, remark: "") }
  }

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
    let commands = CommandTable.topics.flatMap { topic in
      ["", "\(topic.title):"] + topic.commands.map { "  \(padded($0.name, width))  \($0.summary)" }
    }
    return
      (["cdq: queries in NSPredicate's language, checked against a schema", "", "usage: cdq COMMAND [options]"]
      + commands
      + [
        "", "'cdq COMMAND --help' shows a command's options.",
        "exit codes: " + exitCodes.map { "\($0.code) \($0.meaning)" }.joined(separator: ", "),
      ]).joined(separator: "\n")
  }

  /// The usage, options and notes of one command.
  static func text(of command: any Command.Type) -> String {
    var lines = ["\(command.fullName): \(command.summary)", ""]
    for (index, usage) in command.usage.enumerated() {
      let text = "\(command.fullName) \(usage)"
      let wrapped = TextWrap.lines(text, width: width - 7, indent: command.fullName.count + 1)
      lines += wrapped.enumerated().map { (index == 0 && $0.offset == 0 ? "usage: " : "       ") + $0.element }
    }
    lines += section("options", command.options) + section("every command", OptionSpec.global)
    if !command.notes.isEmpty { lines += [""] + paragraphs(command.notes).flatMap { TextWrap.lines($0, width: width) } }
    return lines.joined(separator: "\n")
  }

  /// The exit codes of all commands.
  static let exitCodes: [(code: Int32, meaning: String)] = [
    (0, "clean"), (1, "findings"), (2, "usage or unreadable input"), (70, "internal error"),
  ]
  /// The width of a line, that of the narrowest usual terminal.
  private static let width = 80

  private static func section(_ title: String, _ options: [OptionSpec]) -> [String] {
    guard !options.isEmpty else { return [] }
    let limit = 30
    let column = (options.map(\.usage.count).filter { $0 <= limit }.max() ?? 0) + 4
    return ["", "\(title):"]
      + options.flatMap { option in
        let help = TextWrap.lines(option.help, width: width - column).map { padded("", column) + $0 }
        guard option.usage.count <= limit else { return ["  \(option.usage)"] + help }
        return [padded("  \(option.usage)", column) + help[0].dropFirst(column)] + help.dropFirst()
      }
  }

  /// The notes of a command, those that a sentence connects as one paragraph.
  static func paragraphs(_ notes: [String]) -> [String] {
    notes.reduce(into: []) { result, note in
      if let last = result.last, last.last != "." { result[result.count - 1] = "\(last) \(note)" } else { result.append(note) }
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
