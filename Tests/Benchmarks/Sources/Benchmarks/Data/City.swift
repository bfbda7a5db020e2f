import CDQRuntime
import Foundation

/// A city as a user would declare it.
struct City: Sendable {
  var id: Int64
  var name: String
  var countryCode: String
  var population: Int64
  var area: Double
  var isCapital: Bool
  var elevation: Int64?
  var founded: Date
  var rank: Int64
  var country: Country?

  init(_ row: CityRow, _ countries: [Country]) {
    id = Int64(row.id)
    name = row.name
    countryCode = countries[row.code].code
    population = Int64(row.population)
    area = row.area
    isCapital = row.isCapital
    elevation = row.elevation.map { Int64($0) }
    founded = row.founded.date
    rank = Int64(row.rank)
    country = row.hasCountry ? countries[row.code] : nil
  }
}

/// A country as a user would declare it. The loader sets its cities once, before any query reads them.
final class Country: @unchecked Sendable {
  let code: String
  let name: String
  let continent: String
  var cities: [City] = []

  init(_ row: CountryRow) {
    code = row.code
    name = row.name
    continent = row.continent
  }
}

/// The record accesses by which the row engine reads cities and countries.
enum Access {
  static let cities: RecordAccess<City> = RecordAccess("City") {
    $0.identity(\.id)
    $0.attribute("id", \.id)
    $0.attribute("name", \.name)
    $0.attribute("countryCode", \.countryCode)
    $0.attribute("population", \.population)
    $0.attribute("area", \.area)
    $0.attribute("isCapital", \.isCapital)
    $0.attribute("elevation", \.elevation)
    $0.attribute("founded", \.founded)
    $0.attribute("rank", \.rank)
    $0.toOne("country", \.country, countries)
  }
  static let countries: RecordAccess<Country> = RecordAccess("Country") {
    $0.identity(\.code)
    $0.attribute("code", \.code)
    $0.attribute("name", \.name)
    $0.attribute("continent", \.continent)
    $0.toMany("cities", \.cities, cities)
  }
}
