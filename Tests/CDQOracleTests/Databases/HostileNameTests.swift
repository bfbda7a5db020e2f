import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQSchema
import Foundation
import Testing

/// Tables and columns whose names mean something else in SQL give the answers of memory.
@Suite(.serialized) struct HostileNameTests {
  private static let text = """
    entity Box {
      id: Int64 @unique
      n: Int64?
      flag: Bool?
      text: String? @index
      price: Decimal?
      day: Date?
      tags: [String]?
      items: [Item] inverse box
    }
    entity Item {
      id: Int64 @unique
      v: Double?
      box: Box? inverse items
      peers: [Item]
    }
    entity Special: Item {
      n: Int64?
    }
    """

  private static let queries = [
    "Box where n IN {}", "Box where NOT (n IN {})", "Box where NOT n > 0", "Box where NOT (n > 0 AND flag == TRUE)",
    "Box where TERNARY(TRUEPREDICATE, n, 3) == 1", "Box where TERNARY(n > 0, flag, FALSE) == TRUE", "Box where flag == FALSE",
    "Box where ANY items.v > 0.5", "Box where ALL items.v > 0.5", "Box where NONE items.v > 0.5",
    "Box where SUBQUERY(items, $i, $i.v > 1.0 OR FALSEPREDICATE).@count > 0", "Item where box.n != 1", "Item where box == NULL",
    "Item where box > NULL", "Item where NOT box < NULL", "Item where box <= NULL", "Item where box.n >= id", "Box where n <= n",
    "Box sort text desc, n", "Box select n, text", "Box group by n select n, count() as c", "Box select distinct n",
    "Box group by flag having count() > 0 select flag, min(text) as low sort low", "count Box where n < 2 OR text CONTAINS[cd] 'a'",
    "Box where items.@sum.v > 1.0", "Item where ANY peers.id > 1", "Box where text BEGINSWITH[c] 'a' limit 2 offset 1",
    "Box where n > 1 OR n == 1 AND id > 1 sort n, id", "Special where n == NULL", "Box where ANY tags == 'x'",
    "Item where box.text ==[cd] 'ÄB' OR box.price > 1.5", "exists Box where day > date(\"2001-01-01\")",
    "Box where items.@max.v > 0.5 AND NOT (ANY items.peers.v == 2.0)", "Box where FALSEPREDICATE", "Box where TRUEPREDICATE",
  ]

  private static func world(_ schema: Schema) -> RandomWorld {
    var objects: [RawObject] = []
    for id in 0..<Int64(4) {
      var values: [String: Value] = ["n": .int(id % 3 - 1), "flag": .bool(id % 2 == 0), "text": .string(["ab", "Äb", "b", ""][Int(id)])]
      if id > 0 { values["price"] = .decimal(Decimal(id) / 2) }
      if id == 2 { values["n"] = nil }
      if id == 3 { (values["flag"], values["day"]) = (nil, .date(Date(timeIntervalSinceReferenceDate: 1e6))) }
      if id < 2 { values["tags"] = .list([.string("x")]) }
      objects.append(RawObject(entity: "Box", id: .int(id), attributes: values, references: [:]))
    }
    for id in 0..<Int64(6) {
      var references: [String: [Int]] = [:]
      if id != 4 { references["box"] = [Int(id) % 3] }
      if id < 2 { references["peers"] = [5, 4] }
      let entity = id < 4 ? "Item" : "Special"
      var values: [String: Value] = id == 3 ? [:] : ["v": .double(Double(id) / 2)]
      if id == 5 { values["n"] = .int(1) }
      objects.append(RawObject(entity: entity, id: .int(id), attributes: values, references: references))
    }
    return RandomWorld(schema: schema, objects: objects)
  }

  /// The names for a schema, from a place in the list on.
  private static func named(_ schema: Schema, from start: Int) -> Schema {
    var place = start
    return schema.named {
      defer { place += 1 }
      return DatabaseNames.all[place % DatabaseNames.all.count]
    }
  }

  private static func connections() throws -> [any DatabaseConnection] {
    var result: [any DatabaseConnection] = [try SQLiteConnection(path: ":memory:", access: .create)]
    if let url = DatabaseTests.postgres {
      let connection = try PostgresConnection(url: url, canWrite: true)
      try connection.execute("DROP SCHEMA IF EXISTS hostile CASCADE; CREATE SCHEMA hostile; SET search_path = hostile")
      result.append(connection)
    }
    return result
  }

  @Test func `Queries and generated statements give the rows of memory`() throws {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    let schema = try Schema(parsing: HostileNameTests.text)
    for start in stride(from: 0, to: DatabaseNames.all.count, by: 5) {
      let world = HostileNameTests.world(HostileNameTests.named(schema, from: start))
      for isForeign in [false, true] {
        let databases = try DatabaseWorld(world, postgres: server, isForeign: isForeign, in: "names")
        for text in HostileNameTests.queries {
          let ir = try CheckedQuery(parsing: text, in: databases.loaded.checked.schema).ir
          for (index, (name, database, connection)) in databases.databases.enumerated() {
            if case .different(let difference) = databases.outcome(ir, [:], index) {
              Issue.record("\(name), names from \(DatabaseNames.all[start]): \(text)\n\(difference)")
            }
            if case .different(let difference) = StatementRun(databases.loaded, ir, [:], database, connection).outcome() {
              Issue.record("\(name), generated, names from \(DatabaseNames.all[start]): \(text)\n\(difference)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: Array(stride(from: 0, to: DatabaseNames.all.count, by: 3)))
  func `Changes and migrations use the names of the schema`(start: Int) throws {
    let plain = try Schema(parsing: HostileNameTests.text)
    let old = HostileNameTests.named(plain, from: start)
    let new = HostileNameTests.named(plain, from: start + 7)
    let snapshot = try OracleCase.Loaded(HostileNameTests.world(old)).store.snapshot
    for connection in try HostileNameTests.connections() {
      let dialect = connection.dialect
      let database = Database(schema: old, dialect: dialect)
      try database.create(on: connection, with: snapshot)
      try database.transaction(on: connection) { transaction in
        let box = try transaction.insert("Box", ["id": .int(9), "n": .int(5), "text": .string("Neu"), "tags": .list([.string("y")])])
        let item = try transaction.insert("Special", ["id": .int(9), "box": .object(box), "n": .int(2)])
        try transaction.update(item, ["v": .double(3), "peers": .list([.object(ObjectKey(root: "Item", identity: .int(1)))])])
        try transaction.upsert("Box", ["id": .int(0), "flag": .null])
        try transaction.run(CheckedQuery(parsing: "delete Box where n == -1", in: old).ir)
      }
      func check(_ schema: Schema) throws {
        let database = Database(schema: schema, dialect: dialect)
        func ids(_ text: String) throws -> [Value] {
          try database.records(CheckedQuery(parsing: text, in: schema).ir, on: connection).map { $0["id"] }
        }
        #expect(try ids("Box sort id") == [.int(1), .int(2), .int(9)])
        #expect(try ids("Item where v == 3.0 AND box.text ==[c] 'NEU' AND ANY peers.id == 1") == [.int(9)])
        #expect(try ids("Box where NOT flag == TRUE AND ANY tags == 'y'") == [.int(9)])
        #expect(try ids("Special where n == 2 OR n IN {}") == [.int(9)])
      }
      try check(old)
      // The script that people run with other programs is another text than that of the run.
      let migration = try SchemaMigration(from: old, to: new, dialect: dialect, allowsLoss: true)
      try migration.run(on: connection)
      try check(new)
      let back = try SchemaMigration(from: new, to: old, dialect: dialect, allowsLoss: true)
      for text in back.script.components(separatedBy: ";\n") where !text.isEmpty { _ = try connection.rows(text) }
      try check(old)
    }
  }

  @Test(arguments: ["rowid", "OID", "_rowid_"]) func `A column may have the name of SQLite's row number`(name: String) throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for text in ["CREATE TABLE Note (\"\(name)\" TEXT, n INTEGER)", "INSERT INTO Note VALUES ('x', 1), ('x', 2), (NULL, 3)"] {
      _ = try connection.rows(text)
    }
    let imported = try ImportedDatabase(connection)
    let database = Database(schema: imported.schema, mapping: imported.mapping, dialect: .sqlite)
    let query = try CheckedQuery(parsing: "Note where n > 1 sort n", in: imported.schema)
    #expect(try database.records(query.ir, on: connection).map { $0["n"] } == [.int(2), .int(3)])
  }
}
