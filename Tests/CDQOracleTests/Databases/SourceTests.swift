import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSemantics
import CDQWhy
import Foundation
import Testing

/// Memory and databases as sources of objects, on random worlds: a copy of a database is the store that it was made of.
///
///     CDQ_SOURCE_CASES=20000 swift test --filter SourceTests
@Suite(.serialized) struct SourceTests {
  private static let cases = ProcessInfo.processInfo.environment["CDQ_SOURCE_CASES"].flatMap { Int($0) } ?? 2_000
  private static let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)

  /// The objects of a snapshot as data files hold them. SQLite has no negative zero.
  private static func text(_ snapshot: Snapshot) throws -> String {
    let writer = StoreWriter(snapshot)
    return unsigned(
      try writer.entities.map { "\($0) \(String(decoding: try writer.json(of: $0), as: UTF8.self))" }.joined())
  }

  private static func unsigned(_ text: String) -> String { text.replacing(/-0\.0(?![0-9])/, with: "0.0") }

  /// A random world in memory and in the databases of this machine, in tables that our own mapping or a poorer one
  /// describes.
  private static func world(_ number: Int, _ random: inout SplitMix) throws -> DatabaseWorld {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    return try DatabaseWorld(
      RandomWorld.make(&random).stored(withoutNaN: server == nil || number % 4 != 0), postgres: server,
      isForeign: number % 3 == 2, in: "sources")
  }

  @Test func `A copy of a database is the store that it was made of, and its trees are those of memory`() throws {
    var (conditions, objects) = (0, 0)
    var number = 0
    while conditions < SourceTests.cases, number < SourceTests.cases {
      number += 1
      var random = SplitMix(seed: 37 << 32 + UInt64(number))
      let world = try SourceTests.world(number, &random)
      let memory = world.loaded.store.snapshot
      let expected = try SourceTests.text(memory)
      #expect(try SourceTests.text(Store(copying: memory).snapshot) == expected, "memory, world \(number)")
      for (name, database, connection) in world.databases {
        let source = DatabaseSource(database, on: connection)
        let copy = try Store(copying: source).snapshot
        guard try SourceTests.text(copy) == expected else {
          Issue.record("\(name), world \(number)\n\(try SourceTests.text(copy))\nin place of\n\(expected)")
          return
        }
        for entity in memory.schema.entities {
          #expect(copy.records(of: entity.name).map(\.number) == memory.records(of: entity.name).map(\.number))
          #expect(try source.count(of: entity.name) == memory.count(of: entity.name))
        }
        for _ in 0..<25 {
          guard let found = try SourceTests.compareTrees(memory, copy, world, &random) else { continue }
          conditions += 1
          objects += found
        }
      }
    }
    #expect(objects > conditions, "only \(objects) objects for \(conditions) conditions")
  }

  /// Compares the trees of a random condition; returns the number of objects, or nil for a condition with a mistake.
  private static func compareTrees(
    _ memory: Snapshot, _ copy: Snapshot, _ world: DatabaseWorld, _ random: inout SplitMix
  ) throws -> Int? {
    let schema = memory.schema
    var writer = QueryWriter(schema: schema, random: SplitMix(seed: random.next()), isStrict: false)
    let entity = random.pick(schema.entities).name
    var one = OracleCase(world: world.loaded.world, entity: entity, phrase: writer.predicateText(of: entity))
    let compiled = one.compile(world.loaded)
    guard let typed = compiled.typed, let ir = compiled.ir else { return nil }
    one.chooseArguments(typed, &random)
    let names = typed.parameters.map(\.name)
    let arguments = Arguments(one.arguments.filter { names.contains($0.key) })
    func tree(_ record: StoredRecord) -> String {
      do throws(ExecutionError) {
        return unsigned(try record.why(ir, arguments: arguments, options: options).lines().joined(separator: "\n"))
      } catch {
        return "\(error)"
      }
    }
    let pairs = Array(zip(memory.records(of: entity), copy.records(of: entity)).prefix(4))
    for (expected, found) in pairs {
      #expect(tree(found) == tree(expected), "\(one.phrase.text)")
    }
    return pairs.count
  }

  @Test func `A query has the answer of each source`() throws {
    let schema = try Schema(
      parsing: """
        entity City { id: Int64 @unique  name: String  country: Country? inverse cities }
        entity Country { code: String @unique  cities: [City] inverse country }
        """)
    let store = Store(schema: schema)
    let norway = try store.insert("Country", ["code": .string("NO")])
    try store.insert("City", ["id": .int(1), "name": .string("Oslo"), "country": .object(norway)])
    try store.insert("City", ["id": .int(2), "name": .string("Malmö")])
    let pool = DatabaseStore(schema: schema, .sqlite(path: ":memory:"))
    try pool.create(with: store.snapshot)
    for source in [store, store.snapshot, pool] as [any ObjectSource] {
      #expect(source.entityNames == ["City", "Country"])
      guard
        case .rows(let rows) = try source.answer(CheckedQuery(parsing: "City where country.code == 'NO' select name", in: schema).ir),
        case .exists(let isThere) = try source.answer(CheckedQuery(parsing: "exists City where id == 7", in: schema).ir),
        case .objects(let cities) = try source.answer(CheckedQuery(parsing: "City sort name", in: schema).ir)
      else {
        Issue.record("another kind of answer")
        continue
      }
      #expect(rows == [[.string("Oslo")]] && !isThere)
      #expect(cities.map(\.key.identity) == [.int(2), .int(1)] && cities[1]["country"] == .object(norway))
      #expect(try source.count(of: "City") == 2)
      #expect(throws: DatabaseError.self) { try source.answer(CheckedQuery(parsing: "delete City", in: schema).ir) }
      var lists: [ObjectKey: [ObjectKey]] = [:]
      try source.forEachTargets(of: "cities", of: "Country", options: DatabaseOptions()) { lists[$0] = $1 }
      #expect(lists == [norway: [cities[1].key]])
    }
  }

  @Test func `What a copy cannot hold is an error`() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    let made = try Schema(parsing: "entity City { id: Int64  name: String? }")
    try Database(schema: made, dialect: .sqlite).create(on: connection)
    _ = try connection.rows("INSERT INTO \"City\" (id, name) VALUES (1, 'Oslo'), (1, 'Bergen')")
    let mapping = Database(schema: made, dialect: .sqlite).mapping
    let asked = try Schema(parsing: "entity City { id: Int64 @unique  name: String? }")
    let source = DatabaseSource(Database(schema: asked, mapping: mapping, dialect: .sqlite), on: connection)
    #expect(throws: DatabaseError.execution(.refused(.notUnique(entity: "City", attributes: ["id"], values: [.int(1)])))) {
      try Store(copying: source)
    }
  }
}
