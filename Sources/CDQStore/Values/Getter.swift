/// A typed value of a row: the same for all rows, or read from each. A nil is the language's nil.
enum Getter<Row, T> {
  case constant(T?)
  case row((Row) -> T?)

  /// The value for one row.
  func callAsFunction(_ row: Row) -> T? {
    switch self {
    case .constant(let value): value
    case .row(let get): get(row)
    }
  }

  /// The value as a closure, whichever it is.
  var closure: (Row) -> T? {
    switch self {
    case .constant(let value): { _ in value }
    case .row(let get): get
    }
  }

  /// A value made from this one; nil stays nil.
  func map<Result>(_ transform: @escaping (T) -> Result?) -> Getter<Row, Result> {
    switch self {
    case .constant(let value): .constant(value.flatMap(transform))
    case .row(let get):
      .row { row in
        guard let value = get(row) else { return nil }
        return transform(value)
      }
    }
  }

  /// The same value of the row that `project` gives; nil when it gives none.
  func lifted<Outer>(_ project: @escaping (Outer) -> Row?) -> Getter<Outer, T> {
    switch self {
    // A literal stays what it is even where there is no row: only paths are lifted, and a path is no constant.
    case .constant(let value): .constant(value)
    case .row(let get):
      .row { outer in
        guard let row = project(outer) else { return nil }
        return get(row)
      }
    }
  }
}
