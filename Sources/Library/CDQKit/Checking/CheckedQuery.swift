public import CDQIR
public import CDQRuntime
import CDQSemantics
public import CDQSyntax

/// A query text that was parsed and checked against a schema, ready to run any number of times.
///
///     let query = try CheckedQuery(parsing: "City where population > $n sort name", in: schema)
///     let cities = try query.rows(of: City.self, in: store, ["n": 1_000_000])
///
/// Two queries are equal if their canonical text and their IR are.
public struct CheckedQuery: Sendable, CustomStringConvertible {
  let checked: CheckedText

  init(_ checked: CheckedText) {
    self.checked = checked
  }

  /// The text as the caller passed it.
  public var text: String { checked.text }
  /// The IR that engines run and back ends translate.
  public var ir: QueryIR { checked.ir }
  /// The schema that the text was checked against.
  public var schema: Schema { checked.schema }
  /// Warnings about the text; never errors.
  public var warnings: DiagnosticReport { checked.warnings }
  /// The limits under which the text was checked, and under which it runs unless a run is given options of its own.
  public var limits: Limits { checked.limits }

  /// The parameters that a caller passes values for, with their inferred types, in the order of their first use.
  public var parameters: [ParameterIR] { ir.parameters }

  /// The query as canonical text on one line, which parses to the same query again.
  public var description: String { checked.description }

  /// The condition of `where` as a format string for `NSPredicate(format:)`; `TRUEPREDICATE` without a `where`.
  ///
  /// Parameters stay `$name`, for `withSubstitutionVariables`. The other clauses are omitted; in Core Data they are
  /// properties of `NSFetchRequest`.
  ///
  /// - Throws: `QueryError` with every part that Apple's language cannot express, such as `uuid("…")` and `$name?`.
  public var nsPredicateFormat: String {
    get throws(QueryError) { try checked.nsPredicateFormat() }
  }

  /// Parses and checks a query text such as `City where population > $n sort name`.
  ///
  /// - Parameters:
  ///   - text: the query; the name of an entity alone is a query for all its objects.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text and its place.
  public init(parsing text: String, in schema: Schema, limits: Limits = Limits()) throws(QueryError) {
    checked = try CheckedText(SourceText(name: "<query>", text), entity: nil, schema, limits)
  }

  /// Parses and checks a query text of a stranger, which may name only what an allowance lists.
  ///
  /// - Parameters:
  ///   - text: the query.
  ///   - allowance: what the text may name, and the schema.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text, and everything that is not allowed, and its place.
  public init(
    parsing text: String, allowing allowance: Allowance, limits: Limits = Limits()
  ) throws(QueryError) {
    checked = try CheckedText(
      SourceText(name: "<query>", text), entity: nil, allowance.schema, limits, allowance: allowance)
  }

  /// Runs the query over a store.
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` when an argument is missing or of the wrong type, a limit is reached, or `one` finds no
  ///   object or more than one.
  public func run(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> QueryResult {
    try store.run(checked.plan.prepared(for: store.schema), arguments: arguments, options: runOptions(options))
  }

  /// Runs the query over a snapshot, a transaction or the reader of a live query.
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` as for a store; `.wrongResult` for a `delete`.
  public func run(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> QueryResult {
    let query = try checked.plan.prepared(for: reader.schema)
    return try Pipeline.run(
      query, on: reader.data(for: query), arguments: arguments, options: runOptions(options))
  }

  /// Plans the query for records of the caller's own type, to be used many times.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property that the query uses.
  public func prepare<Record>(for access: RecordAccess<Record>) throws(ExecutionError) -> PreparedQuery<Record> {
    try PreparedQuery(ir, access: access)
  }

  func runOptions(_ options: ExecutionOptions?) -> ExecutionOptions { options ?? limits.executionOptions() }
}

extension CheckedQuery: Hashable {
  /// Whether both queries have the same IR and the same canonical text.
  public static func == (left: CheckedQuery, right: CheckedQuery) -> Bool {
    left.ir == right.ir && left.description == right.description
  }

  /// Hashes the IR.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ir)
  }
}
