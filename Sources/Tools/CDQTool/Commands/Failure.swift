import CDQFiles
import CDQSchema

/// The error that ends a command.
enum Failure: Error, Hashable {
  /// The command line is wrong.
  case usage(String, help: [String] = [])
  /// A file, folder or stream cannot be read or written, or a configuration is missing.
  case unreadable(String, help: [String] = [])
  /// The command found errors in its input and has already reported them.
  case findings
  /// An internal error: a bug of cdq, with a message that describes it.
  case bug(String)
}

/// The exit codes of every command. Scripts rely on them, so they do not change.
enum ExitCode: Int32 {
  /// Nothing to report.
  case clean = 0
  /// Errors in what was read; warnings with `--strict`; no match with `--exit-status`.
  case findings = 1
  /// A wrong command line, or input that cannot be read.
  case usage = 2
  /// An internal error.
  case bug = 70
}

extension Failure {
  /// The failure for a path that cannot be read or written.
  init(_ error: FileError) {
    self = .unreadable("\(error.path): \(error.explanation)")
  }

  /// The failure for files that were not replaced.
  init(_ error: FileChangeError) {
    let help = error.replaced == 0 ? "nothing was changed" : "\(error.replaced) of \(error.total) files were replaced before"
    let retry = error.file.reason == .changed ? ["run the command again"] : []
    self = .unreadable("'\(error.file.path)' was not written: \(error.file.explanation)", help: [help] + retry)
  }
}
