import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Compares the answers of SQLite and PostgreSQL with those of memory, on random schemas, data and texts.
///
///     CDQ_POSTGRES=postgres://… CDQ_DATABASE_CASES=20000 swift test --filter DatabaseTests
@Suite struct DatabaseTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let cases = environment["CDQ_DATABASE_CASES"].flatMap { Int($0) } ?? 2000
  static let seed = environment["CDQ_DATABASE_SEED"].flatMap { UInt64($0) } ?? 1
  /// The server that CI starts; without it only SQLite answers.
  static let postgres = environment["CDQ_POSTGRES"]
  static let casesPerWorld = 40

  /// The outcomes of a database, and the reasons of those that were not exact.
  struct Tally {
    var exact = 0
    var residual = 0
    var refused = 0
    var reasons: [String: Int] = [:]

    var total: Int { exact + residual + refused }

    mutating func add(_ outcome: DatabaseWorld.Outcome) {
      switch outcome {
      case .exact: exact += 1
      case .residual(let found):
        residual += 1
        for reason in found { reasons[reason.reason, default: 0] += 1 }
      case .refused(let found):
        refused += 1
        for reason in found { reasons["refused: \(reason.reason)", default: 0] += 1 }
      case .different: break
      }
    }
  }

  @Test func `Databases give the rows of memory`() throws {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    var tallies: [String: Tally] = [:]
    var failures = 0
    let worlds = (DatabaseTests.cases + DatabaseTests.casesPerWorld - 1) / DatabaseTests.casesPerWorld
    // One world by its number, to find out why it fails.
    let only = DatabaseTests.environment["CDQ_DATABASE_WORLD"].flatMap { Int($0) }
    for number in only.map({ $0..<($0 + 1) }) ?? 0..<worlds where failures < 10 {
      let seed = DatabaseTests.seed << 32 + UInt64(number)
      var random = SplitMix(seed: seed)
      // SQLite cannot hold NaN, so one world in four has it, for PostgreSQL alone.
      let world = try DatabaseWorld(
        RandomWorld.make(&random).stored(withoutNaN: server == nil || number % 4 != 0), postgres: server,
        isForeign: number % 3 == 2)
      for _ in 0..<DatabaseTests.casesPerWorld {
        failures += DatabaseTests.run(world, &random, &tallies, seed)
        if failures >= 10 { break }
      }
    }
    for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      #expect(tally.refused * 20 <= tally.total, "\(name) refuses more than 5 %: \(tally.reasons)")
      print("\(name): \(tally.total) queries, \(tally.exact) by SQL alone, \(tally.residual) tested again in memory, \(tally.refused) refused")
      for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
    }
  }

  /// Runs one random query; returns the number of databases that differ from memory.
  static func run(
    _ world: DatabaseWorld, _ random: inout SplitMix, _ tallies: inout [String: Tally], _ seed: UInt64
  ) -> Int {
    var writer = QueryWriter(schema: world.loaded.world.schema, random: SplitMix(seed: random.next()), isStrict: false)
    let entity = random.pick(world.loaded.world.schema.entities).name
    var one = OracleCase(world: world.loaded.world, entity: nil, phrase: writer.query(of: entity))
    let compiled = one.compile(world.loaded)
    guard let typed = compiled.typed, var ir = compiled.ir else { return 0 }
    // Databases are only read.
    if ir.cardinality == .delete { ir.cardinality = .many }
    one.chooseArguments(typed, &random)
    let arguments = Arguments(one.arguments.filter { argument in ir.parameters.contains { $0.name == argument.key } })
    var failures = 0
    for (index, (name, _, _)) in world.databases.enumerated() {
      let outcome = world.outcome(ir, arguments, index)
      tallies[name, default: Tally()].add(outcome)
      guard case .different(let difference) = outcome else { continue }
      failures += 1
      Issue.record("\(name), seed \(seed)\n\(difference)\n\(one.report)")
    }
    return failures
  }
}
