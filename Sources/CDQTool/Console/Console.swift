/// Everything a command can reach of the outside but files: its three streams, its environment and where it was
/// started.
///
/// Commands never touch standard streams themselves, so that a test runs them in its own process.
package final class Console {
  /// Results.
  package let output: any ConsoleOutput
  /// Diagnostics, summaries and everything else.
  package let errors: any ConsoleOutput
  /// What `-` and the REPL read.
  package let input: any ConsoleInput
  /// Environment variables.
  package let environment: [String: String]
  /// The folder that relative paths start from, absolute.
  package let workingDirectory: String

  package init(
    output: any ConsoleOutput, errors: any ConsoleOutput, input: any ConsoleInput, environment: [String: String],
    workingDirectory: String
  ) {
    self.output = output
    self.errors = errors
    self.input = input
    self.environment = environment
    self.workingDirectory = workingDirectory
  }

  /// Writes a line of a result.
  package func print(_ line: String) {
    output.write(line)
    output.write("\n")
  }

  /// Writes a line that is no result. What was printed before comes out first, so that a file or terminal that gets
  /// both
  /// streams shows them in order.
  package func report(_ line: String) {
    output.flush()
    errors.write(line)
    errors.write("\n")
    errors.flush()
  }

  /// Whether a stream is to be written in colour.
  package func usesColor(_ stream: any ConsoleOutput, _ mode: ColorMode) -> Bool {
    switch mode {
    case .always: return true
    case .never: return false
    case .auto:
      if let off = environment["NO_COLOR"], !off.isEmpty { return false }
      if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
      return stream.isTerminal && environment["TERM"] != "dumb"
    }
  }
}

/// The values of `--color`.
package enum ColorMode: String, Hashable, Sendable, CaseIterable {
  /// On a terminal, unless the environment says otherwise (`NO_COLOR`, `CLICOLOR_FORCE`).
  case auto
  case always
  case never
}
