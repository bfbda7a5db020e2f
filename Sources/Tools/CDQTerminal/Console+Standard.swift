import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Console {
  /// The console of this process: its standard streams, environment and working directory.
  package static func standard() -> Console {
    // Without SIGPIPE, a reader that goes away (`| head`) makes a write fail, and the process can end in order.
    signal(SIGPIPE, SIG_IGN)
    return Console(
      output: FileOutput(descriptor: STDOUT_FILENO), errors: FileOutput(descriptor: STDERR_FILENO),
      input: FileInput(descriptor: STDIN_FILENO), environment: ProcessInfo.processInfo.environment,
      workingDirectory: FileManager.default.currentDirectoryPath)
  }
}
