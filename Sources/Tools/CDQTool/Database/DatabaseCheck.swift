import CDQConnections
import CDQDatabase
import CDQIntrospection
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQTerminal

/// `cdq schema check FILE.cdq --data FILE.sqlite|postgres://…`: compares a schema and its mapping with the tables and the
/// rows of a database.
enum DatabaseCheck {
  static func run(_ schema: String, _ data: String, _ context: CommandContext) throws(Failure) -> ExitCode {
    guard let location = DataLocation(data, context), try context.store(location) == nil else {
      throw .unreadable("\(data): this is no database of SQLite or PostgreSQL", help: ["'cdq schema check PATHS' reads no data"])
    }
    let input = try context.sound(
      SchemaFinder(console: context.console, path: schema, modelVersion: context.arguments["model-version"]).require())
    let connection: any DatabaseConnection
    let imported: ImportedDatabase
    do throws(DatabaseError) {
      connection = try location.connect()
      imported = ImportedDatabase(try DatabaseCatalog(of: connection))
    } catch {
      throw Failure(error, location)
    }
    let mapping = try context.mapping(beside: schema) ?? imported.mapping(for: input.schema.schema)
    try context.requireAgreement(of: input, mapping, imported, connection, location, readsTexts: true)
    context.console.print("\(schema) agrees with \(location)")
    return .clean
  }
}
