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
    firstOfEach(cities, "largestPerCountry", 1, key: "countryCode") { $0.countryCode },
    firstOfEach(cities, "threePerCountry", 3, key: "countryCode") { $0.countryCode },
    firstOfEach(cities, "largestPerName", 1, key: "name") { $0.name },
    firstOfEach(cities, "largestPerRank", 1, key: "(rank / 100)", duckdb: "rank // 100") { $0.rank / 100 },
  ]
}

/// The largest cities of each key, the largest first.
///
/// - Parameter duckdb: The key for DuckDB where its dialect differs.
private func firstOfEach<Key: Hashable & Sendable>(
  _ cities: [City], _ name: String, _ count: Int, key: String, duckdb: String? = nil,
  _ keyOf: @escaping @Sendable (City) -> Key
) -> QueryCase {
  func statement(_ key: String) -> String {
    """
    SELECT id FROM (
      SELECT id, population, row_number() OVER (PARTITION BY \(key) ORDER BY population DESC, id) AS n FROM city
    ) AS numbered WHERE n <= \(count) ORDER BY population DESC, id
    """
  }
  return QueryCase(
    name: name, family: QueryCase.firstOfEach, shape: .ids,
    text: "City sort population desc, id limit \(count) per \(key)", sql: statement(key),
    duckdb: duckdb.map(statement),
    handwritten: {
      var groups: [Key: [City]] = [:]
      for city in cities { groups[keyOf(city), default: []].append(city) }
      let precedes = { (left: City, right: City) in
        left.population != right.population ? left.population > right.population : left.id < right.id
      }
      return .cities(groups.values.flatMap { $0.sorted(by: precedes).prefix(count) }.sorted(by: precedes))
    })
}
