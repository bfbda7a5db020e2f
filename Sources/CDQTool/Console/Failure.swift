import CDQSchema

/// Why a command ends without doing its work.
enum Failure: Error, Hashable {
  /// The command line is wrong.
  case usage(String, help: [String] = [])
  /// A file, folder or stream cannot be read or written, or a configuration is missing.
  case unreadable(String, help: [String] = [])
  /// Something was found, and has been reported.
  case findings
  /// A bug of ours, and what shows it.
  case bug(String)
}

/// How a command ends, as `CLI.md` fixes it.
enum ExitCode: Int32 {
  /// Nothing to report.
  case clean = 0
  /// Errors in what was read; warnings with `--strict`; no match with `--exit-status`.
  case findings = 1
  /// A wrong command line, or input that cannot be read.
  case usage = 2
  /// A bug.
  case bug = 70
}

extension Failure {
  /// A path that cannot be read.
  init(_ error: FileError) {
    self = .unreadable("\(error.path): \(error.explanation)")
  }
}
