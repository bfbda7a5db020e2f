import CDQIR
import CDQValues

/// A query that was checked against records of one Swift type: `PreparedQuery` without its type parameter. It is a
/// class because every holder of such a struct would contain the code that copies and releases its fields.
package final class PlannedQuery: Sendable {
  let ir: QueryIR
  private let shape: RecordShape
  /// Finds the objects that parameters name; nil if the records are not in a store.
  private let objects: ParameterObjects?
  /// False when `Execution.dependsOnTestedRows` cannot become true.
  let mayDependOnTestedRows: Bool

  init(_ ir: QueryIR, _ shape: RecordShape, objects: ParameterObjects?) throws(ExecutionError) {
    guard ir.version <= QueryIR.currentVersion else { throw .unsupportedVersion(ir.version) }
    guard ir.entity == shape.entity else { throw .wrongEntity(expected: ir.entity, found: shape.entity) }
    try ir.requireAssignments()
    self.ir = ir
    self.shape = shape
    self.objects = objects
    mayDependOnTestedRows = ir.predicate.hasPatternOfRows
    try check()
  }

  /// Checks the query: plans all of it with nil for each argument and discards the plan.
  private func check() throws(ExecutionError) {
    let nils = ArgumentBinding(nilsFor: ir.parameters)
    let keys =
      switch ir.sort {
      case .keys(let keys), .choice(_, let keys): keys
      }
    // No limits apply here, because each run tests lists and patterns against its own.
    let options = ExecutionOptions(limits: ValueLimits(list: .max, regex: .max))
    let run = try QueryRun(ir, shape, nils, options, keys: keys, objects: objects)
    _ = try run.condition()
    if let limit = run.keyLimit { _ = try run.numbering(for: limit) }
    if let projection = ir.projection {
      _ = try run.projection(projection, source: { _, _ in })
    } else {
      _ = try run.sortColumns(in: run.scope)
    }
  }

  /// Binds the arguments and plans the test of records, so that the run is ready for the first one.
  func run(
    _ arguments: Arguments, _ options: ExecutionOptions, _ recordCount: Int
  ) throws(ExecutionError) -> QueryRun {
    let run = try unplannedRun(arguments, options)
    let least =
      switch options.engine {
      case .column: options.leastRecordsForBlocks
      case .row: Int.max
      }
    try run.plan(recordCount: recordCount, leastForBlocks: least, mayDependOnTestedRows: mayDependOnTestedRows)
    return run
  }

  /// Binds the arguments. The condition is planned later, by the first call of `QueryRun.condition()`.
  func unplannedRun(_ arguments: Arguments, _ options: ExecutionOptions) throws(ExecutionError) -> QueryRun {
    let binding = try ArgumentBinding(arguments, to: ir.parameters, limits: options.limits)
    let keys = try binding.sortKeys(of: ir)
    return try QueryRun(ir, shape, binding, options, keys: keys, objects: options.objects ?? objects)
  }
}
