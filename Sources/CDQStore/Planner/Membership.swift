import CDQIR
import CDQValues
import Foundation

/// `value IN` elements that are the same for all rows: hashed once.
struct ConstantMembership<Row>: ScalarVisitor {
  let candidates: [Value]
  let options: TextOptions
  let planner: Planner

  func visit<T: ScalarType>(_ value: Getter<Row, T>) throws(ExecutionError) -> Condition<Row> {
    if let text = value as? Getter<Row, String> { return options.isEmpty ? plain(text) : folded(text) }
    if let integer = value as? Getter<Row, Int64> { return plain(integer) }
    // What the value's type cannot hold exactly it is never equal to.
    let set = Set(candidates.compactMap { $0.exactly(T.self) })
    switch value {
    case .constant(let constant): return .constant(constant.map { set.contains($0) } ?? false)
    case .row(let get):
      return .row { row in
        guard let element = get(row) else { return false }
        return set.contains(element)
      }
    }
  }

  // The most frequent types are written out, so that hashing is compiled for them.

  private func plain(_ value: Getter<Row, String>) -> Condition<Row> {
    let set = Set(candidates.compactMap { $0.exactly(String.self) })
    let get = value.closure
    return .row { if let text = get($0) { set.contains(text) } else { false } }
  }

  private func plain(_ value: Getter<Row, Int64>) -> Condition<Row> {
    let set = Set(candidates.compactMap { $0.exactly(Int64.self) })
    let get = value.closure
    return .row { if let number = get($0) { set.contains(number) } else { false } }
  }

  private func folded(_ value: Getter<Row, String>) -> Condition<Row> {
    let (options, locale) = (options, planner.execution.locale)
    let texts = candidates.compactMap { String($0) }
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

/// `value IN` elements that the row decides.
struct MembershipPlan<Row, Element>: ScalarVisitor {
  let elements: Elements<Row, Element>
  let options: TextOptions
  let planner: Planner

  func visit<T: ScalarType>(_ value: Getter<Row, T>) throws(ExecutionError) -> Condition<Row> {
    let sought = Slot<T>()
    let soughtValue = T.scalar(Getter<Element, T>.row { _ in sought.value })
    let element = try elements.access.itself()
    let isSame = try planner.comparison(.equal, element, soughtValue, options).closure
    let (get, forEach) = (value.closure, elements.forEach)
    return .row { row in
      guard let value = get(row) else { return false }
      sought.value = value
      return !forEach(row) { !isSame($0) }
    }
  }
}

extension Value {
  /// The value in another numeric type, where that type has a number that is equal to it. NaN, equal to nothing, has no
  /// place in a set.
  func exactly<T: ScalarType>(_ type: T.Type) -> T? {
    switch self {
    case .int(let number):
      return T(self) ?? Double(exactly: number).flatMap { T(.double($0)) } ?? T(.decimal(Decimal(number)))
    case .double(let number):
      if number.isNaN { return nil }
      if let same = T(self) { return same }
      if let integer = Int64(exactly: number), let result = T(.int(integer)) { return result }
      guard let decimal = ExactNumber.decimal(number), ExactNumber.compare(decimal, number) == .orderedSame else {
        return nil
      }
      return T(.decimal(decimal))
    case .decimal(let number):
      if number.isNaN { return nil }
      if let same = T(self) { return same }
      if let integer = ExactNumber.int64(number), let result = T(.int(integer)) { return result }
      return ExactNumber.double(number).flatMap { T(.double($0)) }
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .list:
      return T(self)
    }
  }
}
