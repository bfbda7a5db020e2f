public import CDQIR
public import CDQRuntime
public import CDQSyntax

/// A predicate text that was parsed and checked for one entity.
///
///     let large = try CheckedPredicate(parsing: "population > $n", for: "City", in: schema)
///     let found = try large.filter(cities, with: access, ["n": .int(1_000_000)])
public struct CheckedPredicate: Sendable, CustomStringConvertible {
  private let query: CheckedQuery

  init(_ query: CheckedQuery) {
    self.query = query
  }

  /// The text as the caller passed it.
  public var text: String { query.text }
  /// The IR that engines run: a query for all objects that satisfy the predicate.
  public var ir: QueryIR { query.ir }
  /// Warnings about the text; never errors.
  public var warnings: DiagnosticReport { query.warnings }
  /// The limits under which the text was checked, and under which it runs unless a run is given options of its own.
  public var limits: Limits { query.limits }
  /// The parameters that a caller passes values for, with their inferred types, in the order of their first use.
  public var parameters: [ParameterIR] { query.parameters }

  /// The predicate as canonical text on one line, which parses to the same predicate again.
  public var description: String { query.description }

  /// The predicate as a format string for `NSPredicate(format:)`.
  ///
  /// Parameters stay `$name`, for `withSubstitutionVariables`, and format arguments stay `%@`.
  ///
  /// - Throws: `QueryError` with every part that Apple's language cannot express, such as `uuid("…")` and `$name?`.
  public var nsPredicateFormat: String {
    get throws(QueryError) { try query.nsPredicateFormat }
  }

  /// Parses and checks a predicate text such as `name BEGINSWITH[c] $prefix`.
  ///
  /// - Parameters:
  ///   - text: the predicate.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text and its place.
  public init(
    parsing text: String, for entity: String, in schema: Schema, limits: Limits = Limits()
  ) throws(QueryError) {
    query = try CheckedQuery(text, entity: entity, schema, limits)
  }

  /// Plans the predicate for records of the caller's own type, to be used many times.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property that the predicate uses.
  public func prepare<Record>(for access: RecordAccess<Record>) throws(ExecutionError) -> PreparedQuery<Record> {
    try query.prepare(for: access)
  }

  /// The records that satisfy the predicate, in the order of the array.
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` when `access` lacks a property, an argument is missing or of the wrong type, or a limit
  ///   is reached.
  public func filter<Record>(
    _ records: [Record], with access: RecordAccess<Record>, _ arguments: Arguments = [:],
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Record] {
    try prepare(for: access).records(
      in: records, arguments: arguments, options: options ?? limits.executionOptions())
  }
}
