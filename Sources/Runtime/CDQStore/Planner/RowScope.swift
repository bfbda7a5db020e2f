import CDQIR
import CDQValues

/// The current row of an outer variable, which plans of inner variables read. It is valid while that row is evaluated.
final class RowSlot {
  var row: Row = nil
  /// Whether a plan reads the slot. If not, nothing writes it.
  var isRead = false
  /// The number of times that the row was set.
  var changes = 0
}

/// A value that a plan reads once per row and compares several times.
final class ValueSlot {
  var value = Value.null
}

/// The scope of a variable, or of a parameter that names an object, as the scopes inside of it see it. Paths start at a
/// scope; each scope knows the one around it.
protocol OuterScope: AnyObject {
  var id: Int { get }
  var parent: (any OuterScope)? { get }

  /// Plans a path without to-many steps from this variable, for use in the plan of an inner variable.
  func captured(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar

  /// Plans the leaves of a path from this variable, for use in the plan of an inner variable.
  func capturedLeaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements

  /// The value of a grouping key or of an aggregate of the group, for use in the plan of an inner variable; nil for
  /// other expressions.
  func capturedGroupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar?
}

/// The scope of a variable that ranges over rows. Its plans take the row as their argument and read the rows of outer
/// variables from slots.
///
/// In `SUBQUERY(twins, $t, $t.population > population)` over cities, plans of the inner scope take a twin as their row
/// and read the city from the slot of the outer scope.
final class RowScope: OuterScope {
  let id: Int
  let parent: (any OuterScope)?
  let access: any RowAccess
  let slot = RowSlot()
  /// Gives the value of an expression of a grouped query that is a grouping key or an aggregate of the group; nil for
  /// others.
  private let groupValues: ((ExpressionIR) throws(ExecutionError) -> Scalar?)?

  init(
    id: Int, _ access: any RowAccess, parent: (any OuterScope)? = nil,
    groupValues: ((ExpressionIR) throws(ExecutionError) -> Scalar?)? = nil
  ) {
    self.id = id
    self.parent = parent
    self.access = access
    self.groupValues = groupValues
  }

  /// Stores the row in the slot for plans of inner variables. Read this property after those plans are made: if none of
  /// them reads the slot, the closure does nothing.
  var enter: (Row) -> Void {
    guard slot.isRead else { return { _ in } }
    let slot = slot
    return { row in
      slot.row = row
      slot.changes &+= 1
    }
  }

  /// The lift that makes a plan for this variable usable in an inner one: it takes the row from the slot.
  private var fromSlot: RowLift {
    slot.isRead = true
    let slot = slot
    return .place { _ in slot.row }
  }

  /// Plans a path without to-many steps from any variable in scope.
  func scalar(_ path: PathIR, _ execution: Execution) throws(ExecutionError) -> Scalar {
    if path.variable == id { return try access.scalar(path.steps[...], execution) }
    return try owner(of: path).captured(path.steps[...], execution)
  }

  /// Plans the leaves of a path from any variable in scope.
  func leaves(_ path: PathIR, _ execution: Execution) throws(ExecutionError) -> Elements {
    if path.variable == id { return try access.path(path.steps[...], execution) }
    return try owner(of: path).capturedLeaves(path.steps[...], execution)
  }

  /// The value of an expression of a grouped query that is a grouping key or an aggregate of the group; nil for others.
  func groupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? {
    if let groupValues { return try groupValues(expression) }
    return try parent?.capturedGroupValue(expression)
  }

  private func owner(of path: PathIR) throws(ExecutionError) -> any OuterScope {
    var scope = parent
    while let candidate = scope {
      if candidate.id == path.variable { return candidate }
      scope = candidate.parent
    }
    if path.parameter != nil { throw .needsStore }
    throw .malformedQuery("variable \(path.variable) is not in scope")
  }

  func captured(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    let lift = fromSlot
    return try access.scalar(steps, execution).lifted(lift)
  }

  func capturedLeaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let lift = fromSlot
    let elements = try access.path(steps, execution).lifted(lift)
    // All rows of the inner variable have these elements.
    elements.mayRepeat = true
    return elements
  }

  func capturedGroupValue(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? {
    guard let value = try groupValue(expression) else { return nil }
    return value.lifted(fromSlot)
  }
}
