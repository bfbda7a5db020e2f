import CDQRuntime
import Foundation

/// Queries with arithmetic.
func arithmeticQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  return [
    QueryCase(
      name: "densityCount", family: "arithmetic", shape: .count, arguments: ["density": 100.0],
      sql: "SELECT count(*) FROM city WHERE population / area > 100.0",
      handwritten: { .count(cities.count { Double($0.population) / $0.area > 100 }) },
      generated: { .count(Queries.densityCount(in: cities, density: 100)) },
      sum: {
        Int(PlainColumns.sum($0.population)) + Int(PlainColumns.sum($0.area))
      }),
    QueryCase(
      name: "arithmeticCount", family: "arithmetic", shape: .count, arguments: ["n": 2_000_000],
      sql: "SELECT count(*) FROM city WHERE population * 2 + rank - 7 > 2000000",
      // Swift's `*`, `+` and `-` trap on overflow, where cdq gives nil.
      handwritten: { .count(cities.count { $0.population &* 2 &+ $0.rank &- 7 > 2_000_000 }) },
      generated: { .count(Queries.arithmeticCount(in: cities, n: 2_000_000)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.population * 2 + $0.rank - 7 > 2_000_000 }
        return .count(try cities.count { try predicate.evaluate($0) })
      }),
  ]
}

/// Queries with AND, OR and NOT.
func logicQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  let million = Int64(1_000_000)
  return [
    QueryCase(
      name: "mixedCount", family: "AND OR NOT", shape: .count, arguments: ["n": .int(million)],
      sqlite: """
        SELECT count(*) FROM city WHERE (isCapital OR NOT population < 1000000)
        AND (elevation > 500 OR elevation IS NULL) AND NOT name GLOB 'A*'
        """,
      duckdb: """
        SELECT count(*) FROM city WHERE (isCapital OR NOT population < 1000000)
        AND (elevation > 500 OR elevation IS NULL) AND NOT starts_with(name, 'A')
        """,
      handwritten: {
        .count(
          cities.count { city in
            guard city.isCapital || city.population >= million else { return false }
            if let elevation = city.elevation, elevation <= 500 { return false }
            return !city.name.hasPrefix("A")
          })
      },
      generated: { .count(Queries.mixedCount(in: cities, n: million)) },
      predicateMacro: {
        let predicate = #Predicate<City> { city in
          (city.isCapital || !(city.population < million))
            && (city.elevation ?? 501) > 500 && !city.name.starts(with: "A")
        }
        return .count(try cities.count { try predicate.evaluate($0) })
      })
  ]
}
