import CDQIR
import CDQValues
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
  let limits: ValueLimits
  private let maximumSteps: Int
  private let deadline: ContinuousClock.Instant?
  private(set) var failure: ExecutionError?
  /// Set when a pattern is planned that each row gives. One row may give a malformed one, so the outcome depends on which
  /// rows are tested. That is the row plan's to say, for both engines. Limits, that of regular expressions among them,
  /// are not an outcome in this sense: engines take different steps.
  var dependsOnTestedRows = false
  /// Patterns that come from rows.
  var patterns = PatternCache()

  /// Steps between two looks at the clock, and when the last one was: as many as take about a millisecond, since a step
  /// may be one number or one long text.
  private var stepsBetweenChecks = 1
  private var lastCheck: ContinuousClock.Instant?
  private static let mostStepsBetweenChecks = 4096

  init(arguments: [Value], options: ExecutionOptions, objects: ParameterObjects? = nil) {
    self.objects = objects
    counter = .allocate(capacity: 1)
    counter.initialize(to: Counter())
    self.arguments = arguments
    now = options.now ?? Date()
    locale = options.locale
    limits = options.limits
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
    stepsBetweenChecks = 1
    lastCheck = nil
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

  /// Counts a step that may have taken long, so that the clock is read after it.
  func tickAndCheck() -> Bool {
    counter.pointee.steps &+= 1
    return check()
  }

  @usableFromInline func check() -> Bool {
    if failure != nil { return false }
    if counter.pointee.steps > maximumSteps {
      fail(.stepLimit(maximumSteps))
      return false
    }
    if let deadline {
      let now = ContinuousClock.now
      if now >= deadline {
        fail(.deadlineExceeded)
        return false
      }
      adapt(to: now)
    }
    scheduleCheck()
    return true
  }

  private func adapt(to now: ContinuousClock.Instant) {
    if let lastCheck {
      if now - lastCheck < .milliseconds(1) {
        stepsBetweenChecks = min(2 * stepsBetweenChecks, Execution.mostStepsBetweenChecks)
      } else {
        stepsBetweenChecks = max(stepsBetweenChecks / 2, 1)
      }
    }
    lastCheck = now
  }

  /// The first step looks at the clock.
  private func scheduleCheck() {
    let steps = counter.pointee.steps
    let next = deadline == nil ? Int.max : steps == 0 ? 0 : steps + stepsBetweenChecks
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
