import CDQKit
import CDQLanguageServer
import CDQTerminal

/// `cdq lsp`: a language server on standard input and output, which editors start.
enum LSPCommand: Command {
  static let name = "lsp"
  static let summary = "serve editors with the Language Server Protocol"
  static let usage = [""]
  static let options: [OptionSpec] = [
    .flag("stdio", "use standard input and output, as it does anyway; some editors pass it")
  ]
  static let notes = [
    "An editor starts it; the documentation, In the editor, says how for each.",
    "The client's initialization option {\"data\": \"FOLDER\"} names the data that the code lens 'run' uses.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.arguments.refuseMore(than: 0)
    if context.console.input.isTerminal {
      throw .usage("'cdq lsp' talks to an editor, not to a terminal", help: ["an editor starts it as: cdq lsp"])
    }
    let (input, output) = (context.console.input, context.console.output)
    let (variables, folder) = (context.console.environment, context.console.workingDirectory)
    let environment = ServerEnvironment(
      version: Version.current, describePackage: { PackageTargets.describe($0) },
      run: { evaluate($0, environment: variables, workingDirectory: folder) })
    let loop = LanguageServerLoop(
      environment, read: { input.readBlock() },
      write: { bytes in
        output.write(String(decoding: bytes, as: UTF8.self))
        output.flush()
      })
    return loop.run() == 0 ? .clean : .findings
  }

  /// Runs a query as `cdq eval` does.
  private static func evaluate(
    _ request: RunRequest, environment: [String: String], workingDirectory: String
  ) -> Result<String, ResponseError> {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let console = Console(
      output: output, errors: errors, input: BytesInput([]), environment: environment,
      workingDirectory: workingDirectory)
    var arguments = [
      "eval", request.file, "--query", request.query, "--data", request.dataFolder, "--format", "table", "--color",
      "never",
    ]
    for argument in request.arguments { arguments += ["--param", "\(argument.name)=\(argument.value)"] }
    let code = Tool.run(arguments: arguments, console: console)
    return code == 0 ? .success(output.text) : .failure(ResponseError(.requestFailed, errors.text))
  }
}
