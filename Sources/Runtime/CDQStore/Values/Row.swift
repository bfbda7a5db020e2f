/// A row as plans see it: a pointer to a record, a group of records or a single value, whatever its Swift type. Nil
/// represents an object that does not exist, such as the `country` of a city without one.
///
/// All rows have this one type because the compiler would otherwise specialize each generic plan for each type of row.
/// A row is valid while it is evaluated; code that needs it longer makes a copy (`KeptRow`).
@usableFromInline typealias Row = UnsafeRawPointer?

/// A function from a row to another row that exists only during a call, such as the target of a to-one. It calls its
/// second argument with that row, or does not call it when there is none.
@usableFromInline typealias RowStep = (Row, (Row) -> Void) -> Void

/// The way from one row to another, by which a plan for the second is applied to the first.
enum RowLift {
  /// By a pointer that exists already; nil when there is no such row.
  case place((Row) -> Row)
  /// By a row that exists only during a call.
  case step(RowStep)
}

extension Optional<UnsafeRawPointer> {
  /// The row as a pointer of the Swift type that it points to. The row must not be nil.
  @inline(__always)
  func place<Record>(of type: Record.Type = Record.self) -> UnsafePointer<Record> {
    unsafelyUnwrapped.assumingMemoryBound(to: type)
  }
}

/// An owned copy of what a row points to.
final class KeptRow {
  /// The row of the copy; nil for a copy of no object.
  let row: Row
  private let free: () -> Void

  /// Creates a copy of no object.
  init() {
    (row, free) = (nil, {})
  }

  init<Value>(_ value: Value) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    row = UnsafeRawPointer(place)
    free = {
      place.deinitialize(count: 1)
      place.deallocate()
    }
  }

  deinit {
    free()
  }
}
