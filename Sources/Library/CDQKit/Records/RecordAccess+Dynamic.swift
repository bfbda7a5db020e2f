public import CDQIR
public import CDQRuntime

extension RecordAccess where Record: Encodable & SendableMetatype {
  /// Describes an `Encodable` type by what it encodes: the members of its JSON are the properties of an entity.
  ///
  ///     struct City: Codable { var name: String; var population: Int?; var country: Country? }
  ///     let access = RecordAccess(encoding: City.self, as: "City", in: schema)
  ///     let large = try predicate.filter(cities, with: access, ["n": 1_000_000])
  ///
  /// Keys are the names of properties, or the names that the schema gives them in JSON (`@json`). Nested values are
  /// related objects, arrays of them to-many relationships. Enums are read as their raw values; dates, UUIDs and decimal
  /// numbers also from texts. A member that is missing or of another type is nil.
  ///
  /// Each read of a property encodes the value anew, without its other members. That takes tens of nanoseconds for each
  /// of them: for large arrays describe the type by key paths.
  ///
  /// - Parameters:
  ///   - entity: The entity whose properties the type has. The schema must have it.
  ///   - schema: The schema of the entity and of those that it is related to.
  public init(encoding type: Record.Type = Record.self, as entity: String, in schema: Schema) {
    self.init(entity, properties: DynamicProperties(schema)) { .value($0) }
  }
}

extension RecordAccess where Record == [String: Any] {
  /// Describes dictionaries, such as those of `JSONSerialization` and property lists, as objects of an entity.
  ///
  ///     let cities = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
  ///     let large = try predicate.filter(cities, with: RecordAccess(dictionaries: "City", in: schema))
  ///
  /// Nested dictionaries are related objects, arrays and sets of them to-many relationships. Members may be of Swift or
  /// of Foundation: `NSNumber`, `NSString`, `NSDate`, `NSNull` and so on. A whole number is an integer, and the integers 1
  /// and 0 are true and false where the schema has a Bool; a Bool is no number. Dates, UUIDs and decimal numbers are read
  /// from texts, too, and dates from seconds since 1970. A member that is missing or of another type is nil.
  ///
  /// - Parameters:
  ///   - entity: The entity whose properties the dictionaries have. The schema must have it.
  ///   - schema: The schema of the entity and of those that it is related to.
  public init(dictionaries entity: String, in schema: Schema) {
    self.init(entity, properties: DynamicProperties(schema)) { .dictionary($0) }
  }
}

extension RecordAccess {
  /// Describes a type whose values are read as dynamic objects.
  fileprivate init(
    _ entity: String, properties: DynamicProperties, _ object: @escaping @Sendable (Record) -> DynamicObject
  ) {
    self.init(entity, root: properties.schema.root(of: entity)) { declaration in
      properties.declare(entity, in: &declaration, object)
    }
  }
}

/// The properties of a schema's entities, read from objects whose members are found by name.
private struct DynamicProperties: Sendable {
  let schema: Schema

  init(_ schema: Schema) {
    self.schema = schema
  }

  /// The description of related objects.
  func access(to entity: String) -> RecordAccess<DynamicObject> {
    RecordAccess<DynamicObject>(entity, root: schema.root(of: entity)) { declaration in
      declare(entity, in: &declaration) { $0 }
    }
  }

  func declare<Record>(
    _ entity: String, in declaration: inout RecordAccess<Record>.Declaration,
    _ object: @escaping @Sendable (Record) -> DynamicObject
  ) {
    for attribute in schema.allAttributes(of: entity) {
      let type = schema.rawType(of: attribute.type)
      let keys = [attribute.name, attribute.jsonKey].compactMap { $0 }
      declaration.attribute(named: attribute.name, type: type) { DynamicValue.value(object($0).member(keys), type) }
    }
    for relationship in schema.allRelationships(of: entity) {
      let keys = [relationship.name, relationship.jsonKey].compactMap { $0 }
      let target = relationship.destination
      // The target is described when a query first follows the relationship, as entities refer to each other.
      if relationship.isToMany {
        declaration.toMany(relationship.name, { object($0).members(keys) }, access(to: target))
      } else {
        declaration.toOne(relationship.name, { object($0).members(keys).first }, access(to: target))
      }
    }
    let identity = schema.identity(of: entity)
    guard identity.count == 1, let attribute = identity.first else { return }
    let (root, type) = (schema.root(of: entity), schema.rawType(of: attribute.type))
    let keys = [attribute.name, attribute.jsonKey].compactMap { $0 }
    declaration.objectKey {
      ObjectKey(root: root, identity: ObjectKey.Identity(DynamicValue.value(object($0).member(keys), type)))
    }
  }
}
