import CDQIR
import CDQValues

/// Finds objects by their keys, so that a query can follow paths from what parameters name (`$user.country.name`) and
/// from lists of objects (`{capital, twin}.name`).
///
/// Without a snapshot it only knows what the objects have: enough to check a query, not to run it.
struct ParameterObjects: Sendable {
  let layout: StoreLayout
  let snapshot: Snapshot?

  /// The scope of all parameters that name an object; nil when none does.
  func scope(for parameters: [ParameterIR], _ values: [Value]) -> AnyScope? {
    var scope: AnyScope?
    for (index, parameter) in parameters.enumerated() {
      guard case .object(let name) = parameter.type.base, let entity = layout.index(of: name) else { continue }
      var record: StoredRecord?
      if values.indices.contains(index), case .object(let key) = values[index] { record = snapshot?.record(key) }
      scope = ObjectScope(
        id: PathIR.variable(ofParameter: index), RecordRow(layout.access(to: entity)), record, parent: scope)
    }
    return scope
  }

  /// The objects of a list of dynamic values, so that paths can be followed from them; nil when there is no such entity.
  /// A key without an object is an element that is nil.
  func elements<Row>(
    of entity: String, _ execution: Execution, _ get: @escaping (Row) -> [Value]?
  ) -> AnyElements<Row>? {
    guard let index = layout.index(of: entity) else { return nil }
    let snapshot = snapshot
    let element = LiftedRow<StoredRecord?, StoredRecord>(RecordRow(layout.access(to: index))) { $0 }
    return Elements(element, absent: nil, count: { get($0)?.count ?? 0 }) { row, body in
      guard let values = get(row) else { return true }
      for value in values {
        var record: StoredRecord?
        if case .object(let key) = value { record = snapshot?.record(key) }
        guard execution.tick(), body(record) else { return false }
      }
      return true
    }
  }
}

/// One object that is the same for all rows. Paths from it are constants, computed when a query is planned. Without the
/// object they lead nowhere and give nil, as every path from nil does.
private final class ObjectScope<Record>: AnyScope {
  private let access: RecordRow<Record>
  private let record: Record?

  init(id: Int, _ access: RecordRow<Record>, _ record: Record?, parent: AnyScope?) {
    self.access = access
    self.record = record
    super.init(id: id, parent: parent)
  }

  override func captured<Inner>(
    _ steps: ArraySlice<StepIR>, _ execution: Execution, by inner: Inner.Type
  ) throws(ExecutionError) -> Scalar<Inner> {
    let (record, scalar) = (record, try access.scalar(steps, execution))
    if case .opaque = scalar { return scalar.lifted { (_: Inner) in record } }
    return try scalar.visit(Reading(record: record))
  }

  override func capturedLeaves<Inner>(
    _ steps: ArraySlice<StepIR>, _ execution: Execution, by inner: Inner.Type
  ) throws(ExecutionError) -> AnyElements<Inner> {
    let record = record
    return try access.leaves(steps, execution).lifted { (_: Inner) in record }
  }

  override func capturedGroupValue<Inner>(
    _ expression: ExpressionIR, by inner: Inner.Type
  ) throws(ExecutionError) -> Scalar<Inner>? { nil }
}

/// The value that a getter has for one record, as a constant.
private struct Reading<Record, Inner>: ScalarVisitor {
  typealias Row = Record
  let record: Record?

  func visit<T: ScalarType>(_ getter: Getter<Record, T>) throws(ExecutionError) -> Scalar<Inner> {
    T.scalar(.constant(record.flatMap { getter($0) }))
  }
}
