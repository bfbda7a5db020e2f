import CDQSQL

/// The statements of a migration, in their order: names first, so that all later statements use the new ones; then the
/// content of tables; then indexes and foreign keys.
struct MigrationWriter {
  let difference: LayoutDifference
  let dialect: SQLDialect
  private(set) var statements: [SQLStatement] = []
  /// The names of all old tables after the renaming.
  private var current: [TableName: TableName] = [:]
  /// The new tables that are made anew and filled from the old ones, in SQLite.
  private var rebuilt: Set<TableName> = []
  private var taken: Set<String>

  init(_ difference: LayoutDifference, _ dialect: SQLDialect) {
    (self.difference, self.dialect) = (difference, dialect)
    taken = Set((difference.old.tables + difference.new.tables).map { $0.name.name.lowercased() })
    for change in changes where dialect.name == .sqlite && change.needsRebuild(dialect) { rebuilt.insert(change.new.name) }
  }

  /// The changed tables, in the order of the new layout.
  private var changes: [TableChange] { difference.new.tables.compactMap { difference.changes[$0.name] } }

  mutating func add(_ text: String, _ bindings: [SQLDatum] = []) {
    statements.append(SQLStatement(text: text, bindings: bindings))
  }

  func quoted(_ name: String) -> String { dialect.identifier(name) }

  mutating func write() {
    let indexes = IndexChanges(difference, rebuilt)
    let constraints = ConstraintChanges(difference, dialect)
    for constraint in constraints.dropped {
      add("ALTER TABLE \(dialect.identifier(constraint.table)) DROP CONSTRAINT \(quoted(constraint.name))")
    }
    for index in indexes.dropped { add("DROP INDEX \(quoted(index.name))") }
    renameTables()
    for change in changes { renameColumns(change) }
    for change in changes { relabel(change) }
    for table in difference.created { add(table.creation(dialect)) }
    for change in changes {
      if rebuilt.contains(change.new.name) { rebuild(change) } else { alter(change) }
    }
    // Before the columns go that the pairs are in. SQLite's tables were made anew without them, so it fills before.
    for change in changes where dialect.name == .postgres { dropColumns(change) }
    for table in difference.dropped.reversed() {
      add("DROP TABLE \(dialect.identifier(current[table.name] ?? table.name))")
    }
    for (old, new) in indexes.renamed { renameIndex(old, new) }
    for index in indexes.created { add(index.creation(dialect)) }
    for (old, new) in constraints.renamed {
      add("ALTER TABLE \(dialect.identifier(new.table)) RENAME CONSTRAINT \(quoted(old.name)) TO \(quoted(new.name))")
    }
    for constraint in constraints.created { add(constraint.addition(dialect)) }
  }

  // MARK: Names

  private mutating func renameTables() {
    var wished: [(old: TableName, new: TableName)] = []
    for change in changes where change.old.name != change.new.name { wished.append((change.old.name, change.new.name)) }
    let newNames = Set(difference.new.tables.map { $0.name.name.lowercased() })
    for table in difference.dropped where newNames.contains(table.name.name.lowercased()) {
      wished.append((table.name, TableName(TableChange.free("\(table.name.name)_old", &taken))))
    }
    rename(wished.map { ($0.old.name, $0.new.name) }) { writer, old, new in
      writer.add("ALTER TABLE \(writer.quoted(old)) RENAME TO \(writer.quoted(new))")
    }
    for (old, new) in wished { current[old] = new }
  }

  private mutating func renameColumns(_ change: TableChange) {
    let table = dialect.identifier(change.new.name)
    let names = change.old.columns.compactMap { column -> (String, String)? in
      change.current[column.name].flatMap { $0 == column.name ? nil : (column.name, $0) }
    }
    rename(names) { writer, old, new in
      writer.add("ALTER TABLE \(table) RENAME COLUMN \(writer.quoted(old)) TO \(writer.quoted(new))")
    }
  }

  /// Renames in steps of which none meets a name that is still used: two names may change places.
  private mutating func rename(
    _ names: [(old: String, new: String)], _ step: (inout MigrationWriter, String, String) -> Void
  ) {
    let olds = Set(names.map { $0.old.lowercased() })
    var waiting: [(String, String)] = []
    for (old, new) in names {
      guard olds.contains(new.lowercased()) else {
        step(&self, old, new)
        continue
      }
      let between = TableChange.free("cdq_\(new)", &taken)
      step(&self, old, between)
      waiting.append((between, new))
    }
    for (between, new) in waiting { step(&self, between, new) }
  }

  private mutating func renameIndex(_ old: OwnLayout.Index, _ new: OwnLayout.Index) {
    if dialect.name == .postgres {
      add("ALTER INDEX \(quoted(old.name)) RENAME TO \(quoted(new.name))")
    } else {
      add("DROP INDEX \(quoted(old.name))")
      add(new.creation(dialect))
    }
  }

  // MARK: Entities

  /// Gives rows the new names of their entities, and deletes those of entities that are gone.
  private mutating func relabel(_ change: TableChange) {
    guard let column = change.old.columns.first(where: { $0.content == .entity }),
      let name = change.current[column.name]
    else { return }
    let table = dialect.identifier(change.new.name)
    if !change.removed.isEmpty { deleteObjects(of: change, name) }
    guard !change.relabels.isEmpty, change.new.columns.contains(where: { $0.content == .entity }) else { return }
    var bindings: [SQLDatum] = []
    func bind(_ text: String) -> String {
      bindings.append(.text(text))
      return dialect.parameter(bindings.count)
    }
    let cases = change.relabels.sorted { $0.key < $1.key }.map { (bind($0.key), bind($0.value)) }
    let column2 = quoted(name)
    add(
      "UPDATE \(table) SET \(column2) = CASE \(cases.map { "WHEN \(column2) = \($0.0) THEN \($0.1)" }.joined(separator: " ")) "
        + "ELSE \(column2) END WHERE \(column2) IN (\(cases.map(\.0).joined(separator: ", ")))", bindings)
  }

  private mutating func deleteObjects(of change: TableChange, _ column: String) {
    let entities: [SQLDatum] = change.removed.map { .text($0) }
    let marks = entities.indices.map { dialect.parameter($0 + 1) }.joined(separator: ", ")
    let condition = "\(quoted(column)) IN (\(marks))"
    let numbers = "SELECT \(quoted(OwnLayout.numberColumn)) FROM \(dialect.identifier(change.new.name)) WHERE \(condition)"
    for other in changes {
      for reference in other.old.columns where reference.content == .reference(change.old.name) {
        guard let name = other.current[reference.name] else { continue }
        let table = dialect.identifier(other.new.name)
        if reference.isRequired {
          add("DELETE FROM \(table) WHERE \(quoted(name)) IN (\(numbers))", entities)
        } else {
          add("UPDATE \(table) SET \(quoted(name)) = NULL WHERE \(quoted(name)) IN (\(numbers))", entities)
        }
      }
    }
    add("DELETE FROM \(dialect.identifier(change.new.name)) WHERE \(condition)", entities)
  }

  // MARK: Pairs

  /// Fills the tables of pairs whose pairs are in columns of other tables, before these columns go.
  mutating func fillPairs(from table: TableChange) {
    for (name, source) in difference.fills.sorted(by: { $0.key.name < $1.key.name }) where source.table == table.old.name {
      guard let pairs = difference.new.tables.first(where: { $0.name == name }),
        let owner = table.current[source.owner], let destination = table.current[source.destination]
      else { continue }
      let position = source.position.flatMap { table.current[$0] }.map { "COALESCE(\(quoted($0)), 0)" } ?? "0"
      var columns = ["owner", "destination", "position"]
      var values = [quoted(owner), quoted(destination), position]
      if pairs.columns.contains(where: { $0.name == "inverse_position" }) {
        columns.append("inverse_position")
        values.append("row_number() OVER (PARTITION BY \(quoted(destination)) ORDER BY \(quoted(owner))) - 1")
      }
      let key = owner == OwnLayout.numberColumn ? destination : owner
      add(
        "INSERT INTO \(dialect.identifier(name)) (\(columns.map(quoted).joined(separator: ", "))) "
          + "SELECT \(values.joined(separator: ", ")) FROM \(dialect.identifier(table.new.name)) "
          + "WHERE \(quoted(key)) IS NOT NULL")
    }
  }

  /// A name for a table that is there only for a while.
  mutating func freeTable(_ wished: String) -> TableName { TableName(TableChange.free(wished, &taken)) }
}
