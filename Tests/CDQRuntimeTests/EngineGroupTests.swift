import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Compares `group by`, aggregates, `having` and `select` between the column engine and the row engine.
@Suite struct EngineGroupTests {
  @Test(arguments: [0, 1, 2, 3])
  func groupsGiveTheSameRows(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(221_000 + batch))
    let snapshot = try EngineTests.store(&random, hasPorts: batch == 1, chunkShift: batch < 2 ? 6 : 8).snapshot
    for seed in 0..<120 {
      let keys = (0..<random.pick([0, 1, 1, 1, 2, 3])).map { _ in Self.key(&random) }
      let aggregates = (0..<random.pick([0, 1, 2, 4])).map { _ in Self.aggregate(&random) }
      let items = (keys + aggregates).enumerated().map { place, expression in
        ProjectionIR.Item(
          name: "c\(place)", expression: expression, type: OptionalType(expression.type, isOptional: true))
      }
      let having = random.chance(30) ? Self.having(&random) : nil
      let sort = random.chance(30)
        ? (keys.filter { $0.type != .object("Country") } + aggregates).prefix(2).map {
          SortKeyIR(name: "", expression: $0, isDescending: random.chance(50), nullsFirst: random.chance(50))
        } : []
      let ir = QueryIR(
        entity: "City", parameters: RandomQueries.parameters,
        predicate: random.chance(30)
          ? .constant(random.chance(80)) : EngineTests.kernelPredicate(&random),
        sort: .keys(sort), limit: random.pick([nil, nil, .constant(3)]), offset: random.pick([nil, nil, .constant(1)]),
        projection: ProjectionIR(
          grouping: keys, isGrouped: true, having: having, items: items, isDistinct: random.chance(10)))
      guard try EngineTests.expectSame(ir, snapshot, random.arguments(), seed) else { return }
    }
  }

  /// `select` without grouping: sorted, distinct, and limited.
  @Test(arguments: [0, 1])
  func selectionsGiveTheSameRows(batch: Int) throws {
    var random = RandomQueries(seed: UInt64(223_000 + batch))
    let snapshot = try EngineTests.store(&random, hasPorts: batch == 1).snapshot
    for seed in 0..<60 {
      let types: [ValueType] = [.string, .int64, .double, .date, .bool]
      let expressions = (0..<random.pick([1, 2])).map { _ in EngineTests.path(random.pick(types), &random) }
      let keys = (0..<random.pick([0, 1])).map { _ in
        SortKeyIR(name: "", expression: EngineTests.path(random.pick(types), &random), nullsFirst: random.chance(50))
      }
      let ir = QueryIR(
        entity: "City", cardinality: random.pick([.many, .many, .count, .exists, .first]),
        parameters: RandomQueries.parameters, predicate: EngineTests.kernelPredicate(&random),
        sort: .keys(keys), limit: random.pick([nil, .constant(3)]), offset: random.pick([nil, .constant(2)]),
        projection: ProjectionIR(
          isGrouped: false,
          items: expressions.map { .init(name: "", expression: $0, type: OptionalType($0.type, isOptional: true)) },
          isDistinct: random.chance(40)))
      guard try EngineTests.expectSame(ir, snapshot, random.arguments(), seed) else { return }
    }
  }

  /// Integer sums that overflow Int64 on the way, or at the end; numberings of tens of thousands of groups.
  @Test func tallies() {
    var tally = IntegerTally()
    for number in [Int64.max, .max, -.max, -5] { tally.add(number) }
    #expect(tally.sum.value == .max - 5 && tally.count == 4 && tally.minimum == -.max && tally.maximum == .max)
    tally.add(6)
    #expect(tally.sum.value == nil)
    var doubles = DoubleTally()
    #expect(doubles.minimum == nil && doubles.average == nil)
    for number in [.nan, 2.0, -1.0] { doubles.add(number) }
    #expect(doubles.minimum == -1 && doubles.maximum?.isNaN == true && doubles.count == 3)
    let (integers, bytes) = (IntegerNumbering(), BytesNumbering())
    for round in 0..<2 {
      for number in 0..<20_000 {
        let key = Int64(number) << 40
        let text = Array("\(number)\(String(repeating: "x", count: number % 20))".utf8)
        let byteNumber = (text + [UInt8](repeating: 7, count: 8)).withUnsafeBytes { padded in
          padded.baseAddress.map { bytes.number(of: $0, text.count) }
        }
        guard integers.number(of: key) == number, byteNumber == Int32(number) else {
          Issue.record("round \(round), \(number)")
          return
        }
      }
    }
  }

  // MARK: Parts

  private static func key(_ random: inout RandomQueries) -> ExpressionIR {
    if random.chance(10) {
      return .path(
        PathIR(
          variable: 0, steps: [EngineTests.step("country", .toOne, "City")],
          type: OptionalType(.object("Country"), isOptional: true)))
    }
    if random.chance(10) { return sum(&random) }
    return EngineTests.path(random.pick([.bool, .string, .string, .int64, .double, .date, .decimal]), &random)
  }

  private static func sum(_ random: inout RandomQueries) -> ExpressionIR {
    .arithmetic(
      ArithmeticIR(
        [random.pick([.add, .subtract, .multiply])],
        [EngineTests.path(.int64, &random), .literal(.int(2), .int64)], type: .int64))
  }

  private static func aggregate(_ random: inout RandomQueries) -> ExpressionIR {
    let function = random.pick(AggregateFunction.allCases)
    if function == .count, random.chance(40) {
      return .groupAggregate(GroupAggregateIR(.count, isDistinct: false, argument: nil, type: .int64))
    }
    let numbers: [ValueType] = [.int64, .int64, .double, .decimal]
    let all: [ValueType] = numbers + [.date, .string, .bool]
    let anyType = function == .count || function == .minimum || function == .maximum
    let type = random.pick(anyType ? all : numbers)
    let argument = type == .int64 && random.chance(20) ? sum(&random) : EngineTests.path(type, &random)
    let result: ValueType
    switch function {
    case .count: result = .int64
    case .sum, .minimum, .maximum: result = type
    case .median: result = type == .decimal ? .decimal : .double
    case .average: result = type == .decimal ? .decimal : .double
    case .standardDeviation: result = .double
    }
    return .groupAggregate(GroupAggregateIR(function, isDistinct: random.chance(20), argument: argument, type: result))
  }

  private static func having(_ random: inout RandomQueries) -> PredicateIR {
    let count = ExpressionIR.groupAggregate(
      GroupAggregateIR(.count, isDistinct: false, argument: nil, type: .int64))
    return .comparison(
      ComparisonIR(random.pick(ComparisonIR.Operator.allCases), count, .literal(.int(random.pick([0, 1, 3])), .int64)))
  }
}
