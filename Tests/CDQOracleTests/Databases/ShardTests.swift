import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQSharding
import Foundation
import Testing

/// Tables that are divided among servers of PostgreSQL by `postgres_fdw`.
///
///     Tests/Shards/run
///
/// `CDQ_POSTGRES_SERVERS` has the URLs of the coordinator and of the servers after it; `CDQ_SHARD_CASES` and
/// `CDQ_DATABASE_SEED` set the number of random queries and their seed.
@Suite(.serialized) struct ShardTests {
  private static let urls =
    (ProcessInfo.processInfo.environment["CDQ_POSTGRES_SERVERS"] ?? "").split(separator: " ").map(String.init)
  private static let cases = ProcessInfo.processInfo.environment["CDQ_SHARD_CASES"].flatMap { Int($0) } ?? 1040
  private static let text = """
    entity Country { code: String @unique  name: String  cities: [City] inverse country }
    entity City {
      id: Int64 @unique  name: String @index  population: Int64?  area: Double?  founded: Date?
      country: Country? inverse cities  tags: [Tag] inverse cities
    }
    entity Tag { label: String  cities: [City] inverse tags }
    """

  /// The servers, with nothing in them.
  private struct Servers {
    let coordinator: PostgresConnection
    let others: [PostgresConnection]

    init() throws {
      let connections = try ShardTests.urls.map { try PostgresConnection(url: $0, canWrite: true) }
      (coordinator, others) = (connections[0], Array(connections.dropFirst()))
      for connection in connections {
        try connection.execute("DROP SCHEMA IF EXISTS shards CASCADE; CREATE SCHEMA shards; SET search_path = shards")
      }
      for number in others.indices { try coordinator.execute("DROP SERVER IF EXISTS cdq_shard_\(number) CASCADE") }
    }

    func make(_ schema: Schema, keys: [String: String], with snapshot: Snapshot?) throws -> ShardedLayout {
      let layout = try ShardedLayout(schema, Sharding(servers: Array(ShardTests.urls.dropFirst()), keys: keys))
      try layout.create(on: coordinator, servers: others, with: snapshot)
      return layout
    }
  }

  /// Properties by which some entities of a schema can be divided.
  private static func keys(_ schema: Schema, _ random: inout SplitMix) -> [String: String] {
    var result: [String: String] = [:]
    for entity in schema.entities where schema.root(of: entity.name) == entity.name && random.chance(66) {
      let names = entity.properties.filter { property in
        switch property {
        case .attribute(let attribute): !attribute.isTransient && attribute.type.element == nil && attribute.type != .opaque
        case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
        }
      }.map(\.name)
      let possible = names.filter { (try? ShardedLayout(schema, Sharding(servers: ["postgres://a/b"], keys: [entity.name: $0]))) != nil }
      if !possible.isEmpty { result[entity.name] = random.pick(possible) }
    }
    return result
  }

  @Test(.enabled(if: ShardTests.urls.count > 2)) func `Sharded tables give the rows of memory`() throws {
    let perWorld = DatabaseTests.casesPerWorld
    var tallies: [String: DatabaseTests.Tally] = [:]
    var failures = 0
    for number in 0..<((ShardTests.cases + perWorld - 1) / perWorld) where failures < 10 {
      let seed = DatabaseTests.seed << 32 + UInt64(number)
      var random = SplitMix(seed: seed)
      let loaded = try OracleCase.Loaded(RandomWorld.make(&random).stored(withoutNaN: number % 4 != 0))
      let servers = try Servers()
      let keys = ShardTests.keys(loaded.checked.schema, &random)
      let sharded = try servers.make(loaded.checked.schema, keys: keys, with: loaded.store.snapshot)
      let name = "PostgreSQL on \(servers.others.count) servers"
      let world = DatabaseWorld(loaded: loaded, databases: [(name, sharded.database, servers.coordinator)])
      for _ in 0..<perWorld where failures < 10 { failures += DatabaseTests.run(world, &random, &tallies, seed) }
    }
    for (name, tally) in tallies {
      #expect(tally.refused * 20 <= tally.total, "\(name) refuses more than 5 %: \(tally.reasons)")
      print("\(name): \(tally.total) queries, \(tally.exact) by SQL alone, \(tally.residual) tested again in memory, \(tally.refused) refused")
      for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
    }
  }

  /// Conditions, and a part of the text that each server gets.
  private static let pushed: [(condition: String, remote: String)] = [
    ("name == 'Oslo'", "name = 'Oslo'"), ("name > 'M' AND name <= 'P'", "name > 'M'"), ("name < 'M'", "name < 'M'"),
    ("population == 5", "population = 5"), ("population != 5", "population IS DISTINCT FROM 5"),
    ("population BETWEEN {1, 5}", "population >= 1"), ("population IN {1, 2}", "population = ANY ('{1,2}'"),
    ("name IN {'a', 'b'}", "name = ANY ('{a,b}'"), ("population == nil", "population IS NULL"),
    ("population != nil", "population IS NOT NULL"), ("area > 2.5", "area > 2.5"), ("founded > $date", "founded > '2001-01-01"),
    ("name BEGINSWITH 'Os'", "name >= 'Os'"), ("name BEGINSWITH 'Os'", "name < 'Ot'"), ("name CONTAINS 'sl'", "name ~ "),
    ("name ==[c] 'OSLO'", "name_c = 'oslo'"), ("name BEGINSWITH[cd] 'Ö'", "name_cd >= 'o'"), ("name <[c] 'm'", "name_c < 'm'"),
    ("name LIKE 'O*o'", "name ~~ 'O%o'"), ("name ENDSWITH[c] '👍'", "name_c"), ("abs(population) > 5", "abs(population) > 5"),
    ("country.name == 'Norway'", "JOIN"), ("country == nil", "country IS NULL"),
  ]

  @Test(.enabled(if: ShardTests.urls.count > 2)) func `Servers test the conditions`() throws {
    let schema = try Schema(parsing: ShardTests.text)
    let servers = try Servers()
    let store = Store(schema: schema)
    try store.transaction { transaction in
      for id in 0..<90 { try transaction.insert("City", ["id": .int(Int64(id)), "name": .string("City \(id)"), "population": .int(Int64(id))]) }
    }
    let sharded = try servers.make(schema, keys: ["City": "country"], with: store.snapshot)
    for (condition, remote) in ShardTests.pushed {
      let ir = try CheckedQuery(parsing: "City where \(condition) select id", in: schema).ir
      let arguments: Arguments = ir.parameters.isEmpty ? [:] : ["date": .date(Date(timeIntervalSinceReferenceDate: 0))]
      let statement = try sharded.database.plan(ir, arguments: arguments).statement
      let lines = try servers.coordinator.rows("EXPLAIN (VERBOSE, COSTS OFF) " + statement.text, statement.bindings)
        .map { row in if case .text(let line)? = row.first { line } else { "" } }
      let sent = lines.filter { $0.contains("Remote SQL:") }
      let isSent = !sent.isEmpty && sent.allSatisfy { $0.contains(remote) } && !lines.contains { $0.contains("Filter:") }
      #expect(isSent, "\(condition)\n\(statement.text)\n\(lines.joined(separator: "\n"))")
    }
    // The rows are divided among the servers, and those of no country are on one of them.
    #expect(try servers.coordinator.rows("SELECT count(*) FROM \"City\"").first?.first?.integer == 90)
    let counts = try servers.others.map { try $0.rows("SELECT count(*) FROM \"City\"").first?.first?.integer }
    #expect(counts.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, 0, 90])
  }

  @Test func `What crosses servers is told`() throws {
    let schema = try Schema(parsing: ShardTests.text)
    let servers = ["postgres://u:p'@one:5433/world?sslmode=require", "postgres://two/world"]
    let together = try ShardedLayout(schema, Sharding(servers: servers, keys: ["City": "country"]))
    let apart = try ShardedLayout(schema, Sharding(servers: servers))
    func crossings(_ layout: ShardedLayout, _ text: String) throws -> [String] {
      layout.crossings(of: try CheckedQuery(parsing: text, in: schema).ir).map { "\($0.entity).\($0.relationship)" }
    }
    #expect(try crossings(together, "City where country.name == 'Norway'") == [])
    #expect(try crossings(together, "Country where ANY cities.population > 5") == [])
    #expect(try crossings(together, "count City where ANY tags.label == 'x'") == ["City.tags"])
    #expect(try crossings(apart, "City where population > 5") == ["City.country"])
    #expect(try crossings(apart, "count City where population > 5") == [])
    #expect(try crossings(apart, "Country where SUBQUERY(cities, $c, ANY $c.tags.label == 'x').@count > 1 sort cities.@count")
      == ["Country.cities", "City.tags"])
    #expect(try crossings(apart, "City group by country.name select country.name, count() as n") == ["City.country"])
    let script = together.script
    #expect(script.contains("PARTITION BY HASH (\"country\")"))
    #expect(script.contains("\"sslmode\" 'require'") && script.contains("\"password\" 'p'''"))
    #expect(script.contains("'City.country' stays on one server"))
    #expect(script.contains("'City.tags' crosses servers: the pairs are in 'City_tags', each on the server of its 'owner'"))
    #expect(script.contains("ADD CONSTRAINT \"City_country_fkey\""))
    #expect(!apart.script.contains("ADD CONSTRAINT \"City_country_fkey\""))
    #expect(apart.report.contains("'City.country' crosses servers: 'City' is divided by its own number, and not by 'country'"))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"servers": "x"}"#, #"{"servers": ["postgres://a/b"], "key": {}}"#, #"{"servers": [1]}"#,
    #"{"servers": ["postgres://a/b"], "keys": []}"#,
  ])
  func `Files that are wrong are refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Sharding.self, from: Data(text.utf8)) }
  }

  @Test(arguments: [
    (["nothing"], [:], "server 1 is no URL of PostgreSQL"), ([], [:], "there must be between 1 and 1000 servers, not 0"),
    (["postgres://a/b"], ["Town": "x"], "the schema has no entity 'Town', which 'keys' names"),
    (["postgres://a/b"], ["City": "size"], "'City' has no property 'size', by which it is to be divided"),
    (["postgres://a/b"], ["City": "tags"], "'City.tags' is no column of 'City'"),
    (["postgres://a/b"], ["Country": "cities"], "'Country.cities' is no column of 'Country'"),
  ])
  func `Wrong keys are refused`(servers: [String], keys: [String: String], message: String) throws {
    let schema = try Schema(parsing: ShardTests.text)
    let error = #expect(throws: ShardingError.self) { try ShardedLayout(schema, Sharding(servers: servers, keys: keys)) }
    #expect(error?.description == message)
  }
}
