import CDQIR
import CDQValues

/// Finds objects by their keys, so that a query can follow paths from parameters (`$user.country.name`) and from lists
/// of objects (`{capital, twin}.name`).
///
/// Without a snapshot it only knows which properties the objects have. That is enough to check a query, not to run it.
struct ParameterObjects: Sendable {
  let layout: StoreLayout
  let snapshot: Snapshot?

  /// The innermost of the scopes of all parameters that name an object; nil if there is no such parameter.
  func scope(for parameters: [ParameterIR], _ values: [Value]) -> (any OuterScope)? {
    var scope: (any OuterScope)?
    for (index, parameter) in parameters.enumerated() {
      guard case .object(let name) = parameter.type.base, let entity = layout.index(of: name) else { continue }
      var record: StoredRecord?
      if values.indices.contains(index), case .object(let key) = values[index] { record = snapshot?.record(key) }
      scope = ObjectScope(
        id: PathIR.variable(ofParameter: index), RecordRow(layout.shape(of: entity)), record, parent: scope)
    }
    return scope
  }

  /// Plans a list of object keys as a collection of records, from which paths can be followed. A key without an object
  /// becomes a nil element. Nil if there is no such entity.
  func elements(
    of entity: String, _ execution: Execution, _ get: @escaping (Row) -> [Value]?
  ) -> Elements? {
    guard let index = layout.index(of: entity) else { return nil }
    let snapshot = snapshot
    let element = LiftedRow(optional: RecordRow(layout.shape(of: index)))
    let elements = Elements(element, count: { get($0)?.count ?? 0 }) { row, body in
      guard let values = get(row) else { return true }
      for value in values {
        guard execution.tick() else { return false }
        let goesOn =
          if case .object(let key) = value, let record = snapshot?.record(key) { record.withRow(body) } else {
            body(nil)
          }
        guard goesOn else { return false }
      }
      return true
    }
    elements.mayRepeat = true
    return elements
  }
}

/// The scope of a parameter that names an object. The object is the same for all rows, so a path from it is evaluated
/// when the query is planned and becomes a constant. If there is no such object, the path is nil.
private final class ObjectScope: OuterScope {
  let id: Int
  let parent: (any OuterScope)?
  private let access: RecordRow
  private let record: KeptRow

  init(id: Int, _ access: RecordRow, _ record: StoredRecord?, parent: (any OuterScope)?) {
    self.id = id
    self.parent = parent
    self.access = access
    self.record = record.map { KeptRow($0) } ?? KeptRow()
  }

  private var lift: RowLift {
    let record = record
    return .place { _ in record.row }
  }

  func captured(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    let scalar = try access.scalar(steps, execution)
    if case .opaque = scalar { return scalar.lifted(lift) }
    return try scalar.constant(at: record.row)
  }

  func capturedLeaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let elements = try access.path(steps, execution).lifted(lift)
    elements.mayRepeat = true
    return elements
  }

  func capturedGroupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? { nil }
}
