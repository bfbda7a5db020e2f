import CDQConnections
import CDQIR
import CDQMapping
import CDQStore

/// Copies of objects in memory, which generated structs are made of.
extension DatabaseTarget {
  func records(of rows: [ObjectRow]) throws -> [StoredRecord] {
    var values: [ObjectRow: [Value]] = [:]
    var links: [(owner: ObjectRow, column: Int, target: ObjectRow)] = []
    for (name, owners) in DatabaseTransaction.byEntity(Array(Set(rows))[...]) {
      let entity = layout.entities[layout.index(of: name) ?? 0]
      try read(owners, entity.attributes, entity, into: &values)
      let numbered = Dictionary(owners.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
      for relation in entity.relationships where !relation.relationship.isToMany {
        for (number, target, _) in try transaction.targets(owners, relation.relationship) {
          if let owner = numbered[number] { links.append((owner, relation.column, target)) }
        }
      }
    }
    // A struct has the identity of the object that a reference leads to.
    let others = Set(links.map(\.target)).subtracting(values.keys)
    for (name, targets) in DatabaseTransaction.byEntity(Array(others)[...]) {
      let entity = layout.entities[layout.index(of: name) ?? 0]
      try read(targets, entity.identity?.attributes ?? [], entity, into: &values)
    }
    var state = StoreState(layout: layout)
    var references: [ObjectRow: RowReference] = [:]
    for (row, values) in values.sorted(by: { $0.key.number < $1.key.number }) {
      references[row] = state.append(values, of: entity(of: row), number: Int(row.number))
    }
    for (owner, column, target) in links {
      guard let from = references[owner], let to = references[target] else { continue }
      state.setTarget(of: from, column, to: to)
    }
    let snapshot = Snapshot(state)
    return try rows.map { row in
      guard let reference = references[row] else {
        throw StoreError.notFound(ObjectKey(root: row.root, identity: .record(Int(row.number))))
      }
      return StoredRecord(snapshot, reference)
    }
  }

  /// Reads attributes of rows of one entity; the others are null.
  private func read(
    _ rows: [ObjectRow], _ attributes: [Attribute], _ entity: StoreLayout.EntityLayout,
    into values: inout [ObjectRow: [Value]]
  ) throws {
    let found = try transaction.values(of: rows, attributes)
    for row in rows {
      guard let known = found[row.number] else { continue }
      values[row] = entity.attributes.map { known[$0.name] ?? .null }
    }
  }
}
