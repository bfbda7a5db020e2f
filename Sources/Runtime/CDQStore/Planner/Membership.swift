import CDQIR
import CDQValues
import Foundation

extension Elements {
  /// Plans `value IN collection` by comparing the value with one element after the other. Nil is never found.
  func contains(_ value: Scalar, _ options: TextOptions, _ planner: Planner) throws(ExecutionError) -> Condition {
    let sought = ValueSlot()
    let get = try value.values()
    let element = try access.itself()
    let isSame = try planner.comparison(.equal, element, Scalar(value.kind) { _ in sought.value }, options).closure
    let forEach = forEachOnce
    return .row { row in
      let value = get(row)
      if value.isNull { return false }
      sought.value = value
      return !forEach(row) { !isSame($0) }
    }
  }
}

/// Plans `value IN collection` for a collection that is the same for all rows, such as `code IN {"NO", "FR"}`. The
/// elements are hashed once; only under `[l]` they are compared one by one.
struct ConstantMembership {
  let candidates: [Value]
  let options: TextOptions
  let planner: Planner

  func plan(_ value: Scalar) throws(ExecutionError) -> Condition {
    switch value {
    case .string(let text): return options.isEmpty ? plain(text) : folded(text)
    case .int(let integer): return plain(integer)
    case .null: return .constant(false)
    case .bool, .doubles, .decimal, .values, .object, .opaque:
      // A candidate that the type of the value cannot represent exactly is equal to no value.
      let set = Set(candidates.compactMap { $0.exactly(value.kind) })
      let get = try value.values()
      return value.isConstant ? .constant(set.contains(get(nil))) : .row { set.contains(get($0)) }
    }
  }

  // The most frequent types have functions of their own, so that the compiler specializes hashing for them.

  private func plain(_ value: Getter<String>) -> Condition {
    let set = Set(candidates.compactMap(\.text))
    let get = value.closure
    return .row { if let text = get($0) { set.contains(text) } else { false } }
  }

  private func plain(_ value: Getter<Int64>) -> Condition {
    let set = Set(candidates.compactMap(\.exactInteger))
    let get = value.closure
    return .row { if let number = get($0) { set.contains(number) } else { false } }
  }

  private func folded(_ value: Getter<String>) -> Condition {
    let (options, locale) = (options, planner.execution.locale)
    let texts = candidates.compactMap(\.text)
    let get = value.closure
    if options.contains(.localeSensitive) {
      let needles = texts.map { TextNeedle(comparing: $0, options, locale: locale) }
      return .row { row in
        guard let text = get(row) else { return false }
        return needles.contains { $0.isEqual(to: text) }
      }
    }
    let set = Set(texts.map { TextFolding.folded($0, options) })
    return .row { row in
      guard let text = get(row) else { return false }
      return set.contains(TextFolding.folded(text, options))
    }
  }
}

/// Plans `value IN collection` for a collection of all objects of an entity that reads nothing of the row, such as
/// `email IN Order.@unionOfObjects.email`. The elements are hashed when the first row is tested, and not walked again.
final class RememberedMembership {
  private let elements: Elements
  private let read: (Row) -> Value
  private let convert: (Value) -> Value?
  private var found: Set<Value>?

  /// - Returns: nil where the elements must be compared one by one: objects, and texts under `[l]`.
  init?(_ elements: Elements, as kind: ValueKind, _ options: TextOptions) throws(ExecutionError) {
    if kind == .object || options.contains(.localeSensitive) { return nil }
    (self.elements, read) = (elements, try elements.access.itself().boxed())
    convert = options.isEmpty ? { $0.exactly(kind) } : { $0.text.map { .string(TextFolding.folded($0, options)) } }
  }

  func plan(_ value: Scalar) throws(ExecutionError) -> Condition {
    let (get, convert) = (try value.values(), convert)
    return .row { row in
      let value = get(row)
      if value.isNull { return false }
      let found = self.found ?? self.gather(row)
      return convert(value).map(found.contains) ?? false
    }
  }

  private func gather(_ row: Row) -> Set<Value> {
    var values: Set<Value> = []
    _ = elements.forEachOnce(row) { element in
      if let value = convert(read(element)) { values.insert(value) }
      return true
    }
    found = values
    return values
  }
}
