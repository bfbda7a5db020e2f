import CDQIR
import CDQValues

/// How plans read the rows of a variable: records, records that may be missing, single values, or groups of records.
protocol RowAccess: AnyObject {
  /// The kind of data that a row points to. `UNION` concatenates two collections without conversion if their kinds are
  /// equal.
  var kind: RowKind { get }
  /// Whether a row may be nil.
  var mayBeNil: Bool { get }
  /// How the record is read to which a row points; nil if rows do not point to records.
  var shape: RecordShape? { get }

  /// The row itself as a value, as `$x` in `$x > 5`.
  func itself() throws(ExecutionError) -> Scalar

  /// Plans a path without to-many steps, such as `country.name`.
  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar

  /// Plans the leaves of a path with any steps, such as `cities.twins.name`, as one flat collection.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements

  /// Copies the data that a row points to, for use after the row has become invalid.
  func copy(_ row: Row) -> KeptRow
}

/// The kind of data that a row points to.
enum RowKind: Equatable {
  case record(ObjectIdentifier)
  case value(ValueKind)
  case group
}

/// Access to rows that point to a dynamic value of one type, or are nil.
final class ValueRow: RowAccess {
  private let type: ValueKind

  init(_ type: ValueKind) {
    self.type = type
  }

  var kind: RowKind { .value(type) }
  var mayBeNil: Bool { true }
  var shape: RecordShape? { nil }

  func itself() throws(ExecutionError) -> Scalar {
    Scalar(type) { row in
      row == nil ? .null : row.place(of: Value.self).pointee
    }
  }

  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    if let step = steps.first { throw refusal(of: step) }
    return try itself()
  }

  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    if let step = steps.first { throw refusal(of: step) }
    return try itself().singleElement(execution)
  }

  /// The error for a step that starts at a value.
  private func refusal(of step: StepIR) -> ExecutionError {
    type == .object
      ? .needsStore : .malformedQuery("'\(step.name)' is taken from something that is no object")
  }

  func copy(_ row: Row) -> KeptRow {
    row == nil ? KeptRow() : KeptRow(row.place(of: Value.self).pointee)
  }
}

/// Access to rows that lead to a row of another access: a record that may be missing, or the first record of a group.
final class LiftedRow: RowAccess {
  private let base: any RowAccess
  private let lift: RowLift
  private let isOptional: Bool

  /// Makes the access to a record that may be missing: its rows are those of `base`, or nil.
  init(optional base: any RowAccess) {
    self.base = base
    lift = .place { $0 }
    isOptional = true
  }

  /// Makes the access to rows of another kind, from which `step` leads to a row of `base`.
  init(_ base: any RowAccess, _ step: @escaping RowStep) {
    self.base = base
    lift = .step(step)
    isOptional = false
  }

  var kind: RowKind { isOptional ? base.kind : .group }
  var mayBeNil: Bool { isOptional }
  var shape: RecordShape? { isOptional ? base.shape : nil }

  func itself() throws(ExecutionError) -> Scalar {
    try base.itself().lifted(lift)
  }

  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    try base.scalar(steps, execution).lifted(lift)
  }

  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    try base.leaves(steps, execution).lifted(lift)
  }

  func copy(_ row: Row) -> KeptRow {
    row == nil ? KeptRow() : base.copy(row)
  }
}

/// Access to rows that point to a record, of the caller or of a store. Attributes are read in place.
final class RecordRow: RowAccess {
  private let records: RecordShape

  init(_ shape: RecordShape) {
    records = shape
  }

  var kind: RowKind { .record(records.type) }
  var mayBeNil: Bool { false }
  var shape: RecordShape? { records }

  func copy(_ row: Row) -> KeptRow { records.copy(row) }

  func itself() throws(ExecutionError) -> Scalar {
    if let key = records.key { return .object(ObjectGetter(key: .row { .object(key($0)) })) }
    return .object(ObjectGetter(entityWithoutIdentity: records.entity, isPresent: { _ in true }))
  }

  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    guard let step = steps.first else { return try itself() }
    let rest = steps.dropFirst()
    switch try property(step) {
    case .attribute(let attribute):
      guard rest.isEmpty else { throw .malformedQuery("'\(step.name)' is an attribute and leads nowhere") }
      guard case .scalar(let scalar) = attribute.value else { throw unexpected(step, found: "a list") }
      return scalar
    case .toOne(let relation):
      return try relation.scalar(rest, execution)
    case .toMany:
      throw unexpected(step, found: "a to-many relationship")
    }
  }

  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    guard let step = steps.first else {
      return Elements(LiftedRow(optional: self), hasAbsent: true, count: { _ in 1 }) { record, body in
        execution.tick() && body(record)
      }
    }
    let rest = steps.dropFirst()
    switch try property(step) {
    case .attribute(let attribute):
      guard rest.isEmpty else { throw .malformedQuery("'\(step.name)' is an attribute and leads nowhere") }
      switch attribute.value {
      case .scalar(let scalar): return try scalar.singleElement(execution)
      case .list(let element, let get): return try Elements.values(of: element, execution, get)
      }
    case .toOne(let relation):
      return try relation.leaves(rest, execution)
    case .toMany(let relation):
      return try relation.leaves(rest, execution)
    }
  }

  /// The property that a step names.
  ///
  /// - Throws: `ExecutionError.unknownProperty`, or `.wrongProperty` if the property is not of the kind that the step
  ///   requires.
  private func property(_ step: StepIR) throws(ExecutionError) -> PropertyAccess {
    guard let property = records.property(step.name) else {
      throw .unknownProperty(entity: records.entity, name: step.name)
    }
    let fits =
      switch (step.kind, property) {
      case (.attribute, .attribute(let attribute)): !attribute.isList
      case (.scalarCollection, .attribute(let attribute)): attribute.isList
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
    return .wrongProperty(entity: records.entity, name: step.name, expected: expected, found: found)
  }
}

extension PropertyAccess {
  fileprivate var described: String {
    switch self {
    case .attribute(let attribute): attribute.isList ? "a list" : "an attribute"
    case .toOne: "a to-one relationship"
    case .toMany: "a to-many relationship"
    }
  }
}
