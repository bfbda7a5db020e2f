import CDQRuntime
import Foundation

enum Income: String, Sendable { case low, high }

final class TestCountry: @unchecked Sendable {
  let id: String
  var name: String
  var income: Income?
  var cities: [TestCity] = []
  init(_ id: String, _ name: String, _ income: Income? = nil) {
    self.id = id
    self.name = name
    self.income = income
  }
}

struct TestCity: Sendable {
  var id: Int
  var name: String
  var population: Int64?
  var isCapital = false
  var tags: [String] = []
  var scores: [Int]? = nil
  var country: TestCountry?
  var founded: Date? = nil
  var area: Double = 0
  var price: Decimal? = nil
}

/// Record accesses as a user would write them, for a struct and a class that refer to each other.
enum TestModel {
  static let cities: RecordAccess<TestCity> = RecordAccess("City") {
    $0.identity(\.id)
    $0.attribute("id", \.id)
    $0.attribute("name", \.name)
    $0.attribute("population", \.population)
    $0.attribute("isCapital", \.isCapital)
    $0.attribute("tags", \.tags)
    $0.attribute("scores", \.scores)
    $0.attribute("founded", \.founded)
    $0.attribute("area", \.area)
    $0.attribute("price", \.price)
    $0.attribute("shout") { $0.name.uppercased() }
    $0.toOne("country", \.country, countries)
  }
  static let countries: RecordAccess<TestCountry> = RecordAccess("Country") {
    $0.identity(\.id)
    $0.attribute("id", \.id)
    $0.attribute("name", \.name)
    $0.attribute("income", \.income)
    $0.toMany("cities", \.cities, cities)
  }
}
