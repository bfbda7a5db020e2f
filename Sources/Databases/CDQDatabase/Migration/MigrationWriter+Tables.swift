import CDQIR
import CDQPersistence
import CDQSQL

extension TableChange {
  /// Whether SQLite has to make the table anew: its `ALTER TABLE` only renames, and adds columns that may be NULL.
  func needsRebuild(_ dialect: SQLDialect) -> Bool {
    if !unused.isEmpty || old.primaryKey.map({ current[$0] }) != new.primaryKey { return true }
    for column in new.columns {
      if isKept(column) {
        guard let origin = origin(of: column), case .column(_, .none, absent: .null)? = sources[column.name],
          old.definition(origin, dialect) == new.definition(column, dialect)
        else { return true }
      } else if column.isRequired || sources[column.name] ?? .constant(.null) != .constant(.null)
        || new.foreignKeys.contains(where: { $0.column == column.name })
      {
        return true
      }
    }
    return new.foreignKeys.contains { key in
      guard let column = new.columns.first(where: { $0.name == key.column }), isKept(column),
        let origin = origin(of: column)
      else { return false }
      return old.foreignKeys.first { $0.column == origin.name }?.rule != key.rule
    }
  }
}

extension MigrationWriter {
  /// The text of a source. `numbered` needs a window, which stands only in a SELECT.
  private func text(
    _ source: ColumnOrigin, _ column: TableDefinition.Column, _ change: TableChange, _ bindings: inout [SQLDatum]
  ) -> String {
    let type = dialect.castType(column.content)
    func constant(_ datum: SQLDatum) -> String {
      if datum == .null { return "NULL" }
      bindings.append(datum)
      let mark = dialect.parameter(bindings.count)
      return dialect.name == .postgres ? "CAST(\(mark) AS \(type))" : mark
    }
    switch source {
    case .constant(let datum): return constant(datum)
    case .column(let name, let conversion, let absent):
      var text = quoted(change.current[name] ?? name)
      let before = change.old.columns.first { $0.name == name }
      let isSame = before.map { dialect.columnType($0.content) == dialect.columnType(column.content) } ?? true
      if conversion != .none || !isSame { text = "CAST(\(text) AS \(type))" }
      return absent == .null ? text : "COALESCE(\(text), \(constant(absent)))"
    case .numbered(let owner, let order):
      let (owner, order) = (quoted(change.current[owner] ?? owner), quoted(change.current[order] ?? order))
      return "CASE WHEN \(owner) IS NOT NULL THEN row_number() OVER (PARTITION BY \(owner) ORDER BY \(order)) - 1 END"
    case .byEntity(let sources):
      guard let entity = change.old.columns.first(where: { $0.content == .entity }) else {
        return sources.values.first.map { text($0, column, change, &bindings) } ?? "NULL"
      }
      let name = quoted(change.current[entity.name] ?? entity.name)
      var result = "CASE"
      for (old, source) in sources.sorted(by: { $0.key < $1.key }) {
        // The rows have the new names of their entities already.
        bindings.append(.text(change.relabels[old] ?? old))
        result += " WHEN \(name) = \(dialect.parameter(bindings.count)) THEN \(text(source, column, change, &bindings))"
      }
      return result + " END"
    }
  }

  // MARK: SQLite

  /// Makes a table anew and copies its rows, in the way that SQLite's documentation describes.
  mutating func rebuild(_ change: TableChange) {
    fillPairs(from: change)
    let name = freeTable("\(change.new.name.name)_new")
    add(change.new.creation(dialect, as: name))
    var bindings: [SQLDatum] = []
    let columns = change.new.columns
    let values = columns.map { text(change.sources[$0.name] ?? .constant(.null), $0, change, &bindings) }
    let table = dialect.identifier(change.new.name)
    add(
      "INSERT INTO \(dialect.identifier(name)) (\(columns.map { quoted($0.name) }.joined(separator: ", "))) "
        + "SELECT \(values.joined(separator: ", ")) FROM \(table)", bindings)
    if change.new.primaryKey == [OwnLayout.numberColumn] {
      // Numbers of deleted objects are not given again.
      add("DELETE FROM sqlite_sequence WHERE name = ?1", [.text(name.name)])
      add(
        "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, seq FROM sqlite_sequence WHERE name = ?2",
        [.text(name.name), .text(change.new.name.name)])
    }
    add("DROP TABLE \(table)")
    add("ALTER TABLE \(dialect.identifier(name)) RENAME TO \(table)")
  }

  // MARK: ALTER TABLE

  /// Adds and changes the columns of a table that stays.
  mutating func alter(_ change: TableChange) {
    fillPairs(from: change)
    let table = dialect.identifier(change.new.name)
    for column in change.new.columns where !change.isKept(column) {
      add("ALTER TABLE \(table) ADD COLUMN \(quoted(column.name)) \(dialect.columnType(column.content))")
    }
    guard dialect.name == .postgres else { return }
    for column in change.new.columns where change.isKept(column) { convert(column, change) }
    setValues(change)
    for column in change.new.columns {
      let isRequired = change.isKept(column) ? change.origin(of: column)?.isRequired == true : false
      if isRequired == column.isRequired { continue }
      add("ALTER TABLE \(table) ALTER COLUMN \(quoted(column.name)) \(column.isRequired ? "SET" : "DROP") NOT NULL")
    }
    let key = change.old.primaryKey.compactMap { change.current[$0] }
    if key != change.new.primaryKey {
      add("ALTER TABLE \(table) DROP CONSTRAINT \(quoted("\(change.old.name.name)_pkey"))")
      add("ALTER TABLE \(table) ADD PRIMARY KEY (\(change.new.primaryKey.map(quoted).joined(separator: ", ")))")
    }
  }

  private mutating func convert(_ column: TableDefinition.Column, _ change: TableChange) {
    let type = dialect.columnType(column.content)
    guard let origin = change.origin(of: column), dialect.columnType(origin.content) != type else { return }
    let name = quoted(column.name)
    let plain = dialect.castType(column.content)
    add("ALTER TABLE \(dialect.identifier(change.new.name)) ALTER COLUMN \(name) TYPE \(type) USING CAST(\(name) AS \(plain))")
  }

  /// Sets the values of columns that are new, and those that may not be NULL any more.
  private mutating func setValues(_ change: TableChange) {
    let table = dialect.identifier(change.new.name)
    var bindings: [SQLDatum] = []
    var parts: [String] = []
    for column in change.new.columns where !change.isKept(column) {
      let source = change.sources[column.name] ?? .constant(.null)
      if source == .constant(.null) { continue }
      if case .numbered(let owner, let order) = source {
        number(column.name, within: owner, by: order, change)
        continue
      }
      parts.append("\(quoted(column.name)) = \(text(source, column, change, &bindings))")
    }
    if !parts.isEmpty { add("UPDATE \(table) SET \(parts.joined(separator: ", "))", bindings) }
    for column in change.new.columns where change.isKept(column) {
      guard case .column(_, _, let absent)? = change.sources[column.name], absent != .null else { continue }
      let name = quoted(column.name)
      add("UPDATE \(table) SET \(name) = \(dialect.parameter(1)) WHERE \(name) IS NULL", [absent])
    }
  }

  private mutating func number(_ column: String, within owner: String, by order: String, _ change: TableChange) {
    let table = dialect.identifier(change.new.name)
    let (owner, order) = (quoted(change.current[owner] ?? owner), quoted(change.current[order] ?? order))
    let key = change.new.primaryKey.map { name in "t.\(quoted(name)) = n.\(quoted(name))" }.joined(separator: " AND ")
    let names = change.new.primaryKey.map(quoted).joined(separator: ", ")
    add(
      "UPDATE \(table) AS t SET \(quoted(column)) = n.place FROM (SELECT \(names), "
        + "row_number() OVER (PARTITION BY \(owner) ORDER BY \(order)) - 1 AS place FROM \(table) "
        + "WHERE \(owner) IS NOT NULL) AS n WHERE \(key)")
  }

  mutating func dropColumns(_ change: TableChange) {
    for name in change.unused {
      add("ALTER TABLE \(dialect.identifier(change.new.name)) DROP COLUMN \(quoted(name))")
    }
  }
}
