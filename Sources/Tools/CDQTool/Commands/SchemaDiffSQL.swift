import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQRuntime
import CDQSQL
import CDQTerminal

/// `cdq schema diff OLD NEW --sql D`: the statements that change the tables of one schema to those of another.
enum SchemaDiffSQL {
  static let options: [OptionSpec] = [
    .choice("sql", SQLDialect.standard.map(\.name.rawValue), "print the SQL that changes the tables that 'cdq load' made"),
    .flag("allow-loss", "with --sql, delete the data for which NEW has no place"),
    .value("apply", "DATABASE", "change this database, in one transaction: a file of SQLite or postgres://…"),
  ]
  static let notes = [
    "--sql keeps the objects. @renamed(from: \"…\") in NEW says which property or entity has another name; without it",
    "the old one is deleted, which --allow-loss has to allow.",
  ]

  static func run(from old: Schema, to new: Schema, _ context: CommandContext) throws(Failure) -> ExitCode {
    let target = context.arguments["apply"]
    var location: DatabaseLocation?
    if let target {
      location = DatabaseLocation(target)
      guard location != nil else { throw .unreadable("'\(target)' is no database") }
    }
    let given = context.arguments["sql"].flatMap { SQLDialect.Name(rawValue: $0) }.flatMap { SQLDialect.named($0) }
    let dialect = given ?? location?.dialect ?? .sqlite
    if let location, location.dialect.name != dialect.name {
      throw .usage("'\(location)' is a database of \(location.dialect.title), not of \(dialect.title)")
    }
    let migration = try migration(from: old, to: new, dialect, context)
    guard let location else {
      context.console.output.write(migration.script)
      if migration.statements.isEmpty { context.summary("the tables stay as they are") }
      return .clean
    }
    do throws(DatabaseError) {
      let connection = try location.connectForWriting()
      // Halfway through, the first statement that does not fit would say less.
      guard try DatabaseCatalog(of: connection).holds(OwnLayout(old)) else {
        throw .refused([SQLRefusal("its tables are not those of the old schema")])
      }
      try migration.run(on: connection)
    } catch {
      throw Failure(error, .database(location))
    }
    context.summary("changed \(location)")
    return .clean
  }

  private static func migration(
    from old: Schema, to new: Schema, _ dialect: SQLDialect, _ context: CommandContext
  ) throws(Failure) -> SchemaMigration {
    do throws(SchemaMigrationError) {
      return try SchemaMigration(
        from: old, to: new, dialect: dialect, allowsLoss: context.arguments.has("allow-loss"))
    } catch {
      switch error {
      case .notMigratable(let problems):
        for problem in problems {
          context.console.report("error: \(problem.subject) \(problem.message) [not-migratable]")
          context.console.report("   = help: \(problem.help)")
        }
      case .losesData(let names):
        context.console.report("error: the data of \(names.joined(separator: ", ")) would be lost")
        context.console.report(
          "   = help: if it has another name now, declare that with @renamed(from: \"…\"); --allow-loss deletes it")
      }
      throw .findings
    }
  }
}

extension DatabaseLocation {
  /// Opens a connection that may change data.
  func connectForWriting() throws(DatabaseError) -> any DatabaseConnection {
    switch self {
    case .sqlite(let path): try SQLiteConnection(path: path, access: .readWrite)
    case .postgres(let url): try PostgresConnection(url: url, canWrite: true)
    }
  }
}
