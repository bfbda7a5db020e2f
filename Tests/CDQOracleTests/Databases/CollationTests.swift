import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQLoading
import CDQRuntime
import CDQSQL
import CDQValues
import Foundation
import Testing

/// Tables of SQLite whose columns compare by other rules than the language: texts by `NOCASE`, and Decimal values that are
/// stored as numbers. Their indexes serve conditions, and the rows are those of the language.
@Suite struct CollationTests {
  private struct Tables {
    let connection: SQLiteConnection
    let schema: Schema
    let mapping: DatabaseMapping

    /// The database with what an import writes, or without what it knows of the order of columns.
    func database(isKnown: Bool) -> Database {
      var mapping = mapping
      if !isKnown {
        for (entity, place) in mapping.entities {
          for attribute in place.attributes.keys {
            mapping.entities[entity]?.attributes[attribute]?.collation = nil
            mapping.entities[entity]?.attributes[attribute]?.isOrdered = nil
          }
        }
      }
      return Database(schema: schema, mapping: mapping, dialect: .sqlite)
    }
  }

  private static let names = [
    "Weiß", "WEISS", "weiss", "Weisz", "Wei\u{17F}s", "ANNA", "Anna", "anna", "Änna", "Kelvin", "\u{212A}elvin", "kelvins", "Zoe",
    "zOE!", "[x", "a_c", "aZc", "AZ", "A[", "aſt", "A\u{FB06}x", "Affe", "A\u{FB00}e", "a", "", "a b", "A\u{301}b", "Ab",
  ]

  private static func tables(_ more: [String] = []) throws -> Tables {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    let rows = names.enumerated().map { "(\($0), '\($1)', \($0 % 3 == 0 ? "NULL" : "'\($1)'"), 'u\($0)', \($0).25)" }
    for statement in [
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, alias VARCHAR(40) COLLATE NOCASE,
        code TEXT NOT NULL, price NUMERIC(10, 2))
      """,
      "CREATE INDEX by_name ON people(name)", "CREATE INDEX by_alias ON people(alias)", "CREATE INDEX by_code ON people(code)",
      "CREATE INDEX by_price ON people(price)",
      "INSERT INTO people VALUES \(rows.joined(separator: ", "))",
      """
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO people SELECT i, 'Filler ' || i, 'f' || i, 'c' || i, CASE i % 5 WHEN 0 THEN i WHEN 1 THEN NULL ELSE i / 100.0 END FROM n
      """,
      "INSERT INTO people VALUES (9001, 'p', NULL, 'p', 0.1), (9002, 'p', NULL, 'p', 3.3), (9003, 'p', NULL, 'p', -0.3), (9004, 'p', NULL, 'p', 1e9)",
    ] + more + ["ANALYZE"] { _ = try connection.rows(statement) }
    let schema = try Schema(
      parsing: """
        entity people {
          id: Int64 @unique  name: String @index  alias: String? @index  code: String @index  price: Decimal? @index
        }
        """)
    var catalog = try DatabaseCatalog(of: connection)
    try catalog.measure(at: connection)
    return Tables(connection: connection, schema: schema, mapping: ImportedDatabase(catalog).mapping(for: schema))
  }

  @Test func `An import knows the collation of each column`() throws {
    let place = try CollationTests.tables().mapping.entities["people"]?.attributes ?? [:]
    #expect(place["name"]?.collation == "NOCASE" && place["alias"]?.collation == "NOCASE")
    #expect(place["name"]?.encoding == .castToText)
    #expect(place["code"]?.collation == nil && place["code"]?.encoding == .checked)
    #expect(place["price"]?.isOrdered == true)
  }

  /// Conditions with the step of the plan that reads the table.
  private static let conditions: [(String, String?)] = [
    ("name == 'Anna'", "by_name (name=?)"), ("name == 'Weiß'", "by_name (name=?)"), ("name IN {'ANNA', 'zOE!', 'none'}", "by_name (name=?)"),
    ("name ==[c] 'anna'", "by_name (name=?)"), ("name ==[c] 'WEISS'", "by_name (name=?)"), ("name IN[c] {'kelvin', 'aZC'}", "by_name (name=?)"),
    ("name BEGINSWITH 'AZ'", "by_name (name>? AND name<?)"), ("name BEGINSWITH 'A'", "by_name (name>? AND name<?)"),
    ("name BEGINSWITH[c] 'az'", "by_name (name>? AND name<?)"), ("name BEGINSWITH[c] 'KEL'", "by_name (name>? AND name<?)"),
    ("name BEGINSWITH[c] 'weis'", "by_name (name>? AND name<?)"), ("name BEGINSWITH[c] 'as'", "by_name (name>? AND name<?)"),
    ("name BEGINSWITH[c] 'af'", "by_name (name>? AND name<?)"), ("alias == 'anna'", "by_alias (alias=?)"),
    ("alias ==[c] 'AZ'", "by_alias (alias=?)"), ("alias BEGINSWITH[c] 'zo'", "by_alias (alias>? AND alias<?)"),
    ("name ==[c] 'weiß'", "SCAN"), ("name ==[cd] 'anna'", "SCAN"), ("name != 'Anna' AND id < 30", nil), ("NOT name == 'anna' AND id < 30", nil),
    ("code == 'u7'", "by_code (code=?)"),
    ("price > 30", "by_price (price>?)"), ("price == 0.1", "by_price (price>? AND price<?)"), ("price == 3.30", "by_price (price>? AND price<?)"),
    ("price >= 7.25 AND price <= 7.26", "by_price (price>? AND price<?)"), ("price < 0", "by_price (price<?)"), ("price BETWEEN {-1, 0.3}", "by_price"),
    ("price IN {0.25, 15}", nil), ("price == 1000000000", "by_price (price>? AND price<?)"), ("price > 1000000000000000000000000", nil),
    ("price <= 0.1 AND price != nil", "by_price (price<?)"), ("NOT price > 0.1", nil), ("price == nil AND id < 120", nil),
  ]

  @Test(arguments: conditions) func `An index finds the rows of the language`(condition: String, step: String?) throws {
    let tables = try CollationTests.tables()
    let checked = try CheckedQuery(parsing: "people where \(condition)", in: tables.schema)
    let plan = try tables.database(isKnown: true).plan(checked.ir, on: tables.connection).explanation
    if let step { #expect(plan.contains { $0.contains(step) }, "\(plan)") }
    guard case .records(let found) = try tables.database(isKnown: true).run(checked.ir, on: tables.connection),
      case .records(let others) = try tables.database(isKnown: false).run(checked.ir, on: tables.connection)
    else {
      Issue.record("no objects")
      return
    }
    #expect(found.map { $0["id"] } == others.map { $0["id"] })
    #expect(found.isEmpty == condition.contains("1000000000000000000000000"))
  }

  @Test(arguments: ["price desc limit 3", "price, id desc limit 20", "price desc, name limit 900"])
  func `Decimal values are sorted by an index of numbers`(sort: String) throws {
    let tables = try CollationTests.tables()
    let ir = try CheckedQuery(parsing: "people where price != nil sort \(sort)", in: tables.schema).ir
    let plan = try tables.database(isKnown: true).plan(ir, on: tables.connection).explanation
    #expect(plan.contains { $0.contains("USING INDEX by_price") }, "\(plan)")
    guard case .records(let found) = try tables.database(isKnown: true).run(ir, on: tables.connection),
      case .records(let others) = try tables.database(isKnown: false).run(ir, on: tables.connection)
    else { return }
    #expect(!found.isEmpty && found.map { $0["id"] } == others.map { $0["id"] })
    for text in ["people select max(price) as most, min(price) as least", "people select min(price) as least"] {
      let ir = try CheckedQuery(parsing: text, in: tables.schema).ir
      let (known, plain) = (
        try tables.database(isKnown: true).run(ir, on: tables.connection), try tables.database(isKnown: false).run(ir, on: tables.connection)
      )
      #expect("\(known)" == "\(plain)")
    }
  }

  @Test(arguments: ["'many'", "9007199254740993", "-9223372036854775808", "1e300", "1e-120", "x'00'"])
  func `A column with other values than numbers in order is not called ordered`(value: String) throws {
    let tables = try CollationTests.tables(["INSERT INTO people VALUES (9005, 'p', NULL, 'p', \(value))"])
    #expect(tables.mapping.entities["people"]?.attributes["price"]?.isOrdered == nil)
  }

  @Test func `A text in a column that is called ordered stops a query`() throws {
    let tables = try CollationTests.tables()
    _ = try tables.connection.rows("INSERT INTO people VALUES (9005, 'p', NULL, 'p', 'many')")
    let ir = try CheckedQuery(parsing: "count people where price > 30", in: tables.schema).ir
    let error = #expect(throws: DatabaseError.self) { try tables.database(isKnown: true).run(ir, on: tables.connection) }
    #expect(error?.code == "unexpected-value")
    let problems = try tables.mapping.unordered(in: tables.connection)
    #expect(problems.map(\.attribute) == ["price"] && problems[0].message.contains("beyond 2⁵³"))
  }

  /// SQLite takes the collation of any part of a value for the whole of it.
  @Test(arguments: [
    "Item where TERNARY(price > 2, name, name) == '6a' select id sort id",
    "Item where TERNARY(price > 2, name, name) IN {'7', '6b'} select id sort id",
    "Item select id, TERNARY(price > 2, name, name) as k sort k desc, id",
    "Item group by TERNARY(price > 2, name, name) as k select k, count() as n sort k",
    "Item where lowercase(TERNARY(price > 2, name, name)) == '6b' select id sort id",
  ])
  func `A comparison within a value does not choose how the value is compared`(text: String) throws {
    let schema = try Schema(parsing: "entity Item { id: Int64 @unique  name: String  price: Decimal? }")
    let bytes = #"[{"id":1,"name":"6a","price":"1"},{"id":2,"name":"6b","price":"10"},{"id":3,"name":"7"},{"id":4,"name":"6"}]"#
    let store = try StoreLoader(schema: schema).load([
      LoadInput(name: "Item", entity: "Item", format: .json, bytes: Data(bytes.utf8))
    ]).store
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    let database = Database(schema: schema, dialect: .sqlite)
    try database.create(on: connection, with: store.snapshot)
    let ir = try CheckedQuery(parsing: text, in: schema).ir
    guard case .rows(let rows) = try store.run(ir), case .rows(let found) = try database.run(ir, on: connection) else {
      throw CancellationError()
    }
    let plan = try database.plan(ir)
    #expect(found == rows && !rows.isEmpty && !plan.isSuperset)
  }

  @Test func `The letters outside of ASCII that fold into it are known`() {
    let known = Dictionary(uniqueKeysWithValues: CaselessForms.letters.map { ($0.scalar, $0.folding) })
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = Array(TextFolding.folded(String(scalar), .caseInsensitive).composed.utf8)
      #expect((folded.allSatisfy { $0 < 0x80 } ? folded : nil) == known[scalar] || CollationTests.isTwin(scalar), "\(scalar)")
    }
    #expect(CaselessForms.all(of: "Sk", limit: 100)?.sorted() == ["sk", "s\u{212A}", "ſk", "ſ\u{212A}"].sorted())
    #expect(CaselessForms.all(of: "ä", limit: 100) == nil)
    #expect(CaselessForms.all(of: String(repeating: "s", count: 5000), limit: 256) == nil)
    #expect(CaselessForms.beginnings(of: "af", limit: 100)?.contains("a\u{FB03}") == true)
  }

  /// Whether a scalar is equivalent to one of ASCII, and so among the spellings of it.
  private static func isTwin(_ scalar: Unicode.Scalar) -> Bool { String(scalar).composed.utf8.allSatisfy { $0 < 0x80 } }
}
