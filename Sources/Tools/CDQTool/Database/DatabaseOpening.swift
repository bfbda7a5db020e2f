import CDQCodegen
import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQFiles
import CDQIR
import CDQIntrospection
import CDQKit
import CDQPrinting
import CDQSQL
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

extension CommandContext {
  /// The schema of a command on a database, and the open database. Without a schema, the tables are read for one.
  func schemaAndDatabase(
    _ location: DataLocation, for texts: [SourceText]
  ) throws(Failure) -> (schema: CompilationInput, session: DatabaseSession) {
    if let store = try store(location, for: texts) {
      for remark in store.remarks { summary(remark) }
      let database = try mappingFile().map {
        Database(schema: store.queriedModel, mapping: $0, dialect: store.connection.dialect)
      }
      let session = DatabaseSession(
        location, store.connection, database ?? store.database, allowsResidual: !arguments.has("no-residual"))
      session.store = store
      return (store.queried, session)
    }
    let connection: any DatabaseConnection
    let catalog: DatabaseCatalog
    do throws(DatabaseError) {
      connection = try location.connect()
      catalog = try DatabaseCatalog(of: connection)
    } catch {
      throw Failure(error, location)
    }
    let imported = ImportedDatabase(catalog)
    let finder = SchemaFinder(
      console: console, path: arguments["schema"], modelVersion: arguments["model-version"], limits: limits.text)
    let schema: CompilationInput
    let isGiven = arguments["schema"] != nil || finder.declaresSchema(texts)
    let described = isGiven ? nil : try describedDatabase(connection, catalog, location)
    if isGiven {
      schema = try sound(finder.require(for: texts))
    } else if let described {
      let source = SourceText(name: location.description, SchemaPrinter.text(described.schema))
      schema = try sound(finder.schema(of: source, for: texts))
    } else {
      summary("the schema is read from the tables, as by 'cdq schema import'")
      let source = SourceText(name: location.description, SchemaPrinter.text(imported.schema))
      schema = try sound(finder.schema(of: source, for: texts))
    }
    let mapping: DatabaseMapping
    if let file = try mappingFile() {
      mapping = file
    } else if isGiven {
      let layout = OwnLayout(schema.schema.schema)
      mapping = catalog.holds(layout) ? layout.mapping : imported.mapping(for: schema.schema.schema)
    } else {
      mapping = described?.mapping ?? imported.mapping
    }
    if isGiven { try requireAgreement(of: schema, mapping, imported, connection, location) }
    let missing = mapping.missing(in: schema.schema.schema)
    if !missing.isEmpty {
      let rest = missing.count > 5 ? " and \(missing.count - 5) more" : ""
      summary("the database has nothing for \(missing.prefix(5).joined(separator: ", "))\(rest)")
    }
    let database = Database(schema: schema.schema.schema, mapping: mapping, dialect: connection.dialect)
    return (
      schema, DatabaseSession(location, connection, database, allowsResidual: !arguments.has("no-residual"))
    )
  }

  /// The database with the schema that it was made with; nil when it has none of its own, or its tables are others by now.
  func describedDatabase(
    _ connection: any DatabaseConnection, _ catalog: DatabaseCatalog, _ location: DataLocation
  ) throws(Failure) -> Database? {
    let schemas: [Schema]
    do throws(DatabaseError) {
      schemas = try Database.describedSchemas(on: connection)
    } catch {
      throw Failure(error, location)
    }
    if schemas.count > 1 {
      summary("'cdq load' wrote objects of \(schemas.count) schemas into the database; --schema FILE chooses one")
      return nil
    }
    guard let schema = schemas.first else { return nil }
    guard catalog.holds(OwnLayout(schema)) else {
      summary("the tables are no longer those that 'cdq load' made")
      return nil
    }
    return Database(schema: schema, dialect: connection.dialect)
  }

  /// Reports the attributes that disagree with their columns at their places in the schema, and ends the command if
  /// there are any. The tables of our own layout agree.
  ///
  /// - Parameter readsTexts: Whether to read all texts that the mapping calls normalized.
  func requireAgreement(
    of input: CompilationInput, _ mapping: DatabaseMapping, _ imported: ImportedDatabase,
    _ connection: any DatabaseConnection,
    _ location: DataLocation, readsTexts: Bool = false
  ) throws(Failure) {
    let schema = input.schema.schema
    if mapping == OwnLayout(schema).mapping { return }
    var problems = imported.problems(of: mapping, in: schema)
    do throws(DatabaseError) {
      problems += try imported.nullProblems(of: mapping, in: schema, on: connection)
      if readsTexts { problems += try mapping.unnormalized(in: connection) + mapping.unordered(in: connection) }
    } catch {
      throw Failure(error, location)
    }
    if problems.isEmpty { return }
    let diagnostics = problems.map { problem in
      let owner = schema.lineage(of: problem.entity).first { $0.property(named: problem.attribute) != nil }?.name
      let place = input.schema.declarations[.property(entity: owner ?? problem.entity, name: problem.attribute)]
      return Diagnostic(
        .error, DiagnosticCode(GenerateCode.backendSQL), stage: .check, problem.message, file: place?.file ?? "",
        at: place?.span ?? SourceSpan(at: 0), help: [problem.help])
    }
    show(diagnostics, input.sources)
    throw .findings
  }

  /// The store of Core Data at a place, with its schema; nil for another database.
  func store(_ location: DataLocation, for texts: [SourceText] = []) throws(Failure) -> AppleStoreSchema? {
    guard case .database(.sqlite(let path)) = location, let connection = try Failure.of(path, AppleStoreFile.openStore)
    else { return nil }
    return try AppleStoreSchema(path: path, connection, for: texts, self)
  }

  /// A database for the schema of a session, with its tables where a mapping says.
  func database(
    _ location: DataLocation, for schema: Schema, in mapping: DatabaseMapping
  ) throws(Failure) -> DatabaseSession {
    if try store(location) != nil {
      throw .usage("a store has a schema of its own", help: ["'cdq repl --data \(location)' opens it"])
    }
    do throws(DatabaseError) {
      let connection = try location.connect()
      let database = Database(schema: schema, mapping: mapping, dialect: connection.dialect)
      return DatabaseSession(location, connection, database, allowsResidual: !arguments.has("no-residual"))
    } catch {
      throw Failure(error, location)
    }
  }

  /// The mapping of `--mapping`, or of the `NAME.mapping.json` beside the schema `NAME.cdq`; nil without one.
  func mappingFile() throws(Failure) -> DatabaseMapping? {
    if let path = arguments["mapping"] { return try mapping(at: path) }
    return try arguments["schema"].flatMap { (schema) throws(Failure) in try mapping(beside: schema) }
  }

  /// The `NAME.mapping.json` beside the schema `NAME.cdq`; nil where there is none.
  func mapping(beside schema: String) throws(Failure) -> DatabaseMapping? {
    let path = MappingFile.path(beside: schema)
    return FileSystem().kind(of: path) == .file ? try mapping(at: path) : nil
  }

  private func mapping(at path: String) throws(Failure) -> DatabaseMapping {
    let source = SourceText(name: path, utf8: try Array(Files.read(path)))
    verbose("read \(path)")
    guard MappingReader.isMapping(source) else { throw MappingFile.isNone(path) }
    var mistakes: [Diagnostic] = []
    if let mapping = MappingReader.read(source, &mistakes) { return mapping }
    show(mistakes, [source])
    throw .unreadable("\(path): the mapping has a mistake", help: ["Grammar/mapping.schema.json describes it"])
  }
}

extension DatabaseMapping {
  /// The entities and properties of a schema that the mapping has no place for, such as `City.population`.
  func missing(in schema: Schema) -> [String] {
    schema.entities.flatMap { entity -> [String] in
      guard let place = entities[entity.name] else { return entity.isAbstract ? [] : [entity.name] }
      return entity.properties.compactMap { property in
        let isKnown =
          switch property {
          case .attribute(let attribute): attribute.isTransient || place.attributes[attribute.name] != nil
          case .relationship(let relationship):
            relationship.isTransient || place.relationships[relationship.name] != nil
          }
        return isKnown ? nil : "\(entity.name).\(property.name)"
      }
    }
  }
}

extension Failure {
  /// Calls a function for a file of a store, whose errors become failures with the path.
  static func of<Result>(_ path: String, _ body: (String) throws(AppleStoreFileError) -> Result) throws(Failure)
    -> Result
  {
    do throws(AppleStoreFileError) {
      return try body(path)
    } catch {
      throw .unreadable("\(path): \(error)", help: error.help)
    }
  }
}

/// The file of a mapping, `NAME.mapping.json`.
enum MappingFile {
  /// The path beside a schema file.
  static func path(beside schema: String) -> String {
    (PathText.fileExtension(of: schema) == "cdq" ? String(schema.dropLast(4)) : schema) + ".mapping.json"
  }

  /// The failure for a file that cannot be a mapping. It shows nothing of the file.
  static func isNone(_ path: String) -> Failure {
    .unreadable("\(path): this is no mapping: it has no JSON object", help: [MappingReader.origin])
  }

  static func text(_ mapping: DatabaseMapping) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(mapping), as: UTF8.self) + "\n"
    } catch {
      throw .bug("a mapping cannot be written as JSON")
    }
  }

  /// Where a mapping is wrong, and why.
  static func message(_ error: DecodingError, of file: String = "the mapping") -> String {
    switch error {
    case .keyNotFound(let key, let context): "\(place(context, file)) has no '\(key.stringValue)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context, file)): \(context.debugDescription)"
    case .dataCorrupted(let context): "\(place(context, file)): \(context.debugDescription)"
    @unknown default: "\(file) cannot be read"
    }
  }

  private static func place(_ context: DecodingError.Context, _ file: String) -> String {
    context.codingPath.isEmpty ? file : context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}

extension SchemaFinder {
  /// Whether one of some texts declares a part of a schema, or imports one.
  func declaresSchema(_ texts: [SourceText]) -> Bool {
    texts.contains { text in
      Parser.parseDocument(text, options: ParseOptions(limits: limits)).tree.items.contains(
        where: SchemaLocator.isSchemaPart)
    }
  }
}

extension OptionSpec {
  /// The options for data that is a database.
  static let databases: [OptionSpec] = [
    .value(
      "mapping", "FILE", "where a database holds the schema's objects (default NAME.mapping.json beside NAME.cdq)"),
    .flag("no-residual", "refuse what the database cannot answer exactly by itself"),
  ]
}
