import CDQConnections
import CDQSQL
import CDQTestSupport
import Foundation
import Testing

/// Commands on tables of SQLite whose values are not of their declared types.
@Suite struct ForeignColumnTests {
  private static func folder(_ files: [String: String] = [:]) throws -> TestFolder {
    let folder = try TestFolder(["Mine.cdq": "entity o { id: Int64 @unique  total: Double  placed: Date? }\n"].merging(files) { $1 })
    let connection = try SQLiteConnection(path: folder.path + "/shop", access: .create)
    for text in [
      """
      CREATE TABLE o (id INTEGER PRIMARY KEY, total DECIMAL(10,2) NOT NULL, placed DATE, paid BOOLEAN, sent TIMESTAMP,
        price MONEY, seen DATE)
      """,
      "INSERT INTO o VALUES (1, 12.5, '2024-01-31', 'Y', 1700000000000, 3, '2024-01-31 10:20:30')",
      "INSERT INTO o VALUES (2, 3, NULL, 'N', 1700000000001, '€ 4', NULL)",
      "INSERT INTO o VALUES (3, 7.25, '24.11.2026', 'Y', NULL, NULL, '2024-02-01')",
    ] { _ = try connection.rows(text) }
    return folder
  }

  @Test(arguments: [
    ("o select sum(total) as s", "s\r\n22.75\r\n"), ("count o where total < 1000", "3\n"),
    ("o where total IN {3, 7.25} select id", "id\r\n2\r\n3\r\n"), ("o select id sort total", "id\r\n2\r\n3\r\n1\r\n"),
  ])
  func `A Double in a column of DECIMAL is compared and added as a number`(query: String, expected: String) throws {
    let folder = try ForeignColumnTests.folder()
    #expect(ToolRun("schema import DIR/shop --schema DIR/Mine.cdq -o DIR/Mine.mapping.json", in: folder).code == 0)
    let run = ToolRun(["eval", query, "--data", "DIR/shop", "--schema", "DIR/Mine.cdq", "--format", "csv"], in: folder)
    #expect(run.output == expected, "\(run.output)\(run.errors)")
  }

  @Test(arguments: ["o", "count o where placed == NULL", "o sort placed", "count o where placed > date(\"2020-01-01\")"])
  func `A value that is not of its type stops a query that needs it`(query: String) throws {
    let run = ToolRun(["eval", query, "--data", "DIR/shop", "--schema", "DIR/Mine.cdq"], in: try ForeignColumnTests.folder())
    #expect(run.code != 0)
    #expect(run.errors.contains("the column 'o.placed' holds '24.11.2026', which is no Date, in the row with the key '3'"), "\(run.errors)")
  }

  @Test func `A query that does not need it has its answer`() throws {
    let run = ToolRun(["eval", "count o where total > 3", "--data", "DIR/shop", "--schema", "DIR/Mine.cdq"], in: try ForeignColumnTests.folder())
    #expect(run.output == "2\n", "\(run.errors)")
  }

  @Test func `A column ANY of a STRICT table is read by what it holds`() throws {
    let folder = try TestFolder(["Mine.cdq": "entity s { id: Int64 @unique  v: Int64? }\n"])
    let connection = try SQLiteConnection(path: folder.path + "/any", access: .create)
    for text in ["CREATE TABLE s (id INTEGER PRIMARY KEY, v ANY) STRICT", "INSERT INTO s VALUES (1, '3'), (2, 2), (3, 3)"] {
      _ = try connection.rows(text)
    }
    let run = ToolRun(["eval", "count s where v == 3", "--data", "DIR/any", "--schema", "DIR/Mine.cdq"], in: folder)
    #expect(run.output == "2\n", "\(run.output)\(run.errors)")
  }

  @Test func `An import chooses the types that hold all values, and says why`() throws {
    let folder = try ForeignColumnTests.folder()
    let run = ToolRun("schema import DIR/shop -o DIR/Shop.cdq", in: folder)
    let schema = try String(contentsOfFile: folder.path + "/Shop.cdq", encoding: .utf8)
    for line in ["total: Decimal", "placed: String?", "paid: Bool?", "sent: Date?", "price: String?", "seen: Date?"] {
      #expect(schema.contains(line), "\(schema)")
    }
    for line in [
      "o.placed is String: 1 of 2 values are no Date, such as '24.11.2026' (key 3)", "o.sent is Date of milliseconds",
      "o.price is String: 1 of 2 values are no Decimal, such as '€ 4' (key 2)", "looked at all 3 rows",
    ] {
      #expect(run.errors.contains(line), "\(run.errors)")
    }
    let mapping = try JSONDecoder().decode(DatabaseMapping.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/Shop.mapping.json")))
    let columns = try #require(mapping.entities["o"]?.attributes)
    #expect(columns.mapValues(\.encoding) == [
      "id": nil, "total": .number, "placed": .castToText, "paid": .boolText, "sent": .millisecondsSince1970, "price": .castToText,
      "seen": .dateText,
    ])
    #expect(ToolRun("schema import DIR/shop --sample 2", in: folder).output.contains("placed: Date?"))
    #expect(ToolRun("schema import DIR/shop --sample 2", in: folder).errors.contains("looked at 2 rows, at most 2 of a table"))
  }

  @Test func `A type and a column that disagree are an error with both places`() throws {
    let mapping = #"""
      {"version": 1, "entities": {"o": {"table": {"name": "o"}, "key": ["id"], "order": ["id"], "relationships": {}, "attributes": {
        "id": {"column": "id"}, "total": {"column": "total"}}}}}
      """#
    let folder = try ForeignColumnTests.folder(["Mine.mapping.json": mapping])
    let run = ToolRun(["eval", "o", "--data", "DIR/shop", "--schema", "DIR/Mine.cdq"], in: folder)
    #expect(run.code == 1)
    for part in [
      "'o.total' is Double, but its column o.total has the type DECIMAL(10,2) and no \"encoding\" in the mapping", "Mine.cdq:1:",
      "\"encoding\": \"number\" in the mapping",
    ] {
      #expect(run.errors.contains(part), "\(run.errors)")
    }
    let wrong = mapping.replacing(#""column": "total""#, with: #""column": "total", "encoding": "uuidText""#)
    let other = try ForeignColumnTests.folder(["Mine.mapping.json": wrong, "Q.cdq": "query all = o where total > 1"])
    let generated = ToolRun(
      "generate DIR/Q.cdq --schema DIR/Mine.cdq --backend sql --mapping DIR/Mine.mapping.json --stdout", in: other)
    #expect(generated.code == 1 && generated.errors.contains("o.total has the form 'uuidText'"), "\(generated.errors)")
  }
}
