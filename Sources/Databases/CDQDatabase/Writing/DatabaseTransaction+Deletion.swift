import CDQConnections
import CDQIR
import CDQSQL
import CDQStore

/// The deletion of objects: the given rows, and all that `cascade` relationships reach from them. All rules are checked
/// before anything is changed.
extension DatabaseTransaction {
  func delete(rows: [ObjectRow]) throws(DatabaseError) -> (requested: Int, total: Int) {
    var order: [ObjectRow] = []
    var doomed: Set<ObjectRow> = []
    for row in rows where doomed.insert(row).inserted { order.append(row) }
    let requested = order.count
    var level = order[...]
    while !level.isEmpty {
      var next: [ObjectRow] = []
      for (entity, owners) in DatabaseTransaction.byEntity(level) {
        for relationship in schema.allRelationships(of: entity) where relationship.deleteRule == .cascade {
          for (_, target, _) in try targets(owners, relationship) where doomed.insert(target).inserted { next.append(target) }
        }
      }
      order += next
      level = next[...]
    }
    let groups = DatabaseTransaction.byEntity(order[...])
    try checkDenials(groups, doomed)
    try checkDependents(groups, doomed)
    try remove(order)
    forget(doomed)
    return (requested, order.count)
  }

  static func byEntity(_ rows: ArraySlice<ObjectRow>) -> [(entity: String, rows: [ObjectRow])] {
    Dictionary(grouping: rows, by: \.entity).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func checkDenials(
    _ groups: [(entity: String, rows: [ObjectRow])], _ doomed: Set<ObjectRow>
  ) throws(DatabaseError) {
    for (entity, owners) in groups {
      for relationship in schema.allRelationships(of: entity) where relationship.deleteRule == .deny {
        guard let (owner, _, _) = try targets(owners, relationship).first(where: { !doomed.contains($0.target) }),
          let row = owners.first(where: { $0.number == owner })
        else { continue }
        throw .refusedChange(.deleteDenied(entity: entity, relationship: relationship.name, key: try key(of: row)))
      }
    }
  }

  /// Checks that no remaining object loses a required target.
  private func checkDependents(
    _ groups: [(entity: String, rows: [ObjectRow])], _ doomed: Set<ObjectRow>
  ) throws(DatabaseError) {
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties where relationship.needsObject {
        for (kind, targets) in groups where schema.isEntity(kind, kindOf: relationship.destination) {
          for owner in try owners(of: targets, relationship, entity.name) where !doomed.contains(owner) {
            throw .refusedChange(.missingValue(entity: owner.entity, property: relationship.name))
          }
        }
      }
    }
  }

  /// The objects of an entity whose to-one relationship leads to some rows.
  private func owners(
    of targets: [ObjectRow], _ relationship: Relationship, _ entity: String
  ) throws(DatabaseError) -> [ObjectRow] {
    switch place(relationship, of: entity) {
    case .foreignKey(let key)?:
      var result: [ObjectRow] = []
      for start in stride(from: 0, to: targets.count, by: 500) {
        var statement = StatementBuilder(dialect)
        let list = statement.list(targets[start..<min(start + 500, targets.count)].map(\.datum))
        result += try rows(of: entity, where: "\(quoted(key.columns[0])) IN \(list)", statement)
      }
      return result
    case .inverse?:
      guard let inverse = inverse(of: relationship) else { return [] }
      return try self.targets(targets, inverse).map(\.target)
    case .joinTable?, nil: return []
    }
  }

  /// Deletes rows with all references to them.
  private func remove(_ order: [ObjectRow]) throws(DatabaseError) {
    for (root, rows) in Dictionary(grouping: order, by: \.root).sorted(by: { $0.key < $1.key }) {
      guard let name = mapping.entities[root]?.table else { continue }
      for start in stride(from: 0, to: rows.count, by: 500) {
        let numbers = rows[start..<min(start + 500, rows.count)].map(\.datum)
        for table in layout.tables {
          for column in table.columns where column.content == .reference(name) {
            var statement = StatementBuilder(dialect)
            let condition = "\(quoted(column.name)) IN \(statement.list(numbers))"
            let text = dialect.identifier(table.name)
            // A pair goes with its object; a row loses the reference, and the position that it had by it.
            try write(
              column.isRequired
                ? "DELETE FROM \(text) WHERE \(condition)"
                : "UPDATE \(text) SET \(quoted(column.name)) = NULL WHERE \(condition)", statement.bindings)
          }
        }
      }
    }
    for (root, rows) in Dictionary(grouping: order, by: \.root).sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: rows.count, by: 500) {
        var statement = StatementBuilder(dialect)
        let list = statement.list(rows[start..<min(start + 500, rows.count)].map(\.datum))
        try write("DELETE FROM \(table(root)) WHERE \(number) IN \(list)", statement.bindings)
      }
    }
  }

  /// Checks that every changed object has the targets that it needs.
  ///
  /// - Throws: `StoreError.missingValue`.
  func checkRequired(_ touched: Set<ObjectRow>) throws(DatabaseError) {
    let rows = touched.sorted { ($0.root, $0.number) < ($1.root, $1.number) }
    for (entity, owners) in DatabaseTransaction.byEntity(rows[...]) {
      for relationship in schema.allRelationships(of: entity) where relationship.needsObject {
        let found = Set(try targets(owners, relationship).map(\.owner))
        if owners.contains(where: { !found.contains($0.number) }) {
          throw .refusedChange(.missingValue(entity: entity, property: relationship.name))
        }
      }
    }
  }
}
