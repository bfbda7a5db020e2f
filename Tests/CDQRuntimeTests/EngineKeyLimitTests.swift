import Foundation
import Testing

@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// The first objects of each key: both engines, and a selection by hand.
@Suite struct EngineKeyLimitTests {
  @Test(arguments: [0, 1, 2, 3])
  func `Both engines keep the same objects`(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(731_000 + batch))
    let snapshot = try EngineTests.store(&random, hasPorts: batch == 1, chunkShift: batch < 2 ? 6 : 8).snapshot
    for seed in 0..<150 {
      let ir = Self.query(&random, isSorted: random.chance(70))
      guard try EngineTests.expectSame(ir, snapshot, random.arguments(), seed, threads: random.pick([1, 3])) else { return }
    }
  }

  /// The first of all objects, sorted without keys of a limit, by a loop over dictionaries.
  @Test(arguments: [0, 1, 2])
  func `The objects are the first of each key`(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(733_000 + batch))
    let snapshot = try EngineTests.store(&random, hasPorts: batch == 1, chunkShift: 6).snapshot
    for seed in 0..<60 {
      var ir = Self.query(&random, isSorted: random.chance(70))
      ir.cardinality = .many
      ir.projection = nil
      let limit = try #require(ir.limitPerKey)
      var whole = ir
      whole.limitPerKey = nil
      whole.projection = ProjectionIR(
        isGrouped: false,
        items: (limit.keys + [EngineTests.id]).map { .init(name: "", expression: $0, type: OptionalType($0.type, isOptional: true)) })
      let bound = Arguments(
        Dictionary(uniqueKeysWithValues: zip(RandomQueries.parameters.map(\.name), random.arguments())))
      let options = ExecutionOptions(now: Date(timeIntervalSinceReferenceDate: 0))
      guard case .rows(let rows) = try snapshot.run(PreparedStoreQuery(whole, snapshot.state.layout), arguments: bound, options: options),
        case .records(let found) = try snapshot.run(PreparedStoreQuery(ir, snapshot.state.layout), arguments: bound, options: options),
        case .constant(let most) = limit.count
      else { continue }
      var counts: [[EqualityKey]: Int] = [:]
      let expected = rows.filter { row in
        let key = row.dropLast().map { EqualityKey($0) }
        counts[key, default: 0] += 1
        return counts[key, default: 0] <= most
      }
      guard found.map({ $0.identityValues.first }) == expected.map(\.last) else {
        Issue.record("seed \(seed)\n\(ir.dump)")
        return
      }
    }
  }

  @Test func `Groups and distinct rows are refused`() throws {
    var random = RandomQueries(seed: 1)
    let snapshot = try EngineTests.store(&random, hasPorts: false).snapshot
    for (isGrouped, isDistinct) in [(true, false), (false, true)] {
      var ir = QueryIR(entity: "City", limitPerKey: KeyLimitIR(.constant(1), per: [EngineTests.id]))
      ir.projection = ProjectionIR(
        isGrouped: isGrouped, items: [.init(name: "id", expression: EngineTests.id, type: OptionalType(.int64))],
        isDistinct: isDistinct)
      #expect { try PreparedStoreQuery(ir, snapshot.state.layout) } throws: { ($0 as? ExecutionError)?.code == "malformed-query" }
    }
  }

  private static func query(_ random: inout RandomQueries, isSorted: Bool) -> QueryIR {
    let types: [ValueType] = [.string, .int64, .double, .date, .bool, .decimal]
    let keys = (0..<random.pick([1, 1, 1, 2])).map { _ in key(&random) }
    let sort = (0..<(isSorted ? random.pick([1, 1, 2]) : 0)).map { _ in
      SortKeyIR(
        name: "", expression: EngineTests.path(random.pick(types), &random), isDescending: random.chance(50),
        nullsFirst: random.chance(50))
    }
    let isSelection = random.chance(15)
    return QueryIR(
      entity: "City", cardinality: isSelection ? .many : random.pick([.many, .many, .many, .count, .exists]),
      parameters: RandomQueries.parameters,
      predicate: random.chance(40) ? .constant(true) : EngineTests.kernelPredicate(&random), sort: .keys(sort),
      limitPerKey: KeyLimitIR(.constant(random.pick([0, 1, 1, 2, 5, 1000])), per: keys),
      projection: isSelection
        ? ProjectionIR(isGrouped: false, items: [.init(name: "id", expression: EngineTests.id, type: OptionalType(.int64))])
        : nil)
  }

  private static func key(_ random: inout RandomQueries) -> ExpressionIR {
    if random.chance(25) {
      return .path(
        PathIR(
          variable: 0, steps: [EngineTests.step("country", .toOne, "City")],
          type: OptionalType(.object("Country"), isOptional: true)))
    }
    let number = EngineTests.path(.int64, &random)
    if random.chance(20) {
      return .arithmetic(ArithmeticIR([.multiply], [number, .literal(.int(2), .int64)], type: .int64))
    }
    return EngineTests.path(random.pick([.bool, .string, .int64, .double, .date, .decimal]), &random)
  }
}

extension EngineTests {
  /// The identity of a city.
  static let id = ExpressionIR.path(
    PathIR(variable: 0, steps: [step("id", .attribute, "City")], type: OptionalType(.int64)))
}
