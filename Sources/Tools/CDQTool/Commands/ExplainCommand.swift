import CDQExplanations
import CDQRuntime
import CDQSyntax
import CDQTerminal

/// `cdq explain CODE`: explains the code of a diagnostic, with examples.
enum ExplainCommand: Command {
  static let name = "explain"
  static let summary = "explain the code of a diagnostic, with examples"
  static let usage = ["CODE", "--list"]
  static let options: [OptionSpec] = [
    .flag("list", letter: "l", "all codes with their titles"),
    .choice("format", letter: "f", ["text", "json"], "how it is written (default text)"),
  ]

  static var words: [CommandLineCompletion.Word] {
    Catalogue.all.entries.map { CommandLineCompletion.Word(text: $0.code.rawValue, remark: $0.explanation.title) }
  }

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let isJSON = arguments["format"] == "json"
    if arguments.has("list") {
      guard arguments.positionals.isEmpty else { throw .usage("--list and a code exclude each other") }
      context.console.output.write(isJSON ? ExplanationText.json(Catalogue.all.entries) : ExplanationText.list())
      return .clean
    }
    let word = try arguments.single("a code", "cdq explain unknown-property")
    // Accepts the code in brackets, as the first line of a finding ends: `[unknown-property]`.
    let code = word.hasPrefix("[") && word.hasSuffix("]") ? String(word.dropFirst().dropLast()) : word
    guard let entry = Catalogue.all.entry(of: DiagnosticCode(code)) else {
      let near = Catalogue.all.nearest(to: code).map { ["did you mean '\($0)'?"] } ?? []
      throw .usage("there is no code '\(code)'", help: near + ["'cdq explain --list' shows all"])
    }
    context.console.output.write(
      isJSON ? ExplanationText.json(entry) + "\n" : ExplanationText.text(entry, width: 80))
    return .clean
  }
}
