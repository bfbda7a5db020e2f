/// A typed value of a row: the same for all rows, or read from each. A nil is the language's nil.
enum Getter<T> {
  case constant(T?)
  case row((Row) -> T?)

  /// The value as a closure, whichever it is.
  var closure: (Row) -> T? {
    switch self {
    case .constant(let value): { _ in value }
    case .row(let get): get
    }
  }

  var isConstant: Bool {
    if case .constant = self { true } else { false }
  }

  /// Whether the value is nil.
  var isNull: Condition {
    switch self {
    case .constant(let value): .constant(value == nil)
    case .row(let get): .row { get($0) == nil }
    }
  }

  /// A value made from this one; nil stays nil.
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

  /// The same value of the row that `lift` leads to; nil when that is none.
  func lifted(_ lift: RowLift) -> Getter {
    switch (self, lift) {
    // A literal stays what it is even where there is no row: only paths are lifted, and a path is no constant.
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
