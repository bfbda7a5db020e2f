import CDQKit
import CDQSyntax
import CDQTerminal

/// `cdq man`: prints the manual page, made from the declarations of the commands.
enum ManCommand: Command {
  static let name = "man"
  static let summary = "print the manual page, in the format of man(7)"
  static let usage = ["[COMMAND]"]
  static let notes = ["cdq man > cdq.1, and then man ./cdq.1; or cdq man eval | man -l -"]
  static var words: [CommandLineCompletion.Word] { HelpCommand.words }

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let words = context.arguments.positionals
    guard !words.isEmpty else {
      context.console.output.write(page)
      return .clean
    }
    let commands = CommandTable.all.filter { ($0.name + " ").hasPrefix(words.joined(separator: " ") + " ") }
    guard let first = commands.first else {
      let name = words.joined(separator: " ")
      let near = Suggestions.nearest(to: name, among: CommandTable.all.map { $0.name }).map { ["did you mean '\($0)'?"] } ?? []
      throw .usage("there is no command '\(name)'", help: near)
    }
    let title = "cdq-" + words.joined(separator: "-")
    let name = commands.count == 1 ? first.summary : "the commands of 'cdq \(words.joined(separator: " "))'"
    let head = [
      ".TH \(title.uppercased()) 1 \"\" \"cdq \(Version.current)\" \"User Commands\"", ".SH NAME",
      "\(escaped(title)) \\- \(escaped(name))", ".SH COMMANDS",
    ]
    context.console.output.write((head + commands.flatMap(section) + ending).joined(separator: "\n") + "\n")
    return .clean
  }

  private static var page: String {
    let lines = [
      ".TH CDQ 1 \"\" \"cdq \(Version.current)\" \"User Commands\"",
      ".SH NAME", "cdq \\- queries in NSPredicate's language, checked against a schema",
      ".SH SYNOPSIS", ".B cdq", ".I COMMAND", "[options]",
      ".SH DESCRIPTION",
      escaped("cdq checks queries against a schema, runs them over data, and generates typed Swift functions for them."),
      ".SH COMMANDS",
    ]
    return (lines + CommandTable.all.flatMap(section) + ending).joined(separator: "\n") + "\n"
  }

  /// The part about one command.
  private static func section(_ command: any Command.Type) -> [String] {
    var lines = [".SS " + escaped(command.fullName), escaped(command.summary)]
    for usage in command.usage { lines += [".br", ".B " + escaped("\(command.fullName) \(usage)")] }
    for option in command.options { lines += item(option) }
    for note in HelpText.paragraphs(command.notes) { lines += [".PP", escaped(note)] }
    return lines
  }

  /// The parts that every command shares.
  private static var ending: [String] {
    var lines = [".SH OPTIONS", "Every command has these options."]
    for option in OptionSpec.global { lines += item(option) }
    lines += [".SH EXIT STATUS"]
    for (code, meaning) in HelpText.exitCodes { lines += [".TP", String(code), escaped(meaning)] }
    return lines
  }

  private static func item(_ option: OptionSpec) -> [String] {
    [".TP", ".B " + escaped(option.usage), escaped(option.help)]
  }

  /// Escapes what roff would read as a command or an escape sequence.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'" where result.isEmpty, "." where result.isEmpty: result += "\\&\(character)"
      case "\n": result += " "
      default: result.append(character)
      }
    }
    return result
  }
}
