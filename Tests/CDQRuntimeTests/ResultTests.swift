import CDQRuntime
import Foundation
import Testing

@Suite struct ResultTests {
  let cities: [TestCity] = {
    let (one, two) = (TestCountry("1", "One"), TestCountry("2", "Two"))
    return [
      TestCity(id: 1, name: "b", population: 5, country: one), TestCity(id: 2, name: "a", country: two),
      TestCity(id: 3, name: "B", population: 9, country: one), TestCity(id: 4, name: "a", population: 5, country: nil),
      TestCity(id: 5, name: "ä", population: 1, country: two), TestCity(id: 6, name: "c", country: one),
    ]
  }()
  let population = attribute("population", .int64)
  let name = attribute("name", .string)

  private func key(_ expression: ExpressionIR, _ options: TextOptions = [], desc: Bool = false, nullsFirst: Bool? = nil)
    -> SortKeyIR
  {
    SortKeyIR(
      name: expression == population ? "population" : "name", expression: expression, options: options,
      isDescending: desc,
      nullsFirst: nullsFirst ?? !desc)
  }

  private func ids(_ ir: QueryIR, _ arguments: Arguments = [:]) throws -> [Int] {
    try PreparedQuery(ir, access: TestModel.cities).records(in: cities, arguments: arguments).map(\.id)
  }

  @Test func sorting() throws {
    let table: [([SortKeyIR], [Int])] = [
      ([], [1, 2, 3, 4, 5, 6]), ([key(population)], [2, 6, 5, 1, 4, 3]),
      ([key(population, desc: true)], [3, 1, 4, 5, 2, 6]),
      ([key(population, nullsFirst: false)], [5, 1, 4, 3, 2, 6]),
      ([key(population, desc: true, nullsFirst: true)], [2, 6, 3, 1, 4, 5]),
      ([key(name)], [3, 2, 4, 1, 6, 5]), ([key(name, .caseInsensitive)], [2, 4, 1, 3, 6, 5]),
      ([key(name, [.caseInsensitive, .diacriticInsensitive], desc: true)], [6, 1, 3, 2, 4, 5]),
      ([key(population, desc: true), key(name)], [3, 4, 1, 5, 2, 6]),
    ]
    for (keys, expected) in table {
      for limit in [nil, 0, 1, 2, 4, 6, 100] {
        for offset in [nil, 1, 5, 6, 7] {
          let ir = QueryIR(
            entity: "City", sort: .keys(keys), limit: limit.map { .constant($0) }, offset: offset.map { .constant($0) })
          #expect(try ids(ir) == Array(expected.dropFirst(offset ?? 0).prefix(limit ?? 100)))
        }
      }
    }
  }

  @Test func cardinalities() throws {
    let five = PredicateIR.comparison(ComparisonIR(.equal, population, int(5)))
    let query = try PreparedQuery(
      QueryIR(entity: "City", predicate: five, limit: .constant(5), offset: .constant(1)), access: TestModel.cities)
    #expect(try query.count(in: cities) == 1)
    #expect(try query.exists(in: cities))
    #expect(try query.first(in: cities)?.id == 4)
    #expect(try query.one(in: cities).id == 4)
    #expect(try query.indices(in: cities[1...]) == [])
    #expect(try query.indices(in: cities[0...]) == [3])
    // A collection without contiguous storage.
    #expect(try query.records(in: cities.reversed()).map(\.id) == [1])
    let all = try PreparedQuery(QueryIR(entity: "City"), access: TestModel.cities)
    #expect(throws: ExecutionError.notUnique(entity: "City")) { try all.one(in: cities) }
    #expect(throws: ExecutionError.notFound(entity: "City")) { try all.one(in: [] as [TestCity]) }
    #expect(throws: ExecutionError.wrongResult(expected: "objects, not rows")) { try all.rows(in: cities) }
  }

  @Test func enoughIsEnough() throws {
    let seen = Seen()
    let access: RecordAccess<TestCity> = RecordAccess("City") {
      $0.attribute("id") { (city: TestCity) -> Int in
        seen.count += 1
        return city.id
      }
    }
    let ir = QueryIR(entity: "City", predicate: compare(attribute("id", .int64), .greater, int(1)))
    let query = try PreparedQuery(ir, access: access)
    #expect(try query.exists(in: cities) && seen.count == 2)
    seen.count = 0
    #expect(try query.first(in: cities)?.id == 2 && seen.count == 2)
    seen.count = 0
    var limited = ir
    limited.limit = .constant(2)
    #expect(try PreparedQuery(limited, access: access).count(in: cities) == 2 && seen.count == 3)
  }

  private final class Seen: @unchecked Sendable {
    var count = 0
  }

  @Test func onlyTheEntityItself() throws {
    let access: RecordAccess<TestCity> = RecordAccess("City") { $0.entity { $0.id < 3 ? "City" : "Town" } }
    #expect(try PreparedQuery(QueryIR(entity: "City"), access: access).count(in: cities) == 6)
    #expect(
      try PreparedQuery(QueryIR(entity: "City", includesSubentities: false), access: access).count(in: cities) == 2)
  }

  @Test func selecting() throws {
    let items = [
      ProjectionIR.Item(name: "population", expression: population, type: OptionalType(.int64, isOptional: true))
    ]
    var ir = QueryIR(
      entity: "City", sort: .keys([key(population)]), limit: .constant(2), offset: .constant(1),
      projection: ProjectionIR(isGrouped: false, items: items))
    let rows = { (ir: QueryIR) in try PreparedQuery(ir, access: TestModel.cities).rows(in: cities).map { $0[0] } }
    #expect(try rows(ir) == [.null, .int(1)])
    ir.projection?.isDistinct = true
    #expect(try rows(ir) == [.int(1), .int(5)])
    ir.cardinality = .first
    #expect(try rows(ir) == [.int(1)])
    ir.cardinality = .one
    #expect(throws: ExecutionError.notUnique(entity: "City")) { try rows(ir) }
    #expect(throws: ExecutionError.wrongResult(expected: "rows, not objects")) { try ids(ir) }
  }

  @Test func grouping() throws {
    let country = path(.string, StepIR("country", .toOne, of: "City"), StepIR("name", .attribute, of: "Country"))
    let aggregate = { (function: AggregateFunction, argument: ExpressionIR?, isDistinct: Bool, type: ValueType) in
      ExpressionIR.groupAggregate(GroupAggregateIR(function, isDistinct: isDistinct, argument: argument, type: type))
    }
    let sum = aggregate(.sum, population, false, .int64)
    let item = { (name: String, expression: ExpressionIR) in
      ProjectionIR.Item(name: name, expression: expression, type: OptionalType(expression.type, isOptional: true))
    }
    let items = [
      item("country", country), item("count", aggregate(.count, nil, false, .int64)),
      item("known", aggregate(.count, population, false, .int64)),
      item("names", aggregate(.count, call(.lowercase, name, .string), true, .int64)), item("sum", sum),
      item("average", aggregate(.average, population, false, .double)),
    ]
    var ir = QueryIR(
      entity: "City", sort: .keys([key(sum, desc: true), key(country)]),
      projection: ProjectionIR(grouping: [country], isGrouped: true, items: items))
    let rows = { (ir: QueryIR, cities: [TestCity]) in try PreparedQuery(ir, access: TestModel.cities).rows(in: cities) }
    #expect(
      try rows(ir, cities) == [
        [.string("One"), .int(3), .int(2), .int(2), .int(14), .double(7)],
        [.null, .int(1), .int(1), .int(1), .int(5), .double(5)],
        [.string("Two"), .int(2), .int(1), .int(2), .int(1), .double(1)],
      ])
    ir.projection?.having = compare(sum, .less, int(10))
    ir.limit = .constant(1)
    #expect(try rows(ir, cities).map { $0[0] } == [.null])
    // Without keys there is one group, even of no records.
    ir.projection?.grouping = []
    ir.projection?.having = nil
    ir.projection?.items = Array(items[1...])
    ir.sort = .keys([])
    #expect(try rows(ir, []) == [[.int(0), .int(0), .int(0), .int(0), .null]])
    #expect(try rows(ir, cities) == [[.int(6), .int(4), .int(4), .int(20), .double(5)]])
  }

  @Test func limits() throws {
    let query = try PreparedQuery(QueryIR(entity: "City"), access: TestModel.cities)
    #expect(try query.count(in: cities, options: ExecutionOptions(maximumSteps: 6)) == 6)
    #expect(throws: ExecutionError.stepLimit(5)) {
      try query.count(in: cities, options: ExecutionOptions(maximumSteps: 5))
    }
    let many = Array(repeating: cities[0], count: 3000)
    #expect(throws: ExecutionError.deadlineExceeded) {
      try query.count(in: many, options: ExecutionOptions(deadline: .now - .seconds(1)))
    }
  }
}
