import CDQIR
import CDQValues
import Foundation

/// What a record has under one name, read from its row.
enum PropertyAccess: Sendable {
  case attribute(AttributeReader)
  case toOne(ToOneAccess)
  case toMany(ToManyAccess)
}

/// How an attribute is read from the row of a record.
///
/// Unchecked because a getter may be any closure; those here are made of `@Sendable` ones.
struct AttributeReader: @unchecked Sendable {
  /// One value per record, or several.
  enum Value {
    case scalar(Scalar)
    case list(element: ValueType, (Row) -> [CDQIR.Value]?)
  }
  let value: Value
  /// Makes what reads the attribute of many records at once; gives nil where nothing does.
  let blockColumn: () -> BlockColumn?

  init(_ access: AttributeAccess<Row>, blockColumn: @escaping @Sendable () -> BlockColumn?) {
    value = access.reader
    self.blockColumn = blockColumn
  }

  var isList: Bool {
    if case .list = value { true } else { false }
  }
}

extension AttributeAccess where Record == Row {
  /// The typed getter.
  fileprivate var reader: AttributeReader.Value {
    switch self {
    case .bool(let get): .scalar(.bool(.row(get)))
    case .int(let get): .scalar(.int(.row(get)))
    case .double(let get): .scalar(.double(.row(get)))
    case .decimal(let get): .scalar(.decimal(.row(get)))
    case .string(let get): .scalar(.string(.row(get)))
    case .date(let get): .scalar(.date(.row { get($0)?.timeIntervalSinceReferenceDate }))
    case .duration(let get): .scalar(.duration(.row(get)))
    case .data(let get): .scalar(.data(.row { get($0).map { .data($0) } }))
    case .uuid(let get): .scalar(.uuid(.row { get($0).map { .uuid($0) } }))
    case .url(let get): .scalar(.url(.row { get($0).map { .url($0) } }))
    case .opaque(let isPresent): .scalar(.opaque(isPresent: isPresent))
    case .list(let element, let get): .list(element: element, get)
    }
  }
}

/// A relationship to one object.
struct ToOneAccess: Sendable {
  /// Calls its second argument with the row of the object, if there is one.
  let follow: @Sendable (Row, (Row) -> Void) -> Void
  /// The attribute of the object, read from many records at once.
  let blockColumn: @Sendable (BlockColumn) -> BlockColumn
  let target: @Sendable () -> RecordShape

  /// The value that further steps lead to.
  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar {
    try RecordRow(target()).scalar(steps, execution).lifted(.step(follow))
  }

  /// The values that further steps lead to, flattened.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let row = RecordRow(target())
    let follow = follow
    guard steps.isEmpty else { return try row.leaves(steps, execution).lifted(.step(follow)) }
    // The object itself, which may be nil.
    return Elements(LiftedRow(optional: row), hasAbsent: true, count: { _ in 1 }) { record, body in
      guard execution.tick() else { return false }
      var goesOn: Bool?
      follow(record) { goesOn = body($0) }
      return goesOn ?? body(nil)
    }
  }
}

/// A relationship to many objects.
struct ToManyAccess: Sendable {
  let count: @Sendable (Row) -> Int
  /// Calls its second argument with the row of each object in order until that returns false.
  let forEach: @Sendable (Row, (Row) -> Bool) -> Void
  let target: @Sendable () -> RecordShape

  /// The values that further steps lead to, flattened.
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
    return steps.isEmpty ? objects : try row.leaves(steps, execution).flattened(over: objects)
  }
}
