import CDQIR
import CDQSemantics
import Foundation

/// The `update` of the oracle: all new values are computed from the old ones, then checked, and set if all are right.
extension Oracle {
  func update(_ world: inout OracleWorld) -> OracleResult {
    let numbers = matches()
    let assignments = query.assignments.filter { !usesAbsent(.expression($0.value)) }
    var changes: [(number: Int, values: [(property: Property, value: Datum)])] = []
    for number in numbers {
      var values: [(property: Property, value: Datum)] = []
      let entity = self.world.objects[number].entity
      for assignment in assignments {
        guard let property = self.world.schema.property(named: assignment.property, of: entity) else { continue }
        values.append((property, value(assignment.value, Scope(variables: [0: .object(number)]))))
      }
      changes.append((number, values))
    }
    // A target that is missing is found before a value of the wrong type.
    for (_, values) in changes {
      for case (.relationship, .scalar) in values { return .failure("not-found") }
    }
    for index in changes.indices {
      for place in changes[index].values.indices {
        let (property, value) = changes[index].values[place]
        guard case .attribute(let attribute) = property else { continue }
        guard let stored = Oracle.stored(value, attribute.type) else { return .failure("type-mismatch") }
        changes[index].values[place].value = stored
      }
    }
    for (_, values) in changes {
      for case (.attribute(let attribute), .null) in values where !attribute.isOptional && attribute.type.element == nil {
        return .failure("missing-value")
      }
    }
    var changed = self.world
    for (number, values) in changes {
      for case (.attribute(let attribute), let value) in values {
        let isEmptied = value.isNull && attribute.type.element != nil && !attribute.isOptional
        changed.objects[number].values[attribute.name] = isEmptied ? .list([]) : value
      }
    }
    guard changed.renewKeys() else { return .failure("not-unique") }
    for (number, values) in changes {
      for case (.relationship(let relationship), let value) in values { changed.set(relationship, of: number, value) }
    }
    world = changed
    return .updated(numbers.count)
  }

  private func usesAbsent(_ node: TypedNode) -> Bool {
    if case .expression(let value) = node {
      switch value.kind {
      case .parameter(let index): if absent.contains(index) { return true }
      case .path(let variable, _): if variable < 0, absent.contains(-1 - variable) { return true }
      default: break
      }
    }
    return node.children.contains { usesAbsent($0) }
  }

  /// A value as an attribute holds it; nil if it has no place in its type.
  private static func stored(_ value: Datum, _ type: ValueType) -> Datum? {
    guard case .scalar(let scalar) = value else { return value }
    switch (type, scalar) {
    case (.int16, .int(let number)): return Int16(exactly: number) == nil ? nil : value
    case (.int32, .int(let number)): return Int32(exactly: number) == nil ? nil : value
    case (.double, .int(let number)): return .scalar(.double(Double(number)))
    case (.float, .int(let number)): return .scalar(.double(Double(Float(number))))
    case (.float, .double(let number)): return .scalar(.double(Double(Float(number))))
    case (.decimal, .int(let number)): return .scalar(.decimal(Decimal(number)))
    default: return value
    }
  }
}

extension OracleWorld {
  /// Gives each object the key of its `id`. Returns false if two have the same.
  fileprivate mutating func renewKeys() -> Bool {
    var keys: Set<ObjectKey> = []
    for number in objects.indices where !deleted.contains(number) {
      switch objects[number].values["id"] {
      case .scalar(.int(let id))?: objects[number].key = ObjectKey(root: objects[number].key.root, identity: .int(id))
      case .scalar(.string(let id))?:
        objects[number].key = ObjectKey(root: objects[number].key.root, identity: .string(id))
      default: break
      }
      guard keys.insert(objects[number].key).inserted else { return false }
    }
    return true
  }

  /// Sets a to-one relationship and its inverse.
  fileprivate mutating func set(_ relationship: Relationship, of number: Int, _ value: Datum) {
    let old = objects[number].values[relationship.name] ?? .null
    objects[number].values[relationship.name] = value
    guard old != value, let inverse = relationship.inverse else { return }
    if case .object(let target) = old { unlink(number, from: inverse, of: target) }
    guard case .object(let target) = value else { return }
    switch schema.property(named: inverse, of: objects[target].entity) {
    case .relationship(let back)? where back.isToMany:
      objects[target].values[inverse] = .list((objects[target].values[inverse]?.elements ?? []) + [.object(number)])
    default:
      if case .object(let rival)? = objects[target].values[inverse], rival != number {
        objects[rival].values[relationship.name] = .null
      }
      objects[target].values[inverse] = .object(number)
    }
  }

  private mutating func unlink(_ number: Int, from inverse: String, of target: Int) {
    switch objects[target].values[inverse] {
    case .list(let elements)?: objects[target].values[inverse] = .list(elements.filter { $0 != .object(number) })
    case .object(number)?: objects[target].values[inverse] = .null
    default: break
    }
  }
}
