/// The objects that a commit, or a transaction so far, inserted, deleted and updated.
///
/// Objects are sorted by entity and then by insertion order. A change set holds the snapshots before and after the
/// change, so release it after use.
public struct ChangeSet: Sendable {
  /// The snapshot before the change.
  public let before: Snapshot
  /// The snapshot after the change.
  public let after: Snapshot
  /// The rows that are live only after the change.
  let insertedRows: [RowReference]
  /// The rows that were live only before the change.
  let deletedRows: [RowReference]
  let updatedRows: [UpdatedRow]

  /// A row with different properties.
  struct UpdatedRow: Sendable {
    var row: RowReference
    /// The slots of the attributes that differ, ascending.
    var attributes: [Int] = []
    /// The slots of the relationships that differ, ascending.
    var relationships: [Int] = []
  }

  /// - Parameter touched: All rows that can differ, including inserted and deleted ones.
  init(from before: Snapshot, to after: Snapshot, touched: Set<RowReference>) {
    self.before = before
    self.after = after
    var inserted: [RowReference] = []
    var deleted: [RowReference] = []
    var updated: [UpdatedRow] = []
    let (old, new) = (before.state, after.state)
    for row in touched.sorted(by: RowReference.isBefore) {
      let wasThere = Int(row.row) < old.tables[Int(row.entity)].rowCount && old.isLive(row)
      switch (wasThere, new.isLive(row)) {
      case (false, true): inserted.append(row)
      case (true, false): deleted.append(row)
      case (true, true):
        let update = new.differences(of: row, from: old)
        if !update.attributes.isEmpty || !update.relationships.isEmpty { updated.append(update) }
      case (false, false): break
      }
    }
    insertedRows = inserted
    deletedRows = deleted
    updatedRows = updated
  }

  /// Whether the snapshots have no differences.
  public var isEmpty: Bool { insertedRows.isEmpty && deletedRows.isEmpty && updatedRows.isEmpty }

  /// The inserted objects, as they are in `after`.
  public var inserted: StoredRecords { StoredRecords(after, insertedRows) }

  /// The deleted objects, including those that cascades deleted, as they were in `before`.
  public var deleted: StoredRecords { StoredRecords(before, deletedRows) }

  /// The objects whose attributes or relationships differ. Setting a relationship with an inverse updates the objects
  /// on both sides.
  ///
  /// A deletion also makes one-way references to the object nil, but does not count as an update of the objects that
  /// have them.
  public var updated: [Update] {
    updatedRows.map { row in
      Update(
        before: StoredRecord(before, row.row), after: StoredRecord(after, row.row), attributes: row.attributes,
        relationships: row.relationships)
    }
  }

  /// An object with different properties.
  public struct Update: Sendable {
    /// The object before the change.
    public let before: StoredRecord
    /// The object after the change.
    public let after: StoredRecord
    let attributes: [Int]
    let relationships: [Int]

    /// The names of the properties that differ, first attributes, then relationships, in the order of the schema. A
    /// to-many differs if its objects or their order differ.
    public var properties: [String] {
      let layout = after.snapshot.state.layout.entities[Int(after.row.entity)]
      return attributes.map { layout.attributes[$0].name }
        + relationships.map { layout.relationships[$0].relationship.name }
    }
  }
}

extension StoreTransaction {
  /// The changes of the transaction so far.
  public var changes: ChangeSet { ChangeSet(from: base, to: snapshot, touched: pending.touched) }
}

extension StoreState {
  /// The slots in which a row differs from the old state. The row is live in both.
  fileprivate func differences(of row: RowReference, from old: StoreState) -> ChangeSet.UpdatedRow {
    var result = ChangeSet.UpdatedRow(row: row)
    let (entity, index) = (Int(row.entity), Int(row.row))
    let attributes = tables[entity].attributes
    for slot in attributes.indices {
      let (before, after) = (old.tables[entity].attributes[slot], attributes[slot])
      if !after.sharesChunk(with: before, at: index), !after.value(at: index).isSame(as: before.value(at: index)) {
        result.attributes.append(slot)
      }
    }
    for (slot, relation) in layout.entities[entity].relationships.enumerated() {
      let isSame =
        relation.relationship.isToMany
        ? targets(row, relation) == old.targets(row, relation)
        : target(row, relation) == old.target(row, relation)
      if !isSame { result.relationships.append(slot) }
    }
    return result
  }
}

extension Column {
  /// Whether two versions of the column share the chunk of a row, and thus its value.
  func sharesChunk(with other: Column, at row: Int) -> Bool {
    chunks[row >> shift] === other.chunks[row >> shift]
  }
}

extension Value {
  /// Whether both values are the same; unlike in `==`, NaN is the same as NaN.
  func isSame(as other: Value) -> Bool {
    self == other || isNaN && other.isNaN
  }
}
