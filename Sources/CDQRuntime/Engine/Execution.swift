import CDQIR
import Foundation

/// What one run of a query shares: arguments, the instant, limits, and the first failure.
///
/// Closures do not throw; a failure is kept here and makes `tick` false, which ends every loop. That costs nothing per
/// row, where a thrown error would be tested for after each call.
final class Execution {
  let arguments: [Value]
  let now: Date
  let locale: Locale
  private let maximumSteps: Int
  private let deadline: ContinuousClock.Instant?
  private var steps = 0
  /// Up to how many steps `tick` need not look closer.
  private var checkpoint = 0
  private(set) var failure: ExecutionError?
  /// Patterns that come from rows.
  var patterns = PatternCache()

  private static let stepsBetweenChecks = 1024

  init(arguments: [Value], options: ExecutionOptions) {
    self.arguments = arguments
    now = options.now ?? Date()
    locale = options.locale
    maximumSteps = options.maximumSteps ?? .max
    deadline = options.deadline
    scheduleCheck()
  }

  /// Starts over for another run with the same plan.
  func restart() {
    steps = 0
    failure = nil
    scheduleCheck()
  }

  /// Counts a step. False when the execution has to end.
  @inline(__always) func tick() -> Bool {
    steps &+= 1
    return steps <= checkpoint || check()
  }

  private func check() -> Bool {
    if failure != nil { return false }
    if steps > maximumSteps {
      fail(.stepLimit(maximumSteps))
      return false
    }
    if let deadline, ContinuousClock.now >= deadline {
      fail(.deadlineExceeded)
      return false
    }
    scheduleCheck()
    return true
  }

  private func scheduleCheck() {
    let next = deadline == nil ? Int.max : steps + Execution.stepsBetweenChecks
    checkpoint = min(maximumSteps, next)
  }

  /// Ends the execution with this error, unless it already ends with another.
  func fail(_ error: ExecutionError) {
    failure = failure ?? error
    checkpoint = -1
  }

  /// Throws the failure, if there is one.
  func finish() throws(ExecutionError) {
    if let failure { throw failure }
  }
}
