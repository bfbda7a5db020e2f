import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Whether statements are such that a database answers them by the indexes of our own layout. `Tests/Benchmarks/Databases`
/// checks more of them in both databases, with millions of rows.
@Suite struct IndexTests {
  private static let schema = """
    entity City {
      id: Int64 @unique
      name: String @index
      population: Int64
      elevation: Int64? @index
      country: Country? inverse cities
      @@index(population desc, id)
    }
    entity Country {
      code: String @unique
      cities: [City] inverse country
    }
    """

  @Test func `Indexes have the order of the language`() throws {
    let layout = OwnLayout(try Schema(parsing: IndexTests.schema))
    let (lite, postgres) = (layout.statements(.sqlite), layout.statements(.postgres))
    for statements in [lite, postgres] {
      #expect(statements.contains(#"CREATE INDEX "City_population_id_index" ON "City" ("population" DESC, "id")"#))
      #expect(statements.contains(#"CREATE INDEX "City_name_cd_index" ON "City" ("name_cd")"#))
    }
    #expect(lite.contains(#"CREATE INDEX "City_elevation_index" ON "City" ("elevation")"#))
    // NULL stands below all values.
    #expect(postgres.contains(#"CREATE INDEX "City_elevation_index" ON "City" ("elevation" NULLS FIRST)"#))
  }

  @Test(arguments: [
    ("City where id == $n", "SEARCH t1 USING INDEX City_id_index"),
    ("City where id IN {1, 2, 3}", "SEARCH t1 USING INDEX City_id_index"),
    ("City where name BEGINSWITH 'a'", "SEARCH t1 USING INDEX City_name_index"),
    ("City where name BEGINSWITH[c] 'a'", "SEARCH t1 USING INDEX City_name_c_index"),
    ("City where name BEGINSWITH[cd] 'a'", "SEARCH t1 USING INDEX City_name_cd_index"),
    ("City where name ==[c] 'a'", "SEARCH t1 USING INDEX City_name_c_index"),
    ("City where elevation == $n", "SEARCH t1 USING INDEX City_elevation_index"),
    ("City sort elevation limit 5", "SCAN t1 USING INDEX City_elevation_index"),
    (
      "City where population < $n OR population == $n AND id > 7 sort population desc, id limit 5",
      "SEARCH t1 USING INDEX City_population_id_index"
    ),
    ("City where country.code == $code", "SEARCH t1 USING INDEX City_country_index"),
    ("Country where ANY cities.population > $n", "SEARCH t2 USING INDEX City_country_index"),
  ])
  func `SQLite uses them`(text: String, step: String) throws {
    let schema = try Schema(parsing: IndexTests.schema)
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    let database = Database(schema: schema, dialect: .sqlite)
    let store = Store(schema: schema)
    try store.transaction { transaction in
      let countries = try (0..<50).map { try transaction.insert("Country", ["code": .string("c\($0)")]) }
      for number in 0..<2000 {
        try transaction.insert(
          "City",
          [
            "id": .int(Int64(number)), "name": .string("\(number * 7919 % 2000)"), "population": .int(Int64(number / 2)),
            "elevation": number % 3 == 0 ? .null : .int(Int64(number)), "country": .object(countries[number % 50]),
          ])
      }
    }
    try database.create(on: connection, with: store.snapshot)
    _ = try connection.rows("ANALYZE")
    let ir = try CheckedQuery(parsing: text, in: schema).ir
    var arguments: Arguments = [:]
    for parameter in ir.parameters { arguments[parameter.name] = parameter.name == "n" ? .int(5) : .string("c5") }
    let plan = try database.plan(ir, arguments: arguments, on: connection).explanation
    #expect(plan.contains { $0.hasPrefix(step) }, "\(plan)")
    // The statement that is written before the arguments are known.
    let lines = try StatementRun(schema, store, ir, arguments, database, connection).plan()
    #expect(lines.contains { $0.hasPrefix(step) }, "\(lines)")
  }

  // MARK: Tables that others made

  /// A table with an index, and the schema that says so.
  private static func foreign(_ column: String, _ attribute: String, _ rows: [String]) throws -> (SQLiteConnection, Database) {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    _ = try connection.rows("CREATE TABLE o (id INTEGER PRIMARY KEY, n \(column))")
    _ = try connection.rows("CREATE INDEX by_n ON o (n)")
    for row in rows { _ = try connection.rows("INSERT INTO o (n) VALUES (\(row))") }
    let schema = try Schema(parsing: "entity o { id: Int64 @unique  n: \(attribute) @index }")
    let mapping = try ImportedDatabase(connection).mapping(for: schema)
    return (connection, Database(schema: schema, mapping: mapping, dialect: .sqlite))
  }

  @Test(arguments: [
    ("INTEGER", "Int64?"), ("INTEGER", "Int64"), ("INTEGER NOT NULL", "Int64"), ("INTEGER NOT NULL", "Int16?"),
    ("REAL", "Double?"), ("REAL NOT NULL", "Double"), ("BLOB NOT NULL", "Data"),
  ])
  func `A comparison and the test for other types use the index of a foreign table`(column: String, attribute: String) throws {
    let (connection, database) = try IndexTests.foreign(column, attribute, [])
    let value = attribute == "Data" ? Value.data(Data([7])) : attribute.hasPrefix("Double") ? .double(7) : .int(7)
    for condition in ["n == $a", "n < $a", "n >= $a", "n IN {$a, $a}", "n IN $l", "n BETWEEN {$a, $a}"] {
      // Data has no order.
      if attribute == "Data", condition.contains("<") || condition.contains(">") || condition.contains("BETWEEN") { continue }
      let query = try CheckedQuery(parsing: "count o where \(condition)", in: database.schema)
      let arguments: Arguments = condition.contains("$l") ? ["l": .list([value, value])] : ["a": value]
      let plan = try database.plan(query.ir, arguments: arguments, on: connection).explanation
      let generated = try StatementRun(database.schema, Store(schema: database.schema), query.ir, arguments, database, connection).plan()
      // The statement reads the table as t1, the test for other types as t2, and the one for NULL as t3. In a column that
      // cannot be NULL, the last one has a constant condition, and reads nothing.
      for (table, plan) in [("t1", plan), ("t2", plan), ("t1", generated), ("t2", generated)] {
        #expect(plan.contains { $0.hasPrefix("SEARCH \(table) USING") && $0.contains("by_n") }, "\(condition): \(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN \(table)") }, "\(condition): \(plan)")
      }
    }
  }

  @Test(arguments: [
    ("TEXT", "String?"), ("TEXT", "String"), ("TEXT NOT NULL", "String"), ("VARCHAR(20) NOT NULL", "String?"),
  ], [
    ("n == $a", "n=?"), ("n IN {$a, 'b'}", "n=?"), ("n IN $l", "n=?"), ("n BEGINSWITH $a", "n>? AND n<?"), ("n == 'Köln'", "n=?"),
  ])
  func `Texts that need not be in NFC are found by the index of a foreign table`(
    column: (String, String), condition: (text: String, step: String)
  ) throws {
    let (connection, database) = try IndexTests.foreign(column.0, column.1, ["'Köln'", "'Oslo'"])
    let query = try CheckedQuery(parsing: "count o where \(condition.text)", in: database.schema)
    let arguments: Arguments = ["a": .string("Oslo"), "l": .list([.string("Oslo"), .string("Bergen")])]
    let given = Dictionary(uniqueKeysWithValues: query.ir.parameters.map { ($0.name, arguments[$0.name] ?? .null) })
    let plan = try database.plan(query.ir, arguments: Arguments(given), on: connection).explanation
    let statement = StatementRun(database.schema, Store(schema: database.schema), query.ir, Arguments(given), database, connection)
    for plan in [plan, try statement.plan()] {
      #expect(plan.contains { $0.hasPrefix("SEARCH t1 USING") && $0.contains("by_n") && $0.contains(condition.step) }, "\(plan)")
    }
    guard case .count(1) = try database.run(query.ir, arguments: Arguments(given), on: connection) else {
      Issue.record("not one row")
      return
    }
  }

  @Test(arguments: [
    "n == 3", "n < 5", "n <= 5 AND id > 0", "n > 5", "n IN {1, 2}", "n BETWEEN {1, 5}", "NOT n < 5", "n < 5 OR id > 7", "n != 3",
  ])
  func `NULL in an indexed column that must have a value stops a query`(condition: String) throws {
    let (connection, database) = try IndexTests.foreign("INTEGER", "Int64", ["NULL", "NULL"])
    let query = try CheckedQuery(parsing: "count o where \(condition)", in: database.schema)
    let error = #expect(throws: DatabaseError.self) { try database.run(query.ir, on: connection) }
    #expect(error?.code.contains("unexpected") == true && error?.message.contains("'o.n'") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: ["1e20", "-1e20", "'abc'", "x'00'"])
  func `A value beyond the ends of an index stops a query`(stray: String) throws {
    let (connection, database) = try IndexTests.foreign("NUMERIC", "Int64?", ["2", stray, "NULL"])
    for condition in ["n == 2", "n < 5", "n >= 2", "n IN {2, 3}", "NOT n BETWEEN {1, 5}"] {
      let query = try CheckedQuery(parsing: "count o where \(condition)", in: database.schema)
      let error = #expect(throws: DatabaseError.self) { try database.run(query.ir, on: connection) }
      #expect(error?.code == "unexpected-value", "\(condition)")
    }
  }

  // MARK: Dates in other forms

  /// Tables of a shop with dates as texts and numbers, and the mapping that an import writes for them.
  static func shop() throws -> (SQLiteConnection, Database) {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for statement in [
      "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      """
      CREATE TABLE orders (id INTEGER PRIMARY KEY, number TEXT NOT NULL, customer_id INTEGER NOT NULL REFERENCES customers(id),
        status TEXT NOT NULL, placed TEXT NOT NULL, paid INTEGER, shipped REAL)
      """,
      "CREATE INDEX by_name ON customers(name)", "CREATE INDEX by_number ON orders(number)", "CREATE INDEX by_customer ON orders(customer_id, placed)",
      "CREATE INDEX by_status ON orders(status, placed)", "CREATE INDEX by_placed ON orders(placed)",
      "CREATE INDEX by_paid ON orders(paid)", "CREATE INDEX by_shipped ON orders(shipped)",
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499) INSERT INTO customers SELECT i, 'Customer ' || i FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
      INSERT INTO orders SELECT i, 'N' || i, i * 7919 % 500, CASE i % 50 WHEN 0 THEN 'open' ELSE 'paid' END,
        strftime('%Y-%m-%dT%H:%M:%SZ', 1600000000 + i * 3571, 'unixepoch'),
        CASE WHEN i % 9 THEN (1600000000 + i * 3571) * 1000 END, 1600000000.5 + i * 3571 FROM n
      """,
      "ANALYZE",
    ] { _ = try connection.rows(statement) }
    let schema = try Schema(
      parsing: """
        entity customers { id: Int64 @unique  name: String @index  orders: [orders] inverse customer @delete(deny) }
        entity orders {
          id: Int64 @unique  number: String @index  status: String  placed: Date @index  paid: Date? @index  shipped: Date? @index
          customer: customers inverse orders @column("customer_id")
          @@index(status, placed)
        }
        """)
    var catalog = try DatabaseCatalog(of: connection)
    try catalog.measure(at: connection)
    var mapping = ImportedDatabase(catalog).mapping(for: schema)
    // Nothing but the user knows whether whole numbers are seconds or milliseconds.
    mapping.entities["orders"]?.attributes["paid"]?.encoding = .millisecondsSince1970
    return (connection, Database(schema: schema, mapping: mapping, dialect: .sqlite))
  }

  /// Queries with the step of the plan that reads the first table, and the number of rows.
  static let shopQueries: [(text: String, step: String, rows: Int)] = [
    ("orders where number == 'N77'", "SEARCH t1 USING INDEX by_number (number=?)", 1),
    ("orders where number BEGINSWITH 'N777'", "SEARCH t1 USING INDEX by_number (number>? AND number<?)", 11),
    ("orders sort placed desc limit 3", "SCAN t1 USING INDEX by_placed", 3),
    ("orders sort placed desc, id desc limit 3", "SCAN t1 USING INDEX by_placed", 3),
    ("orders sort shipped limit 3", "SCAN t1", 3),
    ("orders where placed >= date('2022-05-01') AND placed < date('2022-05-02')",
      "SEARCH t1 USING INDEX by_placed (placed>? AND placed<?)", 24),
    ("orders where placed == date('2022-05-01T04:19:40Z')", "SEARCH t1 USING INDEX by_placed (placed>? AND placed<?)", 0),
    ("orders where placed BETWEEN {date('2022-05-01'), date('2022-05-02')}",
      "SEARCH t1 USING INDEX by_placed (placed>? AND placed<?)", 24),
    ("orders where status == 'open' AND placed < date('2020-10-01')",
      "SEARCH t1 USING INDEX by_status (status=? AND placed>? AND placed<?)", 9),
    ("orders where paid >= date('2022-11-01') sort paid", "SEARCH t1 USING INDEX by_paid (paid>?)", 1034),
    ("orders where paid == date('2022-11-01')", "SEARCH t1 USING INDEX by_paid (paid>? AND paid<?)", 0),
    ("orders where shipped < date('2020-09-14') sort shipped", "SEARCH t1 USING INDEX by_shipped (shipped<?)", 12),
    ("orders where year(placed) == 2022 AND month(placed) == 5 AND day(placed) == 1", "SEARCH t1 USING INDEX by_placed", 24),
    ("orders where year(placed) == 2022 AND month(placed) == 10", "SEARCH t1 USING INDEX by_placed (placed>? AND placed<?)", 750),
    ("orders where 12 == month(placed) AND year(placed) == 2021", "SEARCH t1 USING INDEX by_placed (placed>? AND placed<?)", 751),
    ("customers where ANY orders.number == 'N77'", "SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)", 1),
    ("orders where customer.name == 'Customer 7' AND placed > date('2022-01-01')", "SEARCH t1 USING INDEX by_customer (customer_id=? AND placed>?)", 17),
  ]

  @Test(arguments: shopQueries) func `Dates as texts and numbers are found and sorted by indexes`(
    query: (text: String, step: String, rows: Int)
  ) throws {
    let (connection, database) = try IndexTests.shop()
    let checked = try CheckedQuery(parsing: query.text, in: database.schema)
    let plan = try database.plan(checked.ir, on: connection).explanation
    #expect(plan.contains { $0.contains(query.step) }, "\(plan)")
    guard case .records(let records) = try database.run(checked.ir, on: connection) else {
      Issue.record("no objects")
      return
    }
    #expect(records.count == query.rows)
    // The same rows without what was measured.
    var mapping = database.mapping
    for name in mapping.entities["orders"]?.attributes.keys.map({ $0 }) ?? [] {
      mapping.entities["orders"]?.attributes[name]?.isOrdered = nil
      mapping.entities["orders"]?.attributes[name]?.isNormalized = nil
    }
    let plain = Database(schema: database.schema, mapping: mapping, dialect: .sqlite)
    guard case .records(let others) = try plain.run(checked.ir, on: connection) else { return }
    #expect(records.map { $0["id"] } == others.map { $0["id"] })
  }

  @Test(arguments: ["2022-5-1", "", "yesterday", "20220501", "2022-02-30", "2022-05-01T10:00:00+02:00", "2022-05-01"])
  func `A column with a date in another form is not called ordered`(_ text: String) throws {
    let (connection, _) = try IndexTests.shop()
    let table = TableName("orders")
    #expect(try connection.orderedEncodings(of: ["placed"], in: table) == ["placed": [.dateText]])
    _ = try connection.rows("INSERT INTO orders VALUES (-1, 'x', 1, 'open', '\(text)', NULL, NULL)")
    #expect(try connection.orderedEncodings(of: ["placed"], in: table) == [:])
  }

  @Test(arguments: ["''", "'yesterday'", "x'00'", "'+2022'"])
  func `A value beyond the dates of a column that is called ordered stops a query`(_ value: String) throws {
    let (connection, database) = try IndexTests.shop()
    _ = try connection.rows("INSERT INTO orders VALUES (-1, 'x', 1, 'open', \(value), NULL, NULL)")
    for condition in ["where placed > date('2022-05-01')", "where placed < date('2021-05-01')", "sort placed limit 2"] {
      let query = try CheckedQuery(parsing: "orders \(condition)", in: database.schema)
      let error = #expect(throws: DatabaseError.self) { try database.run(query.ir, on: connection) }
      #expect(error?.code == "unexpected-value", "\(condition)")
    }
  }
}
