public import CDQIR
import CDQValues
public import Foundation

/// What an execution depends on beside the records and the arguments.
public struct ExecutionOptions: Sendable {
  /// What `now()` gives; nil takes the instant at which the execution starts.
  public var now: Date?
  /// What `[l]` compares by.
  public var locale: Locale
  /// Most steps, one of which is a record, an element of a relationship or list, or a piece of a regular expression's
  /// work; nil for no limit.
  public var maximumSteps: Int?
  /// When the execution gives up; nil for never.
  public var deadline: ContinuousClock.Instant?
  /// What tests conditions, of objects in a store or of records of the caller's own.
  public var engine: Engine
  /// Most threads that test the condition of one query on a store by columns, each its part of the rows: 2 or more answer
  /// sooner where there are tens of thousands of rows, and take more of the processor in all. Sorting, grouping, other
  /// engines and queries with `maximumSteps` have one. Rows, their order and errors are the same with any number.
  public var threads: Int
  /// How large arguments may be.
  public var limits: ValueLimits
  /// Where the objects that parameters name are found: the snapshot that the query runs on.
  var objects: ParameterObjects?
  /// Of fewer records of the caller's own each is tested for itself: the memory of blocks would cost more.
  var leastRecordsForBlocks = 256

  /// Options; the defaults limit neither steps nor time, and use one thread.
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

  /// What tests conditions. Both give the same rows in the same order.
  public enum Engine: String, Hashable, Sendable, CaseIterable {
    /// Conditions are tested on thousands of rows at once, column by column. Records of the caller's own are read a
    /// thousand at a time, attribute by attribute.
    case column
    /// Conditions are tested on one object after the other, and each reads the attributes it needs.
    case row
  }
}
