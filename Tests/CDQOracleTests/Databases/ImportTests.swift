import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQPrinting
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQTestSupport
import Foundation
import Testing

/// Existing databases: their tables become a schema and a mapping, by which queries find their rows.
@Suite struct ImportTests {
  /// A file of SQLite with hostile names, keys of several columns, a join table, views, and texts that are not in NFC.
  private static func shop() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for statement in [
      "CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL, \"area \"\"km2\"\" '; --\" REAL)",
      """
      CREATE TABLE City (id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL COLLATE NOCASE,
        country_code TEXT NOT NULL REFERENCES COUNTRIES(code), population INT, founded DATE, price DECIMAL(10, 2))
      """,
      "CREATE TABLE tags (id INTEGER PRIMARY KEY, label TEXT)",
      "CREATE TABLE city_tags (city_id INTEGER REFERENCES City, tag_id INTEGER REFERENCES tags, PRIMARY KEY (city_id, tag_id))",
      "CREATE TABLE \"order line\" (order_no INT NOT NULL, line_no INT NOT NULL, \"select\" TEXT, PRIMARY KEY (order_no, line_no))",
      "CREATE TABLE shipments (id INTEGER PRIMARY KEY, o INT, l INT, FOREIGN KEY (o, l) REFERENCES \"order line\")",
      "CREATE VIEW large AS SELECT name, population * 2 AS twice FROM City WHERE population > 300000",
      "INSERT INTO countries VALUES ('NO', 'Norway', 385207.0), ('XX', 'e' || char(769) || 'tat', NULL)",
      """
      INSERT INTO City VALUES (1, 'Oslo', 'NO', 700000, '1048-01-01', 12.5), (2, 'Bergen', 'NO', 280000, NULL, 99.99),
        (3, 'oslo', 'XX', NULL, '2020-01-31 10:00:00.25', NULL)
      """,
      "INSERT INTO tags VALUES (1, 'harbour'), (2, 'rain')", "INSERT INTO city_tags VALUES (1, 1), (2, 1), (2, 2)",
      "INSERT INTO \"order line\" VALUES (1, 1, 'a'), (1, 2, 'b')", "INSERT INTO shipments VALUES (1, 1, 2), (2, NULL, 1)",
    ] { _ = try connection.rows(statement) }
    return connection
  }

  private struct Shop {
    let connection: SQLiteConnection
    let imported: ImportedDatabase
    var schema: Schema
    var database: Database

    init() throws {
      connection = try ImportTests.shop()
      imported = try ImportedDatabase(connection)
      // The schema as the user gets it: printed, and read again.
      schema = try Schema(parsing: SchemaPrinter.text(imported.schema))
      let json = try JSONEncoder().encode(imported.mapping)
      let mapping = try JSONDecoder().decode(DatabaseMapping.self, from: json)
      #expect(mapping == imported.mapping)
      database = Database(schema: schema, mapping: mapping, dialect: .sqlite)
    }

    /// The first values of the rows that a query finds.
    func answer(_ text: String, _ arguments: Arguments = [:]) throws -> [Value] {
      let ir = try CheckedQuery(parsing: text, in: schema).ir
      switch try database.run(ir, arguments: arguments, on: connection) {
      case .rows(let rows): return rows.map { $0[0] }
      case .records(let records): return records.map { $0["id"].isNull ? $0["name"] : $0["id"] }
      case .count(let count): return [.int(Int64(count))]
      case .exists(let truth): return [.bool(truth)]
      }
    }
  }

  /// The error that a closure throws; nil if it throws none.
  private static func error(_ body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test func `Tables become entities, keys become relationships`() throws {
    let shop = try Shop()
    let text = SchemaPrinter.text(shop.imported.schema)
    #expect(shop.schema.entities.map(\.name) == ["countries", "City", "tags", "orderLine", "shipments", "large"])
    #expect(text.contains("country: countries inverse cities"))
    #expect(text.contains("tags: [tags] inverse cities"))
    #expect(text.contains("@@unique(order_no, line_no)"))
    #expect(text.contains("founded: Date?"))
    #expect(text.contains("price: Decimal?"))
  }

  @Test(arguments: [
    ("City where name == \"Oslo\"", [Value.int(1)]),
    ("City where name ==[c] \"OSLO\"", [.int(1), .int(3)]),
    ("countries where name == \"état\" select code", [.string("XX")]),
    ("City where ANY tags.label == \"rain\" AND tags.@count > 1", [.int(2)]),
    ("City where country.areaKm2 > 1 sort population", [.int(2), .int(1)]),
    ("countries where cities.@count == 2 select name", [.string("Norway")]),
    ("shipments where orderLine.select == \"b\"", [.int(1)]),
    ("large select twice", [.int(1_400_000)]),
    ("City where founded > date(\"2020-01-31T10:00:00Z\")", [.int(3)]),
    ("City where price < 20.5", [.int(1)]),
    ("City where price == decimal(\"99.99\")", [.int(2)]),
    ("City group by country.name select sum(population) as total", [.int(980_000), .int(0)]),
    ("City where population == NULL", [.int(3)]),
    ("count City where name MATCHES \"[A-Z].*\"", [.int(2)]),
  ])
  func `An imported database is asked`(text: String, expected: [Value]) throws {
    #expect(try Shop().answer(text) == expected)
  }

  /// A schema that was written by hand for the database, with names of its own.
  private static let written = """
    entity Town {
      id: Int64 @unique
      title: String @column("name")
      people: Int64? @column("population")
      FOUNDED: Date?
      missing: String? @column("no such column")
      land: Land? @column("country_code") inverse towns
      labels: [Label] inverse towns
      @@table("City")
    }
    entity Land {
      code: String @unique
      size: Double? @column("area \\"km2\\"'; --")
      towns: [Town] inverse land
      @@table("countries")
    }
    entity Label { id: Int64 @unique  label: String?  towns: [Town] inverse labels  @@table("TAGS") }
    entity Nothing { id: Int64 }
    """

  @Test(arguments: [
    ("Town where title == \"Oslo\"", [Value.int(1)]),
    ("Town where people > 300000", [.int(1)]),
    ("Town where FOUNDED > date(\"2020-01-01\")", [.int(3)]),
    ("Town where land.code == \"NO\" sort title", [.int(2), .int(1)]),
    ("Land where towns.@count == 2 select code", [.string("NO")]),
    ("Town where ANY labels.label == \"rain\"", [.int(2)]),
    ("Label where towns.@count == 2", [.int(1)]),
  ])
  func `Annotations name tables and columns of an existing database`(text: String, expected: [Value]) throws {
    var shop = try Shop()
    shop.schema = try Schema(parsing: ImportTests.written)
    #expect(SchemaPrinter.text(shop.schema).contains("labels: [Label] inverse towns\n  @@table(\"City\")"))
    let mapping = shop.imported.mapping(for: shop.schema)
    #expect(mapping.entities["Nothing"] == nil)
    #expect(mapping.entities["Town"]?.attributes["missing"] == nil)
    shop.database = Database(schema: shop.schema, mapping: mapping, dialect: .sqlite)
    #expect(try shop.answer(text) == expected)
  }

  @Test(arguments: ["Nothing", "Town where missing == NULL"])
  func `What the database does not have is an error, not a trap`(text: String) throws {
    var shop = try Shop()
    shop.schema = try Schema(parsing: ImportTests.written)
    shop.database = Database(schema: shop.schema, mapping: shop.imported.mapping(for: shop.schema), dialect: .sqlite)
    let error = ImportTests.error { _ = try shop.answer(text) }
    #expect(error != nil)
  }

  @Test func `Our own layout has the names of the annotations`() throws {
    let layout = OwnLayout(try Schema(parsing: ImportTests.written))
    #expect(layout.tables.map(\.name.name) == ["City", "countries", "TAGS", "Nothing", "Town_labels"])
    #expect(layout.tables[0].columns.map(\.name).contains("name_cd"))
    #expect(layout.mapping.entities["Town"]?.relationships["land"] == .foreignKey(.init(["country_code"])))
    #expect(layout.mapping.entities["Land"]?.relationships["towns"] == .inverse(.init(["country_code"], order: "country_code_position")))
  }

  @Test func `No value stands in the text of a statement`() throws {
    let shop = try Shop()
    let ir = try CheckedQuery(parsing: "City where name == $n AND population IN {4711, 4712} limit 4713", in: shop.schema).ir
    let hostile = "'; DROP TABLE City; --"
    let plan = try shop.database.plan(ir, arguments: ["n": .string(hostile)])
    for value in [hostile, "4711", "4712", "4713"] { #expect(!plan.statement.text.contains(value)) }
    #expect(try shop.answer("City where name == $n", ["n": .string(hostile)]) == [])
    #expect(try shop.answer("count City") == [.int(3)])
  }

  @Test func `Values that a column must not hold are typed errors`() throws {
    let shop = try Shop()
    _ = try shop.connection.rows("UPDATE City SET population = 'many' WHERE id = 2")
    let error = ImportTests.error { _ = try shop.answer("City") }
    #expect(error?.code == "unexpected-value")
    #expect(error?.message.contains("population") == true)
  }

  @Test func `Limits bound a result`() throws {
    let shop = try Shop()
    let ir = try CheckedQuery(parsing: "City", in: shop.schema).ir
    func code(_ ir: QueryIR, _ options: DatabaseOptions) -> String? {
      ImportTests.error { _ = try shop.database.run(ir, on: shop.connection, options: options) }?.code
    }
    #expect(code(ir, DatabaseOptions(maximumRows: 2)) == "too-many-rows")
    #expect(code(ir, DatabaseOptions(maximumRows: 3)) == nil)
    #expect(code(ir, DatabaseOptions(maximumBytes: 10)) == "too-many-bytes")
    let residual = try CheckedQuery(parsing: "City where name ==[l] \"Oslo\"", in: shop.schema).ir
    #expect(code(residual, DatabaseOptions(maximumCandidates: 2)) == "too-many-candidates")
    #expect(code(residual, DatabaseOptions(allowsResidual: false)) == "refused-by-database")
    #expect(code(residual, DatabaseOptions()) == nil)
  }

  @Test func `Objects are decoded into types of the caller`() throws {
    struct City: Decodable, Equatable {
      var id: Int
      var name: String
      var population: Int?
      var founded: Date?
      var country: String
    }
    let shop = try Shop()
    let ir = try CheckedQuery(parsing: "City where id == 1", in: shop.schema).ir
    let found: [City] = try shop.database.values(ir, on: shop.connection)
    let founded = try #require(ISO8601.date(from: "1048-01-01"))
    #expect(found == [City(id: 1, name: "Oslo", population: 700_000, founded: founded, country: "NO")])
  }

  @Test func `Passwords are never shown`() throws {
    let url = "postgres://ann:se@cret%20@127.0.0.1:1/shop?password=other"
    #expect(!"\(DatabaseLocation.postgres(url: url))".contains("cret"))
    #expect(!"\(DatabaseLocation.postgres(url: url))".contains("other"))
    let error = ImportTests.error { _ = try PostgresConnection(url: url, connectTimeout: .seconds(1)) }
    #expect(error?.description.contains("cret") == false)
    // Without a URL there is no password to hide.
    let other = ImportTests.error { _ = try PostgresConnection(url: "", connectTimeout: .seconds(1)) }
    #expect(other?.description.contains("…") != true)
  }

  @Test func `A file that is no database is told`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "cdq-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(DatabaseLocation(path) == nil)
    try Data("SQLite format 3\0 and then nothing".utf8).write(to: URL(fileURLWithPath: path))
    #expect(DatabaseLocation(path) == .sqlite(path: path))
    #expect(ImportTests.error { _ = try SQLiteConnection(path: path) }?.code == "cannot-connect")
  }

  /// `CDQ_REWRITE=1 swift test --filter ImportTests` writes the table again.
  @Test func `The documentation has the table of what is not SQL`() throws {
    let file = Repository.url("Sources/Databases/CDQDatabase/CDQDatabase.docc/CDQDatabase.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let (start, end) = ("<!-- capabilities -->\n", "<!-- end of capabilities -->")
    let from = try #require(text.range(of: start)).upperBound
    let to = try #require(text.range(of: end)).lowerBound
    let wanted = SQLCapability.table() + "\n"
    if ProcessInfo.processInfo.environment["CDQ_REWRITE"] != nil {
      try text.replacingCharacters(in: from..<to, with: wanted).write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[from..<to] == wanted)
    }
  }
}
