import CDQConnections
import CDQDatabase
import CDQFiles
import CDQIR
import CDQIntrospection
import CDQPrinting
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq schema show PATH`: prints the entities of a schema.
enum SchemaShowCommand: Command {
  static let name = "schema show"
  static let summary = "print the entities of a schema"
  static let usage = ["[PATH] [--entity E]"]
  static let options: [OptionSpec] = [
    .schema,
    .value("entity", letter: "e", "E", "only this entity"),
    .choice("format", letter: "f", ["text", "json", "mermaid"], "how it is written (default text)"),
    .modelVersion,
    .value("samples", "N", "of a Core Data store, also the first N objects of each entity"),
  ]
  static let notes = [
    "Instead of a PATH, the name of an entity of the nearest schema can be given.",
    "PATH is also a database or a data file. A Core Data store is shown with the number of its objects; --schema gives its",
    "model.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    try arguments.refuseMore(than: 1)
    var entity = arguments["entity"]
    var path = arguments["schema"]
    if let given = arguments.positionals.first {
      if let shown = try showData(given, context) { return shown }
      if FileSystem().kind(of: given) != .missing || given.contains("/") || given.contains(".") {
        if path != nil { throw .usage("the schema is given twice: '\(given)' and --schema") }
        path = given
      } else {
        if entity != nil { throw .usage("there is no '\(given)'") }
        entity = given
      }
    }
    let found = try context.sound(
      SchemaFinder(console: context.console, path: path, modelVersion: arguments["model-version"]).require())
    try write(found.schema.schema, entity, context)
    return .clean
  }

  /// Shows the schema of data that tells it, such as a database or a file of CSV; nil for another path.
  private static func showData(_ path: String, _ context: CommandContext) throws(Failure) -> ExitCode? {
    try DataSource.refuseDamagedDatabase(path)
    guard try isData(path, context) else { return nil }
    let (schema, data) = try context.schemaAndData(path)
    try write(try data.describe(context) ?? schema.schema.schema, context.arguments["entity"], context)
    return .clean
  }

  /// Whether a path is data and no schema: a database, a snapshot, a data file, or a folder without a schema in it.
  private static func isData(_ path: String, _ context: CommandContext) throws(Failure) -> Bool {
    let system = FileSystem()
    if DataLocation(path, context) != nil { return true }
    switch system.kind(of: path) {
    case .directory:
      let hasData = (try? system.list(path))?.contains { LoadInput.kind(ofFile: $0) != nil } ?? false
      return hasData && (try? system.schemas(below: path).isEmpty) == true
    case .file: return LoadInput.kind(ofFile: path) != nil ? true : try DataSource.isSnapshot(path)
    default: return false
    }
  }

  private static func write(_ schema: Schema, _ entity: String?, _ context: CommandContext) throws(Failure) {
    let arguments = context.arguments
    if let entity, schema.entity(named: entity) == nil {
      let names = schema.entities.map(\.name)
      let near = Suggestions.nearest(to: entity, among: names).map { ["did you mean '\($0)'?"] } ?? []
      throw .usage("there is no entity '\(entity)'", help: near + ["entities: \(names.joined(separator: ", "))"])
    }
    let text =
      switch arguments["format"] {
      case "json": SchemaJSON.text(schema, entity: entity)
      case "mermaid": SchemaMermaid.text(schema, entity: entity)
      default: SchemaDump.text(schema, entity: entity)
      }
    context.console.output.write(text.hasSuffix("\n") ? text : text + "\n")
  }
}

/// `cdq schema import PATH`: prints a Core Data model, or the tables of a database, as `.cdq` declarations.
enum SchemaImportCommand: Command {
  static let name = "schema import"
  static let summary = "print a Core Data model or a database as .cdq declarations"
  static let usage = [
    "PATH [-o FILE]", "FILE.sqlite|postgres://…|FILE.parquet [-o FILE] [--names swift]",
    "FILE.sqlite|postgres://… --schema FILE [-o NAME.mapping.json]",
  ]
  static let options: [OptionSpec] = [
    .value("output", letter: "o", "FILE", "write a file instead; one that is there is not replaced"),
    .choice("names", ImportNames.allCases.map(\.rawValue), "the names of tables as they are, or as in Swift (default database)"),
    .flag("keep-foreign-keys", "with --names swift, also keep the columns of foreign keys as attributes"),
    .value("schema", "S", "write the mapping of this schema for the tables of a database, and no schema"),
    .value("sample", "N", "look at N rows of each table of SQLite to choose the types (default 100000)"),
    .modelVersion,
  ]
  static let notes = [
    "Names that you change in FILE.cdq and FILE.mapping.json survive the next import: one of a database onto both files keeps "
      + "what is there by table and column, adds what is new, and reports what the database no longer has.",
    "--names swift names order_lines OrderLine, placed_at placedAt and a foreign key manager_id manager.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let path = try arguments.single("a model or a database", "cdq schema import World.xcdatamodeld")
    if let location = DataLocation(path, context) { return try DatabaseImport.run(location, context) }
    let found = try context.sound(
      SchemaFinder(console: context.console, path: path, modelVersion: arguments["model-version"]).require())
    // A fetch request template with errors would make the `.cdq` file invalid: it is reported and omitted.
    let compilation = Compilation([], schema: found.schema, models: found.sources)
    let sound = Set(compilation.queries.map(\.name))
    context.show(compilation.diagnostics, found.sources)
    let text = SchemaPrinter.text(
      found.schema.schema, templates: found.schema.templates.filter { sound.contains($0.queryName) })
    try context.write(text, to: arguments["output"])
    return .clean
  }
}

/// `cdq schema check PATHS`: checks schemas and counts their entities and properties.
enum SchemaCheckCommand: Command {
  static let name = "schema check"
  static let summary = "check schemas and count what they hold"
  static let usage = ["[PATHS] [--strict]", "FILE.cdq --data FILE.sqlite|postgres://…"]
  static let options: [OptionSpec] =
    [.value("data", "DATABASE", "compare a schema and the mapping beside it with the tables and texts of a database"), .modelVersion]
    + OptionSpec.levels
  static let notes =
    ["A folder stands for the .cdq files below it and for each Core Data model below it."] + OptionSpec.levelNotes

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let given = context.arguments.positionals
    if let data = context.arguments["data"] {
      return try DatabaseCheck.run(context.arguments.single("a schema", "cdq schema check Shop.cdq --data shop.sqlite"), data, context)
    }
    let paths = given.isEmpty ? [DocumentFiles.startFolder(context.console)] : given
    let levels = try context.levels()
    var code = ExitCode.clean
    for path in paths {
      for target in try targets(path) where try check(target, levels, context) == .findings { code = .findings }
    }
    return code
  }

  /// The schemas to check separately: each Core Data model, and all `.cdq` files of a folder together.
  private static func targets(_ path: String) throws(Failure) -> [(name: String, found: FoundSchemas)] {
    let system = FileSystem()
    do throws(FileError) {
      if ModelPackage.isModel(path) { return [(path, FoundSchemas(models: [path]))] }
      guard system.kind(of: path) == .directory else {
        guard PathText.fileExtension(of: path) == "cdq" else { throw FileError(path, .notASchema) }
        return [(path, FoundSchemas(documents: [path]))]
      }
      let found = try system.schemas(below: path)
      if found.isEmpty { throw FileError(path, .noSchemaInside) }
      let documents = found.documents.isEmpty ? [] : [(path, FoundSchemas(documents: found.documents))]
      return documents + found.models.map { ($0, FoundSchemas(models: [$0])) }
    } catch {
      throw Failure(error)
    }
  }

  private static func check(
    _ target: (name: String, found: FoundSchemas), _ levels: DiagnosticLevels, _ context: CommandContext
  ) throws(Failure) -> ExitCode {
    let finder = SchemaFinder(
      console: context.console, path: nil, modelVersion: context.arguments["model-version"])
    let source = try finder.read(target.found)
    let templates = Compilation([], schema: source.schema, models: source.sources, lints: levels.lints)
    let diagnostics = levels.applied(to: source.diagnostics + templates.diagnostics, in: source.sources)
    let schema = source.schema.schema
    let attributes = schema.entities.reduce(0) {
      $0 + $1.properties.count { if case .attribute = $0 { true } else { false } }
    }
    let relationships = schema.entities.reduce(0) { $0 + $1.properties.count } - attributes
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count { $0.severity == .warning }
    context.console.print(
      "\(target.name): \(Phrase.count(schema.entities.count, "entity", plural: "entities")), "
        + "\(Phrase.count(attributes, "attribute")), \(Phrase.count(relationships, "relationship")), "
        + "\(Phrase.count(errors, "error")), \(Phrase.count(warnings, "warning"))")
    context.show(diagnostics, source.sources)
    return levels.refuses(diagnostics) ? .findings : .clean
  }
}

extension OptionSpec {
  static let modelVersion = OptionSpec.value(
    "model-version", "NAME", "which version of a Core Data model (default the current one)")
}
