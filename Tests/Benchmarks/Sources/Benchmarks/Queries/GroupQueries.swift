import CDQRuntime
import Foundation

/// Queries with grouping and aggregates, which give rows.
func groupQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  return [
    QueryCase(
      name: "perCountry", family: "group by", shape: .table,
      text: """
        City where elevation != NULL group by countryCode
        select countryCode, count() as cities, sum(population) as people, avg(area) as meanArea
        """,
      sql: """
        SELECT countryCode, count(*), sum(population), avg(area) FROM city WHERE elevation IS NOT NULL
        GROUP BY countryCode
        """,
      handwritten: {
        var groups: [String: (count: Int, people: Int64, area: Double)] = [:]
        for city in cities where city.elevation != nil {
          let group = groups[city.countryCode, default: (0, 0, 0)]
          groups[city.countryCode] = (group.count + 1, group.people + city.population, group.area + city.area)
        }
        return .table(
          groups.map {
            [$0, String($1.count), String($1.people), Cell.text($1.area / Double($1.count))]
          })
      }),
    QueryCase(
      name: "perContinent", family: "group by", shape: .table,
      text: """
        City group by country.continent having count() > 10
        select country.continent as continent, count() as cities, max(population) as largest
        """,
      sql: """
        SELECT continent, count(*), max(population) FROM city c LEFT JOIN country k ON c.country = k.number
        GROUP BY continent HAVING count(*) > 10
        """,
      handwritten: {
        var groups: [String?: (count: Int, largest: Int64)] = [:]
        for city in cities {
          let group = groups[city.country?.continent, default: (0, .min)]
          groups[city.country?.continent] = (group.count + 1, max(group.largest, city.population))
        }
        return .table(
          groups.filter { $0.value.count > 10 }.map { [$0 ?? "", String($1.count), String($1.largest)] })
      }),
    QueryCase(
      name: "perYear", family: "group by", shape: .table,
      text: "City group by year(founded) as y select y, count() as cities, sum(population) as people",
      sqlite: """
        SELECT CAST(strftime('%Y', founded * 86400, 'unixepoch') AS INTEGER), count(*), sum(population) FROM city GROUP BY 1
        """,
      duckdb: "SELECT year(founded), count(*), sum(population) FROM city GROUP BY 1",
      handwritten: {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC") ?? calendar.timeZone
        var groups: [Int: (count: Int, people: Int64)] = [:]
        for city in cities {
          let year = calendar.component(.year, from: city.founded)
          let group = groups[year, default: (0, 0)]
          groups[year] = (group.count + 1, group.people + city.population)
        }
        return .table(groups.map { [String($0), String($1.count), String($1.people)] })
      }),
    QueryCase(
      name: "perFoldedCode", family: "group by", shape: .table,
      text: "City group by lowercase(countryCode) as code select code, count() as cities",
      sql: "SELECT lower(countryCode), count(*) FROM city GROUP BY 1",
      handwritten: {
        var groups: [String: Int] = [:]
        for city in cities { groups[city.countryCode.lowercased(), default: 0] += 1 }
        return .table(groups.map { [$0, String($1)] })
      }),
    QueryCase(
      name: "aboveAverage", family: QueryCase.allObjects, shape: .count,
      text: "count City where population > City.@avg.population",
      sql: "SELECT count(*) FROM city WHERE population > (SELECT avg(population) FROM city)",
      handwritten: {
        let mean = Double(cities.reduce(0) { $0 + $1.population }) / Double(cities.count)
        return .count(cities.count { Double($0.population) > mean })
      }),
    QueryCase(
      name: "sharedRank", family: QueryCase.allObjects, shape: .count,
      text: "count City where SUBQUERY(City, $c, $c.rank == rank).@count > 1",
      sql: "SELECT count(*) FROM city a WHERE (SELECT count(*) FROM city b WHERE b.rank = a.rank) > 1",
      handwritten: {
        var counts: [Int64: Int] = [:]
        for city in cities { counts[city.rank, default: 0] += 1 }
        return .count(cities.count { counts[$0.rank, default: 0] > 1 })
      }),
    QueryCase(
      name: "totals", family: "aggregate", shape: .table,
      text: "City select count() as cities, sum(population) as people, avg(area) as meanArea",
      sql: "SELECT count(*), sum(population), avg(area) FROM city",
      handwritten: {
        var (people, area) = (Int64(0), 0.0)
        for city in cities {
          people += city.population
          area += city.area
        }
        return .table([[String(cities.count), String(people), Cell.text(area / Double(cities.count))]])
      },
      sum: {
        Int(PlainColumns.sum($0.population)) + Int(PlainColumns.sum($0.area))
      }),
  ]
}
