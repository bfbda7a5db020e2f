import CDQIR
import CDQStore
import CDQValues
import Foundation

/// The engine, asked for values and truths about one object.
///
/// Every truth in a tree comes from the engine that runs queries; this type only asks it for parts.
struct ObjectEvaluator {
  let entity: String
  /// The parameters that could not be bound, since paths start from their objects.
  let parameters: [ParameterIR]
  /// Runs a query with `select` on the object alone, and gives its only row.
  let row: (QueryIR) throws(ExecutionError) -> [Value]

  /// Evaluates a condition on the object.
  func truth(_ predicate: PredicateIR) throws(ExecutionError) -> Bool {
    try values([ObjectEvaluator.truthValue(predicate)]) == [.bool(true)]
  }

  /// Evaluates values on the object.
  func values(_ expressions: [ExpressionIR]) throws(ExecutionError) -> [Value] {
    if expressions.isEmpty { return [] }
    let items = expressions.enumerated().map {
      ProjectionIR.Item(name: "v\($0)", expression: $1, type: OptionalType($1.type, isOptional: true))
    }
    return try row(
      QueryIR(entity: entity, parameters: parameters, projection: ProjectionIR(isGrouped: false, items: items)))
  }

  /// A condition as a Bool value.
  static func truthValue(_ predicate: PredicateIR) -> ExpressionIR {
    .conditional(
      ConditionalIR(predicate, .literal(.bool(true), .bool), .literal(.bool(false), .bool), type: .bool))
  }
}

extension ObjectEvaluator {
  /// The evaluator of an object of a store.
  init(
    _ record: StoredRecord, _ query: ObjectQuery
  ) throws(ExecutionError) {
    let options = query.options
    let snapshot = record.snapshot
    let arguments = query.arguments
    guard let access = RecordAccess.stored(query.ir.entity, in: snapshot.schema) else {
      throw .malformedQuery("there is no entity '\(query.ir.entity)'")
    }
    self.init(entity: query.ir.entity, parameters: query.ir.parameters) { ir throws(ExecutionError) in
      do throws(ExecutionError) {
        return try PreparedQuery(ir, access: access).rows(in: [record], arguments: arguments, options: options).first ?? []
      } catch .needsStore {
        // A path from the object of an argument: the whole store is searched for the object under test.
      } catch {
        throw error
      }
      var ir = ir
      var arguments = arguments
      let name = ObjectQuery.freeName(in: ir.parameters)
      let type = ValueType.object(ir.entity)
      ir.predicate = .comparison(
        ComparisonIR(
          .equal, .path(PathIR(variable: 0, steps: [], type: OptionalType(type))), .parameter(ir.parameters.count, type)))
      ir.parameters.append(ParameterIR(name: name, type: OptionalType(type)))
      arguments[name] = .object(record.key)
      guard case .rows(let rows) = try snapshot.run(
        PreparedStoreQuery(ir, schema: snapshot.schema), arguments: arguments, options: options)
      else { return [] }
      return rows.first ?? []
    }
  }

  /// The evaluator of a record of the caller.
  init<Record>(
    _ record: Record, _ access: RecordAccess<Record>, _ query: ObjectQuery
  ) {
    let (arguments, options) = (query.arguments, query.options)
    self.init(entity: query.ir.entity, parameters: query.ir.parameters) { ir throws(ExecutionError) in
      try PreparedQuery(ir, access: access).rows(in: [record], arguments: arguments, options: options).first ?? []
    }
  }
}

/// A query with its arguments as literals, and without the conditions of absent parameters.
struct ObjectQuery {
  private(set) var ir: QueryIR
  /// The arguments that could not be bound: objects from which paths start.
  private(set) var arguments: Arguments
  /// The options of all runs about the query, with one instant as `now`.
  private(set) var options: ExecutionOptions

  init(_ ir: QueryIR, _ arguments: Arguments, _ options: ExecutionOptions) throws(ExecutionError) {
    let binding = try ArgumentBinding(arguments, to: ir.parameters, limits: options.limits)
    var whole = ir
    whole.predicate = ir.predicate.removing(absent: binding.absent) ?? .constant(true)
    // Only the condition counts here; the parameters of other clauses would remain unbound.
    whole.limit = nil
    whole.limitPerKey = nil
    whole.offset = nil
    whole.sort = .keys([])
    whole.projection = nil
    whole.assignments = []
    whole.cardinality = .many
    let values = Dictionary(uniqueKeysWithValues: binding.values.enumerated().map { ($0, $1) })
    whole = whole.binding(values)
    let names = Set(whole.parameters.map(\.name))
    self.options = options
    self.options.now = options.now ?? Date()
    self.ir = whole
    self.arguments = Arguments(arguments.values.filter { names.contains($0.key) })
  }

  /// A name that no parameter has.
  static func freeName(in parameters: [ParameterIR]) -> String {
    var name = "object"
    while parameters.contains(where: { $0.name == name }) { name += "_" }
    return name
  }
}
