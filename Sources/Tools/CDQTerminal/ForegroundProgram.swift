import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program that uses the terminal, such as an editor or a pager.
///
/// Foundation's `Process` starts programs in a process group of their own. Such a program is in the background of the
/// terminal, which stops it as soon as it reads a key.
package enum ForegroundProgram {
  #if os(macOS) || os(Linux)
    /// Whether a program of this system may start others.
    package static let isAvailable = true
  #else
    package static let isAvailable = false
  #endif

  /// Runs a command line of the shell and waits until it ends.
  ///
  /// - Parameters:
  ///   - arguments: the values of `$1`, `$2` and so on in the command line.
  ///   - input: the text that it reads from standard input; nil for the terminal.
  /// - Returns: its exit code; nil when it cannot be started.
  package static func run(
    _ command: String, _ arguments: [String] = [], input: String? = nil, environment: [String: String]
  ) -> Int32? {
    #if os(macOS) || os(Linux)
      var ends: [Int32] = [-1, -1]
      if input != nil {
        guard pipe(&ends) == 0 else { return nil }
        // The program must not hold the end that this process writes to, or it would never see the end of its input.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
      }
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      if input != nil {
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addclose(&actions, ends[0])
      }
      // This process ignores SIGPIPE, and a program would inherit that.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
      let words = (["/bin/sh", "-c", command, "sh"] + arguments).map { strdup($0) }
      let variables = environment.map { strdup("\($0.key)=\($0.value)") }
      defer { (words + variables).forEach { free($0) } }
      return InterruptSignal.ignored {
        var child: pid_t = 0
        let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, words + [nil], variables + [nil])
        if input != nil { close(ends[0]) }
        if let input {
          if status == 0 {
            let output = FileOutput(descriptor: ends[1])
            output.write(input)
            output.flush()
          }
          close(ends[1])
        }
        return status == 0 ? wait(for: child) : nil
      }
    #else
      return nil
    #endif
  }

  private static func wait(for child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    // The macros of C's header: the exit code, or 128 and the signal as shells show it.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// The program that shows long results: `$CDQ_PAGER`, else `$PAGER`, else `less` or `more`.
package struct Pager {
  private let command: String
  private let environment: [String: String]

  /// nil where `$CDQ_PAGER` is empty, or no program is there.
  package init?(_ environment: [String: String]) {
    let given = environment["CDQ_PAGER"] ?? environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 }
    if let given {
      guard !given.isEmpty else { return nil }
      command = given
    } else {
      let folders = (environment["PATH"] ?? "").split(separator: ":")
      let found = ["less", "more"].first { name in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
      }
      guard let found else { return nil }
      command = found
    }
    // Colours as they are, no second screen, and no pager for what fits.
    self.environment = environment.merging(["LESS": "FRX"]) { own, _ in own }
  }

  /// Shows a text until the user leaves the pager.
  ///
  /// - Returns: false when the program cannot be started.
  package func show(_ text: String) -> Bool {
    guard let code = ForegroundProgram.run(command, input: text, environment: environment) else { return false }
    return code != 126 && code != 127
  }
}
