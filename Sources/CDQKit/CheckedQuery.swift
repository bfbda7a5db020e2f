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
  /// The text as the caller passed it.
  public let text: String
  /// The IR that engines run and back ends translate.
  public let ir: QueryIR
  /// Warnings about the text; never errors.
  public let warnings: DiagnosticReport
  /// The limits under which the text was checked, and under which it runs unless a run is given options of its own.
  public let limits: Limits
  private let tree: Pipeline.Tree

  /// The parameters that a caller passes values for, with their inferred types, in the order of their first use.
  public var parameters: [ParameterIR] { ir.parameters }

  /// The query as canonical text on one line, which parses to the same query again.
  public var description: String { tree.text }

  /// The condition of `where` as a format string for `NSPredicate(format:)`; `TRUEPREDICATE` without a `where`.
  ///
  /// Parameters stay `$name`, for `withSubstitutionVariables`, and format arguments stay `%@`. The other clauses are
  /// omitted; in Core Data they are properties of `NSFetchRequest`.
  ///
  /// - Throws: `QueryError` with every part that Apple's language cannot express, such as `uuid("…")` and `$name?`.
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
  ///   - text: the query; the name of an entity alone is a query for all its objects.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text and its place.
  public init(parsing text: String, in schema: Schema, limits: Limits = Limits()) throws(QueryError) {
    try self.init(text, entity: nil, schema, limits)
  }

  /// Parses and checks a query, a predicate or a format string.
  ///
  /// - Parameters:
  ///   - entity: the entity that a predicate is about; nil for a query.
  ///   - values: the arguments of a format string; nil for a text in cdq's own language.
  init(
    _ text: String, entity: String?, _ schema: Schema, _ limits: Limits, _ values: FormatValues? = nil
  ) throws(QueryError) {
    let source = SourceText(name: "<query>", text)
    let options = ParseOptions(strictNSPredicate: values != nil, limits: limits.text)
    let parsed = Pipeline.parse(source, options: options, TextVocabulary(schema, entity: entity))
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
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` when an argument is missing or of the wrong type, a limit is reached, or `one` finds no
  ///   object or more than one.
  public func run(
    in store: Store, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> QueryResult {
    try store.run(ir, arguments: arguments, options: options ?? limits.executionOptions())
  }

  /// Runs the query over a snapshot, a transaction or the reader of a live query.
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` as for a store; `.wrongResult` for a `delete`.
  public func run(
    in reader: some StoreReader, _ arguments: Arguments = [:], options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> QueryResult {
    let query = try Pipeline.prepare(ir, schema: reader.schema)
    return try Pipeline.run(
      query, on: reader.data(for: query), arguments: arguments, options: options ?? limits.executionOptions())
  }

  /// Plans the query for records of the caller's own type, to be used many times.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property that the query uses.
  public func prepare<Record>(for access: RecordAccess<Record>) throws(ExecutionError) -> PreparedQuery<Record> {
    try PreparedQuery(ir, access: access)
  }
}
