import CDQRuntime
import Foundation

/// Queries that stop early or use an index: exists, first, `@unique` and `@index`.
func lookupQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  let name = world.someName
  let large = Int64(29_500_000)
  let id = Int64(world.rowCount / 2)
  let (low, high) = (Int64(world.rowCount), Int64(world.rowCount + world.rowCount / 250))
  // The handwritten version has a dictionary, as a careful developer would.
  let byID = Dictionary(uniqueKeysWithValues: cities.enumerated().map { ($1.id, $0) })
  return [
    QueryCase(
      name: "existsName", family: "exists", shape: .exists, arguments: ["name": .string(name)],
      sql: "SELECT EXISTS (SELECT 1 FROM city WHERE name = '\(name)')",
      handwritten: { .exists(cities.contains { $0.name == name }) },
      generated: { .exists(Queries.existsName(in: cities, name: name)) }),
    QueryCase(
      name: "firstAbove", family: "first", shape: .ids, arguments: ["n": .int(large)],
      sql: "SELECT id FROM city WHERE population > \(large) ORDER BY id LIMIT 1",
      handwritten: { .cities(cities.first { $0.population > large }.map { [$0] } ?? []) },
      generated: { .cities(Queries.firstAbove(in: cities, n: large).map { [$0] } ?? []) }),
    QueryCase(
      name: "byID", family: "unique", shape: .ids, arguments: ["id": .int(id)],
      sql: "SELECT id FROM city WHERE id = \(id)",
      handwritten: { .cities(byID[id].map { [cities[$0]] } ?? []) },
      generated: { .cities(Queries.byID(in: cities, id: id)) }),
    QueryCase(
      name: "rankBetween", family: "index", shape: .ids, arguments: ["low": .int(low), "high": .int(high)],
      sql: "SELECT id FROM city WHERE rank BETWEEN \(low) AND \(high) ORDER BY id",
      handwritten: { .cities(cities.filter { $0.rank >= low && $0.rank <= high }) },
      generated: { .cities(Queries.rankBetween(in: cities, low: low, high: high)) }),
  ]
}
