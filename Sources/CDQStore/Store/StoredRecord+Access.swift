public import CDQIR
import CDQValues

extension RecordAccess where Record == StoredRecord {
  /// How the engine reads the stored objects of an entity: every attribute and relationship that is stored, by slot.
  ///
  /// - Returns: nil when the schema has no such entity.
  public static func stored(_ entity: String, in schema: Schema) -> RecordAccess<StoredRecord>? {
    let layout = StoreLayout.shared(by: schema)
    return layout.index(of: entity).map { layout.access(to: $0) }
  }
}

extension StoreLayout {
  /// The access to the objects of an entity and its sub-entities.
  func access(to index: Int) -> RecordAccess<StoredRecord> {
    let entity = entities[index]
    return RecordAccess(entity.entity.name, root: entity.root, key: { $0.key }, entityOf: { $0.entityName }) {
      self.property($0, of: entity)
    }
  }

  private func property(_ name: String, of entity: EntityLayout) -> PropertyAccess<StoredRecord>? {
    if let slot = entity.relationshipSlots[name] {
      let relation = entity.relationships[slot]
      if !relation.relationship.isTransient { return access(to: relation) }
    }
    guard let slot = entity.attributeSlots[name], !entity.attributes[slot].isTransient else { return nil }
    let attribute = access(slot, type: entity.attributes[slot].type)
    return .attribute(attribute, inPlace: attribute.inPlace, blocks: attribute.inPlace.blocks())
  }

  private func access(to relation: RelationshipLayout) -> PropertyAccess<StoredRecord> {
    let target = { @Sendable in self.access(to: relation.destination) }
    guard relation.relationship.isToMany else {
      let get = { @Sendable (record: StoredRecord) -> StoredRecord? in
        let target = record.snapshot.state.target(record.row, relation)
        return target.isNone ? nil : StoredRecord(record.snapshot, target)
      }
      return .toOne(
        ToOneAccess(
          get: get, blocks: { rows, memory, body in rows.withTargets(in: memory, { get($0.pointee) }, body) },
          target: target))
    }
    return .toMany(
      ToManyAccess(
        count: { record in record.snapshot.state.targets(record.row, relation).count },
        forEach: { record, body in
          for target in record.snapshot.state.targets(record.row, relation) {
            guard body(StoredRecord(record.snapshot, target)) else { return }
          }
        }, target: target))
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
