import CDQIR
import Foundation

/// The values of one sort key, extracted once per row and kept by slot.
struct SortColumn<Row> {
  /// Puts a row's key into a slot: one that was there before, or the next.
  let set: (Int, Row) -> Void
  /// How the keys of two slots stand to each other, direction and nil order applied.
  let compare: (Int, Int) -> ComparisonResult

  /// A column of the values of an expression.
  init(_ scalar: Scalar<Row>, _ key: SortKeyIR, locale: Locale) throws(ExecutionError) {
    // Each type apart, so that the comparison is compiled for it.
    switch scalar {
    case .null: self.init(NoSortKeys())
    case .bool(let getter): self.init(getter, key) { Bool.order($0, $1) }
    case .int(let getter): self.init(getter, key) { Int64.order($0, $1) }
    case .double(let getter): self.init(getter, key) { Double.order($0, $1) }
    case .decimal(let getter): self.init(getter, key) { Decimal.order($0, $1) }
    case .string(let getter):
      let options = key.options
      if options.contains(.localeSensitive) {
        self.init(getter, key) { TextOrder.localized($0, $1, options, locale) }
      } else if options.isEmpty {
        self.init(getter, key) { String.order($0, $1) }
      } else {
        self.init(getter.map { TextFolding.folded($0, options) }, key) { String.order($0, $1) }
      }
    case .date(let getter): self.init(getter, key) { Date.order($0, $1) }
    case .duration(let getter): self.init(getter, key) { TimeSpan.order($0, $1) }
    case .data(let getter): self.init(getter, key) { Data.order($0, $1) }
    case .uuid(let getter): self.init(getter, key) { UUID.order($0, $1) }
    case .url(let getter): self.init(getter, key) { URL.order($0, $1) }
    case .object(let object): self.init(try object.key(), key) { ObjectKey.order($0, $1) }
    case .opaque: throw .malformedQuery("a Transformable value cannot be sorted by")
    }
  }

  private init(_ keys: NoSortKeys) {
    set = { _, _ in }
    compare = { _, _ in .orderedSame }
  }

  @inline(__always) private init<T>(
    _ getter: Getter<Row, T>, _ key: SortKeyIR, _ order: @escaping (T, T) -> ComparisonResult
  ) {
    let keys = SortKeys<T>()
    let get = getter.closure
    set = { slot, row in keys.set(slot, get(row)) }
    compare = keys.comparison(isDescending: key.isDescending, nullsFirst: key.nullsFirst, order)
  }
}

/// A sort by NULL, which says nothing.
private struct NoSortKeys {}

private final class SortKeys<T> {
  private var values: [T?] = []

  func set(_ slot: Int, _ value: T?) {
    if slot < values.count { values[slot] = value } else { values.append(value) }
  }

  /// Knows nothing of rows, so that the compiler can specialise it.
  func comparison(
    isDescending: Bool, nullsFirst: Bool, _ order: @escaping (T, T) -> ComparisonResult
  ) -> (Int, Int) -> ComparisonResult {
    { left, right in
      switch (self.values[left], self.values[right]) {
      case (let left?, let right?): isDescending ? order(right, left) : order(left, right)
      case (nil, nil): .orderedSame
      case (nil, _): nullsFirst ? .orderedAscending : .orderedDescending
      case (_, nil): nullsFirst ? .orderedDescending : .orderedAscending
      }
    }
  }
}
