import CDQIR
import CDQKit
import CDQWhy
import Testing

/// The text of values of all objects of an entity, which the language reads again.
@Suite struct AllObjectsTextTests {
  @Test(arguments: [
    "population > City.@avg.population", "City.@count > 5", "population == City.@max.population",
    "SUBQUERY(City, $city, $city.population > population).@count == 0", "City.@sum.country.cities.population > 5",
    "median(City.@unionOfObjects.population) > 5", "name IN City.@unionOfObjects.name",
  ])
  func `The text means the same`(text: String) throws {
    let schema = try Cities.store().schema
    let query = try CheckedPredicate(parsing: text, for: "City", in: schema)
    let printed = IRPrinter().text(query.ir.predicate)
    let again = try CheckedPredicate(parsing: printed, for: "City", in: schema)
    #expect(again.ir == query.ir, "\(printed)")
  }

  @Test func `Aggregates have the operators of paths`() throws {
    let query = try CheckedPredicate(parsing: "population > City.@avg.population", for: "City", in: Cities.store().schema)
    #expect(IRPrinter().text(query.ir.predicate) == "population > City.@avg.population")
  }
}
