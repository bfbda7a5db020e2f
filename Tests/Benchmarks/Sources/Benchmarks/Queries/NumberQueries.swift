import CDQRuntime
import Foundation

/// Queries with comparisons, BETWEEN, nil, dates and booleans.
func numberQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  let (million, low, high) = (Int64(1_000_000), Int64(1_000), Int64(5_000))
  let range: Arguments = ["low": .int(low), "high": .int(high)]
  let (first, last) = (Day(year: 1950, month: 1, day: 1).date, Day(year: 1980, month: 1, day: 1).date)
  return [
    QueryCase(
      name: "populationAbove", family: "comparison", shape: .ids, arguments: ["n": .int(million)],
      sql: "SELECT id FROM city WHERE population > 1000000",
      handwritten: { .cities(cities.filter { $0.population > million }) },
      generated: { .cities(Queries.populationAbove(in: cities, n: million)) },
      predicateMacro: {
        .cities(try cities.filter(#Predicate { $0.population > million }))
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "populationAboveCount", family: "comparison", shape: .count, arguments: ["n": .int(million)],
      sql: "SELECT count(*) FROM city WHERE population > 1000000",
      handwritten: { .count(cities.count { $0.population > million }) },
      generated: { .count(Queries.populationAboveCount(in: cities, n: million)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.population > million }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "populationBetweenCount", family: "BETWEEN", shape: .count, arguments: range,
      sql: "SELECT count(*) FROM city WHERE population BETWEEN 1000 AND 5000",
      handwritten: { .count(cities.count { $0.population >= low && $0.population <= high }) },
      generated: { .count(Queries.populationBetweenCount(in: cities, low: low, high: high)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.population >= low && $0.population <= high }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "areaBelowCount", family: "comparison", shape: .count, arguments: ["x": .double(2500.5)],
      sql: "SELECT count(*) FROM city WHERE area < 2500.5",
      handwritten: { .count(cities.count { $0.area < 2500.5 }) },
      generated: { .count(Queries.areaBelowCount(in: cities, x: 2500.5)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.area < 2500.5 }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(PlainColumns.sum($0.area)) }),
    QueryCase(
      name: "elevationNil", family: "nil", shape: .ids, sql: "SELECT id FROM city WHERE elevation IS NULL",
      handwritten: { .cities(cities.filter { $0.elevation == nil }) },
      generated: { .cities(Queries.elevationNil(in: cities)) },
      predicateMacro: { .cities(try cities.filter(#Predicate { $0.elevation == nil })) }),
    QueryCase(
      name: "elevationNilCount", family: "nil", shape: .count,
      sql: "SELECT count(*) FROM city WHERE elevation IS NULL",
      handwritten: { .count(cities.count { $0.elevation == nil }) },
      generated: { .count(Queries.elevationNilCount(in: cities)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.elevation == nil }
        return .count(try cities.count { try predicate.evaluate($0) })
      }),
    QueryCase(
      name: "elevationAboveCount", family: "nil", shape: .count, arguments: ["n": 500],
      sql: "SELECT count(*) FROM city WHERE elevation >= 500",
      handwritten: { .count(cities.count { if let elevation = $0.elevation { elevation >= 500 } else { false } }) },
      generated: { .count(Queries.elevationAboveCount(in: cities, n: 500)) },
      predicateMacro: {
        let predicate = #Predicate<City> { if let elevation = $0.elevation { elevation >= 500 } else { false } }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(PlainColumns.sum($0.elevation)) }),
    QueryCase(
      name: "foundedCount", family: "date", shape: .count,
      sqlite: "SELECT count(*) FROM city WHERE founded >= -7305 AND founded < 3652",
      duckdb: "SELECT count(*) FROM city WHERE founded >= DATE '1950-01-01' AND founded < DATE '1980-01-01'",
      handwritten: { .count(cities.count { $0.founded >= first && $0.founded < last }) },
      generated: { .count(Queries.foundedCount(in: cities)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.founded >= first && $0.founded < last }
        return .count(try cities.count { try predicate.evaluate($0) })
      },
      sum: { Int(PlainColumns.sum($0.founded)) }),
    QueryCase(
      name: "capitalCount", family: "bool", shape: .count, sql: "SELECT count(*) FROM city WHERE isCapital",
      handwritten: { .count(cities.count { $0.isCapital }) },
      generated: { .count(Queries.capitalCount(in: cities)) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.isCapital }
        return .count(try cities.count { try predicate.evaluate($0) })
      }),
  ]
}
