import CDQRandom
import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Indexes and threads do not change the rows, their order and the errors of queries.
@Suite struct EngineIndexTests {
  /// Ranges, sets and equality on indexed and unique attributes, between changes that the indexes must reflect.
  @Test(arguments: [0, 1, 2])
  func indexedQueriesGiveTheSameRows(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(441_000 + batch))
    let count = 600
    let store = try EngineTests.store(&random, hasPorts: batch == 1, cityCount: count)
    for round in 0..<10 {
      for seed in 0..<8 {
        var operands = [Self.indexed(&random, count)]
        if random.chance(30) { operands.append(Self.indexed(&random, count)) }
        if random.chance(30) { operands.append(EngineTests.kernelPredicate(&random)) }
        let ir = QueryIR(
          entity: batch == 1 ? random.pick(["City", "Port"]) : "City", includesSubentities: random.chance(80),
          cardinality: random.pick([.many, .many, .count, .exists, .first, .one]),
          parameters: RandomQueries.parameters, predicate: operands.count == 1 ? operands[0] : .and(operands),
          limit: random.pick([nil, nil, nil, .constant(3), .constant(0)]),
          offset: random.pick([nil, nil, nil, .constant(1)]))
        let arguments = random.arguments()
        guard try EngineTests.expectSame(ir, store.snapshot, arguments, round * 100 + seed) else { return }
      }
      let id = Int.random(in: 0..<(count + 50), using: &random.generator)
      let key = EngineTests.key("City", id)
      var values = EngineTests.values(of: "City", id, &random)
      // Some countries have been deleted.
      values["country"] = nil
      if store.record(key) == nil {
        try store.insert("City", values)
      } else if random.chance(40) {
        try store.delete(key)
      } else {
        try store.update(key, values)
      }
    }
  }

  private static func indexed(_ random: inout RandomQueries, _ count: Int) -> PredicateIR {
    let (name, type) = random.pick(
      [("id", .int64), ("id", .int64), ("pop", .int64), ("area", .double), ("founded", .date), ("name", .string)]
        as [(String, ValueType)])
    let attribute = ExpressionIR.path(
      PathIR(
        variable: 0, steps: [EngineTests.step(name, .attribute, "City")],
        type: OptionalType(type, isOptional: name != "id")))
    func constant() -> ExpressionIR {
      if type == .int64, random.chance(20) { return .parameter(1, .int64) }
      if random.chance(5) { return .literal(.null, type) }
      if name == "id" {
        if random.chance(10) { return .literal(.double(10.5), .double) }
        return .literal(.int(Int64(Int.random(in: -5..<count, using: &random.generator))), .int64)
      }
      return .literal(random.value(type), type)
    }
    switch Int.random(in: 0..<4, using: &random.generator) {
    case 0: return .between(BetweenIR(attribute, constant(), constant()))
    case 1:
      return .membership(
        MembershipIR(
          attribute, in: .literal((0..<random.pick([0, 1, 3])).map { _ in constant() }, element: type), options: []))
    default:
      let operation = random.chance(40) ? .equal : random.pick(ComparisonIR.Operator.allCases)
      return .comparison(
        random.chance(70)
          ? ComparisonIR(operation, attribute, constant()) : ComparisonIR(operation, constant(), attribute))
    }
  }

  /// A snapshot keeps its rows although an index was built from a later one.
  @Test func indexesKnowTheirSnapshot() throws {
    let schema = Schema(entities: [
      Entity(
        name: "Item", properties: [.attribute(Attribute(name: "size", type: .int64))],
        indexes: [Entity.Index(keys: [.init("size")])])
    ])
    let store = Store(StoreState(layout: StoreLayout(schema: schema, chunkShift: 6)))
    try store.transaction { transaction in
      for number in 0..<640 { try transaction.insert("Item", ["size": .int(Int64(number % 320))]) }
    }
    let size = ExpressionIR.path(
      PathIR(variable: 0, steps: [StepIR("size", .attribute, of: "Item")], type: OptionalType(.int64)))
    let ir = QueryIR(
      entity: "Item", cardinality: .count,
      predicate: .between(BetweenIR(size, .literal(.int(5), .int64), .literal(.int(7), .int64))))
    let query = try PreparedStoreQuery(ir, store.snapshot.state.layout)
    func count(_ snapshot: Snapshot) throws -> Int {
      guard case .count(let count) = try snapshot.run(query) else { return -1 }
      return count
    }
    var snapshots: [(snapshot: Snapshot, expected: Int)] = [(store.snapshot, 6)]
    var expected = 6
    for number in 0..<80 {
      let key = try #require(store.records(of: "Item").first { $0["size"] == .int(Int64(number)) }).key
      if number < 5 || number > 7 { expected += 1 }
      try store.update(key, ["size": .int(6)])
      snapshots.append((store.snapshot, expected))
      #expect(try count(store.snapshot) == expected)
    }
    for (snapshot, expected) in snapshots { #expect(try count(snapshot) == expected) }
  }

  @Test(arguments: [2, 3])
  func threadsGiveTheSameRows(threads: Int) throws {
    var random = RandomQueries(seed: UInt64(661_000 + threads))
    // As few cities per country as in the other tests, because conditions on all of them are evaluated for each city.
    let snapshot = try EngineTests.store(&random, hasPorts: false, cityCount: 3_300, countryCount: 880).snapshot
    for seed in 0..<60 {
      let sort = SortKeyIR(
        name: "", expression: EngineTests.path(.int64, &random), isDescending: random.chance(50), nullsFirst: false)
      let ir = QueryIR(
        entity: "City", cardinality: random.pick([.many, .many, .count, .first]),
        parameters: RandomQueries.parameters,
        predicate: random.chance(50) ? EngineTests.kernelPredicate(&random) : random.predicate(1),
        sort: .keys(random.chance(30) ? [sort] : []), limit: random.pick([nil, nil, .constant(5)]))
      guard try EngineTests.expectSame(ir, snapshot, random.arguments(), seed, threads: threads) else { return }
    }
  }

  /// Sorts keys of every size and in every order, in runs for each of the sorting algorithms.
  @Test func keyedRowsAreSorted() {
    var random = SplitMix(seed: 5)
    for (count, spread) in [(0, 1), (1, 1), (20, 3), (300, 10), (600, 1), (600, 7), (5_000, 1 << 40), (5_000, 90)] {
      var rows = (0..<count).map {
        KeyedRow(key: UInt64(Int.random(in: 0..<spread, using: &random)) << 13, row: UInt32($0))
      }
      let expected = rows.sorted { ($0.key, $0.row) < ($1.key, $1.row) }.map(\.row)
      KeyedRow.sort(&rows)
      #expect(rows.map(\.row) == expected, "\(count) of \(spread)")
    }
  }
}
