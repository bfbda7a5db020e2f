import CDQConnections
import CDQSQL
import CDQTestSupport
import Foundation
import Testing

/// `cdq schema import` onto the files of an earlier import, which people have changed since.
@Suite struct ImportUpdateTests {
  private static let first = """
    CREATE TABLE people (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, phone TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, buyer_id INTEGER NOT NULL REFERENCES people, placed_at TEXT NOT NULL, note TEXT,
      status TEXT CHECK (status IN ('open', 'paid')));
    INSERT INTO people VALUES (1, 'Ann', NULL);
    INSERT INTO orders VALUES (1, 1, '2024-01-31', NULL, 'paid')
    """
  private static let second = """
    ALTER TABLE orders ADD COLUMN total NUMERIC(10, 2);
    ALTER TABLE orders ADD COLUMN kind TEXT CHECK (kind IN ('new', 'used'));
    CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, seller_id INTEGER REFERENCES people)
    """

  private static func run(_ statements: String, _ folder: TestFolder) throws {
    let connection = try SQLiteConnection(path: folder.path + "/shop", access: .create)
    for statement in statements.split(separator: ";") { _ = try connection.rows(String(statement)) }
  }

  private static func folder() throws -> TestFolder {
    let folder = try TestFolder([:])
    try run(first, folder)
    return folder
  }

  private static func text(_ name: String, _ folder: TestFolder) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  /// Replaces texts in a file.
  private static func edit(_ name: String, _ folder: TestFolder, _ changes: [(String, String)]) throws {
    var text = try text(name, folder)
    for (old, new) in changes {
      #expect(text.contains(old), "\(old) is not in \(text)")
      text = text.replacing(old, with: new)
    }
    try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
  }

  private static let command = "schema import DIR/shop --names swift -o DIR/Shop.cdq"

  @Test func `Without a change of the database nothing is written`() throws {
    let folder = try ImportUpdateTests.folder()
    #expect(ToolRun(ImportUpdateTests.command, in: folder).code == 0)
    let files = try (ImportUpdateTests.text("Shop.cdq", folder), ImportUpdateTests.text("Shop.mapping.json", folder))
    // Whatever names the second import would choose.
    for command in [ImportUpdateTests.command, "schema import DIR/shop -o DIR/Shop.cdq"] {
      let run = ToolRun(command, in: folder)
      #expect(run.code == 0)
      #expect(run.errors.contains("have all tables and columns; their names are kept"), "\(run.errors)")
      #expect(try ImportUpdateTests.text("Shop.cdq", folder) == files.0)
      #expect(try ImportUpdateTests.text("Shop.mapping.json", folder) == files.1)
    }
  }

  /// Both files with other names: people rename in both of them, or only in the schema, where `@column` may say more.
  private static let schemaNames = [
    ("entity Order {", "/// What somebody bought.\nentity Purchase {"), ("[Order]", "[Purchase]"),
    ("  placedAt: Date\n", "  boughtAt: Date // by hand\n"), ("  phone: String?\n", ""), ("orders: ", "purchases: "),
    ("inverse orders", "inverse purchases"), ("OrderStatus", "State"), ("  paid = ", "  settled = "),
  ]

  @Test(arguments: [true, false])
  func `Names that were changed by hand are kept, and what is new is added`(changesMapping: Bool) throws {
    let folder = try ImportUpdateTests.folder()
    #expect(ToolRun(ImportUpdateTests.command, in: folder).code == 0)
    try ImportUpdateTests.edit(
      "Shop.cdq", folder, ImportUpdateTests.schemaNames + [("entity Person {", "query all = Purchase\n\nentity Person {")])
    if changesMapping {
      try ImportUpdateTests.edit(
        "Shop.mapping.json", folder, [("\"Order\"", "\"Purchase\""), ("\"placedAt\"", "\"boughtAt\""), ("\"orders\" : {", "\"purchases\" : {")])
    }
    try ImportUpdateTests.run(ImportUpdateTests.second, folder)
    let before = try ImportUpdateTests.text("Shop.cdq", folder)
    let run = ToolRun(ImportUpdateTests.command, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let after = try ImportUpdateTests.text("Shop.cdq", folder)
    // No line is lost, and only those of the new columns and tables are added.
    let lines = (before.split(separator: "\n"), after.split(separator: "\n"))
    let difference = lines.1.difference(from: lines.0)
    #expect(difference.removals.isEmpty)
    let added = difference.insertions.compactMap { if case .insert(_, let line, _) = $0, line != "}" { String(line) } else { nil } }
    #expect(
      added == [
        "  orderLines: [OrderLine] inverse seller @delete(deny)", "  total: Decimal?", "  kind: PurchaseKind?",
        "  orderLines: [OrderLine] inverse order @delete(deny)", "enum PurchaseKind {", "  new = \"new\",", "  used = \"used\",",
        "entity OrderLine {", "  id: Int64 @unique", "  order: Purchase inverse orderLines", "  seller: Person? inverse orderLines",
      ], "\(after)")
    #expect(run.errors.contains("added OrderLine, Person.orderLines, Purchase.total, Purchase.kind, Purchase.orderLines"), "\(run.errors)")
    if !changesMapping {
      #expect(run.errors.contains("renamed in the schema: Purchase (was Order), "), "\(run.errors)")
      #expect(run.errors.contains("Purchase.boughtAt (was placedAt)"), "\(run.errors)")
    }
    let found = ToolRun(
      ["eval", "Purchase where status == .settled select boughtAt, buyer.fullName as name, buyer.purchases.@count as n",
       "--schema", "DIR/Shop.cdq", "--data", "DIR/shop", "--format", "csv"], in: folder)
    #expect(found.output == "boughtAt,name,n\r\n2024-01-31T00:00:00Z,Ann,1\r\n", "\(found.errors)")
    #expect(ToolRun(ImportUpdateTests.command, in: folder).errors.contains("have all tables and columns"))
  }

  @Test func `Names that annotations give are kept`() throws {
    let folder = try ImportUpdateTests.folder()
    #expect(ToolRun(ImportUpdateTests.command, in: folder).code == 0)
    try ImportUpdateTests.edit(
      "Shop.cdq", folder,
      [("entity Person {", "entity Customer {\n  @@table(\"people\")"), ("fullName: String", "name: String @column(\"full_name\")"),
       ("buyer: Person", "buyer: Customer")])
    let run = ToolRun(ImportUpdateTests.command, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let mapping = try JSONDecoder().decode(
      DatabaseMapping.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/Shop.mapping.json")))
    #expect(mapping.entities.keys.sorted() == ["Customer", "Order"])
    #expect(mapping.entities["Customer"]?.attributes["name"]?.column == "full_name")
    #expect(mapping.entities["Customer"]?.attributes["fullName"] == nil)
  }

  @Test func `What the database no longer has is reported and stays in the files`() throws {
    let folder = try ImportUpdateTests.folder()
    #expect(ToolRun(ImportUpdateTests.command, in: folder).code == 0)
    let before = try ImportUpdateTests.text("Shop.cdq", folder)
    try ImportUpdateTests.run("ALTER TABLE orders DROP COLUMN note", folder)
    let run = ToolRun(ImportUpdateTests.command, in: folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("no longer has the column orders.note of Order.note"), "\(run.errors)")
    #expect(try ImportUpdateTests.text("Shop.cdq", folder) == before)
    try ImportUpdateTests.run("DROP TABLE orders", folder)
    #expect(ToolRun(ImportUpdateTests.command, in: folder).errors.contains("no longer has the table orders of Order"))
  }

  @Test(arguments: ["entity Order { id: Int64 @unique }", "entity Order {\n  id: Int64 @unique }", "entity Order {\n\tid: Int64 @unique\n}"])
  func `Properties are added to entities in any layout`(text: String) throws {
    let folder = try ImportUpdateTests.folder()
    try text.write(toFile: folder.path + "/Shop.cdq", atomically: true, encoding: .utf8)
    try """
      {"version": 1, "entities": {"Order": {"table": {"name": "orders"}, "key": ["id"], "order": ["id"],
        "attributes": {"id": {"column": "id"}}, "relationships": {}}}}
      """.write(toFile: folder.path + "/Shop.mapping.json", atomically: true, encoding: .utf8)
    let run = ToolRun(ImportUpdateTests.command, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let found = ToolRun(
      ["eval", "Order select placedAt, buyer.fullName as name", "--schema", "DIR/Shop.cdq", "--data", "DIR/shop", "--format", "csv"], in: folder)
    #expect(found.output == "placedAt,name\r\n2024-01-31T00:00:00Z,Ann\r\n", "\(found.errors)")
  }

  @Test(arguments: [("Shop.cdq", "entity Order {"), ("Shop.mapping.json", "{\"version\": 1, \"entities\": {\"Order\": 1}}"), ("Shop.mapping.json", "no")])
  func `A file with a mistake is an error and stays as it is`(name: String, text: String) throws {
    let folder = try ImportUpdateTests.folder()
    #expect(ToolRun(ImportUpdateTests.command, in: folder).code == 0)
    try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    let run = ToolRun(ImportUpdateTests.command, in: folder)
    #expect(run.code != 0 && run.errors.contains(name), "\(run.errors)")
    #expect(try ImportUpdateTests.text(name, folder) == text)
  }

  @Test func `An index that is new in the database is added once`() throws {
    let folder = try Self.folder()
    #expect(ToolRun("schema import DIR/shop -o DIR/Shop.cdq", in: folder).code == 0)
    try Self.run("CREATE INDEX by_phone ON people (phone); CREATE INDEX by_day ON orders (status, placed_at)", folder)
    let second = ToolRun("schema import DIR/shop -o DIR/Shop.cdq", in: folder)
    #expect(second.code == 0 && second.errors.contains("an index of people (phone)"), "\(second.errors)")
    let text = try Self.text("Shop.cdq", folder)
    #expect(text.contains("@@index(phone)"), "\(text)")
    #expect(text.contains("@@index(status, placed_at)"), "\(text)")
    let third = ToolRun("schema import DIR/shop -o DIR/Shop.cdq", in: folder)
    #expect(third.errors.contains("have all tables and columns") && !third.errors.contains("added"), "\(third.errors)")
    #expect(try Self.text("Shop.cdq", folder) == text)
  }
}
