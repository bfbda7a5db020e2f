public import CDQIR
import CDQValues
public import Foundation

/// The options of a query run: the instant of `now()`, the locale, limits and the engine.
public struct ExecutionOptions: Sendable {
  /// The value of `now()` in the query; nil for the time at which the execution starts.
  public var now: Date?
  /// The locale of comparisons and sort keys with the option `[l]`.
  public var locale: Locale
  /// The maximum number of steps; nil for no limit. A step is a record, an element of a relationship or list, or a part
  /// of the work for a regular expression. A run that takes more steps throws `ExecutionError.stepLimit`.
  public var maximumSteps: Int?
  /// The time from which a run fails with `ExecutionError.deadlineExceeded`; nil for no deadline.
  public var deadline: ContinuousClock.Instant?
  /// The engine that tests conditions, on objects in a store as well as on records of the caller.
  public var engine: Engine
  /// The maximum number of threads that test the condition of one query on a store by columns, each on a part of the
  /// rows. With tens of thousands of rows, 2 or more threads answer sooner but take more processor time in total.
  /// Sorting, grouping, the row engine and queries with `maximumSteps` use one thread. The number of threads changes
  /// neither rows nor their order nor errors.
  public var threads: Int
  /// The limits for the length of list arguments and of regular expressions.
  public var limits: ValueLimits
  /// Whether the user has asked the run to end; it is called about every millisecond, on any thread. The run then throws
  /// `ExecutionError.deadlineExceeded`, since the caller knows what it asked for.
  package var isCancelled: (@Sendable () -> Bool)?
  /// Finds the objects that parameters name in the snapshot on which the query runs.
  var objects: ParameterObjects?
  /// The least number of records of the caller that are tested by blocks. Fewer records are tested one by one, because
  /// allocating the memory of blocks would cost more.
  var leastRecordsForBlocks = 256

  /// Makes options. The defaults limit neither steps nor time, and use one thread.
  public init(
    now: Date? = nil, locale: Locale = .current, maximumSteps: Int? = nil, deadline: ContinuousClock.Instant? = nil,
    engine: Engine = .column, threads: Int = 1, limits: ValueLimits = ValueLimits()
  ) {
    self.now = now
    self.locale = locale
    self.maximumSteps = maximumSteps
    self.deadline = deadline
    self.engine = engine
    self.threads = threads
    self.limits = limits
  }

  /// Whether a unique index may answer a query alone. It takes one step and no time to speak of, so that only a run with
  /// hardly a step or no time left needs a plan, which counts them.
  var allowsLookup: Bool {
    engine == .column && maximumSteps ?? .max >= 8 && deadline.map { ContinuousClock.now < $0 } ?? true
  }

  /// The engine that tests conditions. Both engines give the same rows in the same order.
  public enum Engine: String, Hashable, Sendable, CaseIterable {
    /// Tests a condition on thousands of rows at once, column by column. Records of the caller are read a thousand at a
    /// time, attribute by attribute.
    case column
    /// Tests all conditions on one object after the other, and reads only the attributes that they need.
    case row
  }
}
