import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQFiles
import CDQIR
import CDQIntrospection
import CDQPrinting
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQTerminal

/// `cdq schema import file.sqlite`, `postgres://…` or `file.parquet`: the tables of a database as `.cdq` declarations and a mapping.
enum DatabaseImport {
  static func run(_ location: DataLocation, _ context: CommandContext) throws(Failure) -> ExitCode {
    if let store = try context.store(location) { return try importStore(store, context) }
    let arguments = context.arguments
    let sample = try arguments.count("sample") ?? DatabaseCatalog.usualSample
    let connection: any DatabaseConnection
    var catalog: DatabaseCatalog
    do throws(DatabaseError) {
      connection = try location.connect()
      catalog = try DatabaseCatalog(of: connection, sample: sample)
      if arguments.has("schema") {
        try catalog.measure(at: connection)
      }
    } catch {
      throw Failure(error, location)
    }
    if let path = arguments["schema"] {
      return try writeMapping(of: ImportedDatabase(catalog), connection, location, for: path, context)
    }
    if let described = try context.describedDatabase(connection, catalog, location) {
      context.summary("the schema is the one with which 'cdq load' made the tables")
      return try write(SchemaPrinter.text(described.schema), described.mapping, context)
    }
    let existing = try ImportedFiles(at: arguments["output"], context)
    catalog.leaveOutBookkeeping()
    do throws(DatabaseError) {
      try catalog.readForms(at: connection)
      try catalog.measure(at: connection)
    } catch {
      throw Failure(error, location)
    }
    let names = arguments["names"].flatMap { ImportNames(rawValue: $0) } ?? .database
    let keepsForeignKeys = arguments.has("keep-foreign-keys")
    let imported = ImportedDatabase(catalog, names: names, keepsForeignKeys: keepsForeignKeys)
    guard !imported.schema.entities.isEmpty else {
      throw .unreadable("\(location): there are no tables that can be read")
    }
    for remark in imported.remarks { context.summary(remark) }
    if let seen = imported.seen {
      context.summary(
        "looked at \(seen.isAll ? "all " : "")\(Phrase.count(seen.rows, "row"))\(seen.isAll ? "" : ", at most \(sample) of a table")"
      )
    }
    if let existing {
      return try existing.update(from: catalog, names: names, keepsForeignKeys: keepsForeignKeys, location, context)
    }
    return try write(SchemaPrinter.text(imported.schema), imported.mapping, context)
  }

  /// Writes the mapping of a schema that was written for the tables, and says what they do not have.
  private static func writeMapping(
    of imported: ImportedDatabase, _ connection: any DatabaseConnection, _ location: DataLocation, for path: String,
    _ context: CommandContext
  ) throws(Failure) -> ExitCode {
    let input = try context.sound(
      SchemaFinder(console: context.console, path: path, modelVersion: context.arguments["model-version"]).require())
    let schema = input.schema.schema
    let mapping = imported.mapping(for: schema)
    try context.requireAgreement(of: input, mapping, imported, connection, location)
    let missing = mapping.missing(in: schema)
    for name in missing { context.summary("the database has nothing for \(name)") }
    try context.write(MappingFile.text(mapping), to: context.arguments["output"])
    return missing.isEmpty ? .clean : .findings
  }

  /// A store of Core Data is imported with the names of its model, and with the model's fetch request templates.
  private static func importStore(_ store: AppleStoreSchema, _ context: CommandContext) throws(Failure) -> ExitCode {
    for remark in store.remarks { context.summary(remark) }
    let compilation = Compilation([], schema: store.schema.schema, models: store.schema.sources)
    let sound = Set(compilation.queries.map(\.name))
    let checked = store.queried.schema
    let text = SchemaPrinter.text(checked.schema, templates: checked.templates.filter { sound.contains($0.queryName) })
    return try write(text, store.layout.mapping, context)
  }

  private static func write(
    _ schema: String, _ mapping: DatabaseMapping, _ context: CommandContext
  ) throws(Failure) -> ExitCode {
    if let output = context.arguments["output"] {
      let place = MappingFile.path(beside: output)
      try context.create([(place, MappingFile.text(mapping)), (output, schema)])
      context.summary("wrote \(output) and \(place), which has the names of tables and columns")
    } else {
      try context.write(schema, to: nil)
      context.summary("-o FILE.cdq also writes FILE.mapping.json, which names the tables and columns")
    }
    return .clean
  }
}
