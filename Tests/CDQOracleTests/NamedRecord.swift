import CDQIR
import CDQOracle
import CDQRuntime

/// An object of a random world as a record of a custom type, whose properties the access reads by name.
struct NamedRecord: Sendable {
  let number: Int
  let world: NamedRecords

  fileprivate var object: OracleObject { world.objects[number] }

  /// The value of an attribute; null when the object has none.
  fileprivate func value(_ name: String) -> Value { NamedRecord.value(object.values[name] ?? .null) }

  private static func value(_ datum: Datum) -> Value {
    switch datum {
    case .null, .object: .null
    case .scalar(let value): value
    case .list(let elements): .list(elements.map { value($0) })
    }
  }

  /// The target objects of a relationship.
  fileprivate func targets(_ name: String) -> [NamedRecord] {
    let found: [Datum] =
      switch object.values[name] ?? .null {
      case .list(let elements): elements
      case let one: [one]
      }
    return found.compactMap { datum in
      if case .object(let number) = datum { NamedRecord(number: number, world: world) } else { nil }
    }
  }
}

/// The objects of a random world, with a `RecordAccess` for each entity.
final class NamedRecords: @unchecked Sendable {
  fileprivate let objects: [OracleObject]
  private let schema: Schema
  /// Accesses by entity name; written only in the initializer, hence `@unchecked Sendable`.
  private(set) var accesses: [String: RecordAccess<NamedRecord>] = [:]

  init(_ world: OracleWorld) {
    objects = world.objects
    schema = world.schema
    for entity in schema.entities { accesses[entity.name] = access(to: entity.name) }
  }

  /// The objects of an entity and of its sub-entities, in insertion order.
  func records(of entity: String) -> [NamedRecord] {
    objects.indices.filter { schema.isEntity(objects[$0].entity, kindOf: entity) }.map {
      NamedRecord(number: $0, world: self)
    }
  }

  private func access(to entity: String) -> RecordAccess<NamedRecord> {
    RecordAccess(entity, root: schema.root(of: entity)) { declaration in
      declaration.objectKey { $0.object.key }
      declaration.entity(of: { $0.object.entity })
      for attribute in schema.allAttributes(of: entity) {
        let name = attribute.name
        declaration.attribute(named: name, type: raw(attribute.type)) { $0.value(name) }
      }
      for relationship in schema.allRelationships(of: entity) {
        let (name, destination) = (relationship.name, relationship.destination)
        // The default is never used: every entity of the schema has an access.
        let target = { @Sendable [unowned self] in accesses[destination] ?? RecordAccess(destination) { _ in } }
        if relationship.isToMany {
          declaration.toMany(name, { $0.targets(name) }, target())
        } else {
          declaration.toOne(name, { $0.targets(name).first }, target())
        }
      }
    }
  }

  /// The type of the raw value for an enum; any other type unchanged.
  private func raw(_ type: ValueType) -> ValueType {
    switch type {
    case .enumeration(let name): schema.enumeration(named: name)?.rawType ?? .string
    case .collection(let element, let isOrdered): .collection(element: raw(element), isOrdered: isOrdered)
    default: type
    }
  }
}
