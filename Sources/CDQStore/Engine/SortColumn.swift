import CDQIR
import CDQValues
import Foundation

/// The values of one sort key, extracted once per row and kept by slot.
struct SortColumn {
  /// Puts a row's key into a slot: one that was there before, or the next.
  let set: (Int, Row) -> Void
  /// How the keys of two slots stand to each other, direction and nil order applied.
  let compare: (Int, Int) -> ComparisonResult

  /// A column of the values of an expression.
  init(_ scalar: Scalar, _ key: SortKeyIR, locale: Locale) throws(ExecutionError) {
    // Each type apart, so that the comparison is compiled for it.
    switch scalar {
    case .null: self.init(Getter<Int64>.constant(nil), SortKeys(key)) { _, _ in .orderedSame }
    case .bool(let getter):
      let number: Getter<Int64> = getter.map { $0 ? 1 : 0 }
      self.init(number, key)
    case .int(let getter): self.init(getter, key)
    case .double(let getter), .date(let getter), .duration(let getter):
      let keys = SortKeys<Double>(key)
      self.init(getter, keys) { keys.compare($0, $1, by: Double.order) }
    case .decimal(let getter):
      let keys = SortKeys<Decimal>(key)
      self.init(getter, keys) { keys.compare($0, $1, by: Decimal.order) }
    case .string(let getter): self.init(getter, key, locale)
    case .data(let getter), .uuid(let getter), .url(let getter): self.init(getter, key)
    case .object(let object): self.init(try object.key(), key)
    case .opaque: throw .malformedQuery("a Transformable value cannot be sorted by")
    }
  }

  private init(_ getter: Getter<Int64>, _ key: SortKeyIR) {
    let keys = SortKeys<Int64>(key)
    self.init(getter, keys) { keys.compare($0, $1, by: Int64.order) }
  }

  private init(_ getter: Getter<Value>, _ key: SortKeyIR) {
    let keys = SortKeys<Value>(key)
    self.init(getter, keys) { keys.compare($0, $1, by: Value.order) }
  }

  private init(_ getter: Getter<String>, _ key: SortKeyIR, _ locale: Locale) {
    let options = key.options
    if options.contains(.localeSensitive) {
      let keys = SortKeys<String>(key)
      self.init(getter, keys) { left, right in
        keys.compare(left, right) { TextOrder.localized($0, $1, options, locale) }
      }
      return
    }
    let folded = options.isEmpty ? getter : getter.map { TextFolding.folded($0, options) }
    let keys = SortKeys<TextSortKey>(key)
    self.init(folded.map { TextSortKey($0) }, keys) { left, right in
      keys.compare(left, right) { $0.order($1) }
    }
  }

  private init<Key>(
    _ getter: Getter<Key>, _ keys: SortKeys<Key>, _ compare: @escaping (Int, Int) -> ComparisonResult
  ) {
    let get = getter.closure
    set = { slot, row in keys.set(slot, get(row)) }
    self.compare = compare
  }
}

/// Keys by slot. It knows nothing of rows and is used where the type of the keys is known, so that it is compiled for
/// each.
private final class SortKeys<Key> {
  private var keys: [Key?] = []
  private let isDescending: Bool
  private let nullsFirst: Bool

  init(_ key: SortKeyIR) {
    isDescending = key.isDescending
    nullsFirst = key.nullsFirst
  }

  func set(_ slot: Int, _ key: Key?) {
    if slot < keys.count { keys[slot] = key } else { keys.append(key) }
  }

  /// How the keys of two slots stand to each other.
  @inline(__always) func compare(
    _ left: Int, _ right: Int, by order: (Key, Key) -> ComparisonResult
  ) -> ComparisonResult {
    switch (keys[left], keys[right]) {
    case (let left?, let right?): isDescending ? order(right, left) : order(left, right)
    case (nil, nil): .orderedSame
    case (nil, _): nullsFirst ? .orderedAscending : .orderedDescending
    case (_, nil): nullsFirst ? .orderedDescending : .orderedAscending
    }
  }
}

/// A text with its first bytes as a number, which decides most comparisons.
private struct TextSortKey {
  private let text: String
  /// The first eight bytes, most significant first; nil when the order of texts is not that of these bytes.
  private let head: UInt64?

  init(_ text: String) {
    self.text = text
    head = text.withBytes { bytes in
      // Simple bytes are in NFC, whose scalars are ordered like its bytes. The ninth and tenth are looked at because a
      // mark there could combine with what stands before.
      var head: UInt64 = 0
      for index in 0..<10 {
        let byte = index < bytes.count ? bytes[index] : 0
        if byte >= 0xCC { return nil }
        if index < 8 { head = head << 8 | UInt64(byte) }
      }
      return head
    }
  }

  func order(_ other: TextSortKey) -> ComparisonResult {
    if let head, let otherHead = other.head, head != otherHead {
      return head < otherHead ? .orderedAscending : .orderedDescending
    }
    return String.order(text, other.text)
  }
}
