/// A row as plans see it: where a record, a group of records or a single value lies in memory, whatever its Swift type. Nil
/// stands for an object that a path does not reach.
///
/// All rows have this one type because the compiler writes a plan that is generic over the row anew for each type of row.
/// A row is good while it is evaluated; whoever needs it longer keeps a copy (`KeptRow`).
@usableFromInline typealias Row = UnsafeRawPointer?

/// What leads from a row to another one that has to be made first: calls its second argument with that row, or not at all
/// when it leads nowhere.
@usableFromInline typealias RowStep = (Row, (Row) -> Void) -> Void

/// How a plan for one row is used for another.
enum RowLift {
  /// By a row that lies somewhere already; nil leads nowhere.
  case place((Row) -> Row)
  /// By a row that exists during a call only.
  case step(RowStep)
}

extension Optional<UnsafeRawPointer> {
  /// The row as a pointer of the Swift type that lies there. The row is not nil.
  @inline(__always)
  func place<Record>(of type: Record.Type = Record.self) -> UnsafePointer<Record> {
    unsafelyUnwrapped.assumingMemoryBound(to: type)
  }
}

/// A copy of what lies at a row, for as long as the copy is held.
final class KeptRow {
  /// The place of the copy; nil for a copy of nothing.
  let row: Row
  private let free: () -> Void

  /// A copy of nothing.
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
