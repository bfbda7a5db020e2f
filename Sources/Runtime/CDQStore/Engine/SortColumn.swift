import CDQIR
import CDQValues
import Foundation

/// The values of one sort key, evaluated once per row and stored by slot.
struct SortColumn {
  /// Stores the key of a row in a slot, either one that exists or the next.
  let set: (Int, Row) -> Void
  /// Compares the keys of two slots; direction and the order of nil are applied.
  let compare: (Int, Int) -> ComparisonResult

  /// Makes the column for the expression of a sort key.
  init(_ scalar: Scalar, _ key: SortKeyIR, locale: Locale) throws(ExecutionError) {
    // Each type has a case of its own, so that the comparison is compiled for it.
    switch scalar {
    case .null: self.init(Getter<Int64>.constant(nil), SortKeys(key)) { _, _ in .orderedSame }
    case .bool(let getter):
      let number: Getter<Int64> = getter.map { $0 ? 1 : 0 }
      self.init(number, key)
    case .int(let getter): self.init(getter, key)
    case .doubles(let getter, _):
      let keys = SortKeys<Double>(key)
      self.init(getter, keys) { keys.compare($0, $1, by: Double.order) }
    case .decimal(let getter):
      let keys = SortKeys<Decimal>(key)
      self.init(getter, keys) { keys.compare($0, $1, by: Decimal.order) }
    case .string(let getter): self.init(getter, key, locale)
    case .values(let getter, _): self.init(getter, key)
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

/// The keys of a sort column by slot. It is independent of rows and used where the type of the keys is known, so that
/// the compiler specializes it for each type.
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

  /// Compares the keys of two slots; direction and the order of nil are applied.
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

/// A text with its first eight bytes as a number, which decides most comparisons. `Oslo` has the number
/// 0x4F73_6C6F_0000_0000.
private struct TextSortKey {
  private let text: String
  /// The first eight bytes, most significant first; nil when the order of texts is not that of these bytes.
  private let head: UInt64?

  init(_ text: String) {
    self.text = text
    head = text.withBytes { bytes in
      // Bytes below 0xCC are those of scalars below U+0300. Such a text is in NFC and ordered like its bytes. The ninth
      // and tenth byte are tested too, because a combining mark there could change the character before it.
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
