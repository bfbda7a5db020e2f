import CDQIR
import CDQPersistence
import CDQSQL

extension LayoutDifference {
  /// The place that a relationship had in the old tables; nil for a new one.
  private func oldPlace(_ relationship: String, of entity: String) -> (place: RelationshipMapping, entity: String)? {
    for step in plan.entities where plan.new.isEntity(step.entity, kindOf: entity) {
      guard let name = step.relationships.first(where: { $0.relationship == relationship })?.source,
        let place = old.mapping.entities[step.source]?.relationships[name]
      else { continue }
      return (place, step.source)
    }
    return nil
  }

  private func relationship(_ name: String, of entity: String) -> Relationship? {
    guard case .relationship(let found)? = plan.new.property(named: name, of: entity) else { return nil }
    return found
  }

  /// Finds the sources of a foreign key and of the positions beside it.
  mutating func match(
    _ step: MigrationPlan.RelationshipStep, _ entity: MigrationPlan.EntityStep,
    _ candidates: inout [String: [String: ColumnOrigin]]
  ) {
    guard case .foreignKey(let key)? = new.mapping.entities[entity.entity]?.relationships[step.relationship],
      let relationship = relationship(step.relationship, of: entity.entity), let column = key.columns.first
    else { return }
    let before = step.source.flatMap { old.mapping.entities[entity.source]?.relationships[$0] }
    guard case .foreignKey(let origin)? = before, let oldColumn = origin.columns.first else {
      if before != nil || step.isFilledFromInverse {
        report(
          entity.entity, step.relationship, "is stored in another table now",
          "keep the relationship and its inverse as they were, or load the data into a new database")
      }
      return
    }
    candidates[column, default: [:]][entity.source] = .column(oldColumn, .none, absent: .null)
    guard let inverse = relationship.inverse,
      case .inverse(let back)? = new.mapping.entities[relationship.destination]?.relationships[inverse],
      let order = back.order
    else { return }
    var source = ColumnOrigin.numbered(within: oldColumn, by: OwnLayout.numberColumn)
    if case .inverse(let oldBack)? = oldPlace(inverse, of: relationship.destination)?.place, let oldOrder = oldBack.order {
      source = .column(oldOrder, .none, absent: .null)
    }
    candidates[order, default: [:]][entity.source] = source
  }

  /// Finds the source of the table that a relationship has for itself.
  mutating func matchPairs(_ relationship: Relationship, of entity: String) {
    guard case .joinTable(let join)? = new.mapping.entities[entity]?.relationships[relationship.name],
      join.owner == ["owner"], let table = new.tables.first(where: { $0.name == join.table })
    else { return }
    if let (place, owner) = oldPlace(relationship.name, of: entity) {
      switch place {
      case .joinTable(let before): 
        let isKnown = relationship.inverse.map { oldPlace($0, of: relationship.destination) != nil } ?? false
        change(table, before, isInverse: false, isInverseKnown: isKnown)
      case .foreignKey(let key):
        guard let objects = old.mapping.entities[owner]?.table, let column = key.columns.first else { return }
        fills[table.name] = PairSource(table: objects, owner: OwnLayout.numberColumn, destination: column)
      case .inverse(let key):
        guard let column = key.columns.first, let objects = oldTable(referringBy: place, from: owner) else { return }
        fills[table.name] = PairSource(
          table: objects, owner: column, destination: OwnLayout.numberColumn, position: key.order)
      }
      return
    }
    guard let inverse = relationship.inverse, let (place, _) = oldPlace(inverse, of: relationship.destination) else { return }
    guard case .joinTable(let before) = place else {
      return report(
        entity, relationship.name, "is stored in another table now",
        "declare the inverse under another name, or load the data into a new database")
    }
    change(table, before, isInverse: true)
  }

  /// The old table whose column refers back to an entity.
  private func oldTable(referringBy place: RelationshipMapping, from entity: String) -> TableName? {
    guard let owner = plan.old.entity(named: entity) else { return nil }
    for relationship in plan.old.allRelationships(of: owner.name)
    where old.mapping.entities[entity]?.relationships[relationship.name] == place {
      return old.mapping.entities[relationship.destination]?.table
    }
    return nil
  }

  /// - Parameter isInverse: Whether the old table is that of the inverse, whose owner is the destination now.
  private mutating func change(
    _ table: TableDefinition, _ before: RelationshipMapping.JoinTable, isInverse: Bool, isInverseKnown: Bool = false
  ) {
    guard let oldTable = old.tables.first(where: { $0.name == before.table }),
      !changes.values.contains(where: { $0.old.name == before.table })
    else { return }
    let (first, second) = isInverse ? (before.destination[0], before.owner[0]) : (before.owner[0], before.destination[0])
    // The old table has the positions of one side or of both. Those of a relationship that is new count for nothing.
    let other = oldTable.columns.first { $0.content == .position && $0.name != before.order }?.name
    let (position, back) = isInverse ? (nil, before.order) : (before.order, isInverseKnown ? other : nil)
    func source(_ column: String?, _ owner: String, _ destination: String) -> ColumnOrigin {
      column.map { .column($0, .none, absent: .null) } ?? .numbered(within: owner, by: destination)
    }
    var sources: [String: ColumnOrigin] = [
      "owner": .column(first, .none, absent: .null), "destination": .column(second, .none, absent: .null),
      "position": source(position, first, second),
    ]
    if table.columns.contains(where: { $0.name == "inverse_position" }) {
      sources["inverse_position"] = source(back, second, first)
    }
    add(TableChange(oldTable, table, sources))
  }
}
