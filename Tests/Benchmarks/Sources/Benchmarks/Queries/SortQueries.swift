import CDQRuntime
import Foundation

/// Queries that sort all rows, or need the first twenty.
func sortQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  let five = Int64(5_000)
  return [
    QueryCase(
      name: "topNames", family: "sort limit", shape: .ids, arguments: ["n": .int(five)],
      sql: "SELECT id FROM city WHERE population > 5000 ORDER BY name DESC, id LIMIT 20",
      handwritten: {
        let sorted = cities.filter { $0.population > five }
          .sorted { $0.name != $1.name ? $0.name > $1.name : $0.id < $1.id }
        return .cities(Array(sorted.prefix(20)))
      },
      generated: { .cities(Queries.topNames(in: cities, n: five)) }),
    QueryCase(
      name: "topPopulation", family: "sort limit", shape: .ids,
      sql: "SELECT id FROM city ORDER BY population DESC, id LIMIT 20",
      handwritten: {
        let sorted = cities.sorted { $0.population != $1.population ? $0.population > $1.population : $0.id < $1.id }
        return .cities(Array(sorted.prefix(20)))
      },
      generated: { .cities(Queries.topPopulation(in: cities)) },
      sum: { Int(PlainColumns.sum($0.population)) }),
    QueryCase(
      name: "sortName", family: "sort", shape: .ids, sql: "SELECT id FROM city ORDER BY name, id",
      handwritten: { .cities(cities.sorted { $0.name != $1.name ? $0.name < $1.name : $0.id < $1.id }) },
      generated: { .cities(Queries.sortName(in: cities)) }),
    QueryCase(
      name: "sortPopulation", family: "sort", shape: .ids, sql: "SELECT id FROM city ORDER BY population DESC, id",
      handwritten: {
        .cities(
          cities.sorted { $0.population != $1.population ? $0.population > $1.population : $0.id < $1.id })
      },
      generated: { .cities(Queries.sortPopulation(in: cities)) }),
    QueryCase(
      name: "largestPerCountry", family: "first of each", shape: .ids,
      text: "City sort population desc, id limit 1 per countryCode",
      sql: """
        SELECT id FROM (
          SELECT id, population, row_number() OVER (PARTITION BY countryCode ORDER BY population DESC, id) AS n FROM city
        ) AS numbered WHERE n = 1 ORDER BY population DESC, id
        """,
      handwritten: { .cities(firstOfEach(cities, 1)) }),
    QueryCase(
      name: "threePerCountry", family: "first of each", shape: .ids,
      text: "City sort population desc, id limit 3 per countryCode",
      sql: """
        SELECT id FROM (
          SELECT id, population, row_number() OVER (PARTITION BY countryCode ORDER BY population DESC, id) AS n FROM city
        ) AS numbered WHERE n <= 3 ORDER BY population DESC, id
        """,
      handwritten: { .cities(firstOfEach(cities, 3)) }),
  ]
}

/// The largest cities of each country, the largest first.
private func firstOfEach(_ cities: [City], _ count: Int) -> [City] {
  var groups: [String: [City]] = [:]
  for city in cities { groups[city.countryCode, default: []].append(city) }
  let precedes = { (left: City, right: City) in
    left.population != right.population ? left.population > right.population : left.id < right.id
  }
  return groups.values.flatMap { $0.sorted(by: precedes).prefix(count) }.sorted(by: precedes)
}
