import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Tables that are changed to another version of their schema hold what a new database of the migrated objects holds.
@Suite(.serialized) struct MigrationTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let worlds = environment["CDQ_MIGRATION_CASES"].flatMap { Int($0) } ?? 60

  /// The content of all tables of a layout, with positions as ranks: gaps between them mean nothing.
  static func content(_ layout: OwnLayout, _ connection: any DatabaseConnection) throws -> [String] {
    var result: [String] = []
    for table in layout.tables {
      let names = table.columns.map(\.name)
      let list = names.map { connection.dialect.identifier($0) }.joined(separator: ", ")
      let key = table.primaryKey.map { connection.dialect.identifier($0) }.joined(separator: ", ")
      var rows = try connection.rows("SELECT \(list) FROM \(connection.dialect.identifier(table.name)) ORDER BY \(key)")
      for (index, column) in table.columns.enumerated() where column.content == .position {
        let owner = column.name == "position" ? "owner" : column.name == "inverse_position" ? "destination" : String(column.name.dropLast("_position".count))
        let place = try #require(names.firstIndex(of: owner))
        let positions = Dictionary(grouping: rows.filter { $0[place] != .null }, by: { $0[place] })
          .mapValues { $0.map { $0[index].integer ?? -1 } }
        for row in rows.indices {
          let rank = positions[rows[row][place]]?.count { $0 < rows[row][index].integer ?? -1 }
          rows[row][index] = rank.map { .int(Int64($0)) } ?? .null
        }
      }
      result += rows.map { "\(table.name.name) \(zip(names, $0).map { "\($0)=\($1.textForm ?? "NULL")" })" }
    }
    return result
  }

  /// The names of the tables, columns and indexes of a database.
  static func shape(_ connection: any DatabaseConnection) throws -> [String] {
    let text =
      connection.dialect.name == .sqlite
      ? "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || COALESCE((SELECT group_concat(name || type || \"notnull\") FROM (SELECT * FROM pragma_table_info(s.name) ORDER BY name)), '') FROM sqlite_schema s WHERE name NOT LIKE 'sqlite_%' ORDER BY 1"
      : """
      SELECT 'column ' || table_name || ' ' || column_name || ' ' || data_type || is_nullable FROM information_schema.columns
      WHERE table_schema = current_schema() UNION ALL
      SELECT 'index ' || indexname || ' ' || regexp_replace(indexdef, 'INDEX .* ON', 'ON') FROM pg_indexes
      WHERE schemaname = current_schema() AND indexname NOT LIKE '%pkey%' UNION ALL
      SELECT 'key ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND contype = 'f' ORDER BY 1
      """
    return try connection.rows(text).map { $0[0].textForm ?? "" }
  }

  static func empty(_ dialect: SQLDialect.Name, _ server: PostgresConnection?) throws -> (any DatabaseConnection)? {
    guard dialect == .postgres else { return try SQLiteConnection(path: ":memory:", access: .create) }
    try server?.execute("DROP SCHEMA IF EXISTS moved CASCADE; CREATE SCHEMA moved; SET search_path = moved")
    return server
  }

  @Test(arguments: SQLDialect.standard.map(\.name))
  func `Changed tables hold the migrated objects`(dialect: SQLDialect.Name) throws {
    let table = try #require(SQLDialect.named(dialect))
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    if dialect == .postgres, server == nil { return }
    var (kept, failures) = (0, 0)
    var refusals: [String: Int] = [:]
    for seed in 0..<UInt64(MigrationTests.worlds) where failures < 5 {
      var random = SplitMix(seed: seed &+ 9000)
      let world = RandomWorld.make(&random).stored(withoutNaN: true)
      var edits = LayoutEdits(world.schema, seed: seed)
      edits.edit()
      let (old, new) = (world.schema, edits.schema)
      let store = Store(try OracleCase.Loaded(world).store.snapshot)
      let migration: SchemaMigration
      let migrated: Store
      do {
        migration = try SchemaMigration(from: old, to: new, dialect: table, allowsLoss: true)
        migrated = try Store(bytes: store.snapshot.encoded(), schema: new)
      } catch let error as SchemaMigrationError {
        if case .notMigratable(let problems) = error { refusals[problems[0].message, default: 0] += 1 }
        continue
      } catch {
        refusals["\(error)", default: 0] += 1
        continue
      }
      kept += 1
      do {
        var connection = try #require(try MigrationTests.empty(dialect, server))
        try Database(schema: new, dialect: table).create(on: connection, with: migrated.snapshot)
        let wanted = try (MigrationTests.content(OwnLayout(new), connection), MigrationTests.shape(connection))
        connection = try #require(try MigrationTests.empty(dialect, server))
        try Database(schema: old, dialect: table).create(on: connection, with: store.snapshot)
        if seed % 2 == 0 {
          try migration.run(on: connection)
        } else {
          // The script that people run with other programs, which holds the values as literals.
          for text in migration.script.components(separatedBy: ";\n") where !text.isEmpty { _ = try connection.rows(text) }
        }
        let found = try (MigrationTests.content(OwnLayout(new), connection), MigrationTests.shape(connection))
        let differences = found.0.difference(from: wanted.0).map { "\($0)" } + found.1.difference(from: wanted.1).map { "\($0)" }
        if !differences.isEmpty { throw DatabaseError.refused([SQLRefusal(differences.prefix(6).map { $0.prefix(900) }.joined(separator: "\n"))]) }
      } catch {
        failures += 1
        Issue.record("seed \(seed): \(error)\n\(edits.log.joined(separator: "\n"))\n\(migration.script)")
      }
    }
    print("\(dialect): \(kept) of \(MigrationTests.worlds) migrated; refused: \(refusals)")
    #expect(kept > MigrationTests.worlds / 3)
  }
}
