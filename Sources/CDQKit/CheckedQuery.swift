public import CDQIR
import CDQPrinting
public import CDQRuntime
import CDQSchema
import CDQSemantics
public import CDQSyntax

/// A query text that was parsed and checked against a schema, ready to run any number of times.
///
///     let query = try CheckedQuery(parsing: "City where population > $n sort name", in: schema)
///     let cities = try query.run(in: store, ["n": .int(1_000_000)])
public struct CheckedQuery: Sendable, CustomStringConvertible {
  /// The text as it was given.
  public let text: String
  /// What engines run.
  public let ir: QueryIR
  /// Warnings about the text; never errors.
  public let warnings: DiagnosticReport
  /// The limits under which the text was checked, and under which it runs unless a run is given options of its own.
  public let limits: Limits
  private let tree: Pipeline.Tree

  /// The values a caller gives, with their inferred types, in the order of their first use.
  public var parameters: [ParameterIR] { ir.parameters }

  /// The query as canonical text on one line: parsing it gives the same query again.
  public var description: String { tree.text }

  /// What stands behind `where` as a format string for `NSPredicate(format:)`; `TRUEPREDICATE` without a `where`.
  ///
  /// Parameters stay `$name`, for `withSubstitutionVariables`, and format arguments stay `%@`. The other clauses are
  /// the business of `NSFetchRequest`.
  ///
  /// - Throws: `QueryError` with every part that Apple's language has no words for, such as `uuid("…")` and `$name?`.
  public var nsPredicateFormat: String {
    get throws(QueryError) {
      let printed = tree.nsPredicate
      guard printed.problems.isEmpty else {
        let source = SourceText(name: "<query>", text)
        throw QueryError(printed.problems.map { $0.diagnostic(file: source.name) }, [source])
      }
      return printed.text
    }
  }

  /// Parses and checks a query text such as `City where population > $n sort name`.
  ///
  /// - Parameters:
  ///   - text: the query; a lone entity name is all its objects.
  ///   - schema: what names in the text mean.
  ///   - limits: how large the text may be, and what its runs may cost.
  /// - Throws: `QueryError` with every mistake in the text and its place.
  public init(parsing text: String, in schema: Schema, limits: Limits = Limits()) throws(QueryError) {
    try self.init(text, entity: nil, schema, limits)
  }

  /// - Parameter values: The values of a format string, which is in Apple's language.
  init(
    _ text: String, entity: String?, _ schema: Schema, _ limits: Limits, _ values: FormatValues? = nil
  ) throws(QueryError) {
    let source = SourceText(name: "<query>", text)
    let options = ParseOptions(strictNSPredicate: values != nil, limits: limits.text)
    let parsed = Pipeline.parse(source, options: options) { schema.entity(named: $0) != nil }
    if let values, !parsed.diagnostics.contains(where: { $0.severity == .error }) {
      let problems = values.problems(in: source, limits)
      if !problems.isEmpty { throw QueryError(problems, [source]) }
    }
    var checks = values?.checkOptions ?? CheckOptions()
    checks.limits = limits.values
    let compiled = Pipeline.compile(
      parsed, source: source, entity: entity, schema: CheckedSchema(schema: schema), options: checks)
    guard let ir = compiled.ir else { throw QueryError(compiled.diagnostics, [source]) }
    self.text = text
    self.limits = limits
    tree = parsed.tree
    self.ir = ir.binding(try values?.bound(to: ir, in: source, limits.text) ?? [:])
    warnings = DiagnosticReport(
      diagnostics: DiagnosticLevels(.checking).applied(to: compiled.diagnostics, in: [source]), sources: [source])
  }

  /// Runs the query over a store.
  ///
  /// - Parameter options: nil for those of `limits`.
  /// - Throws: `ExecutionError` when an argument is missing or of the wrong type, a limit is reached, or `one` finds
  ///   none or several.
  public func run(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> QueryResult {
    try store.run(ir, arguments: arguments, options: options ?? limits.executionOptions())
  }

  /// Runs the query over a snapshot, a transaction, or what a live query reads through.
  ///
  /// - Parameter options: nil for those of `limits`.
  /// - Throws: `ExecutionError` as `run(in:)` over a store; `.wrongResult` for a `delete`.
  public func run(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> QueryResult {
    let query = try PreparedStoreQuery(ir, schema: reader.schema)
    return try reader.data(for: query).run(query, arguments: arguments, options: options ?? limits.executionOptions())
  }

  /// Plans the query for records of the caller's own type.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property that the query uses.
  public func prepare<Record>(for access: RecordAccess<Record>) throws(ExecutionError) -> PreparedQuery<Record> {
    try PreparedQuery(ir, access: access)
  }
}
