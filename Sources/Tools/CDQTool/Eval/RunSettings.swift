import CDQKit
import CDQResults
import CDQRuntime

/// How a query is run.
struct RunSettings {
  var limits: Limits
  /// The engine that runs queries in memory.
  var engine = ExecutionOptions.Engine.column
  /// Whether the user has asked the run to end; nil where nobody can.
  var isCancelled: (@Sendable () -> Bool)?
  /// Whether a `delete` or `update` changes the data at once, where that needs no `QueryOutcome.commit`.
  var writes = false

  /// The options of a run in memory, whose deadline begins now.
  var execution: ExecutionOptions {
    var options = limits.executionOptions()
    options.engine = engine
    options.isCancelled = isCancelled
    return options
  }
}

/// An answer, and how the change that it tells is made.
struct QueryOutcome {
  var answer: Answer
  /// Replaces the files of the data by changed ones, and returns their paths; nil where nothing is left to do.
  var commit: (() throws(Failure) -> [String])?
}
