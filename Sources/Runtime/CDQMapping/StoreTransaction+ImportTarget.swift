package import CDQIR
package import CDQStore
import CDQLoading

/// Imports into a store.
extension StoreTransaction: ImportTarget {
  package func entity(of row: RowReference) -> Int { Int(row.entity) }

  package func find(_ key: UniqueKey, in constraint: Int) -> RowReference? { pending.state.row(of: key, in: constraint) }
  package func find(_ entity: Int, identity key: UniqueKey) -> RowReference? { pending.state.find(entity, identity: key) }
  package func find(_ key: ObjectKey) -> RowReference? { pending.state.find(key) }

  package func keys(of rows: [RowReference]) -> [ObjectKey] {
    var result: [ObjectKey] = []
    result.reserveCapacity(rows.count)
    for row in rows where pending.state.isLive(row) { result.append(pending.state.key(of: row)) }
    return result
  }

  package func records(of rows: [RowReference]) -> [StoredRecord] {
    let snapshot = Snapshot(pending.state)
    return rows.map { StoredRecord(snapshot, $0) }
  }

  package func values(of attribute: String, of rows: [RowReference]) -> [Value] {
    rows.map { row in
      layout.entities[Int(row.entity)].attributeSlots[attribute].map { pending.state.value(row, $0) } ?? .null
    }
  }

  package func changes(
    of row: RowReference, to values: [Value], at slots: [Int]
  ) -> [(slot: Int, value: Value)] {
    var result: [(slot: Int, value: Value)] = []
    for slot in slots where pending.state.value(row, slot) != values[slot] { result.append((slot, values[slot])) }
    return result
  }

  package func targets(of row: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    pending.state.allTargets(row, relation)
  }

  package func incomplete(among rows: [RowReference]) -> [Int] {
    rows.indices.filter { missingReference(of: rows[$0]) != nil }
  }

  package func missingReference(of row: RowReference) -> Relationship? {
    guard pending.state.isLive(row) else { return nil }
    return layout.entities[Int(row.entity)].relationships.first {
      $0.relationship.needsObject && pending.state.target(row, $0).isNone
    }?.relationship
  }

  package func rows(of query: PreparedStoreQuery, _ arguments: Arguments) throws -> [RowReference] {
    let snapshot = Snapshot(pending.state)
    return try snapshot.rows(of: query, arguments, snapshot.finding(ExecutionOptions()))
  }

  package mutating func update(
    _ row: RowReference, _ attributes: [(slot: Int, value: Value)], _ links: [(slot: Int, targets: [RowReference])]
  ) throws {
    var change = ObjectChange()
    change.attributes = attributes
    change.relationships = links
    try update(row, change)
  }

  package mutating func delete(_ rows: [RowReference]) throws {
    _ = try delete(rows: rows)
  }
}

extension Store {
  /// Runs an import as one transaction.
  func importing<Result>(
    _ body: (inout ObjectImporter<StoreTransaction>) throws -> Result
  ) throws(DecodeError) -> Result {
    do {
      return try transaction { transaction in
        var importer = ObjectImporter(transaction)
        let result = try body(&importer)
        transaction = importer.target
        return result
      }
    } catch let error as DecodeError {
      throw error
    } catch let error as StoreError {
      throw DecodeError(error, at: [])
    } catch {
      throw DecodeError(.invalidValue, "\(error)")
    }
  }
}
