import CDQConnections
import CDQTestSupport
import Foundation
import Testing

/// The sentence at the end of `cdq eval --plan` on a database: what it says is true, and what it advises helps.
@Suite(.serialized) struct PlanSentenceTests {
  private static let tables = """
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, email VARCHAR(40), since TIMESTAMP NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, code VARCHAR(20) NOT NULL UNIQUE, customer_id INTEGER NOT NULL REFERENCES customers(id),
      status VARCHAR(10) NOT NULL, placed_at TIMESTAMP NOT NULL, total NUMERIC(10, 2) NOT NULL);
    CREATE INDEX orders_customer ON orders (customer_id);
    CREATE INDEX orders_status_placed ON orders (status, placed_at)
    """

  /// A query, and what its sentence contains.
  struct Example: Sendable, CustomTestStringConvertible {
    let query: String
    let sentence: String
    /// The columns of the index that is advised; nil for no advice.
    var advice: String?
    var testDescription: String { query }

    init(_ query: String, _ sentence: String, advice: String? = nil) {
      (self.query, self.sentence, self.advice) = (query, sentence, advice)
    }
  }

  static let examples = [
    Example("orders where code == 'O7'", #"serves 'code == "O7"'"#),
    Example("orders where id == 7", "serves 'id == 7'"),
    Example(
      "orders where status == 'new' AND placed_at < date('2022-01-20') AND total > 20",
      #"the index orders_status_placed serves 'status == "new"' and 'placed_at < date("2022-01-20T00:00:00Z")'; "#
        + #"'total > decimal("20")' is tested on the rows found"#),
    Example("customers", "every row of customers is read"),
    Example("customers where name CONTAINS '7'", #"is read, to test 'name CONTAINS "7"'; no index can serve that"#),
    Example(
      "customers where email == 'c7'", #"every row of customers is read, to test 'email == "c7"'"#, advice: "email"),
    Example("customers where email IN {'c7', 'c8'}", "every row of customers", advice: "email"),
    Example("customers where name BEGINSWITH 'Name 77'", "every row of customers", advice: "name"),
    Example("customers where since BETWEEN {date('2020-02-01'), date('2020-02-02')}", "every row", advice: "since"),
    Example("customers sort email limit 3", "every row of customers is read and sorted", advice: "email"),
    Example("customers sort email desc limit 3", "every row of customers is read and sorted", advice: "email"),
    Example("orders sort placed_at desc limit 3", "every row of orders", advice: "placed_at"),
    Example("orders where customer.name == 'Name 77'", "every row of", advice: "name"),
    Example("orders sort placed_at limit 1 per status", "only the first of each 'status' is kept"),
  ]

  /// Where PostgreSQL prefers a hash table of all rows.
  static let inSQLite = [
    Example(
      "orders where SUBQUERY(customers, $c, $c.email == code).@count > 0", "every row of orders and customers is read, to test"),
    Example("orders where code IN customers.@unionOfObjects.email", "every row of orders and customers"),
  ]

  /// The last line of the plan of a query.
  private static func sentence(_ query: String, _ data: String, _ folder: TestFolder) throws -> String {
    let run = ToolRun(["eval", query, "--schema", "DIR/Shop.cdq", "--data", data, "--plan"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let line = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("-- in short: ") }, "\(run.output)")
    return String(line.dropFirst("-- in short: ".count))
  }

  private static func check(
    _ data: String, _ connection: any DatabaseConnection, _ folder: TestFolder, after change: String,
    _ examples: [Example] = PlanSentenceTests.examples
  ) throws {
    func importAll() throws {
      let run = ToolRun(["schema", "import", data, "-o", "DIR/Shop.cdq"], in: folder)
      #expect(run.code == 0, "\(run.errors)")
    }
    try importAll()
    for example in examples {
      let sentence = try sentence(example.query, data, folder)
      #expect(sentence.contains(example.sentence), "\(example): \(sentence)")
      let parts = sentence.components(separatedBy: "CREATE INDEX ")
      guard let advice = example.advice, parts.count == 2, let name = parts[1].split(separator: " ").first else {
        #expect(parts.count == 1 && example.advice == nil, "\(example): \(sentence)")
        continue
      }
      #expect(parts[1].contains("(\"\(advice)\""), "\(sentence)")
      _ = try connection.rows("CREATE INDEX \(parts[1])")
      _ = try connection.rows("ANALYZE")
      try importAll()
      let after = try Self.sentence(example.query, data, folder)
      #expect(after.contains("index \(name.dropFirst().dropLast()) "), "\(example): \(after)")
      #expect(!after.contains("CREATE INDEX") && !after.contains("sorted"), "\(example): \(after)")
      _ = try connection.rows("DROP INDEX \(change)\(name)")
      for file in ["Shop.cdq", "Shop.mapping.json"] { try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)") }
      try importAll()
    }
  }

  @Test func `Of SQLite`() throws {
    let folder = try TestFolder([:])
    let connection = try SQLiteConnection(path: folder.path + "/shop", access: .create)
    for text in Self.tables.split(separator: ";") { _ = try connection.rows(String(text)) }
    for text in [
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO customers SELECT i, 'Name ' || i, CASE WHEN i % 9 THEN 'c' || i END, datetime('2020-01-01', '+' || i || ' hours') FROM n
      """,
      """
      INSERT INTO orders SELECT id, 'O' || id, 1 + id % 1000, CASE id % 50 WHEN 0 THEN 'new' ELSE 's' || (id % 50) END,
        datetime('2022-01-01', '+' || id || ' hours'), (id % 999) / 10.0 FROM customers
      """, "ANALYZE",
    ] { _ = try connection.rows(text) }
    try Self.check("DIR/shop", connection, folder, after: "", Self.examples + Self.inSQLite)
  }

  private static let server = ProcessInfo.processInfo.environment["CDQ_POSTGRES"]

  @Test(.enabled(if: server != nil, "CDQ_POSTGRES names a server"))
  func `Of PostgreSQL`() throws {
    let url = try #require(Self.server)
    let connection = try PostgresConnection(url: url, canWrite: true)
    defer { _ = try? connection.rows("DROP SCHEMA IF EXISTS planned CASCADE") }
    let statements = ["DROP SCHEMA IF EXISTS planned CASCADE", "CREATE SCHEMA planned", "SET search_path = planned"]
    for text in statements + Self.tables.split(separator: ";").map(String.init) { _ = try connection.rows(text) }
    for text in [
      """
      INSERT INTO customers SELECT i, 'Name ' || i, CASE WHEN i % 9 > 0 THEN 'c' || i END, timestamp '2020-01-01' + i * interval '1 hour'
      FROM generate_series(1, 3000) AS i
      """,
      """
      INSERT INTO orders SELECT id, 'O' || id, 1 + id % 1000, CASE id % 50 WHEN 0 THEN 'new' ELSE 's' || (id % 50) END,
        timestamp '2022-01-01' + id * interval '1 hour', (id % 999) / 10.0 FROM customers
      """, "ANALYZE",
    ] { _ = try connection.rows(text) }
    let data = url + (url.contains("?") ? "&" : "?") + "options=-csearch_path%3Dplanned"
    try Self.check(data, connection, try TestFolder([:]), after: "planned.")
  }
}
