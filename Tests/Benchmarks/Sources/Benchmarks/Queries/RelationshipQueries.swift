import CDQRuntime
import Foundation

/// Queries with to-one paths, quantifiers and functions over to-many relationships, and SUBQUERY.
func relationshipQueries(_ world: World) -> [QueryCase] {
  toOneQueries(world) + quantifierQueries(world) + aggregateQueries(world)
}

private func toOneQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  return [
    QueryCase(
      name: "continentCount", family: "to-one", shape: .count, arguments: ["continent": "Europe"],
      sql: "SELECT count(*) FROM city c JOIN country k ON c.country = k.number WHERE k.continent = 'Europe'",
      handwritten: { .count(cities.count { $0.country?.continent == "Europe" }) },
      generated: { .count(Queries.continentCount(in: cities, continent: "Europe")) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.country?.continent == "Europe" }
        return .count(try cities.count { try predicate.evaluate($0) })
      }),
    QueryCase(
      name: "countryAndPopulationCount", family: "to-one", shape: .count,
      arguments: ["prefix": "B", "n": 1_000_000],
      sqlite: """
        SELECT count(*) FROM city c JOIN country k ON c.country = k.number
        WHERE k.name GLOB 'B*' AND c.population > 1000000
        """,
      duckdb: """
        SELECT count(*) FROM city c JOIN country k ON c.country = k.number
        WHERE starts_with(k.name, 'B') AND c.population > 1000000
        """,
      handwritten: {
        .count(cities.count { $0.population > 1_000_000 && $0.country?.name.hasPrefix("B") == true })
      },
      generated: { .count(Queries.countryAndPopulationCount(in: cities, prefix: "B", n: 1_000_000)) }),
  ]
}

private func quantifierQueries(_ world: World) -> [QueryCase] {
  let countries = world.countries
  // So high that the engines test nearly every city, and that each of the three quantifiers holds for only some
  // countries.
  let n = Int64(30_000_000 - 10_000_000_000 / world.rowCount)
  return [
    QueryCase(
      name: "anyCity", family: "ANY", shape: .codes, arguments: ["n": .int(n)],
      sql: """
        SELECT code FROM country k
        WHERE EXISTS (SELECT 1 FROM city c WHERE c.country = k.number AND c.population > \(n)) ORDER BY number
        """,
      handwritten: { .countries(countries.filter { $0.cities.contains { $0.population > n } }) },
      generated: { .countries(Queries.anyCity(in: countries, n: n)) },
      predicateMacro: {
        .countries(try countries.filter(#Predicate { $0.cities.contains { $0.population > n } }))
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "allCities", family: "ALL", shape: .codes, arguments: ["n": .int(n)],
      sql: """
        SELECT code FROM country k
        WHERE NOT EXISTS (SELECT 1 FROM city c WHERE c.country = k.number AND NOT c.population < \(n)) ORDER BY number
        """,
      handwritten: { .countries(countries.filter { $0.cities.allSatisfy { $0.population < n } }) },
      generated: { .countries(Queries.allCities(in: countries, n: n)) },
      predicateMacro: {
        .countries(try countries.filter(#Predicate { $0.cities.allSatisfy { $0.population < n } }))
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "noneCity", family: "NONE", shape: .codes, arguments: ["n": .int(n)],
      sql: """
        SELECT code FROM country k
        WHERE NOT EXISTS (SELECT 1 FROM city c WHERE c.country = k.number AND c.population > \(n)) ORDER BY number
        """,
      handwritten: { .countries(countries.filter { !$0.cities.contains { $0.population > n } }) },
      generated: { .countries(Queries.noneCity(in: countries, n: n)) },
      predicateMacro: {
        .countries(try countries.filter(#Predicate { !$0.cities.contains { $0.population > n } }))
      },
      sum: { Int(PlainColumns.sum($0.population)) }),
  ]
}

private func aggregateQueries(_ world: World) -> [QueryCase] {
  let countries = world.countries
  let average = world.rowCount / CountryRow.count
  let people = Int64(average) * 1_700_000
  let most = world.rowCount / 25_000
  let starts = world.rowCount / 20_000
  let million = Int64(1_000_000)
  return [
    QueryCase(
      name: "cityCount", family: "@count", shape: .codes, arguments: ["n": .int(Int64(average))],
      sql: """
        SELECT code FROM country k WHERE (SELECT count(*) FROM city c WHERE c.country = k.number) > \(average)
        ORDER BY number
        """,
      handwritten: { .countries(countries.filter { $0.cities.count > average }) },
      generated: { .countries(Queries.cityCount(in: countries, n: Int64(average))) },
      predicateMacro: { .countries(try countries.filter(#Predicate { $0.cities.count > average })) }),
    QueryCase(
      name: "citySum", family: "@sum", shape: .codes, arguments: ["n": .int(people)],
      sql: """
        SELECT code FROM country k WHERE (SELECT sum(population) FROM city c WHERE c.country = k.number) > \(people)
        ORDER BY number
        """,
      handwritten: { .countries(countries.filter { $0.cities.reduce(0) { $0 + $1.population } > people }) },
      generated: { .countries(Queries.citySum(in: countries, n: people)) },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "subquery", family: "SUBQUERY", shape: .codes,
      arguments: ["n": .int(million), "most": .int(Int64(most))],
      sql: """
        SELECT code FROM country k WHERE
        (SELECT count(*) FROM city c WHERE c.country = k.number AND c.population > 1000000 AND c.isCapital) > \(most)
        ORDER BY number
        """,
      handwritten: {
        .countries(countries.filter { $0.cities.count { $0.population > million && $0.isCapital } > most })
      },
      generated: { .countries(Queries.subquery(in: countries, n: million, most: Int64(most))) },
      predicateMacro: {
        .countries(
          try countries.filter(
            #Predicate { $0.cities.filter { $0.population > million && $0.isCapital }.count > most }))
      }),
    QueryCase(
      name: "correlated", family: "SUBQUERY", shape: .codes, arguments: ["most": .int(Int64(starts))],
      sqlite: """
        SELECT code FROM country k WHERE
        (SELECT count(*) FROM city c WHERE c.country = k.number AND c.name LIKE k.code || '%') > \(starts)
        ORDER BY number
        """,
      duckdb: """
        SELECT code FROM country k WHERE
        (SELECT count(*) FROM city c WHERE c.country = k.number AND starts_with(lower(c.name), lower(k.code)))
        > \(starts) ORDER BY number
        """,
      handwritten: {
        .countries(
          countries.filter { country in
            let code = country.code.lowercased()
            return country.cities.count { $0.name.lowercased().hasPrefix(code) } > starts
          })
      },
      generated: { .countries(Queries.correlated(in: countries, most: Int64(starts))) }),
  ]
}
