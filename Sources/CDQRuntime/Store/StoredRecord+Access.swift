public import CDQIR

extension RecordAccess where Record == StoredRecord {
  /// How the engine reads the stored objects of an entity: every attribute and relationship that is stored, by slot.
  ///
  /// - Returns: nil when the schema has no such entity.
  public static func stored(_ entity: String, in schema: Schema) -> RecordAccess<StoredRecord>? {
    let layout = StoreLayout(schema: schema)
    return layout.index(of: entity).map { layout.access(to: $0) }
  }
}

extension StoreLayout {
  /// The access to the objects of an entity and its sub-entities.
  func access(to index: Int) -> RecordAccess<StoredRecord> {
    let entity = entities[index]
    return RecordAccess(entity.entity.name, root: entity.root) { declaration in
      declaration.objectKey(\.key)
      declaration.entity(of: \.entityName)
      for (slot, attribute) in entity.attributes.enumerated() where !attribute.isTransient {
        declaration.attribute(attribute.name, access: access(slot, type: attribute.type))
      }
      for relation in entity.relationships where !relation.relationship.isTransient {
        declare(relation, in: &declaration)
      }
    }
  }

  private func declare(_ relation: RelationshipLayout, in declaration: inout RecordAccess<StoredRecord>.Declaration) {
    let name = relation.relationship.name
    let destination = relation.destination
    guard relation.relationship.isToMany else {
      declaration.toOne(
        name,
        { record in
          let target = record.snapshot.state.target(record.row, relation)
          return target.isNone ? nil : StoredRecord(record.snapshot, target)
        }, access(to: destination))
      return
    }
    declaration.toMany(
      name, count: { record in record.snapshot.state.targets(record.row, relation).count },
      forEach: { record, body in
        for target in record.snapshot.state.targets(record.row, relation) {
          guard body(StoredRecord(record.snapshot, target)) else { return }
        }
      }, target: { access(to: destination) })
  }

  /// A typed reader of one column.
  private func access(_ slot: Int, type: ValueType) -> AttributeAccess<StoredRecord> {
    switch type {
    case .bool: .bool { $0.optionalBool(at: slot) }
    case .int16, .int32, .int64: .int { $0.optionalInt64(at: slot) }
    case .float, .double: .double { $0.optionalDouble(at: slot) }
    case .decimal: .decimal { $0.optionalDecimal(at: slot) }
    case .string: .string { $0.optionalString(at: slot) }
    case .date: .date { $0.optionalDate(at: slot) }
    case .duration: .duration { $0.optionalDuration(at: slot) }
    case .data: .data { $0.optionalData(at: slot) }
    case .uuid: .uuid { $0.optionalUUID(at: slot) }
    case .url: .url { $0.optionalURL(at: slot) }
    case .enumeration(let name):
      schema.enumeration(named: name)?.rawType.isInteger == true
        ? .int { $0.optionalInt64(at: slot) } : .string { $0.optionalString(at: slot) }
    case .collection(let element, _): .list(element: element) { $0.optionalList(at: slot) }
    case .opaque, .object, .null: .opaque { !$0.value(at: slot).isNull }
    }
  }
}
