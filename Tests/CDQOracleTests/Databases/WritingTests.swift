import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Transactions on databases: what fails leaves nothing behind, and nothing is done twice.
@Suite(.serialized) struct WritingTests {
  private static let text = """
    entity City {
      id: Int64 @unique
      name: String @length(1...40)
      area: Double?
      born: Date?
      tags: [String]
      country: Country? inverse cities
    }
    entity Country {
      code: String @unique
      cities: [City] inverse country @delete(cascade)
    }
    """

  /// A file that is removed when nobody can open it any more.
  private final class ScratchFile {
    let path: String

    init(_ name: String) {
      path = FileManager.default.temporaryDirectory.appending(path: "cdq-\(name)-\(UUID().uuidString).sqlite").path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// A connection to a new database of each kind, and how another one to the same data is made.
  private static func databases(_ name: String) throws -> [(Database, any DatabaseConnection, () throws -> any DatabaseConnection)] {
    let schema = try Schema(parsing: text)
    let file = ScratchFile(name)
    let sqlite = { try SQLiteConnection(path: file.path, access: .create, busyTimeout: .seconds(0)) as any DatabaseConnection }
    var result: [(Database, any DatabaseConnection, () throws -> any DatabaseConnection)] = [
      (Database(schema: schema, dialect: .sqlite), try sqlite(), sqlite)
    ]
    if let url = DatabaseTests.postgres {
      let setUp = try PostgresConnection(url: url, canWrite: true)
      try setUp.execute("DROP SCHEMA IF EXISTS \(name) CASCADE; CREATE SCHEMA \(name)")
      let postgres = {
        let connection = try PostgresConnection(url: url, canWrite: true)
        try connection.execute("SET search_path = \(name)")
        return connection as any DatabaseConnection
      }
      result.append((Database(schema: schema, dialect: .postgres), try postgres(), postgres))
    }
    for (database, connection, _) in result { try database.create(on: connection) }
    return result
  }

  private static func city(_ id: Int64, _ name: String) -> [String: Value] { ["id": .int(id), "name": .string(name)] }

  private static func names(_ database: Database, _ connection: any DatabaseConnection) throws -> [Value] {
    try database.records(QueryIR(entity: "City"), on: connection).map { $0["name"] }
  }

  @Test func `Texts are found under all options after every kind of write`() throws {
    for (database, connection, _) in try WritingTests.databases("writes") {
      let schema = database.schema
      let batch = (0..<600).map { WritingTests.city($0, $0 == 5 ? "Ma\u{301}laga" : "City \($0)") }
      try database.transaction(on: connection) { transaction in
        try transaction.insert("City", all: batch)
        try transaction.update(ObjectKey(root: "City", identity: .int(7)), ["name": .string("STRASSE é"), "tags": .list([.string("a\"\\{},"), .string("")])])
        #expect(try transaction.upsert("City", WritingTests.city(8, "ÉTÉ")).isNew == false)
        #expect(try transaction.upsert("City", WritingTests.city(900, "Neu")).isNew)
        #expect(try transaction.insert("City", WritingTests.city(8, "x"), onConflict: .keep).action == .kept)
      }
      for (text, ids) in [
        ("City where name ==[cd] 'malaga'", [5]), ("City where name ==[c] 'mÁlaga'", [5]), ("City where name == 'Málaga'", [5]),
        ("City where name ==[c] 'strasse É'", [7]), ("City where name BEGINSWITH[cd] 'ete'", [8]),
        ("City where id > 598", [599, 900]), ("City where ANY tags == 'a\"\\\\{},'", [7]),
      ] {
        let ir = try CheckedQuery(parsing: text, in: schema).ir
        #expect(try database.records(ir, on: connection).map { $0["id"] } == ids.map { .int(Int64($0)) }, "\(text)")
      }
      let delete = try CheckedQuery(parsing: "delete City where name BEGINSWITH 'City'", in: schema).ir
      let result = try database.transaction(on: connection) { try $0.run(delete) }
      guard case .count(597) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(try WritingTests.names(database, connection).count == 4)
    }
  }

  @Test func `A failure leaves nothing behind`() throws {
    struct Stop: Error {}
    for (database, connection, _) in try WritingTests.databases("failures") {
      #expect(throws: Stop.self) {
        try database.transaction(on: connection) { transaction in
          try transaction.insert("City", WritingTests.city(1, "Oslo"))
          throw Stop()
        }
      }
      let refused = #expect(throws: DatabaseError.self) {
        try database.transaction(on: connection) { transaction in
          try transaction.insert("City", WritingTests.city(1, "Oslo"))
          try transaction.insert("City", WritingTests.city(1, "Bergen"))
        }
      }
      #expect(refused == .execution(.refused(.notUnique(entity: "City", attributes: ["id"], values: [.int(1)]))))
      #expect(try WritingTests.names(database, connection) == [])
      let hostile: [(Value, String)] = [
        (.double(.nan), "unstorable-value"), (.string("x"), "type-mismatch"), (.double(.infinity), ""),
      ]
      try database.transaction(on: connection) { transaction in
        for (value, code) in hostile {
          do {
            try transaction.insert("City", ["id": .int(5), "name": .string("'; DROP TABLE \"City\"; --"), "area": value])
            #expect(code == "" || database.dialect.name == .postgres && code == "unstorable-value")
            try transaction.delete([ObjectKey(root: "City", identity: .int(5))])
          } catch let error as DatabaseError {
            if case .execution(.refused(let refusal)) = error { #expect(refusal.code == code) } else { #expect(error.code == code) }
          }
        }
        // A savepoint undoes what follows it, also an error of the database itself.
        try transaction.insert("City", WritingTests.city(2, "Oslo"))
        let mark = try transaction.savepoint()
        try transaction.insert("City", WritingTests.city(3, "Bergen"))
        _ = try? connection.rows("INSERT INTO nothing VALUES (1)")
        try transaction.rollBack(to: mark)
        try transaction.insert("City", WritingTests.city(4, "U+0001 \u{1} 👍"))
      }
      #expect(try WritingTests.names(database, connection) == [.string("Oslo"), .string("U+0001 \u{1} 👍")])
      if database.dialect.name == .postgres {
        // PostgreSQL takes nothing more after an error, not even one that was swallowed.
        #expect(throws: DatabaseError.self) {
          try database.transaction(on: connection) { transaction in
            try transaction.insert("City", WritingTests.city(7, "lost"))
            _ = try? connection.rows("INSERT INTO nothing VALUES (1)")
          }
        }
        #expect(try WritingTests.names(database, connection).count == 2)
      }
      let nul = Result { try database.transaction(on: connection) { try $0.insert("City", WritingTests.city(9, "a\0b")) } }
      if database.dialect.name == .postgres { #expect(throws: DatabaseError.self) { try nul.get() } }
    }
  }

  @Test func `Two writers do not overwrite each other`() throws {
    for (database, connection, another) in try WritingTests.databases("writers") {
      let other = try another()
      try database.transaction(on: connection) { try $0.insert("City", WritingTests.city(1, "a")) }
      let key = ObjectKey(root: "City", identity: .int(1))
      let count = QueryIR(entity: "City", cardinality: .count)
      let error = #expect(throws: DatabaseError.self) {
        try database.transaction(on: connection) { transaction in
          try transaction.run(count)
          try database.transaction(on: other) { inner in
            try inner.run(count)
            try inner.update(key, ["name": .string("other")])
          }
          try transaction.update(key, ["name": .string("mine")])
        }
      }
      #expect(error?.code == "write-conflict")
      try database.transaction(on: connection) { try $0.update(key, ["area": .double(1)]) }
    }
  }

  /// A connection that breaks when it commits, before the database hears of it or after.
  private final class BreakingConnection: DatabaseConnection {
    let connection: any DatabaseConnection
    let commitsFirst: Bool
    private(set) var commits = 0
    var dialect: SQLDialect { connection.dialect }
    var isUsable: Bool { connection.isUsable }

    init(_ connection: any DatabaseConnection, commitsFirst: Bool) {
      (self.connection, self.commitsFirst) = (connection, commitsFirst)
    }

    func run(
      _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
      guard statement.text == "COMMIT" else { return try connection.run(statement, deadline: deadline, row: row) }
      commits += 1
      if commitsFirst { try connection.run(statement, deadline: deadline, row: row) }
      throw .connectionLost("gone")
    }

    func cancel() {}
  }

  @Test func `An unanswered COMMIT is never retried`() throws {
    for commitsFirst in [false, true] {
      for (database, connection, another) in try WritingTests.databases("commits") {
        let breaking = BreakingConnection(connection, commitsFirst: commitsFirst)
        #expect(throws: DatabaseError.outcomeUnknown("gone")) {
          try database.transaction(on: breaking) { try $0.insert("City", WritingTests.city(1, "a")) }
        }
        #expect(breaking.commits == 1)
        #expect(try WritingTests.names(database, another()).count == (commitsFirst ? 1 : 0))
      }
    }
  }

  @Test(.enabled(if: DatabaseTests.postgres != nil))
  func `A server that dies at COMMIT leaves the outcome unknown`() throws {
    let (database, connection, another) = try #require(try WritingTests.databases("dying").last)
    for text in [
      """
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
      """,
      "CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON \"City\" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()",
    ] { _ = try connection.rows(text) }
    let error = #expect(throws: DatabaseError.self) {
      try database.transaction(on: connection) { try $0.insert("City", WritingTests.city(1, "a")) }
    }
    #expect(error?.code == "outcome-unknown")
    #expect(!connection.isUsable)
    #expect(try WritingTests.names(database, another()).isEmpty)
  }

  @Test func `Long chains and large relationships are changed`() throws {
    let schema = try Schema(parsing: """
      entity Link { next: Link? inverse previous @delete(cascade)  previous: Link? inverse next  ring: Ring? inverse links }
      entity Ring { links: [Link] inverse ring @delete(cascade) }
      """)
    for (other, connection, _) in try WritingTests.databases("chains") {
      let dialect = other.dialect
      let database = Database(schema: schema, dialect: dialect)
      try database.create(on: connection)
      try database.transaction(on: connection) { transaction in
        let keys = try transaction.insert("Link", all: Array(repeating: [:], count: 1200))
        for (first, second) in zip(keys, keys.dropFirst()).prefix(600) { try transaction.update(first, ["next": .object(second)]) }
        let ring = try transaction.insert("Ring", ["links": .list(keys.map { .object($0) })])
        try transaction.move([keys[1199]], to: 0, in: "links", of: ring)
        let first = try CheckedQuery(parsing: "Link where ring != nil AND next == nil AND previous == nil limit 3", in: schema).ir
        guard case .records(let records) = try transaction.run(first) else { return }
        #expect(records.count == 3)
        #expect(try transaction.delete([keys[0]]).total == 601)
        #expect(try transaction.delete([ring]).total == 600)
      }
      #expect(try database.records(QueryIR(entity: "Link"), on: connection).isEmpty)
    }
  }

  /// A struct as generated code declares it.
  private struct Country: IdentifiedModel {
    var code: String

    static var entityName: String { "Country" }
    static var attributeNames: [String] { ["code"] }
    static var relationshipNames: [String] { ["cities"] }

    init(_ code: String) { self.code = code }
    init(stored record: StoredRecord) throws(StoreError) { code = try record.string(at: 0) }
    func store(into values: inout StoredValues) { values.set("code", code) }
  }

  @Test func `Structs are written, and their delete rules kept`() throws {
    for (database, connection, _) in try WritingTests.databases("structs") {
      try database.transaction(on: connection) { transaction in
        let keys = try transaction.insert(all: [Country("NO"), Country("SE"), Country("DK")])
        #expect(try transaction.save(Country("SE")).action == .updated)
        #expect(try transaction.insert(Country("SE"), onConflict: .keep).action == .kept)
        for id in 0..<4 {
          var city = WritingTests.city(Int64(id), "c\(id)")
          city["country"] = .object(keys[id % 2])
          try transaction.insert("City", city)
        }
        #expect(try transaction.update(keys[2], to: Country("FI")).identity == .string("FI"))
        #expect(try transaction.delete(Country("NO")) == 3)
        #expect(throws: DatabaseError.execution(.refused(.notFound(keys[0])))) { try transaction.delete(Country("NO")) }
      }
      #expect(try WritingTests.names(database, connection) == [.string("c1"), .string("c3")])
      #expect(try database.transaction(on: connection) { try $0.deleteAll(Country.self) } == 4)
      #expect(try WritingTests.names(database, connection).isEmpty)
    }
  }

  @Test func `No number is given twice, not even after a migration`() throws {
    let old = try Schema(parsing: "entity Room { size: Int64?  next: Room? }")
    let new = try Schema(parsing: "entity Hall { size: Int64  = 3  next: Hall?  @@renamed(from: \"Room\") }")
    for (other, connection, _) in try WritingTests.databases("numbers") {
      let dialect = other.dialect
      let (before, after) = (Database(schema: old, dialect: dialect), Database(schema: new, dialect: dialect))
      try before.create(on: connection)
      try before.transaction(on: connection) { transaction in
        let keys = try transaction.insert("Room", all: [["size": .int(1)], [:], [:]])
        #expect(keys.map(\.identity) == [.record(0), .record(1), .record(2)])
        try transaction.update(keys[0], ["next": .object(keys[1])])
        try transaction.delete([keys[2]])
      }
      try SchemaMigration(from: old, to: new, dialect: dialect).run(on: connection)
      let added = try after.transaction(on: connection) { try $0.insert("Hall", [:]) }
      #expect(added.identity == .record(3))
      let halls = try after.records(QueryIR(entity: "Hall"), on: connection)
      #expect(halls.map { $0["size"] } == [.int(1), .int(3), .int(3)])
      #expect(halls[0]["next"] == .object(halls[1].key))
    }
  }

  @Test func `A connection that reads refuses changes, and foreign tables are not written`() throws {
    let (database, connection, _) = try #require(try WritingTests.databases("reading").first)
    _ = try connection.rows("PRAGMA query_only = ON")
    #expect(throws: DatabaseError.readOnly) { try database.transaction(on: connection) { try $0.insert("City", WritingTests.city(1, "a")) } }
    let foreign = Database(schema: database.schema, mapping: DatabaseMapping(), dialect: .sqlite)
    #expect(throws: DatabaseError.self) { try foreign.transaction(on: connection) { _ in } }
  }
}
