import CDQKit
import CDQSyntax
package import CDQTerminal

/// The command-line tool `cdq`.
package enum Tool {
  /// Runs one command and reports its failure, if any, on standard error.
  ///
  /// - Parameter arguments: the command line without the name of the program.
  /// - Returns: the exit code: 0, 1 after findings, 2 for a wrong command line or unreadable input, 70 for a bug.
  package static func run(arguments: [String], console: Console) -> Int32 {
    var code = ExitCode.clean
    do throws(Failure) {
      code = try execute(arguments, console)
    } catch {
      code = report(error, arguments, console)
    }
    console.output.flush()
    if let failure = console.output.failure {
      console.report("error: cannot write the output: \(failure)")
      code = .usage
    }
    console.errors.flush()
    return code.rawValue
  }

  private static func execute(_ arguments: [String], _ console: Console) throws(Failure) -> ExitCode {
    guard let first = arguments.first else {
      console.report(HelpText.overview)
      return .usage
    }
    switch first {
    case "--help", "-h": return try execute(["help"] + arguments.dropFirst(), console)
    case "--version", "-V": return try execute(["version"] + arguments.dropFirst(), console)
    default: break
    }
    guard let (command, rest) = CommandTable.find(arguments) else { throw unknownCommand(arguments) }
    return try execute(command, rest, console)
  }

  private static func execute(
    _ command: any Command.Type, _ arguments: [String], _ console: Console
  ) throws(Failure) -> ExitCode {
    let reader = ArgumentReader(command: command.fullName, options: command.options + OptionSpec.global)
    do throws(Failure) {
      let parsed = try reader.read(arguments)
      if parsed.has("help") {
        console.print(HelpText.text(of: command))
        return .clean
      }
      return try command.run(CommandContext(console: console, arguments: parsed))
    } catch {
      if case .usage(let message, let help) = error {
        throw .usage(message, help: help + ["see '\(command.fullName) --help'"])
      }
      throw error
    }
  }

  private static func unknownCommand(_ arguments: [String]) -> Failure {
    let word = arguments[0]
    if word.hasPrefix("-") { return .usage("unknown option '\(word)'", help: ["a command comes first: cdq COMMAND …"]) }
    let members = CommandTable.members(of: word)
    guard !members.isEmpty else { return unknown(word, "command '\(word)'", among: CommandTable.groups, prefix: "") }
    guard arguments.count > 1, !arguments[1].hasPrefix("-") else {
      return .usage("'cdq \(word)' needs a second word", help: ["one of \(members.joined(separator: ", "))"])
    }
    return unknown(arguments[1], "command '\(word) \(arguments[1])'", among: members, prefix: "\(word) ")
  }

  private static func unknown(_ word: String, _ what: String, among names: [String], prefix: String) -> Failure {
    var help = ["commands: \(names.map { prefix + $0 }.joined(separator: ", "))"]
    if let near = Suggestions.nearest(to: word, among: names) { help.insert("did you mean '\(prefix)\(near)'?", at: 0) }
    return .usage("unknown \(what)", help: help)
  }

  private static func report(_ failure: Failure, _ arguments: [String], _ console: Console) -> ExitCode {
    switch failure {
    case .usage(let message, let help), .unreadable(let message, let help):
      console.report("error: \(VisibleText.escaped(message, keepsLines: true))")
      for line in help { console.report("   = help: \(VisibleText.escaped(line))") }
      return .usage
    case .findings:
      return .findings
    case .bug(let message):
      console.report("error: internal error: \(message)")
      console.report("   = note: this is a bug of cdq \(Version.current), not of your text")
      console.report(
        "   = help: report it with this command: cdq \(arguments.map(ShellWord.quoted).joined(separator: " "))")
      return .bug
    }
  }
}

/// Quoting for a POSIX shell, so that a bug report holds a command line that can be pasted.
enum ShellWord {
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,+@%")

  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy(plain.contains) { return word }
    return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }
}
