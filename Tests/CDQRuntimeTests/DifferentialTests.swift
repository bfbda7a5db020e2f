import CDQRuntime
import Foundation
import Testing

/// The engine against the naive evaluator on random queries and objects. A failure names the seed and shows the query.
@Suite struct DifferentialTests {
  @Test(arguments: [0, 1000, 2000])
  func rowsAreThoseOfTheOracle(base: Int) throws {
    for seed in base..<(base + 1000) {
      var random = RandomQueries(seed: UInt64(seed))
      let cities = random.data().cities
      let arguments = random.arguments()
      let ir = QueryIR(entity: "City", parameters: RandomQueries.parameters, predicate: random.predicate(3))
      let expected = cities.indices.filter { index in
        NaiveEvaluator(variables: [0: .object(cities[index])], arguments: arguments).holds(ir.predicate)
      }
      let bound = Arguments(Dictionary(uniqueKeysWithValues: zip(RandomQueries.parameters.map(\.name), arguments)))
      do {
        let query = try PreparedQuery(ir, access: RandomModel.cities)
        let found = try query.indices(in: cities, arguments: bound)
        guard found == expected else {
          Issue.record("seed \(seed): \(found) instead of \(expected)\n\(ir.dump)\n\(arguments)")
          return
        }
        #expect(try query.count(in: cities, arguments: bound) == expected.count)
        #expect(try query.first(in: cities, arguments: bound)?.id == expected.first.map { cities[$0].id })
      } catch {
        Issue.record("seed \(seed): \(error)\n\(ir.dump)")
        return
      }
    }
  }

  @Test func sortingIsThatOfTheOracle() throws {
    for seed in 0..<600 {
      var random = RandomQueries(seed: UInt64(50_000 + seed))
      let cities = random.data().cities
      let types: [ValueType] = [.string, .int64, .double, .decimal, .date, .bool]
      let keys = (0..<random.pick([1, 2, 3])).map { _ in
        SortKeyIR(
          name: "", expression: random.expression(random.pick(types), 0), options: random.options(),
          isDescending: random.chance(50), nullsFirst: random.chance(50))
      }
      let (limit, offset) = (random.pick([nil, 0, 1, 3, 20]), random.pick([nil, 0, 2, 20]))
      let ir = QueryIR(
        entity: "City", parameters: RandomQueries.parameters, sort: .keys(keys), limit: limit.map { .constant($0) },
        offset: offset.map { .constant($0) })
      let arguments = random.arguments()
      // Insertion sort: stable by construction.
      var sorted: [NaiveObject] = []
      for city in cities {
        let place = sorted.firstIndex { precedes(city, $0, keys, arguments) } ?? sorted.endIndex
        sorted.insert(city, at: place)
      }
      let expected = sorted.dropFirst(offset ?? 0).prefix(limit ?? .max).map(\.id)
      let bound = Arguments(Dictionary(uniqueKeysWithValues: zip(RandomQueries.parameters.map(\.name), arguments)))
      let query = try PreparedQuery(ir, access: RandomModel.cities)
      let found = try query.records(in: cities, arguments: bound).map(\.id)
      guard found == expected else {
        Issue.record("seed \(seed): \(found) instead of \(expected)\n\(ir.dump)")
        return
      }
      #expect(try query.count(in: cities, arguments: bound) == expected.count)
      #expect(try query.exists(in: cities, arguments: bound) == !expected.isEmpty)
      #expect(try query.first(in: cities, arguments: bound)?.id == expected.first)
    }
  }

  private func precedes(
    _ left: NaiveObject, _ right: NaiveObject, _ keys: [SortKeyIR], _ arguments: [Value]
  ) -> Bool {
    for key in keys {
      let items = [left, right].map {
        NaiveEvaluator(variables: [0: .object($0)], arguments: arguments).item(key.expression)
      }
      if items[0].isNil || items[1].isNil {
        if items[0].isNil && items[1].isNil { continue }
        return items[0].isNil == key.nullsFirst
      }
      let order = NaiveEvaluator.order(items[0], items[1], key.options) * (key.isDescending ? -1 : 1)
      if order != 0 { return order < 0 }
    }
    return false
  }
}
