public import CDQIR
import CDQValues

extension RecordAccess where Record == StoredRecord {
  /// The record access for the stored objects of an entity: every attribute and relationship except transient ones,
  /// read by slot.
  ///
  /// - Returns: Nil when the schema has no such entity.
  public static func stored(_ entity: String, in schema: Schema) -> RecordAccess<StoredRecord>? {
    let layout = StoreLayout.shared(by: schema)
    return layout.index(of: entity).map { layout.access(to: $0) }
  }
}

extension StoredRecord {
  /// The record that a row points to.
  @inline(__always)
  fileprivate static func at(_ row: Row) -> StoredRecord { row.place().pointee }

  /// Calls `body` with a row that points to the record. The row is valid only during the call.
  @inline(__always)
  func withRow<Result>(_ body: (Row) -> Result) -> Result {
    withUnsafePointer(to: self) { body(UnsafeRawPointer($0)) }
  }
}

extension StoreLayout {
  /// The record access for objects of an entity and its sub-entities.
  func access(to index: Int) -> RecordAccess<StoredRecord> {
    RecordAccess(root: entities[index].root, shape(of: index))
  }

  /// The record shape for objects of an entity and its sub-entities, which plans read.
  func shape(of index: Int) -> RecordShape {
    let entity = entities[index]
    return RecordShape(
      entity.entity.name, of: StoredRecord.self, key: { StoredRecord.at($0).key },
      place: { row in
        let record = StoredRecord.at(row)
        return RecordPlace(snapshot: ObjectIdentifier(record.snapshot), number: record.row.place)
      },
      entityOf: { StoredRecord.at($0).entityName }
    ) { self.property($0, of: entity) }
  }

  private func property(_ name: String, of entity: EntityLayout) -> PropertyAccess? {
    if let slot = entity.relationshipSlots[name] {
      let relation = entity.relationships[slot]
      if !relation.relationship.isTransient { return access(to: relation) }
    }
    guard let slot = entity.attributeSlots[name], !entity.attributes[slot].isTransient else { return nil }
    let attribute = access(slot, type: entity.attributes[slot].type)
    return .attribute(
      AttributeReader(attribute) { AttributeColumn(attribute, stride: MemoryLayout<StoredRecord>.stride) })
  }

  private func access(to relation: RelationshipLayout) -> PropertyAccess {
    let target = { @Sendable in self.shape(of: relation.destination) }
    guard relation.relationship.isToMany else {
      let get = { @Sendable (record: StoredRecord) -> StoredRecord? in
        let target = record.snapshot.state.target(record.row, relation)
        return target.isNone ? nil : StoredRecord(record.snapshot, target)
      }
      let blocks: BlockTargets<StoredRecord, StoredRecord> = { rows, memory, body in
        rows.withTargets(in: memory, { get($0.pointee) }, body)
      }
      return .toOne(
        ToOneAccess(
          follow: { row, body in if let target = get(StoredRecord.at(row)) { target.withRow(body) } },
          blockColumn: { TargetColumn($0, blocks) }, target: target))
    }
    return .toMany(
      ToManyAccess(
        count: { row in
          let record = StoredRecord.at(row)
          return record.snapshot.state.targets(record.row, relation).count
        },
        forEach: { row, body in
          let record = StoredRecord.at(row)
          for target in record.snapshot.state.targets(record.row, relation) {
            guard StoredRecord(record.snapshot, target).withRow(body) else { return }
          }
        }, isShared: isShared(relation), inverse: inverse(of: relation), target: target))
  }

  /// Whether two objects may have an object of a to-many in common: they cannot if its inverse is a to-one.
  private func isShared(_ relation: RelationshipLayout) -> Bool {
    guard let inverse = relation.inverse else { return true }
    return entities[relation.destination].relationships[inverse].relationship.isToMany
  }

  /// The way back from the objects of a to-many; nil if its inverse is no to-one.
  private func inverse(of relation: RelationshipLayout) -> InverseAccess? {
    guard !isShared(relation), let index = relation.inverse else { return nil }
    let inverse = entities[relation.destination].relationships[index]
    return InverseAccess(
      ownerCount: { row in
        let state = StoredRecord.at(row).snapshot.state
        return self.entities[inverse.destination].concrete.reduce(0) { $0 + state.tables[$1].liveCount }
      },
      forEach: { row, body in
        let snapshot = StoredRecord.at(row).snapshot
        let state = snapshot.state
        for entity in self.entities[relation.destination].concrete.sorted() {
          for number in 0..<state.tables[entity].rowCount where state.tables[entity].isLive[number] {
            let reference = RowReference(entity, number)
            let owner = state.target(reference, inverse)
            guard owner.isNone || StoredRecord(snapshot, reference).withRow({ body(owner.place, $0) }) else { return }
          }
        }
      },
      isInOrder: { row in
        let record = StoredRecord.at(row)
        var last = Int64.min
        for target in record.snapshot.state.targets(record.row, relation) {
          guard target.place > last else { return false }
          last = target.place
        }
        return true
      })
  }

  /// A typed reader of one attribute column.
  private func access(_ slot: Int, type: ValueType) -> AttributeAccess<Row> {
    switch type {
    case .bool: .bool { StoredRecord.at($0).optionalBool(at: slot) }
    case .int16, .int32, .int64: .int { StoredRecord.at($0).optionalInt64(at: slot) }
    case .float, .double: .double { StoredRecord.at($0).optionalDouble(at: slot) }
    case .decimal: .decimal { StoredRecord.at($0).optionalDecimal(at: slot) }
    case .string: .string { StoredRecord.at($0).optionalString(at: slot) }
    case .date: .date { StoredRecord.at($0).optionalDate(at: slot) }
    case .duration: .duration { StoredRecord.at($0).optionalDuration(at: slot) }
    case .data: .data { StoredRecord.at($0).optionalData(at: slot) }
    case .uuid: .uuid { StoredRecord.at($0).optionalUUID(at: slot) }
    case .url: .url { StoredRecord.at($0).optionalURL(at: slot) }
    case .enumeration: access(slot, type: schema.rawType(of: type))
    case .collection(let element, _): .list(element: schema.rawType(of: element)) { StoredRecord.at($0).optionalList(at: slot) }
    case .opaque, .object, .null: .opaque { !StoredRecord.at($0).value(at: slot).isNull }
    }
  }
}
