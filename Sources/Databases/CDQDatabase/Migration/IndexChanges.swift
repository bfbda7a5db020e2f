import CDQSQL

/// Which indexes go, get another name, and come.
struct IndexChanges {
  private(set) var dropped: [OwnLayout.Index] = []
  private(set) var renamed: [(old: OwnLayout.Index, new: OwnLayout.Index)] = []
  private(set) var created: [OwnLayout.Index] = []

  /// - Parameter rebuilt: The tables that lose all of their indexes, because they are made anew.
  init(_ difference: LayoutDifference, _ rebuilt: Set<TableName>) {
    let wished = difference.new.indexes
    var known: Set<String> = []
    let byTable = Dictionary(
      difference.changes.values.map { ($0.old.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(wished.map(\.name))
    for index in difference.old.indexes {
      // The index of a dropped table goes with it, unless it holds a name that is needed.
      guard let change = byTable[index.table] else {
        if names.contains(index.name) { dropped.append(index) }
        continue
      }
      let keys = index.keys.compactMap { key -> TableDefinition.Index.Key? in
        var key = key
        guard let column = change.current[key.column] else { return nil }
        key.column = column
        return key
      }
      let same = wished.first {
        $0.table == change.new.name && $0.keys == keys && $0.isUnique == index.isUnique && !known.contains($0.name)
      }
      guard let same, !rebuilt.contains(change.new.name), keys.count == index.keys.count else {
        dropped.append(index)
        continue
      }
      known.insert(same.name)
      if same.name != index.name { renamed.append((index, same)) }
    }
    created = wished.filter { !known.contains($0.name) }
    // Where a name is still used by another index that is renamed, both are made anew.
    let held = Set(renamed.map(\.old.name))
    let clashing = renamed.filter { held.contains($0.new.name) }
    if !clashing.isEmpty {
      dropped += renamed.map(\.old)
      created += renamed.map(\.new)
      renamed = []
    }
  }
}

/// Which foreign keys go, get another name, and come, in PostgreSQL.
struct ConstraintChanges {
  private(set) var dropped: [OwnLayout.Constraint] = []
  private(set) var renamed: [(old: OwnLayout.Constraint, new: OwnLayout.Constraint)] = []
  private(set) var created: [OwnLayout.Constraint] = []

  init(_ difference: LayoutDifference, _ dialect: SQLDialect) {
    let wished = difference.new.constraints(dialect)
    var known: Set<OwnLayout.Constraint> = []
    let byTable = Dictionary(
      difference.changes.values.map { ($0.old.name, $0) }, uniquingKeysWith: { first, _ in first })
    for constraint in difference.old.constraints(dialect) {
      let change = byTable[constraint.table]
      let target = byTable[constraint.key.table]
      let same = wished.first {
        $0.table == change?.new.name && $0.key.column == change?.current[constraint.key.column]
          && $0.key.table == target?.new.name && $0.key.rule == constraint.key.rule
      }
      // The rules of a key would delete or change more than the objects of a removed entity.
      guard let same, target?.removed.isEmpty == true else {
        dropped.append(constraint)
        continue
      }
      known.insert(same)
      if same.name != constraint.name { renamed.append((constraint, same)) }
    }
    created = wished.filter { !known.contains($0) }
    let held = Set(renamed.map { "\($0.new.table.name)\0\($0.old.name)" })
    if renamed.contains(where: { held.contains("\($0.new.table.name)\0\($0.new.name)") }) {
      dropped += renamed.map(\.old)
      created += renamed.map(\.new)
      renamed = []
    }
  }
}
