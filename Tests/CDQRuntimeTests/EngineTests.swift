import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Compares the column engine with the row engine: both give the same rows in the same order for random queries, on a
/// store after insertions, updates and deletions, with chunks so small that there are several.
@Suite struct EngineTests {
  static let schema: Schema = {
    func properties(_ entity: String) -> [Property] {
      var result: [Property] = [.attribute(Attribute(name: "id", type: .int64))]
      for (name, type) in RandomModel.attributes[entity] ?? [] {
        result.append(.attribute(Attribute(name: name, type: type, isOptional: true)))
      }
      for (name, element) in RandomModel.lists[entity] ?? [] {
        let type = ValueType.collection(element: element, isOrdered: true)
        result.append(.attribute(Attribute(name: name, type: type, isOptional: true)))
      }
      for (name, target) in RandomModel.toOne[entity] ?? [] {
        result.append(
          .relationship(Relationship(name: name, destination: target, inverse: name == "country" ? "cities" : nil)))
      }
      for (name, target) in RandomModel.toMany[entity] ?? [] {
        result.append(
          .relationship(Relationship(name: name, destination: target, isToMany: true, inverse: "country")))
      }
      return result
    }
    return Schema(entities: [
      Entity(
        name: "City", properties: properties("City"), uniquenessConstraints: [["id"]],
        indexes: ["pop", "area", "founded", "name"].map { Entity.Index(keys: [.init($0)]) }),
      // Queries on City also find the objects of this sub-entity.
      Entity(name: "Port", parent: "City"),
      Entity(name: "Country", properties: properties("Country"), uniquenessConstraints: [["id"]]),
    ])
  }()

  static let cityCount = 300
  static let countryCount = 80

  /// Creates a store of random objects.
  static func store(
    _ random: inout RandomQueries, hasPorts: Bool, chunkShift: Int = 6, cityCount: Int = cityCount,
    countryCount: Int = countryCount
  ) throws -> Store {
    let store = Store(StoreState(layout: StoreLayout(schema: schema, chunkShift: chunkShift)))
    try store.transaction { transaction in
      for id in 0..<countryCount { try transaction.insert("Country", values(of: "Country", id, &random, countryCount)) }
      for id in 0..<cityCount {
        let isPort = hasPorts && random.chance(40)
        try transaction.insert(isPort ? "Port" : "City", values(of: "City", id, &random, countryCount))
      }
      for id in 0..<countryCount where random.chance(60) {
        let capital = key("City", Int.random(in: 0..<cityCount, using: &random.generator))
        try transaction.update(key("Country", id), ["capital": .object(capital)])
      }
    }
    // Changes each object in a separate transaction, while a reader holds the snapshot before.
    let before = store.snapshot
    for _ in 0..<40 {
      let id = Int.random(in: 0..<cityCount, using: &random.generator)
      guard store.record(key("City", id)) != nil else { continue }
      if random.chance(50) {
        try store.delete(key("City", id))
      } else {
        try store.update(key("City", id), values(of: "City", id, &random, countryCount))
      }
    }
    for _ in 0..<10 {
      let id = Int.random(in: 0..<countryCount, using: &random.generator)
      if store.record(key("Country", id)) != nil { try store.delete(key("Country", id)) }
    }
    #expect(before.count(of: "City") == cityCount)
    return store
  }

  static func values(
    of entity: String, _ id: Int, _ random: inout RandomQueries, _ countryCount: Int = countryCount
  ) -> [String: Value] {
    var values: [String: Value] = ["id": .int(Int64(id))]
    for (name, type) in RandomModel.attributes[entity] ?? [] where random.chance(75) { values[name] = random.value(type) }
    for (name, element) in RandomModel.lists[entity] ?? [] where random.chance(50) {
      values[name] = .list((0..<random.pick([0, 1, 3])).map { _ in random.value(element) })
    }
    if entity == "City", random.chance(75) {
      values["country"] = .object(key("Country", Int.random(in: 0..<countryCount, using: &random.generator)))
    }
    return values
  }

  static func key(_ entity: String, _ id: Int) -> ObjectKey {
    ObjectKey(root: entity, identity: .int(Int64(id)))
  }

  private static func ids(_ result: QueryResult) -> [Value] {
    switch result {
    case .records(let records): records.map { .list($0.identityValues) }
    case .rows(let rows): rows.map { .list($0) }
    case .count(let count), .deleted(let count), .updated(let count): [.int(Int64(count))]
    case .exists(let exists): [.bool(exists)]
    }
  }

  /// The results of both engines as texts, including errors.
  private static func outcomes(
    _ ir: QueryIR, _ snapshot: Snapshot, _ arguments: [Value], threads: Int
  ) throws -> [String] {
    let query = try PreparedStoreQuery(ir, snapshot.state.layout)
    let bound = Arguments(Dictionary(uniqueKeysWithValues: zip(RandomQueries.parameters.map(\.name), arguments)))
    return ExecutionOptions.Engine.allCases.map { engine in
      do {
        let options = ExecutionOptions(now: Date(timeIntervalSinceReferenceDate: 0), engine: engine, threads: threads)
        // The sign of the NaN that infinities of both signs add up to depends on the processor.
        return "\(ids(try snapshot.run(query, arguments: bound, options: options)))"
          .replacingOccurrences(of: "-nan", with: "nan")
      } catch {
        return "\(error)"
      }
    }
  }

  static func expectSame(
    _ ir: QueryIR, _ snapshot: Snapshot, _ arguments: [Value], _ seed: Int, threads: Int = 1
  ) throws -> Bool {
    let outcomes = try outcomes(ir, snapshot, arguments, threads: threads)
    if outcomes.allSatisfy({ $0 == outcomes[0] }) { return true }
    Issue.record("seed \(seed): \(outcomes.joined(separator: "\n"))\n\(ir.dump)\n\(arguments)")
    return false
  }

  @Test(arguments: [(0, 0), (1000, 1), (2000, 1), (3000, 2), (4000, 3)])
  func predicatesGiveTheSameRows(base: Int, depth: Int) throws {
    for batch in 0..<4 {
      var random = RandomQueries(seed: UInt64(900_000 + base + batch))
      let snapshot = try Self.store(&random, hasPorts: batch % 2 == 1).snapshot
      for seed in (base + batch * 100)..<(base + batch * 100 + (depth < 2 ? 40 : 10)) {
        var random = RandomQueries(seed: UInt64(seed))
        let predicate = depth == 0 ? random.predicate(0) : random.predicate(depth)
        let ir = QueryIR(
          entity: "City", includesSubentities: random.chance(80),
          cardinality: random.pick([.many, .many, .many, .count, .exists, .first, .one]),
          parameters: RandomQueries.parameters, predicate: predicate,
          limit: random.pick([nil, nil, .constant(3), .constant(0)]), offset: random.pick([nil, nil, .constant(2)]))
        guard try Self.expectSame(ir, snapshot, random.arguments(), seed) else { return }
      }
    }
  }

  /// Predicates of the shapes that have kernels, with constants; random predicates are seldom so simple.
  @Test(arguments: [0, 1, 2, 3])
  func kernelsGiveTheSameRows(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(777_000 + batch))
    let snapshot = try Self.store(&random, hasPorts: batch % 2 == 1, chunkShift: batch < 2 ? 6 : 8).snapshot
    for seed in 0..<150 {
      let predicate = PredicateIR.and((0..<random.pick([1, 1, 2, 3])).map { _ in Self.kernelPredicate(&random) })
      let ir = QueryIR(entity: "City", parameters: RandomQueries.parameters, predicate: predicate)
      guard try Self.expectSame(ir, snapshot, random.arguments(), seed) else { return }
    }
  }

  @Test(arguments: [0, 1])
  func collectionsGiveTheSameRows(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(555_000 + batch))
    let snapshot = try Self.store(&random, hasPorts: batch % 2 == 1).snapshot
    for seed in 0..<100 {
      let ir = QueryIR(entity: "Country", parameters: RandomQueries.parameters, predicate: Self.childPredicate(&random))
      guard try Self.expectSame(ir, snapshot, random.arguments(), seed) else { return }
    }
  }

  @Test func sortingAndGroupingGiveTheSameRows() throws {
    for batch in 0..<2 {
      var random = RandomQueries(seed: UInt64(333_000 + batch))
      let snapshot = try Self.store(&random, hasPorts: batch % 2 == 1).snapshot
      for seed in 0..<80 {
        let types: [ValueType] = [.string, .string, .int64, .double, .decimal, .date, .bool]
        let keys = (0..<random.pick([1, 1, 2, 3])).map { _ in
          SortKeyIR(
            name: "", expression: Self.path(random.pick(types), &random), options: random.options(),
            isDescending: random.chance(50), nullsFirst: random.chance(50))
        }
        var ir = QueryIR(
          entity: "City", parameters: RandomQueries.parameters, predicate: Self.kernelPredicate(&random),
          sort: .keys(keys), limit: random.pick([nil, nil, .constant(1), .constant(10)]),
          offset: random.pick([nil, nil, .constant(2)]))
        if random.chance(20) {
          let grouping = Self.path(random.pick([.bool, .string, .int64]), &random)
          ir.sort = .keys([])
          ir.projection = ProjectionIR(
            grouping: [grouping], isGrouped: true,
            items: [
              .init(name: "key", expression: grouping, type: OptionalType(grouping.type, isOptional: true)),
              .init(
                name: "count",
                expression: .groupAggregate(
                  GroupAggregateIR(.count, isDistinct: false, argument: nil, type: .int64)), type: OptionalType(.int64)),
            ])
        }
        guard try Self.expectSame(ir, snapshot, random.arguments(), seed) else { return }
      }
    }
  }

  /// Sorts keys by digits: texts that differ late, only in length or only in zero bytes, and numbers of every size.
  @Test func sortsByDigits() throws {
    var random = RandomQueries(seed: 11)
    let store = Store(StoreState(layout: StoreLayout(schema: Self.schema, chunkShift: 6)))
    try store.transaction { transaction in
      for id in 0..<700 {
        var values: [String: Value] = ["id": .int(Int64(id))]
        let length = random.pick([0, 1, 7, 8, 9, 15, 16, 17, 30])
        let letters = (0..<length).map { _ in random.pick(["a", "a", "a", "b", "\0", "é"]) }
        if random.chance(90) { values["name"] = .string(letters.joined()) }
        if random.chance(90) { values["gdp"] = random.chance(50) ? random.value(.double) : .double(-0.0) }
        if random.chance(90) { values["size"] = random.value(.int64) }
        try transaction.insert("Country", values)
      }
    }
    for names in [["name"], ["gdp"], ["size"], ["size", "name"], ["name", "gdp"]] {
      for (seed, isDescending) in [false, true].enumerated() {
        let keys = names.map { name in
          SortKeyIR(
            name: name,
            expression: .path(
              PathIR(
                variable: 0, steps: [Self.step(name, .attribute, "Country")],
                type: OptionalType(name == "name" ? .string : name == "gdp" ? .double : .int64, isOptional: true))),
            isDescending: isDescending, nullsFirst: random.chance(50))
        }
        for limit in [nil, CountIR.constant(7)] {
          let ir = QueryIR(entity: "Country", parameters: RandomQueries.parameters, sort: .keys(keys), limit: limit)
          guard try Self.expectSame(ir, store.snapshot, random.arguments(), seed) else { return }
        }
      }
    }
  }

  /// The planner plans each level of a deeply nested expression once; twice would take exponential time.
  @Test func nestedArithmeticIsPlannedOnce() throws {
    var random = RandomQueries(seed: 9)
    let snapshot = try Self.store(&random, hasPorts: false).snapshot
    var date = ExpressionIR.path(
      PathIR(variable: 0, steps: [Self.step("founded", .attribute, "City")], type: OptionalType(.date, isOptional: true)))
    let day = ExpressionIR.literal(.duration(86_400), .duration)
    for _ in 0..<20 { date = .arithmetic(ArithmeticIR([.add], [date, day], type: .date)) }
    let ir = QueryIR(
      entity: "City", parameters: RandomQueries.parameters,
      predicate: .comparison(ComparisonIR(.less, date, .literal(random.value(.date), .date))))
    _ = try Self.expectSame(ir, snapshot, random.arguments(), 0)
  }

  @Test func findGivesWhatRunGives() throws {
    var random = RandomQueries(seed: 4)
    let snapshot = try Self.store(&random, hasPorts: true).snapshot
    for _ in 0..<30 {
      let ir = QueryIR(entity: "City", predicate: Self.kernelPredicate(&random), limit: .constant(50))
      let query = try PreparedStoreQuery(ir, snapshot.state.layout)
      guard case .records(let records) = try snapshot.run(query) else { return }
      for engine in ExecutionOptions.Engine.allCases {
        #expect(Array(try snapshot.find(query, options: ExecutionOptions(engine: engine))) == records)
      }
    }
    let projection = ProjectionIR(
      isGrouped: false, items: [.init(name: "id", expression: .literal(.int(1), .int64), type: OptionalType(.int64))])
    let rows = try PreparedStoreQuery(QueryIR(entity: "City", projection: projection), snapshot.state.layout)
    #expect(throws: ExecutionError.self) { try snapshot.find(rows) }
  }

  /// A limit on steps ends a scan at the same record, independent of the size of blocks.
  @Test(arguments: ExecutionOptions.Engine.allCases)
  func stepsAreCounted(engine: ExecutionOptions.Engine) throws {
    var random = RandomQueries(seed: 4)
    let snapshot = try Self.store(&random, hasPorts: false).snapshot
    let count = snapshot.count(of: "City")
    let query = try PreparedStoreQuery(QueryIR(entity: "City", cardinality: .count), snapshot.state.layout)
    let first = try PreparedStoreQuery(QueryIR(entity: "City", cardinality: .first), snapshot.state.layout)
    _ = try snapshot.run(query, options: ExecutionOptions(maximumSteps: count, engine: engine))
    #expect(throws: ExecutionError.stepLimit(count - 1)) {
      try snapshot.run(query, options: ExecutionOptions(maximumSteps: count - 1, engine: engine))
    }
    _ = try snapshot.run(first, options: ExecutionOptions(maximumSteps: 1, engine: engine))
  }
}
