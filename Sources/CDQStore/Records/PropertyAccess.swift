import CDQIR
import CDQValues

/// What a record has under one name.
enum PropertyAccess<Record>: Sendable {
  /// `inPlace` reads it from where the record lies, without a copy of the whole record; `blocks` of many records.
  case attribute(
    AttributeAccess<Record>, inPlace: AttributeAccess<UnsafePointer<Record>>, blocks: BlockAccess<Record>?)
  case toOne(any ToOneStep<Record>)
  case toMany(any ToManyStep<Record>)
}

/// A relationship to one object of some other Swift type. The planner works through it generically, so that inner plans
/// are typed; nothing of it is met per row.
protocol ToOneStep<Record>: Sendable {
  associatedtype Record
  /// The value that further steps lead to.
  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar<Record>
  /// The values that further steps lead to, flattened.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> AnyElements<Record>
  /// The attribute that further steps lead to, read in blocks; nil where it is not.
  func blockColumn(_ steps: ArraySlice<StepIR>) -> BlockColumn<Record>?
}

/// A relationship to many objects of some other Swift type.
protocol ToManyStep<Record>: Sendable {
  associatedtype Record
  /// The values that further steps lead to, flattened.
  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> AnyElements<Record>
}

/// A relationship to one object.
struct ToOneAccess<Record, Target>: ToOneStep {
  let get: @Sendable (Record) -> Target?
  /// Follows it from many records at once.
  let blocks: BlockTargets<Record, Target>
  let target: @Sendable () -> RecordAccess<Target>

  func scalar(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Scalar<Record> {
    try RecordRow(target()).scalar(steps, execution).lifted(get)
  }

  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> AnyElements<Record> {
    let row = RecordRow(target())
    guard steps.isEmpty else { return try row.leaves(steps, execution).lifted(get) }
    // The object itself, which may be nil.
    let get = get
    let element = LiftedRow<Target?, Target>(row) { $0 }
    return Elements(element, absent: .some(nil), count: { _ in 1 }) { record, body in
      execution.tick() && body(get(record))
    }
  }

  func blockColumn(_ steps: ArraySlice<StepIR>) -> BlockColumn<Record>? {
    target().blockColumn(steps).map { TargetColumn($0, blocks) }
  }
}

/// A relationship to many objects.
struct ToManyAccess<Record, Target>: ToManyStep {
  let count: @Sendable (Record) -> Int
  let forEach: @Sendable (Record, (Target) -> Bool) -> Void
  let target: @Sendable () -> RecordAccess<Target>

  func leaves(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> AnyElements<Record> {
    let row = RecordRow(target())
    let forEach = forEach
    let objects = Elements<Record, Target>(row, absent: nil, count: count) { record, body in
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
