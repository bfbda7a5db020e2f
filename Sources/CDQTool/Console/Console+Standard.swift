import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Console {
  /// The console of this process.
  package static func standard() -> Console {
    // A reader that goes away is seen as a failed write, not as a signal that ends the process.
    signal(SIGPIPE, SIG_IGN)
    return Console(
      output: FileOutput(descriptor: STDOUT_FILENO), errors: FileOutput(descriptor: STDERR_FILENO),
      input: FileInput(descriptor: STDIN_FILENO), environment: ProcessInfo.processInfo.environment,
      workingDirectory: FileManager.default.currentDirectoryPath)
  }
}
