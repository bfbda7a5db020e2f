/// What a record has under one name.
enum PropertyAccess<Record>: Sendable {
  case attribute(AttributeAccess<Record>)
  case toOne(any ToOneStep<Record>)
  case toMany(any ToManyStep<Record>)
}

/// A relationship to one object of some other Swift type. The planner works through it generically, so that inner plans
/// are typed; nothing of it is met per row.
protocol ToOneStep<Record>: Sendable {
  associatedtype Record
}

/// A relationship to many objects of some other Swift type.
protocol ToManyStep<Record>: Sendable {
  associatedtype Record
}

/// A relationship to one object.
struct ToOneAccess<Record, Target>: ToOneStep {
  let get: @Sendable (Record) -> Target?
  let target: @Sendable () -> RecordAccess<Target>
}

/// A relationship to many objects.
struct ToManyAccess<Record, Target>: ToManyStep {
  let count: @Sendable (Record) -> Int
  let forEach: @Sendable (Record, (Target) -> Bool) -> Void
  let target: @Sendable () -> RecordAccess<Target>
}
