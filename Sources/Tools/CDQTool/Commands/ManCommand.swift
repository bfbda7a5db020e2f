import CDQKit
import CDQTerminal

/// `cdq man`: prints the manual page, made from the declarations of the commands.
enum ManCommand: Command {
  static let name = "man"
  static let summary = "print the manual page, in the format of man(7)"
  static let usage = [""]
  static let notes = ["cdq man > cdq.1, and then man ./cdq.1; or cdq man | man -l -"]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.arguments.refuseMore(than: 0)
    context.console.output.write(page)
    return .clean
  }

  private static var page: String {
    var lines = [
      ".TH CDQ 1 \"\" \"cdq \(Version.current)\" \"User Commands\"",
      ".SH NAME", "cdq \\- queries in NSPredicate's language, checked against a schema",
      ".SH SYNOPSIS", ".B cdq", ".I COMMAND", "[options]",
      ".SH DESCRIPTION",
      escaped("cdq checks queries against a schema, runs them over data, and generates typed Swift functions for them."),
      ".SH COMMANDS",
    ]
    for command in CommandTable.all {
      lines += [".SS " + escaped(command.fullName), escaped(command.summary)]
      for usage in command.usage { lines += [".br", ".B " + escaped("\(command.fullName) \(usage)")] }
      for option in command.options { lines += item(option) }
      for note in HelpText.paragraphs(command.notes) { lines += [".PP", escaped(note)] }
    }
    lines += [".SH OPTIONS", "Every command has these options."]
    for option in OptionSpec.global { lines += item(option) }
    lines += [".SH EXIT STATUS"]
    for (code, meaning) in HelpText.exitCodes { lines += [".TP", String(code), escaped(meaning)] }
    return lines.joined(separator: "\n") + "\n"
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
