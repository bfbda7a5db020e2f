/// What a change of a store, or a transaction so far, did to the objects: how the data after it differs from that
/// before.
///
/// Objects are sorted by entity, in insertion order. It holds both snapshots, so let go of it when it has been read.
public struct ChangeSet: Sendable {
  /// The data before it.
  public let before: Snapshot
  /// The data after it.
  public let after: Snapshot
  /// Places of objects that are there after it and were not before.
  let insertedRows: [RowReference]
  /// Places of objects that were there before it and are no more.
  let deletedRows: [RowReference]
  let updatedRows: [UpdatedRow]

  /// An object whose properties differ.
  struct UpdatedRow: Sendable {
    var row: RowReference
    /// Slots of attributes, ascending.
    var attributes: [Int] = []
    /// Slots of relationships, ascending.
    var relationships: [Int] = []
  }

  /// - Parameter touched: rows that can have changed, those that were added and deleted included.
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

  /// Whether nothing differs.
  public var isEmpty: Bool { insertedRows.isEmpty && deletedRows.isEmpty && updatedRows.isEmpty }

  /// The objects that were added, as they are after it.
  public var inserted: StoredRecords { StoredRecords(after, insertedRows) }

  /// The objects that were deleted, those of cascades included, as they were before it.
  public var deleted: StoredRecords { StoredRecords(before, deletedRows) }

  /// The objects that were changed: attributes, and relationships from both sides.
  ///
  /// A one-way reference to a deleted object is nil without a change of the object that has it.
  public var updated: [Update] {
    updatedRows.map { row in
      Update(
        before: StoredRecord(before, row.row), after: StoredRecord(after, row.row), attributes: row.attributes,
        relationships: row.relationships)
    }
  }

  /// An object whose properties differ.
  public struct Update: Sendable {
    /// The object as it was.
    public let before: StoredRecord
    /// The object as it is.
    public let after: StoredRecord
    let attributes: [Int]
    let relationships: [Int]

    /// Names of the properties that differ, attributes first, in the order of the schema. A to-many differs in its
    /// objects or in their order.
    public var properties: [String] {
      let layout = after.snapshot.state.layout.entities[Int(after.row.entity)]
      return attributes.map { layout.attributes[$0].name }
        + relationships.map { layout.relationships[$0].relationship.name }
    }
  }
}

extension StoreTransaction {
  /// What the transaction has changed so far.
  public var changes: ChangeSet { ChangeSet(from: base, to: snapshot, touched: touched) }
}

extension StoreState {
  /// The slots in which a row that is in both differs.
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
  /// Whether the value of a row is certain to be the same in a copy that was changed since.
  func sharesChunk(with other: Column, at row: Int) -> Bool {
    chunks[row >> shift] === other.chunks[row >> shift]
  }
}

extension Value {
  /// Whether nobody can tell them apart: NaN is the same as NaN here.
  func isSame(as other: Value) -> Bool {
    self == other || isNaN && other.isNaN
  }
}
