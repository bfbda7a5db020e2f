public import CDQIR
public import CDQRuntime
public import CDQSyntax
public import Foundation

/// What a text, its arguments and its run may cost: the one value to lower for texts from strangers.
///
///     var limits = Limits()
///     limits.text.nesting = 32
///     limits.time = .seconds(2)
///     let query = try CheckedQuery(parsing: text, in: schema, limits: limits)
///     let cities = try query.run(in: store)
///
/// The groups belong to the stages that keep them.
public struct Limits: Hashable, Sendable {
  /// How large and how deeply nested a text may be.
  public var text: TextLimits
  /// How large lists and regular expressions may be, in the text and as arguments.
  public var values: ValueLimits
  /// Most steps of one run, one of which is a record, an element of a relationship or list, or a piece of a regular
  /// expression's work (`step-limit`); nil for no limit.
  public var steps: Int?
  /// How long one run may take (`deadline-exceeded`); nil for no limit.
  public var time: Duration?

  /// Limits; the defaults bound texts and values, and leave a run as long as the data make it.
  public init(
    text: TextLimits = TextLimits(), values: ValueLimits = ValueLimits(), steps: Int? = nil, time: Duration? = nil
  ) {
    self.text = text
    self.values = values
    self.steps = steps
    self.time = time
  }

  /// The options of a run under these limits that starts now.
  ///
  /// - Parameters:
  ///   - now: what `now()` gives; nil takes the instant at which the run starts.
  ///   - locale: what `[l]` compares by.
  public func executionOptions(now: Date? = nil, locale: Locale = .current) -> ExecutionOptions {
    ExecutionOptions(
      now: now, locale: locale, maximumSteps: steps, deadline: time.map { ContinuousClock.now + $0 }, limits: values)
  }
}
