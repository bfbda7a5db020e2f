import CDQKit
import Foundation
import Testing

/// The library as an app uses it: schema and predicates as texts, records of the app's own types.
@Suite struct LibraryTests {
  struct Country: Sendable {
    var code: String
    var name: String
  }

  struct City: Sendable {
    var id: Int64
    var name: String
    var population: Int64?
    var isCapital: Bool
    var country: Country?
  }

  static let schemaText = """
    entity Country { code: String @unique  name: String  cities: [City] inverse country }
    entity City {
      id: Int64 @unique
      name: String
      population: Int64?
      isCapital: Bool = false
      country: Country? inverse cities
    }
    """

  static let countries: RecordAccess<Country> = RecordAccess("Country") {
    $0.identity(\.code)
    $0.attribute("code", \.code)
    $0.attribute("name", \.name)
  }

  static let access: RecordAccess<City> = RecordAccess("City") {
    $0.identity(\.id)
    $0.attribute("id", \.id)
    $0.attribute("name", \.name)
    $0.attribute("population", \.population)
    $0.attribute("isCapital", \.isCapital)
    $0.toOne("country", \.country, countries)
  }

  static let cities: [City] = {
    let france = Country(code: "FRA", name: "France")
    let spain = Country(code: "ESP", name: "España")
    return [
      City(id: 1, name: "Paris", population: 2_103_000, isCapital: true, country: france),
      City(id: 2, name: "Évry", population: 66_700, isCapital: false, country: france),
      City(id: 3, name: "Madrid", population: 3_280_000, isCapital: true, country: spain),
      City(id: 4, name: "Atlantis", population: nil, isCapital: false, country: nil),
    ]
  }()

  struct Case: CustomTestStringConvertible {
    var predicate: String
    var arguments: Arguments
    var ids: [Int64]
    init(_ predicate: String, _ arguments: Arguments = [:], gives ids: [Int64]) {
      (self.predicate, self.arguments, self.ids) = (predicate, arguments, ids)
    }
    var testDescription: String { predicate }
  }

  static let cases: [Case] = [
    Case("population > $n", ["n": 100_000], gives: [1, 3]),
    Case("population != 66700", gives: [1, 3, 4]),
    Case("name BEGINSWITH[cd] $prefix", ["prefix": "EV"], gives: [2]),
    Case("country.name == 'España'", gives: [3]),
    Case("country == NULL", gives: [4]),
    Case("country == $c", ["c": .object(ObjectKey(root: "Country", identity: .string("FRA")))], gives: [1, 2]),
    Case("isCapital AND id IN $ids", ["ids": [1, 2, 4]], gives: [1]),
    Case("NOT (name CONTAINS 'a')", gives: [2]),
    Case("population + 1 > population", gives: [1, 2, 3]),
  ]

  @Test(arguments: cases) func filtersTheCallersOwnRecords(_ item: Case) throws {
    let schema = try Schema(parsing: LibraryTests.schemaText)
    let predicate = try CheckedPredicate(parsing: item.predicate, for: "City", in: schema)
    let found = try predicate.filter(LibraryTests.cities, with: LibraryTests.access, item.arguments)
    #expect(found.map(\.id) == item.ids)
  }

  @Test func aQuerySortsAndLimits() throws {
    let schema = try Schema(parsing: LibraryTests.schemaText)
    let query = try CheckedQuery(parsing: "City where population != NULL sort population desc limit $k", in: schema)
    let prepared = try query.prepare(for: LibraryTests.access)
    let found = try prepared.records(in: LibraryTests.cities, arguments: ["k": 2])
    #expect(found.map(\.name) == ["Madrid", "Paris"])
    #expect(query.parameters == [ParameterIR(name: "k", type: OptionalType(.int64))])
  }

  @Test func recordsFromJSONAreQueried() throws {
    let schema = try Schema(parsing: LibraryTests.schemaText)
    let data = """
      {"Country": [{"code": "FRA", "name": "France"}],
       "City": [{"id": 1, "name": "Paris", "population": 2103000, "isCapital": true, "country": "FRA"},
                {"id": 2, "name": "Évry", "country": "FRA"}]}
      """
    let store = try StoreLoader(schema: schema).load([LoadInput(name: "world.json", bytes: Data(data.utf8))]).store
    let query = try CheckedQuery(parsing: "City where country.name == $c sort name desc", in: schema)
    guard case .records(let cities) = try query.run(in: store, ["c": "France"]) else {
      Issue.record("a query without a cardinality gives records")
      return
    }
    #expect(cities.map { $0["name"] } == ["Évry", "Paris"])
    #expect(cities.map { $0["population"] } == [nil, 2_103_000])
    let count = try CheckedQuery(parsing: "count Country where ANY cities.isCapital", in: schema)
    guard case .count(1) = try count.run(in: store) else {
      Issue.record("one country has a capital among its cities")
      return
    }
  }

  @Test func aMistakeIsAValueWithItsPlace() throws {
    let schema = try Schema(parsing: LibraryTests.schemaText)
    #expect {
      try CheckedPredicate(parsing: "nmae == 'x' AND population > 'y'", for: "City", in: schema)
    } throws: { error in
      guard let error = error as? QueryError else { return false }
      return error.diagnostics.map(\.code) == ["unknown-property", "type-mismatch"]
        && error.description.contains("<query>:1:1: error: 'City' has no property 'nmae' [unknown-property]")
    }
  }

  @Test func anArgumentOfTheWrongTypeIsRefused() throws {
    let schema = try Schema(parsing: LibraryTests.schemaText)
    let predicate = try CheckedPredicate(parsing: "population > $n", for: "City", in: schema)
    for arguments: Arguments in [[:], ["n": "many"], ["n": nil]] {
      #expect(throws: ExecutionError.self) {
        try predicate.filter(LibraryTests.cities, with: LibraryTests.access, arguments)
      }
    }
  }

  @Test func aWrongSchemaIsRefusedWithItsPlace() {
    #expect {
      try Schema(parsing: "entity City { name: Strin }")
    } throws: { error in
      (error as? QueryError)?.description.contains("<schema>:1:21: error:") == true
    }
  }
}
