/// A typed value of a planned expression: a constant, or read from each row. A Swift nil is the language's NULL.
enum Getter<T> {
  case constant(T?)
  case row((Row) -> T?)

  /// The value as a closure, constant or not.
  var closure: (Row) -> T? {
    switch self {
    case .constant(let value): { _ in value }
    case .row(let get): get
    }
  }

  var isConstant: Bool {
    if case .constant = self { true } else { false }
  }

  var isNull: Condition {
    switch self {
    case .constant(let value): .constant(value == nil)
    case .row(let get): .row { get($0) == nil }
    }
  }

  /// The value transformed by a function. A nil value stays nil.
  func map<Result>(_ transform: @escaping (T) -> Result?) -> Getter<Result> {
    switch self {
    case .constant(let value): .constant(value.flatMap(transform))
    case .row(let get):
      .row { row in
        guard let value = get(row) else { return nil }
        return transform(value)
      }
    }
  }

  /// The same value, read from the row that `lift` leads to; nil when there is no such row.
  func lifted(_ lift: RowLift) -> Getter {
    switch (self, lift) {
    // A literal keeps its value even where there is no row: only paths become nil there, and a path is never a
    // constant.
    case (.constant, _): self
    case (.row(let get), .place(let place)):
      .row { outer in
        guard let row = place(outer) else { return nil }
        return get(row)
      }
    case (.row(let get), .step(let step)):
      .row { outer in
        var result: T?
        step(outer) { result = get($0) }
        return result
      }
    }
  }
}
