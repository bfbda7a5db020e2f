import CDQIR
import CDQValues
import Foundation

/// The state that all plans of one run share: arguments, the instant of `now()`, limits, and the first failure.
///
/// The closures of plans do not throw. They store a failure here, which makes `tick` return false, and that ends every
/// loop. So a failure costs nothing per row, where the caller of a throwing closure would test for an error after each
/// call.
@usableFromInline final class Execution {
  /// The number of steps taken, and the number up to which `tick` does not call `check`.
  @usableFromInline struct Counter {
    @usableFromInline var steps = 0
    @usableFromInline var checkpoint = 0
  }
  /// Allocated outside of the object, because access to such memory is not checked for exclusivity.
  @usableFromInline let counter: UnsafeMutablePointer<Counter>
  let arguments: [Value]
  let now: Date
  let locale: Locale
  /// Finds objects by their keys; nil if the records are not in a store.
  let objects: ParameterObjects?
  let limits: ValueLimits
  private let maximumSteps: Int
  private let deadline: ContinuousClock.Instant?
  private let isCancelled: (@Sendable () -> Bool)?
  private(set) var failure: ExecutionError?
  /// Whether the plan has a pattern that each row supplies. One row may have a malformed pattern, so whether the query
  /// fails depends on which rows are tested. Both engines leave that to the row plan. An error for exceeded limits,
  /// such as that of regular expressions, is not meant here: the engines take different numbers of steps.
  var dependsOnTestedRows = false
  /// The number of times that the plan was started again.
  private(set) var runs = 0
  /// The values of aggregates that are the same for all rows.
  var constants: [ExpressionIR: Scalar] = [:]
  /// Compiled patterns that rows supply.
  var patterns = PatternCache()

  /// The number of steps between two reads of the clock, and the time of the last read. The number adapts to take about
  /// a millisecond, since a step may be one number or one long text.
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
    isCancelled = options.isCancelled
    scheduleCheck()
  }

  deinit {
    counter.deallocate()
  }

  /// Resets the steps and the failure for another run with the same plan.
  func restart() {
    counter.pointee.steps = 0
    runs += 1
    failure = nil
    stepsBetweenChecks = 1
    lastCheck = nil
    scheduleCheck()
  }

  /// Counts a step. Returns false when the execution has to end.
  @inlinable @inline(__always) func tick() -> Bool {
    counter.pointee.steps &+= 1
    return counter.pointee.steps <= counter.pointee.checkpoint || check()
  }

  /// Counts several steps at once. Returns false when the execution has to end.
  func advance(_ steps: Int) -> Bool {
    counter.pointee.steps &+= steps
    return counter.pointee.steps <= counter.pointee.checkpoint || check()
  }

  /// The bytes of a text whose making counts as a step.
  static let bytesOfStep = 64

  /// Counts the making of a text. Returns false when the execution has to end, as it does with a text that is too long.
  func allowsText(ofBytes count: Int) -> Bool {
    guard count <= CDQText.longest else {
      fail(.textLimit(CDQText.longest))
      return false
    }
    return advance(count / Execution.bytesOfStep)
  }

  /// Counts a step that may have taken long, and reads the clock after it. Returns false when the execution has to end.
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
    if isTimed {
      let now = ContinuousClock.now
      if deadline.map({ now >= $0 }) == true || isCancelled?() == true {
        fail(.deadlineExceeded)
        return false
      }
      adapt(to: now)
    }
    scheduleCheck()
    return true
  }

  /// Whether `check` reads the clock.
  private var isTimed: Bool { deadline != nil || isCancelled != nil }

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

  /// Sets the number of steps at which `tick` calls `check` again. If that reads the clock, the first step calls it.
  private func scheduleCheck() {
    let steps = counter.pointee.steps
    let next = !isTimed ? Int.max : steps == 0 ? 0 : steps + stepsBetweenChecks
    counter.pointee.checkpoint = min(maximumSteps, next)
  }

  /// Ends the execution with this error, unless it has already failed.
  func fail(_ error: ExecutionError) {
    failure = failure ?? error
    counter.pointee.checkpoint = -1
  }

  /// Throws the first failure, if there is one.
  @usableFromInline func finish() throws(ExecutionError) {
    if let failure { throw failure }
  }
}
