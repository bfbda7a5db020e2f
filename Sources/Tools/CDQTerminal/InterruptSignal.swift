import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C while the REPL answers: the first one asks the query to end, a second one leaves.
package enum InterruptSignal {
  /// A flag that a signal handler may set. It is allocated, since a handler must not run the initializer of a global.
  private struct Flag: @unchecked Sendable {
    let raised = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
  }

  private static let flag: Flag = {
    let flag = Flag()
    flag.raised.initialize(to: 0)
    return flag
  }()

  /// Whether the user has pressed Ctrl-C since the last call of `during`.
  package static var isRaised: Bool { flag.raised.pointee != 0 }

  /// Calls a closure while Ctrl-C only raises the flag.
  package static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    flag.raised.pointee = 0
    let before = signal(SIGINT) { _ in
      if InterruptSignal.flag.raised.pointee != 0 { _exit(130) }
      InterruptSignal.flag.raised.pointee = 1
    }
    defer { signal(SIGINT, before) }
    return try body()
  }

  /// Calls a closure while Ctrl-C is for another program, which uses the terminal.
  package static func ignored<Result>(_ body: () throws -> Result) rethrows -> Result {
    // A handler and not SIG_IGN, which the other program would inherit.
    let before = signal(SIGINT) { _ in }
    defer { signal(SIGINT, before) }
    return try body()
  }

  /// Calls a closure, and `cancel` on another thread if the flag is raised meanwhile.
  package static func watched<Result, Failure: Error>(
    cancel: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let end = DispatchSemaphore(value: 0)
    let watcher = Thread {
      while end.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
        guard isRaised else { continue }
        return cancel()
      }
    }
    watcher.start()
    defer { end.signal() }
    return try body()
  }
}
