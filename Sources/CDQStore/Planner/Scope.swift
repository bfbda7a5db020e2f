import CDQIR
import CDQValues

/// Where an outer row is left for the plans of inner variables that refer to it.
final class Slot<Row> {
  var value: Row?
  /// Whether some plan reads it; else nobody needs to write it.
  var isRead = false
}

/// A variable in scope, whatever its Swift type is.
class AnyScope {
  let id: Int
  let parent: AnyScope?

  init(id: Int, parent: AnyScope?) {
    self.id = id
    self.parent = parent
  }

  /// A path from this variable, for the plan of a variable inside it.
  func captured<Inner>(
    _ steps: ArraySlice<StepIR>, _ execution: Execution, by inner: Inner.Type
  ) throws(ExecutionError) -> Scalar<Inner> { missing() }

  /// The leaves of a path from this variable, for the plan of a variable inside it.
  func capturedLeaves<Inner>(
    _ steps: ArraySlice<StepIR>, _ execution: Execution, by inner: Inner.Type
  ) throws(ExecutionError) -> AnyElements<Inner> { missing() }

  /// The value that a grouped query has for an expression, for the plan of a variable inside it.
  func capturedGroupValue<Inner>(
    _ expression: ExpressionIR, by inner: Inner.Type
  ) throws(ExecutionError) -> Scalar<Inner>? { missing() }

  private func missing(_ function: String = #function) -> Never {
    preconditionFailure("\(function) is abstract")
  }
}

/// The innermost variable: plans take it as their typed argument. Variables around it are read from slots.
final class Scope<Row>: AnyScope {
  let access: RowAccess<Row>
  private let slot = Slot<Row>()
  /// What a grouped query has for an expression: a grouping key, or an aggregate of the group.
  private let groupValues: ((ExpressionIR) throws(ExecutionError) -> Scalar<Row>?)?

  init(
    id: Int, _ access: RowAccess<Row>, parent: AnyScope? = nil,
    groupValues: ((ExpressionIR) throws(ExecutionError) -> Scalar<Row>?)? = nil
  ) {
    self.access = access
    self.groupValues = groupValues
    super.init(id: id, parent: parent)
  }

  /// Leaves the row where plans of inner variables find it. To be asked for after those have been made, since only they
  /// know whether they need it.
  var enter: (Row) -> Void {
    guard slot.isRead else { return { _ in } }
    let slot = slot
    return { slot.value = $0 }
  }

  private var fromSlot: Slot<Row> {
    slot.isRead = true
    return slot
  }

  /// The value of a path from any variable in scope.
  func scalar(_ path: PathIR, _ execution: Execution) throws(ExecutionError) -> Scalar<Row> {
    if path.variable == id { return try access.scalar(path.steps[...], execution) }
    return try owner(of: path).captured(path.steps[...], execution, by: Row.self)
  }

  /// The leaves of a path from any variable in scope.
  func leaves(_ path: PathIR, _ execution: Execution) throws(ExecutionError) -> AnyElements<Row> {
    if path.variable == id { return try access.leaves(path.steps[...], execution) }
    return try owner(of: path).capturedLeaves(path.steps[...], execution, by: Row.self)
  }

  /// What a grouped query has for an expression; nil when it has nothing.
  func groupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar<Row>? {
    if let groupValues { return try groupValues(expression) }
    return try parent?.capturedGroupValue(expression, by: Row.self)
  }

  private func owner(of path: PathIR) throws(ExecutionError) -> AnyScope {
    var scope = parent
    while let candidate = scope {
      if candidate.id == path.variable { return candidate }
      scope = candidate.parent
    }
    if path.parameter != nil { throw .needsStore }
    throw .malformedQuery("variable \(path.variable) is not in scope")
  }

  override func captured<Inner>(
    _ steps: ArraySlice<StepIR>, _ execution: Execution, by inner: Inner.Type
  ) throws(ExecutionError) -> Scalar<Inner> {
    let slot = fromSlot
    return try access.scalar(steps, execution).lifted { (_: Inner) in slot.value }
  }

  override func capturedLeaves<Inner>(
    _ steps: ArraySlice<StepIR>, _ execution: Execution, by inner: Inner.Type
  ) throws(ExecutionError) -> AnyElements<Inner> {
    let slot = fromSlot
    return try access.leaves(steps, execution).lifted { (_: Inner) in slot.value }
  }

  override func capturedGroupValue<Inner>(
    _ expression: ExpressionIR, by inner: Inner.Type
  ) throws(ExecutionError) -> Scalar<Inner>? {
    guard let value = try groupValue(expression) else { return nil }
    let slot = fromSlot
    return value.lifted { (_: Inner) in slot.value }
  }
}
