import CDQJSON
import CDQSQL

extension ShardedLayout {
  private var dialect: SQLDialect { .postgres }

  /// The statements that make the tables of one server, which are all alike.
  package var tableStatements: [String] {
    layout.tables.map { table in
      var parts = table.columns.map { "\(dialect.identifier($0.name)) \(definition($0))" }
      parts.append("PRIMARY KEY (\(table.primaryKey.map { dialect.identifier($0) }.joined(separator: ", ")))")
      return "CREATE TABLE \(dialect.identifier(table.name)) (\n  \(parts.joined(separator: ",\n  "))\n)"
    }
  }

  /// The statement that makes a table of the coordinator alone, with all rows before they are divided.
  func stagingStatement(of table: TableDefinition) -> String {
    let columns = table.columns.map { "\(dialect.identifier($0.name)) \(definition($0))" }
    return "CREATE UNLOGGED TABLE \(dialect.identifier(table.name)) (\(columns.joined(separator: ", ")))"
  }

  /// The statements that make the indexes of one server, and the foreign keys whose rows are all on one server.
  package var indexStatements: [String] {
    layout.indexes.map { $0.creation(dialect) }
      + layout.constraints(dialect).filter { isTogether($0.key.column, of: $0.table, with: $0.key.table) }
        .map { $0.addition(dialect) }
  }

  /// The statements that make the servers and the partitioned tables known to the coordinator.
  package var coordinatorStatements: [String] {
    var result = ["CREATE EXTENSION IF NOT EXISTS postgres_fdw"]
    for server in servers { result += server.statements }
    for table in layout.tables { result += coordinatorStatements(of: table) }
    for setting in ["enable_partitionwise_join", "enable_partitionwise_aggregate"] {
      // A database cannot name itself in ALTER DATABASE.
      result.append(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET \(setting) = on', current_database()); END $$")
      result.append("SET \(setting) = on")
    }
    return result
  }

  private func coordinatorStatements(of table: TableDefinition) -> [String] {
    let name = dialect.identifier(table.name)
    let columns = table.columns.map { "\(dialect.identifier($0.name)) \(definition($0))" }
    var result = [
      "CREATE TABLE \(name) (\n  \(columns.joined(separator: ",\n  "))\n) "
        + "PARTITION BY HASH (\(dialect.identifier(key(of: table.name))))"
    ]
    for (number, server) in servers.enumerated() {
      result.append(
        "CREATE FOREIGN TABLE \(dialect.identifier(partitionName(table, number))) PARTITION OF \(name) "
          + "FOR VALUES WITH (MODULUS \(servers.count), REMAINDER \(number)) SERVER \(server.name) "
          + "OPTIONS (table_name \(ShardServer.quoted(table.name.name)))")
    }
    guard let number = table.columns.first(where: { $0.content == .number }) else { return result }
    // The numbers of the rows of all servers are counted in one place.
    let (column, sequence) = (dialect.identifier(number.name), dialect.identifier("\(table.name.name)_\(number.name)_seq"))
    return result + [
      "CREATE SEQUENCE \(sequence) AS bigint MINVALUE 0 START WITH 0 OWNED BY \(name).\(column)",
      "ALTER TABLE ONLY \(name) ALTER COLUMN \(column) SET DEFAULT nextval(\(ShardServer.quoted(sequence)))",
    ]
  }

  private func partitionName(_ table: TableDefinition, _ number: Int) -> String {
    // PostgreSQL cuts names of more than 63 bytes, which may make two of them the same.
    let suffix = "_shard_\(number)"
    var name = table.name.name
    while name.utf8.count + suffix.utf8.count > 63 { name.removeLast() }
    let taken = Set(layout.tables.map(\.name.name))
    var result = name + suffix
    while taken.contains(result) { result += "_" }
    return result
  }

  private func definition(_ column: TableDefinition.Column) -> String {
    dialect.columnType(column.content) + (column.isRequired ? " NOT NULL" : "")
  }

  /// All statements as a script for `psql`, which is connected to the coordinator when it begins.
  package var script: String {
    var lines = [
      "-- psql -v ON_ERROR_STOP=1 -f FILE postgres://…, with the URL of the coordinator",
      "--",
    ]
    lines += report.map { "-- \($0)" } + [""]
    lines += coordinatorStatements.map { "\($0);\n" }
    for server in servers {
      lines.append("\\connect \(StringLiteral.quoted(server.url, .psql))\n")
      lines += (tableStatements + indexStatements).map { "\($0);\n" }
    }
    return lines.joined(separator: "\n")
  }
}
