import CDQIR
import CDQValues

/// What the planner can do with a variable whose Swift type is `Row`: an object, an optional object, a scalar or a group.
///
/// Classes rather than protocols, as the planner keeps them without knowing more than `Row`.
class RowAccess<Row> {
  /// The variable itself as a value.
  func itself() throws(ExecutionError) -> Scalar<Row> {
    throw .malformedQuery("a variable without a value is used as one")
  }

  /// The value at the end of steps none of which is to-many.
  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar<Row> {
    guard let step = steps.first else { return try itself() }
    throw .malformedQuery("'\(step.name)' is taken from something that is no object")
  }

  /// The values at the end of any steps, flattened.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> AnyElements<Row> {
    guard let step = steps.first else { return try itself().singleElement(execution) }
    throw .malformedQuery("'\(step.name)' is taken from something that is no object")
  }
}

/// A scalar that may be nil.
final class ScalarRow<T: ScalarType>: RowAccess<T?> {
  override func itself() throws(ExecutionError) -> Scalar<T?> {
    T.scalar(.row { $0 })
  }

  override func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar<T?> {
    if T.self == ObjectKey.self, !steps.isEmpty { throw .needsStore }
    return try super.scalar(steps, execution)
  }

  override func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> AnyElements<T?> {
    if T.self == ObjectKey.self, !steps.isEmpty { throw .needsStore }
    return try super.leaves(steps, execution)
  }
}

/// An object that another row leads to, perhaps.
final class LiftedRow<Outer, Row>: RowAccess<Outer> {
  private let base: RowAccess<Row>
  private let project: (Outer) -> Row?

  init(_ base: RowAccess<Row>, _ project: @escaping (Outer) -> Row?) {
    self.base = base
    self.project = project
  }

  override func itself() throws(ExecutionError) -> Scalar<Outer> {
    try base.itself().lifted(project)
  }

  override func scalar(
    _ steps: ArraySlice<StepIR>, _ execution: Execution
  ) throws(ExecutionError) -> Scalar<Outer> {
    try base.scalar(steps, execution).lifted(project)
  }

  override func leaves(
    _ steps: ArraySlice<StepIR>, _ execution: Execution
  ) throws(ExecutionError) -> AnyElements<Outer> {
    try base.leaves(steps, execution).lifted(project)
  }
}

/// A record of the caller's.
final class RecordRow<Record>: RowAccess<Record> {
  private let access: RecordAccess<Record>

  init(_ access: RecordAccess<Record>) {
    self.access = access
  }

  override func itself() throws(ExecutionError) -> Scalar<Record> {
    if let key = access.key { return .object(ObjectGetter(key: .row { key($0) })) }
    return .object(ObjectGetter(entityWithoutIdentity: access.entity, isPresent: { _ in true }))
  }

  override func scalar(
    _ steps: ArraySlice<StepIR>, _ execution: Execution
  ) throws(ExecutionError) -> Scalar<Record> {
    guard let step = steps.first else { return try itself() }
    let rest = steps.dropFirst()
    switch try property(step) {
    case .attribute(let attribute, _, _):
      guard rest.isEmpty else { throw .malformedQuery("'\(step.name)' is an attribute and leads nowhere") }
      guard let scalar = attribute.scalar else { throw unexpected(step, found: "a list") }
      return scalar
    case .toOne(let relation):
      return try relation.scalar(rest, execution)
    case .toMany:
      throw unexpected(step, found: "a to-many relationship")
    }
  }

  override func leaves(
    _ steps: ArraySlice<StepIR>, _ execution: Execution
  ) throws(ExecutionError) -> AnyElements<Record> {
    guard let step = steps.first else {
      let element = LiftedRow<Record?, Record>(RecordRow(access)) { $0 }
      return Elements(element, absent: .some(nil), count: { _ in 1 }) { record, body in
        execution.tick() && body(record)
      }
    }
    let rest = steps.dropFirst()
    switch try property(step) {
    case .attribute(let attribute, _, _):
      guard rest.isEmpty else { throw .malformedQuery("'\(step.name)' is an attribute and leads nowhere") }
      if let scalar = attribute.scalar { return try scalar.singleElement(execution) }
      guard case .list(let element, let get) = attribute else { throw unexpected(step, found: "an attribute") }
      return try AnyElements.values(of: element, execution, get)
    case .toOne(let relation):
      return try relation.leaves(rest, execution)
    case .toMany(let relation):
      return try relation.leaves(rest, execution)
    }
  }

  /// The property that a step leads through, which has to be what the step says.
  func property(_ step: StepIR) throws(ExecutionError) -> PropertyAccess<Record> {
    guard let property = access.property(step.name) else {
      throw .unknownProperty(entity: access.entity, name: step.name)
    }
    let fits =
      switch (step.kind, property) {
      case (.attribute, .attribute(let attribute, _, _)): attribute.scalar != nil
      case (.scalarCollection, .attribute(let attribute, _, _)): attribute.scalar == nil
      case (.toOne, .toOne), (.toMany, .toMany): true
      case (.attribute, _), (.scalarCollection, _), (.toOne, _), (.toMany, _): false
      }
    guard fits else { throw unexpected(step, found: property.described) }
    return property
  }

  private func unexpected(_ step: StepIR, found: String) -> ExecutionError {
    let expected =
      switch step.kind {
      case .attribute: "an attribute"
      case .toOne: "a to-one relationship"
      case .toMany: "a to-many relationship"
      case .scalarCollection: "a list"
      }
    return .wrongProperty(entity: access.entity, name: step.name, expected: expected, found: found)
  }
}

/// A record of the caller's where it lies: what a scan is about. The pointer is good for the evaluation of one row, in which
/// all its attributes are read in place.
final class PlacedRow<Record>: RowAccess<UnsafePointer<Record>> {
  private let base: RecordRow<Record>

  init(_ base: RecordRow<Record>) {
    self.base = base
  }

  override func itself() throws(ExecutionError) -> Scalar<UnsafePointer<Record>> {
    try base.itself().lifted(\.pointee)
  }

  override func scalar(
    _ steps: ArraySlice<StepIR>, _ execution: Execution
  ) throws(ExecutionError) -> Scalar<UnsafePointer<Record>> {
    if let step = steps.first, steps.count == 1, case .attribute(_, let inPlace, _) = try base.property(step),
      let scalar = inPlace.scalar
    {
      return scalar
    }
    return try base.scalar(steps, execution).lifted(\.pointee)
  }

  override func leaves(
    _ steps: ArraySlice<StepIR>, _ execution: Execution
  ) throws(ExecutionError) -> AnyElements<UnsafePointer<Record>> {
    try base.leaves(steps, execution).lifted(\.pointee)
  }
}

extension PropertyAccess {
  fileprivate var described: String {
    switch self {
    case .attribute(.list, _, _): "a list"
    case .attribute: "an attribute"
    case .toOne: "a to-one relationship"
    case .toMany: "a to-many relationship"
    }
  }
}

extension AttributeAccess {
  /// The typed getter; nil for a list.
  var scalar: Scalar<Record>? {
    switch self {
    case .bool(let get): .bool(.row(get))
    case .int(let get): .int(.row(get))
    case .double(let get): .double(.row(get))
    case .decimal(let get): .decimal(.row(get))
    case .string(let get): .string(.row(get))
    case .date(let get): .date(.row(get))
    case .duration(let get): .duration(.row { get($0).map { TimeSpan(seconds: $0) } })
    case .data(let get): .data(.row(get))
    case .uuid(let get): .uuid(.row(get))
    case .url(let get): .url(.row(get))
    case .opaque(let isPresent): .opaque(isPresent: isPresent)
    case .list: nil
    }
  }
}
