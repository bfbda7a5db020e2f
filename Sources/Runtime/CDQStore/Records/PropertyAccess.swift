import CDQIR
import CDQValues
import Foundation

/// The reader of a named property of a record, by its row.
enum PropertyAccess: Sendable {
  case attribute(AttributeReader)
  case toOne(ToOneAccess)
  case toMany(ToManyAccess)
}

/// The reader of an attribute, by the row of a record.
///
/// `@unchecked Sendable` because `Getter` holds plain closures; the ones in here are made of `@Sendable` closures.
struct AttributeReader: @unchecked Sendable {
  /// A scalar or a collection.
  enum Value {
    case scalar(Scalar)
    case list(element: ValueType, (Row) -> [CDQIR.Value]?)
  }
  let value: Value
  /// Makes the reader for many records at once; nil when the attribute has none.
  let blockColumn: () -> (any BlockColumn)?

  init(_ access: AttributeAccess<Row>, blockColumn: @escaping @Sendable () -> (any BlockColumn)?) {
    value = access.reader
    self.blockColumn = blockColumn
  }

  var isList: Bool {
    if case .list = value { true } else { false }
  }
}

extension AttributeAccess where Record == Row {
  fileprivate var reader: AttributeReader.Value {
    switch self {
    case .bool(let get): .scalar(.bool(.row(get)))
    case .int(let get): .scalar(.int(.row(get)))
    case .double(let get): .scalar(.double(.row(get)))
    case .decimal(let get): .scalar(.decimal(.row(get)))
    case .string(let get): .scalar(.string(.row(get)))
    case .date(let get): .scalar(.date(.row { get($0)?.timeIntervalSinceReferenceDate }))
    case .duration(let get): .scalar(.doubles(.row(get), .duration))
    case .data(let get): .scalar(.values(.row { get($0).map { .data($0) } }, .data))
    case .uuid(let get): .scalar(.values(.row { get($0).map { .uuid($0) } }, .uuid))
    case .url(let get): .scalar(.values(.row { get($0).map { .url($0) } }, .url))
    case .opaque(let isPresent): .scalar(.opaque(isPresent: isPresent))
    case .list(let element, let get): .list(element: element, get)
    }
  }
}

/// The reader of a to-one relationship.
struct ToOneAccess: Sendable {
  /// Calls its second argument with the row of the target; does not call it when there is no target.
  let follow: @Sendable (Row, (Row) -> Void) -> Void
  /// Converts a block reader of a target's attribute to one that starts from the records.
  let blockColumn: @Sendable (any BlockColumn) -> any BlockColumn
  let target: @Sendable () -> RecordShape

  /// The scalar at the end of the remaining path, such as `name` in `country.name`.
  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    try RecordRow(target()).scalar(steps, execution).lifted(.step(follow))
  }

  /// The elements at the end of the remaining path, flattened: for `country.cities.name` all names of the cities.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let row = RecordRow(target())
    let follow = follow
    let elements: Elements
    if steps.isEmpty {
      // The path ends here, so the target itself is the element; it may be nil.
      elements = Elements(LiftedRow(optional: row), hasAbsent: true, count: { _ in 1 }) { record, body in
        guard execution.tick() else { return false }
        var goesOn: Bool?
        follow(record) { goesOn = body($0) }
        return goesOn ?? body(nil)
      }
    } else {
      elements = try row.leaves(steps, execution).lifted(.step(follow))
    }
    elements.mayRepeat = true
    return elements
  }
}

/// The reader of a to-many relationship.
struct ToManyAccess: Sendable {
  let count: @Sendable (Row) -> Int
  /// Calls its second argument with the row of each object in order, until that returns false.
  let forEach: @Sendable (Row, (Row) -> Bool) -> Void
  /// Whether two records may have an object in common.
  let isShared: Bool
  /// The way from the related objects to their owners; nil if no to-one leads back.
  var inverse: InverseAccess?
  let target: @Sendable () -> RecordShape

  /// The elements at the end of the remaining path, flattened: for `cities.name` the name of every city.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let row = RecordRow(target())
    let forEach = forEach
    let objects = Elements(row, count: count) { record, body in
      var isComplete = true
      forEach(record) { object in
        isComplete = execution.tick() && body(object)
        return isComplete
      }
      return isComplete
    }
    objects.mayRepeat = isShared
    return steps.isEmpty ? objects : try row.leaves(steps, execution).flattened(over: objects)
  }
}

/// The reader of the to-one that is the inverse of a to-many. Each closure is given any record that has the to-many.
struct InverseAccess: Sendable {
  /// The number of all records that have the to-many.
  let ownerCount: @Sendable (Row) -> Int
  /// Calls its second argument with each record that has an owner, and with the place of the owner, in the order in which
  /// the records are stored, until that returns false.
  let forEach: @Sendable (Row, (Int64, Row) -> Bool) -> Void
  /// Whether the related records of an owner are in that order.
  let isInOrder: @Sendable (Row) -> Bool
}
