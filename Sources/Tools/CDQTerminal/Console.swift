/// A command's environment except for files: three streams, environment variables and the working directory.
///
/// Commands never touch standard streams themselves, so that a test can run them in its own process.
package final class Console {
  /// Stream for results: standard output.
  package let output: any ConsoleOutput
  /// Stream for diagnostics, summaries and everything else: standard error.
  package let errors: any ConsoleOutput
  /// Stream that `-` and the REPL read: standard input.
  package let input: any ConsoleInput
  /// Environment variables by name.
  package let environment: [String: String]
  /// Absolute path of the folder that relative paths start from.
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

  /// Writes a line of a result to `output`.
  package func print(_ line: String) {
    output.write(line)
    output.write("\n")
  }

  /// Writes a line that is no result to `errors`. It flushes `output` first, so that a file or terminal that receives
  /// both streams shows them in order.
  package func report(_ line: String) {
    output.flush()
    errors.write(line)
    errors.write("\n")
    errors.flush()
  }

  /// Whether the tool writes to a stream in colour.
  package func usesColor(_ stream: any ConsoleOutput, _ mode: ColorMode) -> Bool {
    switch mode {
    case .always: return true
    case .never: return false
    case .auto:
      if let off = environment["NO_COLOR"], !off.isEmpty { return false }
      for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
        if let force = environment[name], !force.isEmpty, force != "0" { return true }
      }
      return stream.isTerminal && environment["TERM"] != "dumb"
    }
  }
}

/// The values of `--color`.
package enum ColorMode: String, Hashable, Sendable, CaseIterable {
  /// Colour on a terminal; `NO_COLOR` switches it off, `CLICOLOR_FORCE` and `FORCE_COLOR` on for other streams.
  case auto
  case always
  case never
}
