import CDQForeignTexts
import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Compiles queries and predicates against a schema and runs them on a store.
struct QueryRunner {
  let schema: CheckedSchema
  /// Source texts of the schema, for excerpts in notes.
  var schemaSources: [SourceText] = []
  var store: Store
  /// The database that answers in place of the store; nil for data in memory.
  var database: DatabaseSession?
  /// The engine that runs the queries.
  var engine = ExecutionOptions.Engine.column
  /// Limits for parsing, checking and running a query.
  var limits: Limits
  /// Whether the user has asked the run to end; nil where nobody can.
  var isCancelled: (@Sendable () -> Bool)?
  private let coding: ValueCoding

  init(schema: CheckedSchema, schemaSources: [SourceText] = [], store: Store? = nil, limits: Limits = Limits()) {
    self.schema = schema
    self.limits = limits
    self.schemaSources = schemaSources
    self.store = store ?? Store(schema: schema.schema)
    coding = ValueCoding(schema: schema.schema)
  }

  /// An answer, and the data after the query: a `delete` changes a copy.
  struct Outcome {
    var answer: Answer
    var store: Store
  }

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

  /// Runs a compiled query. The runner's own data does not change, whatever the query does.
  func run(_ ir: QueryIR, _ arguments: Arguments) throws(QueryFailure) -> Outcome {
    if let database { return Outcome(answer: try database.run(ir, arguments, limits), store: store) }
    let trial = ir.cardinality == .delete ? Store(store.snapshot) : store
    let result: QueryResult
    do throws(ExecutionError) {
      var options = limits.executionOptions()
      options.engine = engine
      options.isCancelled = isCancelled
      result = try trial.run(ir, arguments: arguments, options: options)
    } catch {
      var failure = QueryFailure(error)
      failure.help += help(about: error, ir, arguments)
      throw failure
    }
    return Outcome(answer: answer(result, ir), store: trial)
  }

  private func help(about error: ExecutionError, _ ir: QueryIR, _ arguments: Arguments) -> [String] {
    switch error {
    case .notUnique:
      var many = ir
      many.cardinality = .many
      guard let all = try? store.run(many, arguments: arguments, options: limits.executionOptions()),
        case .rows(let rows) = answer(all, many)
      else { return [] }
      let shown = (0..<min(rows.count, 5)).map { ValueText.json(rows.identity($0), .null) }
      let list = ir.projection == nil ? ": \(shown.joined(separator: ", "))\(rows.count > 5 ? ", …" : "")" : ""
      return ["\(rows.count) match\(list)", "'first \(ir.entity) …' takes the first of them"]
    case .unknownSortChoice(_, let value, let choices):
      return Suggestions.nearest(to: value, among: choices).map { ["did you mean '\($0)'?"] } ?? []
    default: return []
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

  private func answer(_ result: QueryResult, _ ir: QueryIR) -> Answer {
    let rows: ResultRows
    switch result {
    case .count(let number): return .number(number)
    case .exists(let truth): return .truth(truth)
    case .deleted(let number): return .deleted(number)
    case .records(let records): rows = ResultRows(records, of: ir.entity, in: schema.schema)
    case .rows(let values):
      let columns = (ir.projection?.items ?? []).map { ResultRows.Column(name: $0.name, type: $0.type.base) }
      rows = ResultRows(columns: columns, rows: values)
    }
    switch ir.cardinality {
    case .first, .one: return .single(rows)
    case .many, .count, .exists, .delete: return .rows(rows)
    }
  }
}
