import CDQIR
import CDQValues

/// Where an outer row is left for the plans of inner variables that refer to it: good as long as that row is evaluated.
final class RowSlot {
  var row: Row = nil
  /// Whether some plan reads it; else nobody needs to write it.
  var isRead = false
}

/// Where a value is left that was read once for a row and is compared several times.
final class ValueSlot {
  var value = Value.null
}

/// What names a variable, or a parameter that stands for an object: paths start from it.
class AnyScope {
  let id: Int
  let parent: AnyScope?

  init(id: Int, parent: AnyScope?) {
    self.id = id
    self.parent = parent
  }

  /// A path from this variable, for the plan of a variable inside it.
  func captured(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar { missing() }

  /// The leaves of a path from this variable, for the plan of a variable inside it.
  func capturedLeaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements { missing() }

  /// The value that a grouped query has for an expression, for the plan of a variable inside it.
  func capturedGroupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? { missing() }

  private func missing(_ function: String = #function) -> Never {
    preconditionFailure("\(function) is abstract")
  }
}

/// The innermost variable: plans take its row as their argument. Variables around it are read from slots.
final class Scope: AnyScope {
  let access: RowAccess
  private let slot = RowSlot()
  /// What a grouped query has for an expression: a grouping key, or an aggregate of the group.
  private let groupValues: ((ExpressionIR) throws(ExecutionError) -> Scalar?)?

  init(
    id: Int, _ access: RowAccess, parent: AnyScope? = nil,
    groupValues: ((ExpressionIR) throws(ExecutionError) -> Scalar?)? = nil
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
    return { slot.row = $0 }
  }

  /// How a plan for this variable is used inside it.
  private var fromSlot: RowLift {
    slot.isRead = true
    let slot = slot
    return .place { _ in slot.row }
  }

  /// The value of a path from any variable in scope.
  func scalar(_ path: PathIR, _ execution: Execution) throws(ExecutionError) -> Scalar {
    if path.variable == id { return try access.scalar(path.steps[...], execution) }
    return try owner(of: path).captured(path.steps[...], execution)
  }

  /// The leaves of a path from any variable in scope.
  func leaves(_ path: PathIR, _ execution: Execution) throws(ExecutionError) -> Elements {
    if path.variable == id { return try access.leaves(path.steps[...], execution) }
    return try owner(of: path).capturedLeaves(path.steps[...], execution)
  }

  /// What a grouped query has for an expression; nil when it has nothing.
  func groupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? {
    if let groupValues { return try groupValues(expression) }
    return try parent?.capturedGroupValue(expression)
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

  override func captured(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    let lift = fromSlot
    return try access.scalar(steps, execution).lifted(lift)
  }

  override func capturedLeaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let lift = fromSlot
    return try access.leaves(steps, execution).lifted(lift)
  }

  override func capturedGroupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? {
    guard let value = try groupValue(expression) else { return nil }
    return value.lifted(fromSlot)
  }
}
