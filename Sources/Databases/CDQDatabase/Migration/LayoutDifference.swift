import CDQConnections
import CDQIR
import CDQPersistence
import CDQSQL

/// What changes between the tables of two versions of a schema.
struct LayoutDifference {
  let plan: MigrationPlan
  let dialect: SQLDialect
  let old: OwnLayout
  let new: OwnLayout
  /// The tables that are in both, by the name of the new one.
  private(set) var changes: [TableName: TableChange] = [:]
  /// The tables of pairs that are filled from a column, by their new name.
  var fills: [TableName: PairSource] = [:]
  var problems: [MigrationProblem] = []
  private(set) var losses: [String] = []

  /// Where the pairs of a new table are: columns of an old table that refer to each other.
  struct PairSource {
    var table: TableName
    var owner: String
    var destination: String
    /// The column with the position; nil if every owner has one object.
    var position: String?
  }

  init(_ plan: MigrationPlan, _ dialect: SQLDialect) {
    (self.plan, self.dialect) = (plan, dialect)
    (old, new) = (OwnLayout(plan.old), OwnLayout(plan.new))
    for table in new.tables where table.primaryKey == [OwnLayout.numberColumn] { matchObjects(table) }
    for entity in plan.new.entities {
      for case .relationship(let relationship) in entity.properties { matchPairs(relationship, of: entity.name) }
    }
    forgetLostObjects()
    losses = findLosses()
  }

  /// Leaves nothing of references to tables whose objects are all deleted.
  private mutating func forgetLostObjects() {
    let kept = Set(changes.values.map(\.old.name))
    for (name, change) in changes {
      let lost = change.old.columns.filter { column in
        if case .reference(let table) = column.content { !kept.contains(table) } else { false }
      }
      if lost.isEmpty { continue }
      guard change.new.primaryKey == [OwnLayout.numberColumn] else {
        changes[name] = nil
        continue
      }
      let names = Set(lost.map(\.name))
      let sources = change.sources.filter { entry in
        if case .column(let column, _, _) = entry.value { !names.contains(column) } else { true }
      }
      var changed = TableChange(change.old, change.new, sources)
      (changed.relabels, changed.removed) = (change.relabels, change.removed)
      changes[name] = changed
      fills = fills.filter {
        $0.value.table != change.old.name || !names.contains($0.value.destination) && !names.contains($0.value.owner)
      }
    }
  }

  /// The tables that only the new schema has.
  var created: [TableDefinition] { new.tables.filter { changes[$0.name] == nil } }

  /// The tables that only the old schema has.
  var dropped: [TableDefinition] {
    let kept = Set(changes.values.map(\.old.name))
    return old.tables.filter { !kept.contains($0.name) }
  }

  mutating func report(_ entity: String, _ property: String?, _ message: String, _ help: String) {
    let problem = MigrationProblem(entity: entity, property: property, message: message, help: help)
    if !problems.contains(problem) { problems.append(problem) }
  }

  mutating func add(_ change: TableChange) {
    changes[change.new.name] = change
  }

  // MARK: Tables of objects

  private mutating func matchObjects(_ table: TableDefinition) {
    let steps = plan.entities.filter { new.mapping.entities[$0.entity]?.table == table.name }
    let tables = Set(steps.compactMap { old.mapping.entities[$0.source]?.table })
    guard let first = steps.first, let name = old.mapping.entities[first.source]?.table,
      let before = old.tables.first(where: { $0.name == name })
    else { return }
    if tables.count > 1 || changes.values.contains(where: { $0.old.name == name }) {
      report(
        first.entity, nil, "is in another table now, because it has another ancestor",
        "keep the ancestors, or load the data into a new database")
      return
    }
    var sources: [String: ColumnOrigin] = [
      OwnLayout.numberColumn: .column(OwnLayout.numberColumn, .none, absent: .null)
    ]
    if let column = new.mapping.entities[first.entity]?.discriminator?.column {
      sources[column] =
        old.mapping.entities[first.source]?.discriminator.map { .column($0.column, .none, absent: .null) }
        ?? .constant(.text(first.entity))
    }
    var candidates: [String: [String: ColumnOrigin]] = [:]
    for step in steps {
      for attribute in step.attributes { match(attribute, step, &candidates) }
      for relationship in step.relationships { match(relationship, step, &candidates) }
    }
    for (column, found) in candidates {
      // The rows of entities without the column hold NULL in it.
      let others = steps.map { ($0.source, ColumnOrigin.constant(.null)) }
      sources[column] = LayoutDifference.merged(found.merging(others) { known, _ in known })
    }
    var change = TableChange(before, table, sources)
    if old.mapping.entities[first.source]?.discriminator != nil {
      for step in steps where step.source != step.entity { change.relabels[step.source] = step.entity }
      change.removed = plan.removedEntities.filter { old.mapping.entities[$0]?.table == name }
    }
    add(change)
  }

  /// One source for the rows of all entities. A column that some of them lack is NULL in their rows.
  private static func merged(_ found: [String: ColumnOrigin]) -> ColumnOrigin {
    let distinct = Set(found.values)
    let stored = distinct.subtracting([.constant(.null)])
    if stored.isEmpty { return .constant(.null) }
    if let only = stored.first, stored.count == 1 {
      if distinct.count == 1 { return only }
      if case .column(_, _, absent: .null) = only { return only }
    }
    return .byEntity(found)
  }

  private mutating func match(
    _ step: MigrationPlan.AttributeStep, _ entity: MigrationPlan.EntityStep,
    _ candidates: inout [String: [String: ColumnOrigin]]
  ) {
    guard let attribute = plan.new.allAttributes(of: entity.entity).first(where: { $0.name == step.attribute }),
      let columns = StoredColumns(attribute, of: entity.entity, plan.new, new.mapping)
    else { return }
    let absent: [SQLDatum]
    do throws(DatabaseError) {
      absent = try columns.data(step.absent, dialect)
    } catch {
      return report(entity.entity, step.attribute, "has a default that cannot be stored", "\(error.message)")
    }
    guard let source = step.source,
      let before = plan.old.allAttributes(of: entity.source).first(where: { $0.name == source }),
      let origin = StoredColumns(before, of: entity.source, plan.old, old.mapping)
    else {
      for (name, datum) in zip(columns.names, absent) {
        candidates[name, default: [:]][entity.source] = .constant(datum)
      }
      return
    }
    guard origin.names.count >= columns.names.count else {
      return report(
        entity.entity, step.attribute, "is a String now, whose folded texts SQL cannot compute",
        "keep the enum, or load the data into a new database")
    }
    for (index, name) in columns.names.enumerated() {
      candidates[name, default: [:]][entity.source] = .column(
        origin.names[index], index == 0 ? step.conversion : .none, absent: absent[index])
    }
  }

  // MARK: Losses

  private func findLosses() -> [String] {
    var result = plan.removedEntities
    for step in plan.entities {
      let before = plan.old.allProperties(of: step.source)
      let matching = NameMatching(before, plan.new.allProperties(of: step.entity))
      for property in matching.removed.map({ before[$0] }) {
        let owner = plan.old.lineage(of: step.source).first { $0.property(named: property.name) != nil }?.name
        let name = "\(owner ?? step.source).\(property.name)"
        switch property {
        case .attribute(let attribute): if attribute.isTransient || attribute.derivation != nil { continue }
        case .relationship(let relationship):
          if relationship.isTransient || isKnownFromInverse(relationship) { continue }
        }
        if !result.contains(name) { result.append(name) }
      }
    }
    return result
  }

  /// Whether another relationship still says which objects a removed one led to, and in no order of its own.
  private func isKnownFromInverse(_ relationship: Relationship) -> Bool {
    guard !relationship.isOrdered, let inverse = relationship.inverse else { return false }
    return plan.entities.contains { step in
      plan.old.isEntity(step.source, kindOf: relationship.destination)
        && step.relationships.contains { $0.source == inverse }
    }
  }
}
