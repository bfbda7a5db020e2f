import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQPrinting
import CDQSQL
import Testing

/// Tables and enums of one name in several schemas of PostgreSQL: the search path says which a name means, as in SQL.
@Suite(.enabled(if: DatabaseTests.postgres != nil, "'.ci/postgres' starts a server and sets CDQ_POSTGRES"))
struct SearchPathTests {
  /// A connection to three schemas with a table `place`, which has the name of its schema in its only row.
  private static func connection(_ path: String) throws -> PostgresConnection {
    let connection = try PostgresConnection(url: DatabaseTests.postgres ?? "", canWrite: true)
    for schema in ["path_a", "path_b", "path_c"] {
      try connection.execute(
        """
        DROP SCHEMA IF EXISTS \(schema) CASCADE; CREATE SCHEMA \(schema);
        CREATE TYPE \(schema).kind AS ENUM ('\(schema)', 'none');
        CREATE TABLE \(schema).place (id int PRIMARY KEY, name text NOT NULL, kind \(schema).kind NOT NULL);
        INSERT INTO \(schema).place VALUES (1, '\(schema)', '\(schema)')
        """)
    }
    try connection.execute("CREATE TABLE path_c.lonely (id int PRIMARY KEY); INSERT INTO path_c.lonely VALUES (7)")
    try connection.execute("SET search_path = \(path)")
    return connection
  }

  private static func remove(_ connection: PostgresConnection) throws {
    try connection.execute("DROP SCHEMA path_a CASCADE; DROP SCHEMA path_b CASCADE; DROP SCHEMA path_c CASCADE")
  }

  /// The search path, the table that the schema names, and the schema whose row is found; nil if there is none.
  static let cases: [(path: String, table: String?, found: String?)] = [
    ("path_a, path_b", nil, "path_a"), ("path_b, path_a", nil, "path_b"), ("path_c", nil, "path_c"),
    ("path_c, public", "path_b.place", "path_b"), ("path_a", "path_a.place", "path_a"), ("path_b, path_c", "PLACE", "path_b"),
    ("public", nil, nil), ("public", "path_c.place", "path_c"), ("public", "path_x.place", nil),
  ]

  @Test(arguments: cases)
  func `The search path decides which table a schema means`(path: String, table: String?, found: String?) throws {
    let connection = try Self.connection(path)
    let name = table.map { " @@table(\"\($0)\")" } ?? ""
    let schema = try Schema(parsing: "entity place { id: Int64 @unique  name: String\(name) }")
    let mapping = try ImportedDatabase(connection).mapping(for: schema)
    #expect((mapping.entities["place"] == nil) == (found == nil))
    if let found {
      let database = Database(schema: schema, mapping: mapping, dialect: .postgres)
      let records = try database.records(try CheckedQuery(parsing: "place", in: schema).ir, on: connection)
      #expect(records.map { $0["name"] } == [.string(found)])
    }
    try Self.remove(connection)
  }

  /// A table of one schema that the search path does not reach is still found by its name.
  @Test func `An imported schema has the tables of the search path first, each with its own enum`() throws {
    let connection = try Self.connection("path_b")
    let imported = try ImportedDatabase(connection)
    let schema = try Schema(parsing: SchemaPrinter.text(imported.schema))
    let database = Database(schema: schema, mapping: imported.mapping, dialect: .postgres)
    var found: [String: String] = [:]
    for name in ["place", "place2", "place3"] {
      let type = try #require(schema.entity(named: name)?.property(named: "kind")?.type.base.enumerationName)
      let values = schema.enumerations.first { $0.name == type }?.cases.map(\.rawValue) ?? []
      let records = try database.records(try CheckedQuery(parsing: name, in: schema).ir, on: connection)
      #expect(records.count == 1 && values.first == records[0]["name"], "\(name): \(values)")
      found[name] = "\(records[0]["name"])"
    }
    #expect(found["place"]?.contains("path_b") == true)
    #expect(Set(found.values).count == 3)
    let lonely = try Schema(parsing: "entity lonely { id: Int64 @unique }")
    #expect(imported.mapping(for: lonely).entities["lonely"]?.table == TableName(schema: "path_c", "lonely"))
    try Self.remove(connection)
  }
}
