import CDQSQL

// Tables that hold nothing of what a database is about: the index of a full-text search, and the migrations that tools
// have run. A table counts as one only if its name and its columns are those that the tool makes.

extension DatabaseCatalog {
  /// The tables of tools by name, each with the columns that it has at least, and the tool, for the user.
  private static let bookkeeping: [String: (columns: Set<String>, tool: String)] = [
    "_prisma_migrations": (["id", "checksum", "migration_name"], "Prisma"), "grdb_migrations": (["identifier"], "GRDB"),
    "schema_migrations": (["version"], ""), "ar_internal_metadata": (["key", "value", "created_at"], "Rails"),
    "flyway_schema_history": (["installed_rank", "version", "script", "checksum"], "Flyway"),
    "databasechangelog": (["id", "author", "filename", "md5sum"], "Liquibase"),
    "databasechangeloglock": (["id", "locked", "lockgranted"], "Liquibase"), "alembic_version": (["version_num"], "Alembic"),
    "django_migrations": (["app", "name", "applied"], "Django"), "__efmigrationshistory": (["migrationid", "productversion"], "EF Core"),
    "knex_migrations": (["name", "batch", "migration_time"], "Knex"), "knex_migrations_lock": (["is_locked"], "Knex"),
    "__drizzle_migrations": (["hash", "created_at"], "Drizzle"), "_sqlx_migrations": (["version", "checksum", "installed_on"], "SQLx"),
    "__diesel_schema_migrations": (["version", "run_on"], "Diesel"), "sequelizemeta": (["name"], "Sequelize"),
    "goose_db_version": (["version_id", "is_applied"], "goose"), "_fluent_migrations": (["id", "name", "batch"], "Fluent"),
    "migrations": (["id", "migration", "batch"], ""), "phinxlog": (["version", "migration_name"], "Phinx"),
    "android_metadata": (["locale"], "Android"), "room_master_table": (["id", "identity_hash"], "Room"),
  ]

  /// Leaves out the tables of full-text indexes and of migrations, and says which in one remark.
  package mutating func leaveOutBookkeeping() {
    var named: [String] = []
    for table in tables where table.isSearchIndex { named.append("\(table.name.name) (a full-text index)") }
    let targets = Set(tables.flatMap(\.foreignKeys).map(\.target))
    var omitted = Set(tables.filter(\.isSearchIndex).map(\.name))
    for table in tables {
      guard let known = DatabaseCatalog.bookkeeping[table.name.name.lowercased()], table.foreignKeys.isEmpty, !targets.contains(table.name),
        known.columns.isSubset(of: Set(table.columns.map { $0.name.lowercased() })),
        // A name alone is not certain: a table with many further columns is one of the application.
        known.columns.count > 2 || table.columns.count <= known.columns.count + 2
      else { continue }
      named.append("\(table.name.name) (migrations\(known.tool.isEmpty ? "" : " of \(known.tool)"))")
      omitted.insert(table.name)
    }
    if !shadows.isEmpty {
      let count = shadows.count
      named.append("\(count) \(count == 1 ? "table" : "tables") with the content of virtual tables")
    }
    tables.removeAll { omitted.contains($0.name) }
    if !named.isEmpty { remarks.append("left out: \(named.joined(separator: ", "))") }
  }
}
