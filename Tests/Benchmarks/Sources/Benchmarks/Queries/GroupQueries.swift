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
