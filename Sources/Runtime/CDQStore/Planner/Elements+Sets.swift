import CDQIR
import CDQValues

/// Collections made by equality of elements: distinct elements, the most frequent ones, and `UNION`, `INTERSECT` and
/// `MINUS`.
extension Elements {
  /// The collection without its nil elements.
  func present() throws(ExecutionError) -> Elements {
    let (forEach, isNull) = (forEach, try access.itself().isNull.closure)
    return Elements(access) { row, body in forEach(row) { isNull($0) || body($0) } }
  }

  /// The distinct elements without nil, in order of first appearance.
  func distinct() throws(ExecutionError) -> Elements {
    let (forEach, key) = (forEachOnce, try access.itself().equalityKey())
    return Elements(access) { row, body in
      var seen: Set<EqualityKey> = []
      return forEach(row) { element in
        let key = key(element)
        return key.isNull || !seen.insert(key).inserted || body(element)
      }
    }
  }

  /// The most frequent elements, in order of first appearance. Nil elements are not counted.
  func mode() throws(ExecutionError) -> Elements {
    let (forEach, key, access) = (forEach, try access.itself().equalityKey(), access)
    return Elements(access) { row, body in
      var places: [EqualityKey: Int] = [:]
      var counted: [(element: KeptRow, count: Int)] = []
      let isComplete = forEach(row) { element in
        let key = key(element)
        if key.isNull { return true }
        if let place = places[key] {
          counted[place].count += 1
        } else {
          places[key] = counted.count
          counted.append((access.copy(element), 1))
        }
        return true
      }
      var most = 0
      for entry in counted { most = max(most, entry.count) }
      guard isComplete else { return false }
      for entry in counted where entry.count == most {
        guard withExtendedLifetime(entry.element, { body(entry.element.row) }) else { return false }
      }
      return true
    }
  }

  /// Plans the union, intersection or difference with another collection. The result has each value once and no nil.
  func combined(
    _ operation: CollectionIR.SetOperator, with other: Elements, _ execution: Execution
  ) throws(ExecutionError) -> Elements {
    switch operation {
    case .union:
      guard access.kind == other.access.kind else { return try unionOfValues(other, execution) }
      // The elements of a to-many are never nil, but those of another path may be; the union must then allow nil.
      let access = other.access.mayBeNil && !access.mayBeNil ? LiftedRow(optional: access) : access
      let (first, second) = (forEachOnce, other.forEachOnce)
      return try Elements(access) { row, body in first(row, body) && second(row, body) }.distinct()
    case .intersect:
      return try restricted(to: other, whereContained: true)
    case .minus:
      return try restricted(to: other, whereContained: false)
    }
  }

  private func restricted(to other: Elements, whereContained isWanted: Bool) throws(ExecutionError) -> Elements {
    let (forEach, key) = (forEachOnce, try access.itself().equalityKey())
    let (forEachOther, keyOfOther) = (other.forEachOnce, try other.access.itself().equalityKey())
    return try Elements(access) { row, body in
      var others: Set<EqualityKey> = []
      _ = forEachOther(row) {
        others.insert(keyOfOther($0))
        return true
      }
      return forEach(row) { others.contains(key($0)) != isWanted || body($0) }
    }.distinct()
  }

  /// Plans the union of two collections with different kinds of rows: numbers of two types, or objects of which one
  /// side has only the keys. Each value is converted to the type that both have in common; nil and NaN, which no set
  /// has, become nil, which `distinct` drops.
  private func unionOfValues(_ other: Elements, _ execution: Execution) throws(ExecutionError) -> Elements {
    let kind = ValueKind.common(try access.itself().valueKind(), try other.access.itself().valueKind())
    let (left, right) = (try boxed(), try other.boxed())
    return try Elements(ValueRow(kind)) { row, body in
      for value in left(row) + right(row) {
        let value = value.converted(to: kind) ?? .null
        guard execution.tick(), withUnsafePointer(to: value, { body(UnsafeRawPointer($0)) }) else { return false }
      }
      return true
    }.distinct()
  }
}
