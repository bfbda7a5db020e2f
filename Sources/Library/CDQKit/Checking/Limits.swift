public import CDQIR
public import CDQRuntime
public import CDQSyntax
public import Foundation

/// Limits on the cost of a text, its arguments and its runs. The defaults end what would run without end; lower them for
/// texts from untrusted sources, raise them for work that takes longer.
///
///     var limits = Limits()
///     limits.text.nesting = 32
///     limits.time = .seconds(2)
///     let query = try CheckedQuery(parsing: text, in: schema, limits: limits)
///     let cities = try query.run(in: store)
///
/// Each group of limits belongs to the stage that enforces it.
public struct Limits: Hashable, Sendable {
  /// Limits on the length and the nesting of a text.
  public var text: TextLimits
  /// Limits on lists and regular expressions, in the text and in arguments.
  public var values: ValueLimits
  /// The greatest number of steps of one run; nil for no limit. A step is a record, an element of a relationship or
  /// list, or a piece of a regular expression's work. Beyond it the code of the error is `step-limit`.
  public var steps: Int?
  /// The greatest duration of one run; nil for no limit. Beyond it the code of the error is `deadline-exceeded`.
  public var time: Duration?

  /// The default of `steps`: a billion.
  public static let defaultSteps = 1_000_000_000
  /// The default of `time`: 30 seconds.
  public static let defaultTime = Duration.seconds(30)

  /// Limits of the given values. The defaults limit texts, values and runs; pass nil for runs without a limit of steps
  /// or time.
  public init(
    text: TextLimits = TextLimits(), values: ValueLimits = ValueLimits(), steps: Int? = Limits.defaultSteps,
    time: Duration? = Limits.defaultTime
  ) {
    self.text = text
    self.values = values
    self.steps = steps
    self.time = time
  }

  /// The options of a run under these limits; its time starts now.
  ///
  /// - Parameters:
  ///   - now: the result of `now()`; nil for the instant at which the run starts.
  ///   - locale: the locale that the text option `[l]` follows.
  public func executionOptions(now: Date? = nil, locale: Locale = .current) -> ExecutionOptions {
    ExecutionOptions(
      now: now, locale: locale, maximumSteps: steps, deadline: time.map { ContinuousClock.now + $0 }, limits: values)
  }
}
