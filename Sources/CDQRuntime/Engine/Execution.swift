import CDQIR
import Foundation

/// What one run of a query shares: arguments, the instant, limits, and the first failure.
///
/// Closures do not throw; a failure is kept here and makes `tick` false, which ends every loop. That costs nothing per
/// row, where a thrown error would be tested for after each call.
@usableFromInline final class Execution {
  /// Steps taken, and up to how many `tick` need not look closer.
  @usableFromInline struct Counter {
    @usableFromInline var steps = 0
    @usableFromInline var checkpoint = 0
  }
  /// Kept outside of the object, where access is not checked for exclusivity.
  @usableFromInline let counter: UnsafeMutablePointer<Counter>
  let arguments: [Value]
  let now: Date
  let locale: Locale
  /// Finds objects of which only the key is known; nil where records are not in a store.
  let objects: ParameterObjects?
  private let maximumSteps: Int
  private let deadline: ContinuousClock.Instant?
  private(set) var failure: ExecutionError?
  /// Set when a condition is planned that may fail on some rows: which rows are tested then matters.
  var plansFallible = false
  /// Patterns that come from rows.
  var patterns = PatternCache()

  private static let stepsBetweenChecks = 1024

  init(arguments: [Value], options: ExecutionOptions, objects: ParameterObjects? = nil) {
    self.objects = objects
    counter = .allocate(capacity: 1)
    counter.initialize(to: Counter())
    self.arguments = arguments
    now = options.now ?? Date()
    locale = options.locale
    maximumSteps = options.maximumSteps ?? .max
    deadline = options.deadline
    scheduleCheck()
  }

  deinit {
    counter.deallocate()
  }

  /// Starts over for another run with the same plan.
  func restart() {
    counter.pointee.steps = 0
    failure = nil
    scheduleCheck()
  }

  /// Counts a step. False when the execution has to end.
  @inlinable @inline(__always) func tick() -> Bool {
    counter.pointee.steps &+= 1
    return counter.pointee.steps <= counter.pointee.checkpoint || check()
  }

  /// Counts several steps at once. False when the execution has to end.
  func advance(_ steps: Int) -> Bool {
    counter.pointee.steps &+= steps
    return counter.pointee.steps <= counter.pointee.checkpoint || check()
  }

  @usableFromInline func check() -> Bool {
    if failure != nil { return false }
    if counter.pointee.steps > maximumSteps {
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
    let next = deadline == nil ? Int.max : counter.pointee.steps + Execution.stepsBetweenChecks
    counter.pointee.checkpoint = min(maximumSteps, next)
  }

  /// Ends the execution with this error, unless it already ends with another.
  func fail(_ error: ExecutionError) {
    failure = failure ?? error
    counter.pointee.checkpoint = -1
  }

  /// Throws the failure, if there is one.
  @usableFromInline func finish() throws(ExecutionError) {
    if let failure { throw failure }
  }
}
