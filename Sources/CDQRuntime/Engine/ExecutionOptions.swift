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
  /// Where the objects that parameters name are found: the snapshot that the query runs on.
  var objects: ParameterObjects?

  /// Options; the defaults do not limit anything.
  public init(
    now: Date? = nil, locale: Locale = .current, maximumSteps: Int? = nil, deadline: ContinuousClock.Instant? = nil
  ) {
    self.now = now
    self.locale = locale
    self.maximumSteps = maximumSteps
    self.deadline = deadline
  }
}
