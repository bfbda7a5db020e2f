import CDQConnections
public import CDQStore

/// The options of a run on a database: those of a run in memory, and limits on what is read.
public struct DatabaseOptions: Sendable {
  /// The instant of `now()`, the locale, the deadline, and the limits of conditions that are tested in memory.
  public var execution: ExecutionOptions
  /// The greatest number of rows of a result, and of the rows that statements give for all its shapes together; nil for no
  /// limit. A run that finds more fails with `DatabaseError.tooManyRows`.
  public var maximumRows: Int?
  /// The greatest number of bytes of the values of a result; nil for no limit.
  public var maximumBytes: Int?
  /// The greatest number of objects that are read to test a condition in memory which the database cannot test.
  public var maximumCandidates: Int
  /// Whether conditions that the database cannot test exactly may be tested in memory. Without it such a query fails
  /// with `DatabaseError.refused`.
  public var allowsResidual: Bool

  /// Options with the given limits.
  public init(
    execution: ExecutionOptions = ExecutionOptions(), maximumRows: Int? = nil, maximumBytes: Int? = nil,
    maximumCandidates: Int = 100_000, allowsResidual: Bool = true
  ) {
    self.execution = execution
    self.maximumRows = maximumRows
    self.maximumBytes = maximumBytes
    self.maximumCandidates = maximumCandidates
    self.allowsResidual = allowsResidual
  }
}
