import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQPrinting
import CDQSQL
import CDQTestSupport
import Foundation
import Testing

/// Databases in the manner of public samples, each in two styles of names, are imported with names of Swift.
///
/// `UPDATE_EXPECT=1 swift test --filter SampleImportTests` writes `Tests/Corpus/imports/names.txt`, which has the names
/// side by side.
@Suite struct SampleImportTests {
  static let samples = Repository.files(below: "Tests/Corpus/imports", extension: "sql")

  /// A database with the tables of a sample.
  ///
  /// - Parameter isPascal: Whether `order_lines` is `OrderLines`.
  private static func script(_ sample: URL, isPascal: Bool) throws -> String {
    let text = try String(contentsOf: sample, encoding: .utf8)
    return isPascal ? pascal(text) : text
  }

  /// A script whose names, which are its words in lower case, are written as `OrderLines`.
  private static func pascal(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("--") {
        let line = rest.prefix { $0 != "\n" }
        rest = rest.dropFirst(line.count)
      } else if first == "'" {
        let value = "'" + rest.dropFirst().prefix { $0 != "'" } + "'"
        result += value
        rest = rest.dropFirst(value.count)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isName = first.isLowercase && word != "schema_migrations"
        let parts = word.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        result += isName && !result.hasSuffix("\"") ? "\"\(parts.joined())\"" : isName ? parts.joined() : String(word)
        rest = rest.dropFirst(word.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func imported(
    _ connection: any DatabaseConnection, schema: String? = nil
  ) throws -> ImportedDatabase {
    var catalog = try DatabaseCatalog(of: connection)
    catalog.tables.removeAll { schema != nil && $0.name.schema != schema }
    catalog.leaveOutBookkeeping()
    try catalog.readForms(at: connection)
    try catalog.measure(at: connection)
    return ImportedDatabase(catalog, names: .swift)
  }

  private static func sqlite(_ sample: URL, isPascal: Bool) throws -> (connection: SQLiteConnection, imported: ImportedDatabase) {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for statement in try script(sample, isPascal: isPascal).split(separator: ";\n") { _ = try connection.rows(String(statement)) }
    return (connection, try imported(connection))
  }

  private static func destination(_ property: Property) -> String? {
    if case .relationship(let relationship) = property { relationship.destination } else { nil }
  }

  /// What the database calls each line of a printed schema.
  private static func places(_ imported: ImportedDatabase) -> [String] {
    imported.schema.entities.flatMap { entity -> [String] in
      let place = imported.mapping.entities[entity.name]
      return [place?.table.name ?? ""] + entity.properties.map { property in
        if let column = place?.attributes[property.name] { return "  " + column.column }
        switch place?.relationships[property.name] {
        case .foreignKey(let key): return "  " + key.columns.joined(separator: ", ")
        case .inverse(let key):
          let owner = destination(property).flatMap { imported.mapping.entities[$0]?.table.name } ?? ""
          return "  \(owner).\(key.columns.joined(separator: ", "))"
        case .joinTable(let table): return "  \(table.table.name)"
        case nil: return "  ?"
        }
      }
    }
  }

  /// The lines of entities without annotations and braces.
  private static func lines(_ imported: ImportedDatabase) -> [String] {
    SchemaPrinter.text(imported.schema).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("}") && !$0.hasPrefix("  @@") }
      .map { $0.replacing(" @delete(deny)", with: "").replacing(" {", with: "") }
  }

  @Test func `Names are those that a developer of Swift would write, in both styles`() throws {
    var text = ""
    for sample in SampleImportTests.samples {
      let (snake, pascal) = (try SampleImportTests.sqlite(sample, isPascal: false), try SampleImportTests.sqlite(sample, isPascal: true))
      let lines = SampleImportTests.lines(snake.imported)
      #expect(lines == SampleImportTests.lines(pascal.imported), "\(sample.lastPathComponent)")
      let enums = lines.prefix { !$0.hasPrefix("entity ") }
      let columns = (SampleImportTests.places(snake.imported), SampleImportTests.places(pascal.imported))
      text += "# \(sample.deletingPathExtension().lastPathComponent)\n"
      for line in enums { text += line + "\n" }
      for ((one, other), line) in zip(zip(columns.0, columns.1), lines.dropFirst(enums.count)) {
        func padded(_ name: String) -> String { name + String(repeating: " ", count: max(1, 34 - name.count)) }
        text += padded(one) + padded(other) + line + "\n"
      }
      text += "\n"
    }
    let file = Repository.url("Tests/Corpus/imports/names.txt")
    if ProcessInfo.processInfo.environment["UPDATE_EXPECT"] != nil { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(SampleImportTests.samples.count == 10)
  }

  /// All objects of all entities are read as the types that the import declared.
  private static func readAll(_ imported: ImportedDatabase, _ connection: any DatabaseConnection, _ dialect: SQLDialect) throws {
    let text = SchemaPrinter.text(imported.schema)
    let schema = try Schema(parsing: text)
    let database = Database(schema: schema, mapping: imported.mapping, dialect: dialect)
    for entity in schema.entities {
      let table = try #require(imported.mapping.entities[entity.name]?.table)
      let records = try database.records(try CheckedQuery(parsing: entity.name, in: schema).ir, on: connection)
      let count = try connection.rows("SELECT count(*) FROM \(connection.dialect.identifier(table))")[0][0].textForm
      #expect("\(records.count)" == count, "\(entity.name)")
      for relationship in schema.allRelationships(of: entity.name) {
        let test = relationship.isToMany ? "\(relationship.name).@count >= 0" : "\(relationship.name) == NULL OR \(relationship.name) != NULL"
        let ir = try CheckedQuery(parsing: "count \(entity.name) where \(test)", in: schema).ir
        guard case .count(let found) = try database.run(ir, on: connection) else { continue }
        #expect("\(found)" == count, "\(entity.name).\(relationship.name)")
      }
    }
  }

  @Test(arguments: samples, [false, true])
  func `Each value is of the type that the import declared`(sample: URL, isPascal: Bool) throws {
    let (connection, imported) = try SampleImportTests.sqlite(sample, isPascal: isPascal)
    try SampleImportTests.readAll(imported, connection, .sqlite)
  }

  @Test(.enabled(if: DatabaseTests.postgres != nil, "'.ci/postgres' starts a server and sets CDQ_POSTGRES"), arguments: samples, [false, true])
  func `PostgreSQL has the names of SQLite`(sample: URL, isPascal: Bool) throws {
    let connection = try PostgresConnection(url: DatabaseTests.postgres ?? "", canWrite: true)
    let name = "sample_\(sample.deletingPathExtension().lastPathComponent)_\(isPascal)"
    try connection.execute("DROP SCHEMA IF EXISTS \(name) CASCADE; CREATE SCHEMA \(name); SET search_path = \(name)")
    try connection.execute(try SampleImportTests.script(sample, isPascal: isPascal))
    let imported = try SampleImportTests.imported(connection, schema: name)
    /// The names of all parts, with the types that both databases have.
    func names(_ imported: ImportedDatabase) -> [String] {
      let relationships = imported.schema.entities.flatMap { entity in
        entity.properties.map { property in
          let isSame = SampleImportTests.destination(property) != nil || property.type.base.enumerationName != nil || property.type.base == .date
          return "\(entity.name).\(property.name)\(isSame ? ": \(property.type)" : "")"
        }
      }
      return (relationships + imported.schema.enumerations.map { "\($0)" }).sorted()
    }
    #expect(names(imported) == names(try SampleImportTests.sqlite(sample, isPascal: isPascal).imported))
    try SampleImportTests.readAll(imported, connection, .postgres)
    try connection.execute("DROP SCHEMA \(name) CASCADE")
  }
}
