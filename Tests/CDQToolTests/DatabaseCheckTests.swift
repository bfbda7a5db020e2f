import CDQConnections
import CDQSQL
import CDQTestSupport
import Foundation
import Testing

/// `cdq schema check FILE.cdq --data DATABASE`: whether what an import measured is still true of the rows.
@Suite struct DatabaseCheckTests {
  /// A folder with a database, a schema that declares its dates, and the mapping that an import wrote.
  private static func folder() throws -> (TestFolder, SQLiteConnection) {
    let folder = try TestFolder([
      "Shop.cdq": """
        entity Sale {
          id: Int64 @unique
          title: String @index
          soldAt: Date @index @column("sold_at")
          paidAt: Date? @column("paid_at")
          @@table("sales")
        }
        """
    ])
    let connection = try SQLiteConnection(path: folder.path + "/shop", access: .create)
    for text in [
      "CREATE TABLE sales (id INTEGER PRIMARY KEY, title TEXT NOT NULL, sold_at TEXT NOT NULL, paid_at INTEGER)",
      "CREATE INDEX by_title ON sales(title)", "CREATE INDEX by_day ON sales(sold_at)",
      "INSERT INTO sales VALUES (1, 'Köln', '2026-03-01 10:00', 1700000000), (2, 'Oslo', '2026-03-02 11:30', NULL)",
    ] { _ = try connection.rows(text) }
    let run = ToolRun("schema import DIR/shop --schema DIR/Shop.cdq -o DIR/Shop.mapping.json", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    return (folder, connection)
  }

  @Test func `An import measures strings and dates`() throws {
    let (folder, _) = try DatabaseCheckTests.folder()
    let mapping = try JSONDecoder().decode(
      DatabaseMapping.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/Shop.mapping.json")))
    let columns = try #require(mapping.entities["Sale"]?.attributes)
    #expect(columns["title"]?.isNormalized == true && columns["title"]?.isOrdered == nil)
    #expect(columns["soldAt"] == ColumnMapping("sold_at", encoding: .dateText, isOrdered: true))
    #expect(columns["paidAt"] == ColumnMapping("paid_at", encoding: .secondsSince1970, isOrdered: true))
    let run = ToolRun("schema check DIR/Shop.cdq --data DIR/shop", in: folder)
    #expect(run.code == 0 && run.output.contains("agrees with"), "\(run.output)\(run.errors)")
  }

  @Test(arguments: [
    ("'Ko\u{308}ln', '2026-03-03 10:00', NULL", "the mapping calls 'Sale.title' normalized"),
    ("'x', '2026-03-03T10:00', NULL", "the mapping calls 'Sale.soldAt' ordered"),
    ("'x', '2026-03-03', NULL", "the mapping calls 'Sale.soldAt' ordered"),
    ("'x', '2026-03-03 10:00+02:00', NULL", "the mapping calls 'Sale.soldAt' ordered"),
    ("'x', '2026-03-03 10:00', '2026-03-03'", "the mapping calls 'Sale.paidAt' ordered"),
  ]) func `A check names the column for which the mapping is no longer true`(row: String, message: String) throws {
    let (folder, connection) = try DatabaseCheckTests.folder()
    _ = try connection.rows("INSERT INTO sales VALUES (3, \(row))")
    let run = ToolRun("schema check DIR/Shop.cdq --data DIR/shop", in: folder)
    #expect(run.code == 1 && run.errors.contains(message), "\(run.output)\(run.errors)")
  }

  @Test func `What is no database is refused`() throws {
    let (folder, _) = try DatabaseCheckTests.folder()
    let run = ToolRun("schema check DIR/Shop.cdq --data DIR/Shop.mapping.json", in: folder)
    #expect(run.code == 2 && run.errors.contains("no database of SQLite or PostgreSQL"), "\(run.errors)")
  }
}
