import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// `update` on databases: one statement where the rules of the schema allow that, else the rows.
@Suite(.serialized) struct UpdateStatementTests {
  private static let text = """
    entity City {
      id: Int64 @unique
      name: String @length(1...40)
      nick: String?
      area: Double?
      people: Int64
      twin: City?
      country: Country? inverse cities
    }
    entity Country { code: String @unique  cities: [City] inverse country }
    """

  /// A connection that counts the statements that change the cities.
  private final class CountingConnection: DatabaseConnection {
    private let connection: any DatabaseConnection
    private(set) var updates = 0
    /// The statements that look for the extremes of a column.
    private(set) var extremes = 0
    var dialect: SQLDialect { connection.dialect }
    var isUsable: Bool { connection.isUsable }

    init(_ connection: any DatabaseConnection) {
      self.connection = connection
    }

    func run(
      _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
      if statement.text.contains("UPDATE \"City\"") { updates += 1 }
      if statement.text.contains("(SELECT min(") { extremes += 1 }
      try connection.run(statement, deadline: deadline, row: row)
    }

    func cancel() { connection.cancel() }

    func counted(_ body: () throws -> Void) rethrows -> Int {
      updates = 0
      try body()
      return updates
    }
  }

  private static func databases() throws -> [(Database, CountingConnection)] {
    let schema = try Schema(parsing: text)
    let store = Store(schema: schema)
    let norway = try store.insert("Country", ["code": .string("NO")])
    for (id, name) in [(1, "Oslo"), (2, "Bergen"), (3, "Ma\u{301}laga"), (4, "Rome")] {
      try store.insert(
        "City", ["id": .int(Int64(id)), "name": .string(name), "people": .int(Int64(id) * 100), "country": id < 3 ? .object(norway) : .null])
    }
    var result = [(Database(schema: schema, dialect: .sqlite), CountingConnection(try SQLiteConnection(path: ":memory:", access: .create)))]
    if let url = DatabaseTests.postgres {
      let postgres = try PostgresConnection(url: url, canWrite: true)
      try postgres.execute("DROP SCHEMA IF EXISTS setting CASCADE; CREATE SCHEMA setting; SET search_path = setting")
      result.append((Database(schema: schema, dialect: .postgres), CountingConnection(postgres)))
    }
    for (database, connection) in result { try database.create(on: connection, with: store.snapshot) }
    return result
  }

  private static func ir(_ text: String, _ database: Database) throws -> QueryIR {
    try CheckedQuery(parsing: text, in: database.schema).ir
  }

  private static func values(_ name: String, _ database: Database, _ connection: any DatabaseConnection) throws -> [Value] {
    try database.records(QueryIR(entity: "City"), on: connection).map { $0[name] }
  }

  /// Updates with the number of statements that change rows, and the values of a property after all of them so far.
  private static let updates: [(text: String, statements: Int, name: String, values: [Value])] = [
    ("update City where people > 150 set people = people + 1", 1, "people", [.int(100), .int(201), .int(301), .int(401)]),
    ("update City where country.code == 'NO' set nick = 'STRASSE é'", 1, "nick", [.string("STRASSE é"), .string("STRASSE é"), .null, .null]),
    ("update City where nick ==[cd] 'strasse E' set area = 5", 1, "area", [.double(5), .double(5), .null, .null]),
    // A copied text brings its folded columns.
    ("update City where id == 3 set nick = name", 1, "nick", [.string("STRASSE é"), .string("STRASSE é"), .string("Málaga"), .null]),
    ("update City where nick ==[cd] 'malaga' set people = 7", 1, "people", [.int(100), .int(201), .int(7), .int(401)]),
    // Computed texts, limits, unique attributes and positions need the rows.
    ("update City where id < 3 set nick = uppercase(name)", 2, "nick", [.string("OSLO"), .string("BERGEN"), .string("Málaga"), .null]),
    ("update City where id < 3 set name = nick", 2, "name", [.string("OSLO"), .string("BERGEN"), .string("Málaga"), .string("Rome")]),
    ("update City set twin = nil, people = 1", 1, "people", [.int(1), .int(1), .int(1), .int(1)]),
    ("update City where FALSEPREDICATE set people = 2", 1, "people", [.int(1), .int(1), .int(1), .int(1)]),
  ]

  @Test func `One statement changes all rows where the rules allow that`() throws {
    for (database, connection) in try UpdateStatementTests.databases() {
      for (text, statements, name, values) in UpdateStatementTests.updates {
        let ir = try UpdateStatementTests.ir(text, database)
        let count = try connection.counted { _ = try database.transaction(on: connection) { try $0.run(ir) } }
        #expect(count == statements, "\(database.dialect.name): \(text)")
        #expect(try UpdateStatementTests.values(name, database, connection) == values, "\(database.dialect.name): \(text)")
      }
    }
  }

  @Test func `Rows exchange unique values`() throws {
    for (database, connection) in try UpdateStatementTests.databases() {
      for (text, ids) in [
        ("update City set id = 5 - id", [4, 3, 2, 1]), ("update City set id = id + 1", [5, 4, 3, 2]),
        ("update City where id > 3 set id = 9 - id", [4, 5, 3, 2]),
      ] {
        let ir = try UpdateStatementTests.ir(text, database)
        _ = try database.transaction(on: connection) { try $0.run(ir) }
        #expect(try UpdateStatementTests.values("id", database, connection) == ids.map { .int(Int64($0)) }, "\(text)")
      }
      // A look at the column for each row would take quadratic time.
      #expect(connection.extremes == 3)
    }
  }

  /// Entities with two unique attributes together, of which the first is of many types.
  private static let pairs: [(entity: String, type: String, values: [Value])] = [
    ("Numbers", "Int64", [.int(1), .int(2)]), ("Texts", "String", [.string("a"), .string("b")]),
    ("Flags", "Bool", [.bool(false), .bool(true)]),
    ("Days", "Date", [.date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: 86_400))]),
    ("Amounts", "Double", [.double(1.5), .double(-2)]), ("Prices", "Decimal", [.decimal(1), .decimal(2)]),
  ]

  private static func pairDatabases() throws -> [(Database, any DatabaseConnection)] {
    let text = pairs.map { "entity \($0.entity) { head: \($0.type)  n: Int64  note: String  @@unique(head, n) }" }
    let schema = try Schema(parsing: text.joined(separator: "\n"))
    let store = Store(schema: schema)
    for (entity, _, values) in pairs {
      for (index, head) in values.enumerated() {
        for n in 1...3 {
          try store.insert(entity, ["head": head, "n": .int(Int64(n)), "note": .string("\(index) \(n)")])
        }
      }
    }
    var result: [(Database, any DatabaseConnection)] = [
      (Database(schema: schema, dialect: .sqlite), try SQLiteConnection(path: ":memory:", access: .create))
    ]
    if let url = DatabaseTests.postgres {
      let postgres = try PostgresConnection(url: url, canWrite: true)
      try postgres.execute("DROP SCHEMA IF EXISTS pairs CASCADE; CREATE SCHEMA pairs; SET search_path = pairs")
      result.append((Database(schema: schema, dialect: .postgres), postgres))
    }
    for (database, connection) in result { try database.create(on: connection, with: store.snapshot) }
    return result
  }

  @Test func `Unique attributes that are not set keep their values`() throws {
    for (database, connection) in try UpdateStatementTests.pairDatabases() {
      for (entity, _, values) in UpdateStatementTests.pairs {
        for (text, numbers) in [("n + 1", [2, 3, 4]), ("6 - n", [4, 3, 2]), ("n - 1", [3, 2, 1])] {
          let ir = try UpdateStatementTests.ir("update \(entity) set n = \(text)", database)
          _ = try database.transaction(on: connection) { try $0.run(ir) }
          let found = try database.records(QueryIR(entity: entity), on: connection).map { [$0["head"], $0["n"], $0["note"]] }
          let expected = values.enumerated().flatMap { index, head -> [[Value]] in
            numbers.enumerated().map { place, n -> [Value] in
              [head, .int(Int64(n)), .string("\(index) \(place + 1)")]
            }
          }
          #expect(found == expected, "\(database.dialect.name): \(entity) \(text)")
        }
      }
    }
  }

  @Test func `Flags exchange their values, for which PostgreSQL has no third one`() throws {
    for (database, connection) in try UpdateStatementTests.pairDatabases() {
      let ir = try UpdateStatementTests.ir("update Flags set head = TERNARY(head, false, true)", database)
      _ = try database.transaction(on: connection) { try $0.run(ir) }
      let found = try database.records(QueryIR(entity: "Flags"), on: connection).map { [$0["head"], $0["n"]] }
      let expected = [true, false].flatMap { head in (1...3).map { n -> [Value] in [.bool(head), .int(Int64(n))] } }
      #expect(found == expected, "\(database.dialect.name)")
    }
  }

  @Test func `An update of another form than its text is refused`() throws {
    for (database, connection) in try UpdateStatementTests.databases() {
      let ir = try UpdateStatementTests.ir("update City set people = people + 1", database)
      let forms: [(inout QueryIR) -> Void] = [
        { $0.limit = .constant(1) }, { $0.offset = .constant(1) }, { $0.assignments = [] },
        { $0.limitPerKey = KeyLimitIR(.constant(1), per: [ir.assignments[0].value]) },
        { $0.sort = .keys([SortKeyIR(name: "people", expression: ir.assignments[0].value, nullsFirst: true)]) },
        { $0.cardinality = .count }, { $0.assignments = ir.assignments + ir.assignments },
      ]
      let before = try UpdateStatementTests.values("people", database, connection)
      for (index, change) in forms.enumerated() {
        var other = ir
        change(&other)
        let malformed = other
        #expect {
          try database.transaction(on: connection) { try $0.run(malformed) }
        } throws: {
          ($0 as? DatabaseError)?.code == "malformed-query"
        }
        #expect(try UpdateStatementTests.values("people", database, connection) == before, "form \(index)")
      }
    }
  }

  @Test func `What a rule refuses changes nothing, and the transaction goes on`() throws {
    for (database, connection) in try UpdateStatementTests.databases() {
      let before = try UpdateStatementTests.values("name", database, connection)
      try database.transaction(on: connection) { transaction in
        for (text, code) in [
          ("update City set id = 7, name = 'x'", "not-unique"), ("update City where id == 1 set id = 2, name = 'x'", "not-unique"),
          ("update City set name = ''", "refused-value"), ("update City set people = people * 9000000000000000000, name = 'x'", ""),
          ("update City set name = nick", "missing-value"),
        ] {
          do {
            _ = try transaction.run(UpdateStatementTests.ir(text, database))
            Issue.record("\(text) changed something")
          } catch let error as DatabaseError {
            guard case .execution(let found) = error else {
              Issue.record("\(text): \(error)")
              continue
            }
            #expect(code == "" || found.code == code, "\(text): \(found)")
          }
        }
        _ = try transaction.run(UpdateStatementTests.ir("update City where id == 4 set people = 5", database))
      }
      #expect(try UpdateStatementTests.values("name", database, connection) == before)
      #expect(try UpdateStatementTests.values("people", database, connection).last == .int(5))
    }
  }

  @Test func `Relationships keep their inverses`() throws {
    for (database, connection) in try UpdateStatementTests.databases() {
      let schema = database.schema
      let norway = ObjectKey(root: "Country", identity: .string("NO"))
      let set = try CheckedQuery(parsing: "update City where id > 2 set country = $c", in: schema).ir
      let twin = try CheckedQuery(parsing: "update City set twin = $t", in: schema).ir
      try database.transaction(on: connection) { transaction in
        guard case .count(2) = try transaction.run(set, arguments: ["c": .object(norway)]),
          case .count(4) = try transaction.run(twin, arguments: ["t": .object(ObjectKey(root: "City", identity: .int(2)))])
        else {
          Issue.record("another number of objects")
          return
        }
      }
      let count = try CheckedQuery(parsing: "count Country where cities.@count == 4", in: schema).ir
      guard case .count(1) = try database.run(count, on: connection) else {
        Issue.record("the inverse has other objects")
        continue
      }
      let twins = try CheckedQuery(parsing: "count City where twin.id == 2", in: schema).ir
      guard case .count(4) = try database.run(twins, on: connection) else {
        Issue.record("the twins are others")
        continue
      }
    }
  }
}
