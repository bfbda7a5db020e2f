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
  ]
}
