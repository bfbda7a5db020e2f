import CDQRuntime
import Foundation

/// Queries with equality of texts and a range, and IN with few and with ten thousand values.
func setQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  let code = "AA"
  let (low, high) = (Int64(1_000), Int64(5_000))
  let arguments: Arguments = ["code": .string(code), "low": .int(low), "high": .int(high)]
  let codes = ["AA", "BE", "CI"]
  let three: Arguments = ["a": "AA", "b": "BE", "c": "CI"]
  let many = World.tenThousand
  let name = world.someName
  return [
    QueryCase(
      name: "codeAndPopulation", family: "AND", shape: .ids, arguments: arguments,
      sql: "SELECT id FROM city WHERE countryCode = 'AA' AND population BETWEEN 1000 AND 5000",
      handwritten: {
        .cities(cities.filter { $0.population >= low && $0.population <= high && $0.countryCode == code })
      },
      generated: { .cities(Queries.codeAndPopulation(in: cities, code: code, low: low, high: high)) },
      predicateMacro: {
        .cities(
          try cities.filter(
            #Predicate { $0.countryCode == code && $0.population >= low && $0.population <= high }))
      }),
    QueryCase(
      name: "codeAndPopulationCount", family: "AND", shape: .count, arguments: arguments,
      sql: "SELECT count(*) FROM city WHERE countryCode = 'AA' AND population BETWEEN 1000 AND 5000",
      handwritten: {
        .count(cities.count { $0.population >= low && $0.population <= high && $0.countryCode == code })
      },
      generated: { .count(Queries.codeAndPopulationCount(in: cities, code: code, low: low, high: high)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.countryCode == code && $0.population >= low && $0.population <= high }
        return .count(try cities.count { try predicate.evaluate($0) })
      }),
    QueryCase(
      name: "codeInThree", family: "IN", shape: .ids, arguments: three,
      sql: "SELECT id FROM city WHERE countryCode IN ('AA', 'BE', 'CI')",
      handwritten: { .cities(cities.filter { codes.contains($0.countryCode) }) },
      generated: { .cities(Queries.codeInThree(in: cities, a: codes[0], b: codes[1], c: codes[2])) },
      predicateMacro: { .cities(try cities.filter(#Predicate { codes.contains($0.countryCode) })) }),
    QueryCase(
      name: "codeInThreeCount", family: "IN", shape: .count, arguments: three,
      sql: "SELECT count(*) FROM city WHERE countryCode IN ('AA', 'BE', 'CI')",
      handwritten: { .count(cities.count { codes.contains($0.countryCode) }) },
      generated: { .count(Queries.codeInThreeCount(in: cities, a: codes[0], b: codes[1], c: codes[2])) },
      predicateMacro: {
        let predicate = #Predicate<City> { codes.contains($0.countryCode) }
        return .count(try cities.count { try predicate.evaluate($0) })
      }),
    QueryCase(
      name: "populationInManyCount", family: "IN", shape: .count,
      arguments: ["values": .list(many.map { .int($0) })],
      sql: "SELECT count(*) FROM city WHERE population IN (SELECT value FROM many)",
      handwritten: {
        let set = Set(many)
        return .count(cities.count { set.contains($0.population) })
      },
      generated: { .count(Queries.populationInManyCount(in: cities, values: many)) },
      predicateMacro: {
        let set = Set(many)
        let predicate = #Predicate<City> { set.contains($0.population) }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "nameEqualsCount", family: "text ==", shape: .count, arguments: ["name": .string(name)],
      sql: "SELECT count(*) FROM city WHERE name = '\(name)'",
      handwritten: { .count(cities.count { $0.name == name }) },
      generated: { .count(Queries.nameEqualsCount(in: cities, name: name)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.name == name }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(truncatingIfNeeded: PlainColumns.sum($0.names)) }),
    QueryCase(
      name: "namePrecedesCount", family: "text <", shape: .count, arguments: ["name": "Lin"],
      sql: "SELECT count(*) FROM city WHERE name < 'Lin'",
      handwritten: { .count(cities.count { $0.name < "Lin" }) },
      generated: { .count(Queries.namePrecedesCount(in: cities, name: "Lin")) },
      sum: { Int(truncatingIfNeeded: PlainColumns.sum($0.names)) }),
  ]
}
