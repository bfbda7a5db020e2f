import CDQIR
import CDQValues

/// A query that was checked against records of some Swift type: `PreparedQuery` without the type. A class, as what holds a
/// query in its own memory has all the code that copies and releases one.
package final class PlannedQuery: Sendable {
  let ir: QueryIR
  private let shape: RecordShape
  /// What finds the objects that parameters name; nil where records are not in a store.
  private let objects: ParameterObjects?
  /// False when `Execution.dependsOnTestedRows` cannot become true.
  private let mayDependOnTestedRows: Bool

  init(_ ir: QueryIR, _ shape: RecordShape, objects: ParameterObjects?) throws(ExecutionError) {
    guard ir.version <= QueryIR.currentVersion else { throw .unsupportedVersion(ir.version) }
    guard ir.entity == shape.entity else { throw .wrongEntity(expected: ir.entity, found: shape.entity) }
    self.ir = ir
    self.shape = shape
    self.objects = objects
    mayDependOnTestedRows = ir.predicate.hasPatternOfRows
    try check()
  }

  /// Plans everything with nil for each argument and drops it.
  private func check() throws(ExecutionError) {
    let nils = ArgumentBinding(nilsFor: ir.parameters)
    let keys =
      switch ir.sort {
      case .keys(let keys), .choice(_, let keys): keys
      }
    // Every run measures patterns by its own limits.
    let options = ExecutionOptions(limits: ValueLimits(list: .max, regex: .max))
    let run = try QueryRun(ir, shape, nils, options, keys: keys, objects: objects)
    _ = try run.condition()
    if let projection = ir.projection {
      _ = try run.projection(projection, source: { _, _ in })
    } else {
      _ = try run.sortColumns(in: run.scope)
    }
  }

  /// A run that is ready for the first record.
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

  /// A run whose condition is planned only where somebody asks for it.
  func unplannedRun(_ arguments: Arguments, _ options: ExecutionOptions) throws(ExecutionError) -> QueryRun {
    let binding = try ArgumentBinding(arguments, to: ir.parameters, limits: options.limits)
    let keys = try binding.sortKeys(of: ir)
    return try QueryRun(ir, shape, binding, options, keys: keys, objects: options.objects ?? objects)
  }
}
