import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQOracle
import CDQRandom
import CDQRuntime
import Foundation
import Testing

/// Compares random updates: those of a store with the oracle's, and those of databases with the store's.
///
///     CDQ_UPDATE_CASES=20000 swift test --filter UpdateTests
@Suite(.serialized) struct UpdateTests {
  private static let cases = ProcessInfo.processInfo.environment["CDQ_UPDATE_CASES"].flatMap { Int($0) } ?? 2_000
  private static let casesPerWorld = 40

  /// Undoes the changes of a transaction.
  private struct Undo: Error {}

  private struct Tally {
    var checked = 0
    var refused: [String: Int] = [:]
    var failures = 0
    /// Updates that changed objects, those that a rule forbids, and those that a database cannot hold.
    var (changed, forbidden, unstorable) = (0, 0, 0)
  }

  @Test func `Updates of a store are those of the oracle, and updates of a database are those of a store`() throws {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    var tally = Tally()
    for number in 0..<(UpdateTests.cases + UpdateTests.casesPerWorld - 1) / UpdateTests.casesPerWorld where tally.failures < 5 {
      let seed = 41 << 32 + UInt64(number)
      var random = SplitMix(seed: seed)
      let made = RandomWorld.make(&random)
      let world = try DatabaseWorld(
        made.stored(withoutNaN: server == nil || number % 4 != 0), postgres: server, isForeign: false, in: "updates")
      for _ in 0..<UpdateTests.casesPerWorld where tally.failures < 5 { UpdateTests.run(world, &random, &tally, seed) }
    }
    let refused = tally.refused.values.reduce(0, +)
    #expect(refused * 100 <= (tally.checked + refused) * 12, "\(refused) of \(tally.checked) refused: \(tally.refused)")
    #expect(tally.changed * 3 >= tally.checked, "only \(tally.changed) of \(tally.checked) changed something")
    print(
      "\(tally.checked) updates, \(tally.changed) of which change objects, \(tally.forbidden) forbidden, "
        + "\(tally.unstorable) with values that a database cannot hold; refused: \(tally.refused)")
  }

  private static func run(_ world: DatabaseWorld, _ random: inout SplitMix, _ tally: inout Tally, _ seed: UInt64) {
    var writer = QueryWriter(schema: world.loaded.world.schema, random: SplitMix(seed: random.next()), isStrict: false)
    let entity = random.pick(world.loaded.world.schema.entities).name
    var one = OracleCase(world: world.loaded.world, entity: nil, phrase: writer.update(of: entity))
    let compiled = one.compile(world.loaded)
    guard let typed = compiled.typed, let ir = compiled.ir else {
      if let error = compiled.diagnostics.first(where: { $0.severity == .error }) {
        tally.refused[error.code.rawValue, default: 0] += 1
        if OracleTests.showsRefusals { print("\(error.message) [\(error.code)] \(one.phrase.text)") }
      }
      return
    }
    tally.checked += 1
    one.chooseArguments(typed, &random)
    if case .different(let difference) = one.outcome(typed, ir, world.loaded) {
      var shrinker = Shrinker(one, difference, world.loaded)
      shrinker.shrink()
      tally.failures += 1
      Issue.record("seed \(seed)\n\(shrinker.difference)\n\(shrinker.smallest.report)")
      return
    }
    let arguments = Arguments(one.arguments.filter { argument in ir.parameters.contains { $0.name == argument.key } })
    let trial = Store(world.loaded.store.snapshot)
    let options = ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale)
    let expected = Result { () throws(ExecutionError) in try trial.run(ir, arguments: arguments, options: options) }
    switch expected {
    case .success(.updated(let count)): tally.changed += count > 0 ? 1 : 0
    default: tally.forbidden += 1
    }
    for (name, database, connection) in world.databases {
      guard let found = difference(ir, arguments, database, connection, expected, trial, &tally) else { continue }
      tally.failures += 1
      Issue.record("\(name), seed \(seed)\n\(found)\n\(one.report)")
    }
  }

  /// How an update of a database differs from that of a store; nil where it does not. Nothing stays changed.
  private static func difference(
    _ ir: QueryIR, _ arguments: Arguments, _ database: Database, _ connection: any DatabaseConnection,
    _ expected: Result<QueryResult, ExecutionError>, _ trial: Store, _ tally: inout Tally
  ) -> String? {
    var difference: String?
    var isUnstorable = false
    do {
      try database.transaction(on: connection) { transaction in
        let options = DatabaseOptions(execution: ExecutionOptions(now: OracleCase.now, locale: OracleCase.locale))
        do {
          let found = try transaction.run(ir, arguments: arguments, options: options)
          if case .count(let count) = found, case .success(.updated(count)) = expected {
            difference = try UpdateTests.difference(transaction, trial, database.dialect.name == .postgres)
          } else {
            difference = "\(found), \(expected) in memory"
          }
        } catch let error as DatabaseError {
          switch (error, expected) {
          case (.execution(let found), .failure(let expected)) where found.code == expected.code:
            difference = try UpdateTests.difference(transaction, trial, database.dialect.name == .postgres)
          case (.unstorableValue, _), (.refused, _): isUnstorable = true
          default: difference = "\(error), \(expected) in memory"
          }
        }
        throw Undo()
      }
    } catch is Undo {
      if isUnstorable { tally.unstorable += 1 }
      return difference
    } catch {
      return "\(error), \(expected) in memory"
    }
    return difference
  }

  /// What tells the objects of a transaction from those of a store; nil if they are the same.
  private static func difference(
    _ transaction: DatabaseTransaction, _ trial: Store, _ roundsDates: Bool
  ) throws -> String? {
    for entity in trial.schema.entities where !entity.isAbstract {
      guard
        case .records(let found) = try transaction.run(QueryIR(entity: entity.name, includesSubentities: false))
      else { return "no objects" }
      let expected = trial.records(of: entity.name, includingSubentities: false)
      guard found.map(\.key) == expected.map(\.key) else {
        return "\(entity.name): \(found.map(\.key.identity)) instead of \(expected.map(\.key.identity))"
      }
      for (record, other) in zip(found, expected) {
        for (name, value) in record.values where !isSame(value, other[name], roundsDates) {
          return "\(name) of \(entity.name) \(other.key.identity) is \(value) instead of \(other[name])"
        }
      }
      for relationship in trial.schema.allRelationships(of: entity.name) where relationship.isToMany {
        let wanted = expected.map { record -> [Value] in
          if case .list(let keys) = record[relationship.name] { [.int(Int64(keys.count))] } else { [.int(0)] }
        }
        guard case .rows(let counts) = try transaction.run(UpdateTests.counts(relationship, entity.name)), counts == wanted
        else { return "\(relationship.name) of \(entity.name) has other numbers of objects than \(wanted)" }
      }
    }
    return nil
  }

  /// The query for the numbers of objects in a relationship.
  private static func counts(_ relationship: Relationship, _ entity: String) -> QueryIR {
    let path = PathIR(
      variable: 0, steps: [StepIR(relationship.name, .toMany, of: entity)],
      type: OptionalType(.object(relationship.destination), isOptional: true))
    let item = ProjectionIR.Item(
      name: "count", expression: .aggregate(AggregateIR(.count, .path(path), type: .int64)), type: OptionalType(.int64))
    return QueryIR(entity: entity, includesSubentities: false, projection: ProjectionIR(isGrouped: false, items: [item]))
  }

  /// Compares texts by their meaning, since a database holds them in NFC; PostgreSQL rounds dates to microseconds. SQLite
  /// has no -0.0, so that the infinity of a division by it has another sign.
  private static func isSame(_ left: Value, _ right: Value, _ roundsDates: Bool) -> Bool {
    switch (left, right) {
    case (.double(let a), .double(let b)), (.duration(let a), .duration(let b)): a == b || a.isNaN && b.isNaN || a.isInfinite && b.isInfinite
    case (.date(let a), .date(let b)) where roundsDates: abs(a.timeIntervalSince(b)) < 1e-5
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1, roundsDates) }
    case (.null, .list(let elements)), (.list(let elements), .null): elements.isEmpty
    default: left == right
    }
  }
}
