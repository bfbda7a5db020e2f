import CDQTerminal
import CDQTool

/// A run of the command `cdq` in this process, for packages that see only public declarations.
public struct CommandRun: Sendable {
  /// The exit code.
  public let code: Int32
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - arguments: the command line without the name of the program.
  ///   - folder: the working directory, as an absolute path.
  ///   - input: what standard input has.
  public init(_ arguments: [String], in folder: String, input: String = "") {
    let (output, errors) = (CollectedOutput(), CollectedOutput())
    let console = Console(
      output: output, errors: errors, input: BytesInput(Array(input.utf8)), environment: [:], workingDirectory: folder)
    code = Tool.run(arguments: arguments, console: console)
    (self.output, self.errors) = (output.text, errors.text)
  }
}

/// A stream of a command as a text.
private final class CollectedOutput: ConsoleOutput {
  private(set) var text = ""
  let isTerminal = false
  let columns: Int? = nil
  let failure: String? = nil
  let isClosed = false
  func write(_ text: String) { self.text += text }
  func flush() {}
}
