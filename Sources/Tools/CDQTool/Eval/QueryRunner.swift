import CDQConnections
import CDQForeignTexts
import CDQIR
import CDQKit
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Compiles queries and predicates against a schema and runs them on opened data.
struct QueryRunner {
  let schema: CheckedSchema
  /// Source texts of the schema, for excerpts in notes.
  var schemaSources: [SourceText] = []
  /// What answers the queries.
  var data: any OpenData
  /// The engine that runs the queries.
  var engine = ExecutionOptions.Engine.column
  /// Limits for parsing, checking and running a query.
  var limits: Limits
  /// Whether the user has asked the run to end; nil where nobody can.
  var isCancelled: (@Sendable () -> Bool)?
  private let coding: ValueCoding

  init(
    schema: CheckedSchema, schemaSources: [SourceText] = [], data: (any OpenData)? = nil, limits: Limits = Limits()
  ) {
    self.schema = schema
    self.limits = limits
    self.schemaSources = schemaSources
    self.data = data ?? MemoryData(Store(schema: schema.schema))
    coding = ValueCoding(schema: schema.schema)
  }

  private var settings: RunSettings { RunSettings(limits: limits, engine: engine, isCancelled: isCancelled) }

  /// How the parser reads a text.
  enum TextForm: Hashable {
    /// As a query or a predicate, decided by its first words: a query has the name of an entity there, or nearly one.
    case byText
    case query
    case predicate
  }

  /// Parses, checks and lowers a text. A text with errors has no IR.
  func compile(
    _ source: SourceText, entity: String?, form: TextForm = .byText, options: CheckOptions = CheckOptions()
  ) -> Pipeline.Compiled {
    let parse = ParseOptions(strictNSPredicate: options.strictNSPredicate, limits: limits.text)
    var options = options
    options.limits = limits.values
    let parsed: ParseResult<Pipeline.Tree>
    switch form {
    case .byText:
      parsed = Pipeline.parse(source, options: parse, TextVocabulary(schema.schema, entity: entity).translating)
    case .query:
      let result = Parser.parseQuery(source, options: parse)
      parsed = ParseResult(.query(result.tree), result.diagnostics)
    case .predicate:
      let result = Parser.parsePredicate(source, options: parse)
      parsed = ParseResult(.predicate(result.tree), result.diagnostics)
    }
    var compiled = Pipeline.compile(parsed, source: source, entity: entity, schema: schema, options: options)
    compiled.diagnostics = OwnNames(schema.schema, source, entity).adapted(compiled.diagnostics)
    return compiled
  }

  /// Runs a compiled query.
  ///
  /// - Parameter writes: Whether a `delete` or `update` changes data that it can change at once. Other data change when
  ///   the outcome is committed.
  func run(_ ir: QueryIR, _ arguments: Arguments, writes: Bool = false) throws(QueryFailure) -> QueryOutcome {
    var settings = settings
    settings.writes = writes
    return try data.run(ir, arguments, settings)
  }

  /// How a query is answered, step by step.
  func plan(_ ir: QueryIR, _ arguments: Arguments) throws(QueryFailure) -> [String] {
    try data.plan(ir, arguments, settings)
  }

  /// The statement of a database for a query.
  func statement(_ ir: QueryIR, _ arguments: Arguments) throws(QueryFailure) -> [String] {
    try data.statement(ir, arguments, settings)
  }

  /// The number of objects of an entity; nil where nobody can tell it.
  func count(of entity: String) -> Int? { data.count(of: entity, settings) }

  /// Why the objects of a query match or not.
  func whyReport(_ ir: QueryIR, _ arguments: Arguments) throws(QueryFailure) -> WhyReport {
    do throws(DatabaseError) {
      return WhyReport(
        query: ir, arguments: arguments, snapshot: try data.snapshot(settings, nil), options: settings.execution)
    } catch {
      throw QueryFailure(error)
    }
  }

  /// Converts the values that the user wrote to the types of a query's parameters.
  ///
  /// - Parameter isExact: Whether a value without a parameter of its name is an error.
  func arguments(
    for ir: QueryIR, _ values: [String: ParameterText], isExact: Bool = true
  ) throws(QueryFailure) -> Arguments {
    var arguments = Arguments()
    for parameter in ir.parameters {
      let name = parameter.name.hasPrefix("%") ? parameter.name : "$\(parameter.name)"
      guard let value = values[parameter.name] else {
        if parameter.isOmittable { continue }
        let known = ir.parameters.map(\.name)
        let others = values.keys.filter { !known.contains($0) }.sorted().map { "$\($0)" }
        throw QueryFailure(
          stage: .bind, code: "missing-argument", message: "there is no value for '\(name)' (\(parameter.type))",
          help: others.isEmpty || !isExact ? [] : ["there is one for \(others.joined(separator: ", "))"])
      }
      if parameter.isOmittable, value == .json(.null) { continue }
      let type = OptionalType(parameter.type.base.evaluated, isOptional: parameter.type.isOptional)
      do throws(ValueCodingError) {
        arguments[parameter.name] = try value.value(as: type, coding)
      } catch {
        throw QueryFailure(error, parameter: name, type: type)
      }
    }
    if isExact { try refuseUnknown(values.keys.sorted(), ir) }
    return arguments
  }

  private func refuseUnknown(_ names: [String], _ ir: QueryIR) throws(QueryFailure) {
    let known = ir.parameters.map(\.name)
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    var help: [String] = []
    if let near = Suggestions.nearest(to: unknown, among: known) { help.append("did you mean '$\(near)'?") }
    let list = ir.parameters.map { "$\($0.name): \($0.type)" }
    help.append(list.isEmpty ? "it has no parameters" : "its parameters: \(list.joined(separator: ", "))")
    throw QueryFailure(
      stage: .bind, code: "unknown-argument", message: "the query has no parameter '$\(unknown)'", help: help)
  }
}
