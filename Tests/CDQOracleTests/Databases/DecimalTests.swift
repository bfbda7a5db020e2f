import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQSQL
import CDQStore
import CDQValues
import Foundation
import Testing

/// Computations with Decimal in statements: in SQLite by the functions of the engine in memory, in PostgreSQL where the types
/// of the columns limit the digits.
@Suite struct DecimalTests {
  private static let schema = """
    entity Line {
      id: Int64 @unique  quantity: Int32  price: Decimal  rate: Decimal?  note: String
    }
    """

  /// The lines of a shop, in memory and in SQLite as our own layout has them.
  private static func lines(_ more: [Decimal] = []) throws -> (store: Store, database: Database, connection: SQLiteConnection) {
    let schema = try Schema(parsing: DecimalTests.schema)
    let store = Store(schema: schema)
    let prices = (0..<60).map { Decimal($0 * 7919 % 1000) / 100 } + more
    try store.transaction { transaction in
      for (id, price) in prices.enumerated() {
        let rate: Value = id % 4 == 0 ? .null : .decimal(Decimal(sign: .minus, exponent: -3, significand: Decimal(id)))
        try transaction.insert(
          "Line",
          ["id": .int(Int64(id)), "quantity": .int(Int64(id % 7)), "price": .decimal(price), "rate": rate, "note": .string("n\(id % 3)")])
      }
    }
    let database = Database(schema: schema, dialect: .sqlite)
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    try database.create(on: connection, with: store.snapshot)
    return (store, database, connection)
  }

  private static let queries = [
    "Line where price * quantity > 30", "Line where price + rate == price - 0.003 select id",
    "Line where rate * rate < 0.0001 select id, rate * rate as square", "Line where -price < -9 select id, -price as negative",
    "Line where price / 3 > 3 select id, price / 3 as third", "Line where price / rate != nil select id, price / rate as ratio",
    "Line where price / (price - price) == nil select id",
    "Line select sum(price * quantity) as total, average(price) as mean, sum(rate) as rates, count() as n",
    "Line where id > 1000 select sum(price) as total, average(price) as mean",
    "Line group by note select note, sum(price * quantity) as total, average(rate) as mean sort note",
    "Line group by note having sum(price) > 90 select note, sum(price) as total, max(price * 2) as most sort total desc",
    "Line where abs(rate) > 0.02 select id, ceiling(price) as up, floor(price) as down, trunc(rate) as cut",
    "Line select distinct price * 0.5 as half sort half", "Line select id, TERNARY(price > 5, price - 5, price * 1.5) as q sort id",
  ]

  @Test(arguments: queries) func `SQLite computes with Decimal as memory does`(text: String) throws {
    let (store, database, connection) = try DecimalTests.lines()
    let ir = try CheckedQuery(parsing: text, in: database.schema).ir
    let plan = try database.plan(ir)
    #expect(!plan.isSuperset, "\(plan.reasons)")
    #expect(try DatabaseWorld.difference(database.run(ir, on: connection), store.run(ir)) == nil)
  }

  @Test(arguments: [
    ([Decimal(string: "1e37")!, 0.01, Decimal(string: "-1e37")!], true), ([Decimal(string: "1e37")!], true), ([1e10, 0.001], false),
  ] as [([Decimal], Bool)])
  func `A sum that depends on the order of its numbers is computed in memory`(more: [Decimal], isUnknown: Bool) throws {
    let (store, database, connection) = try DecimalTests.lines(more)
    for text in ["Line select sum(price) as total", "Line select average(price) as mean"] {
      let ir = try CheckedQuery(parsing: text, in: database.schema).ir
      #expect(try DatabaseWorld.difference(database.run(ir, on: connection), store.run(ir)) == nil)
      let statement = try database.plan(ir).statement
      var code: String?
      do throws(DatabaseError) { _ = try connection.rows(statement.text, statement.bindings) } catch { code = error.code }
      #expect(code == (isUnknown ? "value-out-of-range" : nil))
    }
  }

  @Test(arguments: [
    ("sum(quantity * price) as total", true), ("sum(quantity * price * 1.19) as total", true), ("sum(price - rate) as total", true),
    ("average(price) as mean", false), ("sum(price / 3) as total", false), ("sum(price * open) as total", false),
    ("max(price * price * price * price) as most", false),
  ])
  func `PostgreSQL computes where columns limit the digits`(selected: String, isSQL: Bool) throws {
    let schema = try Schema(parsing: DecimalTests.schema.replacing("note:", with: "open: Decimal  note:"))
    var mapping = OwnLayout(schema).mapping
    mapping.entities["Line"]?.attributes["price"] = ColumnMapping("price", precision: 12, scale: 2)
    mapping.entities["Line"]?.attributes["rate"] = ColumnMapping("rate", precision: 5, scale: 5)
    let ir = try CheckedQuery(parsing: "Line select \(selected)", in: schema).ir
    let plan = try Database(schema: schema, mapping: mapping, dialect: .postgres).plan(ir)
    #expect(plan.isSuperset == !isSQL, "\(plan.statement.text)")
    // The largest result of the second column would have 26 digits.
    if isSQL, selected.contains("1.19") { #expect(plan.statement.text.contains("NULLIF")) }
  }

  @Test func `PostgreSQL gives the sums and products of memory`() throws {
    guard let url = DatabaseTests.postgres else { return }
    let connection = try PostgresConnection(url: url, canWrite: true)
    try connection.execute(
      """
      DROP SCHEMA IF EXISTS priced CASCADE; CREATE SCHEMA priced; SET search_path = priced;
      CREATE TABLE "Line" (id bigint PRIMARY KEY, quantity int NOT NULL, price numeric(12, 2) NOT NULL, rate numeric(6, 4), note text NOT NULL);
      INSERT INTO "Line" SELECT i, i % 7, i * 7919 % 1000 / 100.0, CASE WHEN i % 4 > 0 THEN -i / 1000.0 END, 'n' || i % 3
        FROM generate_series(0, 59) AS i;
      INSERT INTO "Line" VALUES (100, 2, 'NaN', 1.5, 'n7'), (101, 3, 9999999999.99, 'NaN', 'n8')
      """)
    defer { try? connection.execute("DROP SCHEMA priced CASCADE") }
    let schema = try Schema(parsing: DecimalTests.schema)
    var catalog = try DatabaseCatalog(of: connection)
    try catalog.measure(at: connection)
    let mapping = ImportedDatabase(catalog).mapping(for: schema)
    #expect(mapping.entities["Line"]?.attributes["price"]?.precision == 12 && mapping.entities["Line"]?.attributes["price"]?.scale == 2)
    let database = Database(schema: schema, mapping: mapping, dialect: .postgres)
    guard case .records(let records) = try database.run(CheckedQuery(parsing: "Line", in: schema).ir, on: connection) else { return }
    let store = Store(schema: schema)
    try store.transaction { transaction in for record in records { try transaction.insert("Line", record.values) } }
    for condition in ["id < 100", "id > 1000", "TRUEPREDICATE"] {
      for selected in ["sum(price * quantity) as total", "sum(rate - price) as rest", "sum(price) as total, max(price * rate) as most"] {
        let ir = try CheckedQuery(parsing: "Line where \(condition) select \(selected)", in: schema).ir
        #expect(try !database.plan(ir).isSuperset)
        #expect(try DatabaseWorld.difference(database.run(ir, on: connection), store.run(ir)) == nil, "\(condition) \(selected)")
      }
      for test in ["price * quantity > 30", "-price < -9", "rate + price != 3.4 AND rate * 2 < 0"] {
        let ir = try CheckedQuery(parsing: "Line where \(condition) AND \(test)", in: schema).ir
        #expect(try !database.plan(ir).isSuperset, "\(condition) \(test)")
        #expect(try DatabaseWorld.difference(database.run(ir, on: connection), store.run(ir)) == nil, "\(condition) \(test)")
      }
    }
  }
}
