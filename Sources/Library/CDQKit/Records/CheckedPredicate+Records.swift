import CDQIR
public import CDQRuntime

/// Predicates on single values.
extension CheckedPredicate {
  /// Whether a value satisfies the predicate.
  ///
  ///     if try predicate.evaluate(with: city) { … }
  ///
  /// The call plans the predicate; for many values use `filter`, or ``tester(for:_:options:)``.
  ///
  /// - Throws: `ExecutionError` when the type lacks a property, an argument is missing or of the wrong type, or a limit
  ///   is reached.
  public func evaluate<Record: QueryRecord>(
    with record: Record, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Bool {
    try tester(for: Record.recordAccess, arguments, options: options)(record)
  }

  /// Whether a generated struct satisfies the predicate. A path through a relationship needs a store: use
  /// `City.exists(in:where:)` for it.
  ///
  /// - Throws: `ExecutionError` as the function for other types does.
  public func evaluate<Record: StoredModel>(
    with record: Record, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> Bool {
    try tester(for: access(to: Record.self), arguments, options: options)(record)
  }

  /// Plans the predicate with its arguments as a test of one value after the other.
  ///
  ///     let isLarge = try predicate.tester(for: City.recordAccess, ["n": 1_000_000])
  ///     while let city = cities.next() { if try isLarge(city) { show(city) } }
  ///
  /// - Throws: `ExecutionError` as `evaluate(with:_:options:)` does.
  /// - Returns: The test, which keeps state: two threads must not call it at once. It throws when a limit is reached,
  ///   which holds for each call.
  public func tester<Record>(
    for access: RecordAccess<Record>, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> (Record) throws(ExecutionError) -> Bool {
    try prepare(for: access).test(arguments: arguments, options: options ?? runOptions)
  }

  /// The description of a generated struct for the schema of the predicate.
  func access<Record: StoredModel>(to record: Record.Type) -> RecordAccess<Record> {
    RecordAccess(record, in: checked?.schema ?? Schema(entities: []))
  }
}
