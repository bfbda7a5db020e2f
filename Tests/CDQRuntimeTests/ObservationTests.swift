import CDQIR
import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Notifications of observers, and the runs of live queries.
@Suite struct ObservationTests {
  /// The notifications that observers received, as lines.
  final class Log: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  static func line(_ change: ChangeSet) -> String {
    let inserted = change.inserted.map { "+\($0.identityValues[0].keyDescription)" }
    let deleted = change.deleted.map { "-\($0.identityValues[0].keyDescription)" }
    let updated = change.updated.map {
      "\($0.after.identityValues[0].keyDescription):\($0.properties.joined(separator: ","))"
    }
    return (inserted + deleted + updated).joined(separator: " ")
  }

  @Test func observersHearOfEachChangeOnceAndInOrder() throws {
    let store = try StoreTests.store()
    let log = Log()
    try store.update(StoreTests.city(1), ["population": .int(1)])
    let token = store.observe { log.add(Self.line($0)) }
    try store.update(StoreTests.city(1), ["population": .int(2)])
    try store.update(StoreTests.city(1), ["population": .int(2)])
    try store.insert("City", ["id": .int(7), "name": .string("x"), "country": .object(StoreTests.country("DE"))])
    _ = try? store.insert("City", ["id": .int(7), "name": .string("x")])
    try store.delete(StoreTests.city(1))
    token.cancel()
    try store.delete(StoreTests.city(7))
    // Observers are not notified of a transaction without a difference.
    #expect(log.all == ["1:population", "+7 DE:cities", "-1 FR:cities 3:twins,near"])
  }

  @Test func anObserverMayReadAndChangeTheStoreAndEndItself() throws {
    let store = try StoreTests.store()
    let log = Log()
    let tokens = Locked<[StoreObservation]>([])
    let first = store.observe { [weak store] change in
      log.add("first \(Self.line(change)) \(store?.snapshot.number ?? 0)")
      guard change.after.number == 1 else { return }
      // A change made by an observer is delivered after all observers have received the current one.
      _ = try? store?.delete(StoreTests.city(2))
      tokens.withLock { $0.removeAll() }
    }
    tokens.withLock { $0.append(store.observe { log.add("never \(Self.line($0))") }) }
    let last = store.observe { log.add("last \(Self.line($0))") }
    try store.insert("Country", ["id": .string("IT")])
    withExtendedLifetime((first, last)) {}
    #expect(log.all == ["first +IT 1", "last +IT", "first -2 FR:cities 2", "last -2 FR:cities"])
  }

  @Test func changesFromManyThreadsArriveInTheOrderOfTheirCommits() async throws {
    let store = try StoreTests.store()
    let numbers = Locked<[Int]>([])
    let token = store.observe { change in
      numbers.withLock { $0.append(change.after.number) }
      #expect(change.after.number == change.before.number + 1)
    }
    await withTaskGroup(of: Void.self) { group in
      for task in Int64(0)..<4 {
        group.addTask {
          for id in Int64(0)..<50 {
            _ = try? store.insert("City", ["id": .int(100 + task * 50 + id), "name": .string("n")])
          }
        }
      }
    }
    withExtendedLifetime(token) {}
    #expect(numbers.withLock { $0 } == Array(1...200))
  }

  @Test func theStreamEndsWithTheStore() async throws {
    var store: Store? = try StoreTests.store()
    let changes = try #require(store).changes
    try store?.delete(StoreTests.city(1))
    try store?.insert("Country", ["id": .string("IT")])
    store = nil
    var lines: [String] = []
    for await change in changes { lines.append(Self.line(change)) }
    #expect(lines == ["-1 FR:cities 3:twins,near", "+IT"])
  }

  // MARK: Live queries

  /// The names of cities in countries of a given name; the query reads three properties.
  static let named = QueryIR(
    entity: "City", parameters: [ParameterIR(name: "name", type: OptionalType(.string))],
    predicate: compare(
      path(.string, StepIR("country", .toOne, of: "City"), StepIR("name", .attribute, of: "Country")), .equal,
      .parameter(0, .string)),
    projection: ProjectionIR(
      isGrouped: false,
      items: [.init(name: "name", expression: attribute("name", .string), type: OptionalType(.string))]))

  /// The number of cities with a large city near them; the query reads a relationship without an inverse.
  static let near = QueryIR(
    entity: "City", cardinality: .count,
    predicate: .quantified(
      QuantifiedIR(
        .any, object(1, "City"),
        in: .path(
          PathIR(variable: 0, steps: [StepIR("near", .toMany, of: "City")], type: OptionalType(.object("City")))),
        compare(attribute("population", .int64, of: 1), .greater, int(10)))))

  /// The number of countries that cities are in; the query reads the key of its limit.
  static let firsts = QueryIR(
    entity: "City", cardinality: .count,
    limitPerKey: KeyLimitIR(.constant(1), per: [path(.object("Country"), StepIR("country", .toOne, of: "City"))]))

  /// The countries with the names of their large cities; the query reads the cities of a country and two properties.
  static let shaped = QueryIR(
    entity: "Country",
    projection: ProjectionIR(
      isGrouped: false, items: [],
      shapes: [
        ShapeIR(
          name: "large", position: 0, steps: [StepIR("cities", .toMany, of: "Country")], isOptional: false, entity: "City",
          predicate: compare(attribute("population", .int64), .greater, int(10)),
          projection: ProjectionIR(
            isGrouped: false,
            items: [.init(name: "name", expression: attribute("name", .string), type: OptionalType(.string))]))
      ]))

  struct Step: Sendable {
    var change: @Sendable (inout StoreTransaction) throws -> Void
    /// Number of runs of the query after the step.
    var runs: Int
    /// The new result; nil when the live query delivers none.
    var result: String?

    init(_ runs: Int, _ result: String?, _ change: @escaping @Sendable (inout StoreTransaction) throws -> Void) {
      self.runs = runs
      self.result = result
      self.change = change
    }
  }

  static func mayor(_ name: String) -> ObjectKey { ObjectKey(root: "Mayor", identity: .string(name)) }
  static let near1 = Value.list([.object(StoreTests.city(1))])

  static let steps: [(QueryIR, first: String, [Step])] = [
    (
      named, "",
      [
        Step(1, nil) { try $0.update(StoreTests.city(1), ["population": .int(3)]) },
        Step(1, nil) { try $0.insert("Mayor", ["name": .string("Zoe")]) },
        Step(1, nil) { try $0.update(StoreTests.city(1), ["twins": .list([])]) },
        Step(2, "a,b") { try $0.update(StoreTests.country("FR"), ["name": .string("x")]) },
        Step(3, nil) { try $0.update(StoreTests.country("DE"), ["name": .string("y")]) },
        Step(4, "b,c") { transaction in
          try transaction.update(StoreTests.city(1), ["country": .object(StoreTests.country("DE"))])
          try transaction.update(StoreTests.city(3), ["country": .object(StoreTests.country("FR")), "id": .int(0)])
          try transaction.delete([StoreTests.city(1)])
          try transaction.insert("City", ["id": .int(1), "name": .string("z")])
        },
        Step(4, nil) { try $0.insert("Country", ["id": .string("IT")]) },
        Step(5, "B,c") { try $0.update(StoreTests.city(2), ["name": .string("B")]) },
      ]
    ),
    (
      near, "0",
      [
        Step(2, "1") { try $0.update(StoreTests.city(1), ["population": .int(30)]) },
        Step(2, nil) { try $0.update(StoreTests.city(1), ["name": .string("A"), "country": .null]) },
        Step(2, nil) { try $0.insert("Country", ["id": .string("IT")]) },
        Step(3, nil) { try $0.update(StoreTests.city(3), ["near": near1, "population": .int(1)]) },
        // City 3 itself does not change, but its only target in `near` is deleted.
        Step(4, "0") { try $0.delete([StoreTests.city(1)]) },
      ]
    ),
    (
      firsts, "2",
      [
        Step(1, nil) { try $0.update(StoreTests.city(1), ["population": .int(30), "name": .string("A")]) },
        Step(2, "1") { try $0.update(StoreTests.city(3), ["country": .object(StoreTests.country("FR"))]) },
        Step(3, "2") { try $0.update(StoreTests.city(2), ["country": .null]) },
        Step(4, "1") { try $0.delete([StoreTests.city(2)]) },
      ]
    ),
    (
      shaped, "[],[]",
      [
        Step(1, nil) { try $0.insert("Mayor", ["name": .string("Zoe")]) },
        Step(1, nil) { try $0.update(StoreTests.city(1), ["twins": .list([])]) },
        Step(2, "[[a]],[]") { try $0.update(StoreTests.city(1), ["population": .int(30)]) },
        Step(3, "[[A]],[]") { try $0.update(StoreTests.city(1), ["name": .string("A")]) },
        Step(4, "[],[[A]]") { try $0.update(StoreTests.city(1), ["country": .object(StoreTests.country("DE"))]) },
        Step(5, "[],[]") { try $0.delete([StoreTests.city(1)]) },
      ]
    ),
    (
      QueryIR(entity: "Mayor"), "Ann",
      [
        Step(1, nil) { try $0.update(StoreTests.city(3), ["name": .string("C")]) },
        Step(2, "Ann,Zoe") { try $0.insert("Mayor", ["name": .string("Zoe")]) },
        Step(3, "Ann,Zoe") { try $0.update(mayor("Ann"), ["city": .null]) },
        Step(4, "Ann,Eva") { try $0.update(mayor("Zoe"), ["name": .string("Eva")]) },
        Step(5, "Ann,Eva") { try $0.update(mayor("Eva"), ["city": .object(StoreTests.city(3))]) },
        // The identity of the city of a mayor in the result changes.
        Step(6, "Ann,Eva") { try $0.update(StoreTests.city(3), ["id": .int(33)]) },
        Step(6, nil) { try $0.update(StoreTests.city(2), ["country": .null]) },
        Step(7, nil) { try $0.update(StoreTests.city(2), ["id": .int(22)]) },
      ]
    ),
  ]

  private static func text(_ value: Value) -> String {
    guard case .list(let values) = value else { return value.keyDescription }
    return "[\(values.map { text($0) }.joined(separator: " "))]"
  }

  static func text(_ result: QueryResult) -> String {
    switch result {
    case .records(let records): records.map { $0.identityValues[0].keyDescription }.joined(separator: ",")
    case .rows(let rows): rows.map { text($0[0]) }.joined(separator: ",")
    case .count(let count), .deleted(let count), .updated(let count): "\(count)"
    case .exists(let exists): "\(exists)"
    }
  }

  /// Runs a live query step by step, as `LiveQuery.Iterator` does, but without waiting.
  @Test(arguments: steps.indices)
  func liveQueriesRunOnlyForWhatTheyRead(_ index: Int) throws {
    let (ir, first, steps) = Self.steps[index]
    let store = try StoreTests.store()
    let query = try PreparedStoreQuery(ir, schema: store.schema)
    let runs = Locked(0)
    let arguments: Arguments = ir.parameters.isEmpty ? [:] : ["name": .string("x")]
    let live = LiveQuery<QueryResult>(store: store) { reader in
      runs.withLock { $0 += 1 }
      return try reader.run(query, arguments: arguments)
    } isSame: {
      $0 == $1
    }
    let run = LiveRun(live)
    let token = store.observe { _ = run.note($0) }
    #expect(try run.result().map(Self.text) == first)
    for (number, step) in steps.enumerated() {
      try store.transaction(step.change)
      #expect(try run.result().map(Self.text) == step.result, "step \(number)")
      #expect(runs.withLock { $0 } == step.runs, "step \(number)")
    }
    withExtendedLifetime(token) {}
  }

  @Test func aLiveQueryIsASequenceOfResults() async throws {
    let store = try StoreTests.store()
    let counts = store.live { $0.count(of: "City") }
    var iterator = counts.makeAsyncIterator()
    #expect(try await iterator.next() == 3)
    try store.delete(StoreTests.city(1))
    try store.delete(StoreTests.city(2))
    // One run covers both changes.
    #expect(try await iterator.next() == 1)
    async let next = Task.detached { try store.insert("City", ["id": .int(9), "name": .string("n")]) }.value
    #expect(try await iterator.next() == 2)
    _ = try await next
    let reading = Task {
      var seen: [Int] = []
      for try await count in counts { seen.append(count) }
      return seen
    }
    reading.cancel()
    #expect(try await reading.value.count <= 1)
  }

  @Test func aFailingLiveQueryThrows() async throws {
    struct Stop: Error {}
    let store = try StoreTests.store()
    let live = store.live { reader in
      if reader.count(of: "City") < 3 { throw Stop() }
      return 1
    }
    var iterator = live.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    try store.delete(StoreTests.city(1))
    await #expect(throws: Stop.self) { try await iterator.next() }
  }
}

extension Value {
  /// The value without its type.
  fileprivate var keyDescription: String {
    switch self {
    case .int(let number): "\(number)"
    case .string(let text): text
    default: "\(self)"
    }
  }
}
