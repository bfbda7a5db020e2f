import CDQConnections
import CDQIR
import CDQIntrospection
import CDQKit
import CDQPrinting
import CDQSQL
import Testing

/// Names of Swift for single tables, columns and foreign keys, and the types that values and declarations say.
@Suite struct ImportNameTests {
  private static func imported(_ statements: String, keepsForeignKeys: Bool = false) throws -> (schema: Schema, remarks: [String]) {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for statement in statements.split(separator: ";") { _ = try connection.rows(String(statement)) }
    var catalog = try DatabaseCatalog(of: connection)
    catalog.leaveOutBookkeeping()
    try catalog.readForms(at: connection)
    let imported = ImportedDatabase(catalog, names: .swift, keepsForeignKeys: keepsForeignKeys)
    // Every name is one that a schema can have.
    #expect(try Schema(parsing: SchemaPrinter.text(imported.schema)).entities.count == imported.schema.entities.count)
    return (imported.schema, imported.remarks)
  }

  @Test(arguments: [
    ("order_lines", "OrderLine"), ("people", "Person"), ("categories", "Category"), ("statuses", "Status"), ("news", "News"),
    ("Invoices", "Invoice"), ("tblCustomer", "Customer"), ("tbl_orders", "Order"), ("ORDER_LINES", "OrderLine"), ("addresses", "Address"),
    ("boxes", "Box"), ("houses", "House"), ("databases", "Database"), ("movies", "Movie"), ("series", "Series"), ("salesmen", "Salesman"),
    ("matches", "Match"), ("caches", "Cache"), ("prices", "Price"), ("indices", "Index"), ("analyses", "Analysis"), ("menus", "Menu"),
    ("campuses", "Campus"), ("quizzes", "Quiz"), ("heroes", "Hero"), ("shoes", "Shoe"), ("gas", "Gas"), ("bus", "Bus"), ("leaves", "Leave"),
    ("api_keys", "APIKey"), ("URLs", "URLRecord"), ("data", "DataRecord"), ("types", "TypeRecord"), ("2fa codes", "_2faCode"),
    ("HTTPRequests", "HTTPRequest"), ("straßen", "Straßen"), ("--", "Table"), ("orderLines", "OrderLine"), ("metadata", "Metadata"),
  ])
  func `A table becomes an entity in the singular`(table: String, entity: String) throws {
    #expect(try ImportNameTests.imported("CREATE TABLE \"\(table)\" (id INTEGER PRIMARY KEY)").schema.entities.map(\.name) == [entity])
  }

  @Test(arguments: [
    ("placed_at", "placedAt"), ("URL", "url"), ("is_active", "isActive"), ("CustomerID", "customerID"), ("image_url", "imageURL"),
    ("IPAddress", "ipAddress"), ("address_2", "address2"), ("FIRST_NAME", "firstName"), ("_id", "id"), ("default", "orderDefault"),
    ("like", "orderLike"), ("2020", "_2020"), ("e-mail", "eMail"), ("größe", "größe"), ("''", "column"), ("related_ids", "relatedIDs"),
    ("xmlData", "xmlData"), ("HTMLBody", "htmlBody"), ("size", "size"), ("value", "value"), ("select", "select"),
  ])
  func `A column becomes a property in lower camel case`(column: String, property: String) throws {
    let schema = try ImportNameTests.imported("CREATE TABLE orders (\"\(column)\" REAL)").schema
    #expect(schema.entities[0].properties.map(\.name) == [property])
  }

  @Test func `Names that meet are different, in the same way each time`() throws {
    let text = """
      CREATE TABLE person (id INTEGER PRIMARY KEY, full_name TEXT, "FullName2" TEXT, fullName TEXT);
      CREATE TABLE people (id INTEGER PRIMARY KEY); CREATE TABLE tbl_person (id INTEGER PRIMARY KEY)
      """
    let schema = try ImportNameTests.imported(text).schema
    #expect(schema.entities.map(\.name) == ["Person", "People", "Person2"])
    #expect(schema.entities[0].properties.map(\.name) == ["id", "fullName", "fullName2", "fullName3"])
    #expect(SchemaPrinter.text(schema) == SchemaPrinter.text(try ImportNameTests.imported(text).schema))
  }

  /// Columns of the table `employees`, which refers to `teams` or to itself, and the relationships that they become.
  @Test(arguments: [
    ("manager_id INTEGER REFERENCES employees", "manager: Employee? inverse reports", "reports: [Employee] inverse manager"),
    ("ReportsTo INTEGER REFERENCES employees", "manager: Employee? inverse reports", "reports: [Employee] inverse manager"),
    ("parentEmployeeId INTEGER REFERENCES employees", "parent: Employee? inverse children", "children: [Employee] inverse parent"),
    ("buddy INTEGER REFERENCES employees", "buddy: Employee? inverse employeesAsBuddy", "employeesAsBuddy: [Employee] inverse buddy"),
    ("team_id INTEGER REFERENCES teams", "team: Team? inverse employees", "employees: [Employee] inverse team"),
    ("teamid INTEGER NOT NULL REFERENCES teams", "team: Team inverse employees", "employees: [Employee] inverse team"),
    ("fk_team INTEGER UNIQUE REFERENCES teams", "team: Team? inverse employee", "employee: Employee? inverse team"),
    ("code INTEGER REFERENCES teams(code)", "team: Team? inverse employees", "employees: [Employee] inverse team"),
    ("home_team_id INTEGER REFERENCES teams, away_team_id INTEGER REFERENCES teams", "homeTeam: Team? inverse homeEmployees",
      "awayEmployees: [Employee] inverse awayTeam"),
    ("owner_id INTEGER REFERENCES teams, team_id INTEGER REFERENCES teams", "owner: Team? inverse ownedEmployees",
      "employees: [Employee] inverse team"),
    ("team TEXT, team_id INTEGER REFERENCES teams", "team: String?", "teamTeam: Team? inverse employees"),
    ("class_id INTEGER REFERENCES teams", "employeeClass: Team? inverse employees", "employees: [Employee] inverse employeeClass"),
  ])
  func `A foreign key is named after the role of what it refers to`(columns: String, one: String, other: String) throws {
    let schema = try ImportNameTests.imported(
      "CREATE TABLE teams (id INTEGER PRIMARY KEY, code INTEGER UNIQUE); CREATE TABLE employees (number INTEGER PRIMARY KEY, \(columns))"
    ).schema
    let text = SchemaPrinter.text(schema)
    #expect(text.contains("  \(one)"), "\(text)")
    #expect(text.contains("  \(other)"), "\(text)")
    #expect(!text.lowercased().contains("id: int64?"), "\(text)")
  }

  @Test func `The column of a foreign key is kept where it identifies an object, and if asked for`() throws {
    let tables = """
      CREATE TABLE orders (id INTEGER PRIMARY KEY); CREATE TABLE countries (code TEXT PRIMARY KEY);
      CREATE TABLE lines (order_id INTEGER REFERENCES orders, number INTEGER, country TEXT REFERENCES countries(code),
        PRIMARY KEY (order_id, number))
      """
    func names(_ keepsForeignKeys: Bool) throws -> [String] {
      try ImportNameTests.imported(tables, keepsForeignKeys: keepsForeignKeys).schema.entity(named: "Line")?.properties.map(\.name) ?? []
    }
    #expect(try names(false) == ["orderID", "number", "order", "country"])
    #expect(try names(true) == ["orderID", "number", "countryCode", "order", "country"])
  }

  @Test func `A table of the language itself in the singular keeps its name`() throws {
    let schema = try ImportNameTests.imported(
      "CREATE TABLE kurs (id INTEGER PRIMARY KEY); CREATE TABLE teilnahme (id INTEGER PRIMARY KEY, kurs_id INTEGER REFERENCES kurs)").schema
    #expect(schema.entities.map(\.name) == ["Kurs", "Teilnahme"])
  }

  // MARK: Types

  /// A column of the table `orders` with values, and the property that it becomes.
  @Test(arguments: [
    ("status TEXT CHECK (status IN ('open', 'paid'))", "'paid'", "status: OrderStatus?"),
    ("status TEXT CHECK (status IN ('open', 'paid') OR status IS NULL)", "NULL", "status: OrderStatus?"),
    ("status TEXT CHECK (\"status\" = 'open' or [status] = 'paid')", "'open'", "status: OrderStatus?"),
    ("status TEXT CHECK (length(status) < 9 AND (status) IN ('open', 'it''s'))", "'it''s'", "status: OrderStatus?"),
    ("status TEXT CHECK (status NOT IN ('open', 'paid'))", "'else'", "status: String?"),
    ("status TEXT CHECK (status IN ('open', 'paid') OR length(status) > 5)", "'open'", "status: String?"),
    ("status TEXT CHECK (lower(status) IN ('open', 'paid'))", "'OPEN'", "status: String?"),
    ("status TEXT /* CHECK (status IN ('a')) */", "'b'", "status: String?"),
    ("placed_at TEXT", "'2024-01-31'), ('2024-01-31T10:20:30Z'), ('2024-01-31 10:20:30.25'", "placedAt: Date?"),
    ("placed_at TEXT", "'2024-01-31'), ('2024-02-31'", "placedAt: String?"), ("placed_at TEXT", "'2024-01'), ('2024'", "placedAt: String?"),
    ("placed_at TEXT", "'2024-01-31'), ('soon'", "placedAt: String?"), ("placed_at INTEGER", "1700000000", "placedAt: Date?"),
    ("placed_at INTEGER", "1700000000000", "placedAt: Date?"), ("placed_at INTEGER", "1700000000), (1700000000000", "placedAt: Int64?"),
    ("placed_at INTEGER", "20240131", "placedAt: Int64?"), ("amount INTEGER", "1700000000", "amount: Int64?"),
    ("is_paid INTEGER", "0), (1", "isPaid: Bool?"), ("is_paid INTEGER", "0), (2", "isPaid: Int64?"), ("count INTEGER", "0), (1", "count: Int64?"),
    ("is_paid INTEGER DEFAULT 1", "0", "isPaid: Bool? = true"), ("has_note TEXT", "'Y'), ('N'", "hasNote: Bool?"),
    ("has_note TEXT", "'Y'), ('maybe'", "hasNote: String?"), ("kind INTEGER CHECK (kind IN (0, 1))", "1", "kind: Bool?"),
    ("total NUMERIC(10, 2)", "12.5", "total: Decimal?"), ("total DECIMAL", "'x'", "total: String?"),
  ])
  func `The values decide what a column means`(column: String, values: String, property: String) throws {
    let schema = try ImportNameTests.imported("CREATE TABLE orders (\(column)); INSERT INTO orders VALUES (\(values))").schema
    let text = SchemaPrinter.text(schema)
    #expect(text.contains("  \(property)\n"), "\(text)")
  }

  @Test func `The report says what was seen`() throws {
    let remarks = try ImportNameTests.imported(
      """
      CREATE TABLE orders (placed_at TEXT, paid_at INTEGER, due_on TEXT, is_open INTEGER, status TEXT CHECK (status IN ('a')), total MONEY);
      INSERT INTO orders VALUES ('2024-01-31', 1700000000, 'soon', 1, 'a', 3)
      """).remarks
    #expect(
      remarks == [
        "read as Decimal: orders.total", "read as Date (texts of ISO 8601): orders.placed_at",
        "read as Date (seconds since 1970): orders.paid_at", "read as Bool (0 and 1): orders.is_open",
        "read as enums (values of a CHECK): orders.status",
        "orders.due_on stays String: 1 of 1 values are no Date (texts of ISO 8601), such as 'soon'",
      ])
  }

  @Test func `Tables of a full-text index and of migrations are left out`() throws {
    let found = try ImportNameTests.imported(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE notes_fts USING fts5(body, content='notes', content_rowid='id');
      CREATE VIRTUAL TABLE pages USING fts4(title, body);
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      CREATE TABLE _prisma_migrations (id TEXT, checksum TEXT, finished_at TEXT, migration_name TEXT);
      CREATE TABLE migrations (id INTEGER PRIMARY KEY, bird TEXT, year INTEGER)
      """)
    #expect(found.schema.entities.map(\.name) == ["Note", "Page", "Migration"])
    #expect(found.remarks.count == 1)
    #expect(
      found.remarks.first?.hasPrefix(
        "left out: notes_fts (a full-text index), grdb_migrations (migrations of GRDB), _prisma_migrations (migrations of Prisma), ")
        == true, "\(found.remarks)")
  }
}
