public import CDQIR
public import CDQRuntime

extension RecordAccess where Record: StoredModel {
  /// Describes a generated struct: its attributes, and its references to one object, which can be compared.
  ///
  ///     let access = RecordAccess(City.self, in: .app)
  ///     let large = try predicate.filter(cities, with: access)
  ///
  /// A struct holds the identity of a referenced object and not the object, so that paths such as `country.name` are
  /// `ExecutionError.unknownProperty`; they need a store.
  ///
  /// - Parameter schema: The schema from which the struct was generated.
  public init(_ model: Record.Type, in schema: Schema) {
    let entity = Record.entityName
    let root = schema.root(of: entity)
    let identity = schema.identity(of: entity).map(\.name)
    self.init(entity, root: root) { declaration in
      for attribute in schema.allAttributes(of: entity) {
        let name = attribute.name
        declaration.attribute(named: name, type: schema.rawType(of: attribute.type)) {
          StoredValues.value(of: name, in: $0)
        }
      }
      for relationship in schema.allRelationships(of: entity) where !relationship.isToMany {
        let (name, target) = (relationship.name, relationship.destination)
        let keys = RecordAccess<ObjectKey>(target, root: schema.root(of: target)) { $0.objectKey { $0 } }
        declaration.toOne(
          name,
          { model in
            guard case .object(let key) = StoredValues.value(of: name, in: model) else { return nil }
            return key
          }, keys)
      }
      guard identity.count == 1, let name = identity.first else { return }
      declaration.objectKey {
        ObjectKey(root: root, identity: ObjectKey.Identity(StoredValues.value(of: name, in: $0)))
      }
    }
  }
}

extension Schema {
  /// The type of an attribute's values: for an enum that of its raw values.
  func rawType(of type: ValueType) -> ValueType {
    switch type {
    case .enumeration(let name): enumeration(named: name)?.rawType ?? .string
    case .collection(let element, let isOrdered): .collection(element: rawType(of: element), isOrdered: isOrdered)
    default: type
    }
  }
}
