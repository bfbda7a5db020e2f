import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQValues
import Foundation
import Testing

/// Compares the statements that the back end `sql` generates with memory: the text is written before the arguments are
/// known, and the arguments are bound as generated code binds them.
///
///     CDQ_POSTGRES=postgres://… CDQ_DATABASE_CASES=20000 swift test --filter StatementTests
@Suite struct StatementTests {
  @Test func `Generated statements give the rows of memory`() throws {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    var tallies: [String: (exact: Int, refused: Int, reasons: [String: Int])] = [:]
    var failures = 0
    let worlds = max(1, DatabaseTests.cases / DatabaseTests.casesPerWorld)
    let only = ProcessInfo.processInfo.environment["CDQ_DATABASE_WORLD"].flatMap { Int($0) }
    for number in only.map({ $0..<($0 + 1) }) ?? 0..<worlds where failures < 10 {
      let seed = (DatabaseTests.seed + 7) << 32 + UInt64(number)
      var random = SplitMix(seed: seed)
      let world = try DatabaseWorld(
        RandomWorld.make(&random).stored(withoutNaN: server == nil || number % 4 != 0), postgres: server,
        isForeign: number % 3 == 2)
      for _ in 0..<DatabaseTests.casesPerWorld where failures < 10 {
        var writer = QueryWriter(schema: world.loaded.world.schema, random: SplitMix(seed: random.next()), isStrict: false)
        let entity = random.pick(world.loaded.world.schema.entities).name
        var one = OracleCase(world: world.loaded.world, entity: nil, phrase: writer.query(of: entity))
        let compiled = one.compile(world.loaded)
        guard let typed = compiled.typed, var ir = compiled.ir else { continue }
        // The objects that a deletion finds are those of a query.
        if ir.projection == nil, ir.cardinality == .many, random.once(in: 4) { ir.cardinality = .delete }
        one.chooseArguments(typed, &random)
        let arguments = Arguments(one.arguments.filter { argument in ir.parameters.contains { $0.name == argument.key } })
        for (name, database, connection) in world.databases {
          let run = StatementRun(world.loaded, ir, arguments, database, connection)
          switch run.outcome() {
          case .exact: tallies[name, default: (0, 0, [:])].exact += 1
          case .refused(let reason):
            tallies[name, default: (0, 0, [:])].refused += 1
            tallies[name]?.reasons[reason, default: 0] += 1
          case .different(let difference):
            failures += 1
            Issue.record("\(name), seed \(seed), world \(number)\n\(difference)\n\(one.report)")
          }
        }
      }
    }
    for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      #expect(tally.refused * 2 <= tally.exact + tally.refused, "\(name) refuses more than half")
      print("\(name): \(tally.exact) generated statements as in memory, \(tally.refused) refused")
      for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }).prefix(25) { print("  \(count) \(reason)") }
    }
  }
}
