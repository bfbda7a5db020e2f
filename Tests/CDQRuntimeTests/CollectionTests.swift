import CDQRuntime
import Foundation
import Testing

/// Collections and quantifiers on a struct and a class of the user that refer to each other.
@Suite struct CollectionTests {
  let france = TestCountry("FR", "France", .high)
  let empty = TestCountry("XX", "Nowhere")
  let cities: [TestCity]

  init() {
    var paris = TestCity(
      id: 1, name: "Paris", population: 2_100_000, isCapital: true, tags: ["capital", "river"], country: france)
    paris.scores = [3, 5]
    let lyon = TestCity(id: 2, name: "Lyon", population: 500_000, tags: ["river"], country: france)
    let unknown = TestCity(id: 3, name: "Ys", country: france)
    france.cities = [paris, lyon, unknown]
    cities = [paris, lyon, unknown, TestCity(id: 4, name: "Utopia", country: empty), TestCity(id: 5, name: "Atlantis")]
  }

  private func ids(_ predicate: PredicateIR) throws -> [Int] {
    let ir = QueryIR(entity: "City", predicate: predicate)
    return try PreparedQuery(ir, access: TestModel.cities).records(in: cities).map(\.id)
  }

  private func population(_ variable: Int) -> ExpressionIR { attribute("population", .int64, of: variable) }

  @Test func quantifiersOverEmptyAndNil() throws {
    let large = compare(population(1), .greater, int(1_000_000))
    #expect(try ids(.quantified(QuantifiedIR(.any, object(1, "City"), in: citiesOfCountry, large))) == [1, 2, 3])
    // A nil population is not large. ALL is true for a city without a country, and for a country without cities.
    #expect(try ids(.quantified(QuantifiedIR(.all, object(1, "City"), in: citiesOfCountry, large))) == [4, 5])
    #expect(try ids(.not(.quantified(QuantifiedIR(.any, object(1, "City"), in: citiesOfCountry, large)))) == [4, 5])
    #expect(
      try ids(.quantified(QuantifiedIR(.any, object(1, "City"), in: citiesOfCountry, .isNull(population(1))))) == [
        1, 2, 3,
      ])
  }

  @Test func scalarLists() throws {
    let tags = CollectionIR.path(
      PathIR(variable: 0, steps: [StepIR("tags", .scalarCollection, of: "City")], type: OptionalType(.string)))
    let tag = VariableIR(id: 1, type: OptionalType(.string))
    let isRiver = compare(path(.string, from: 1), .equal, string("RIVER"), .caseInsensitive)
    #expect(try ids(.quantified(QuantifiedIR(.any, tag, in: tags, isRiver))) == [1, 2])
    #expect(try ids(.quantified(QuantifiedIR(.all, tag, in: tags, isRiver))) == [2, 3, 4, 5])
    #expect(try ids(.membership(MembershipIR(string("Capital"), in: tags, options: .caseInsensitive))) == [1])
    #expect(
      try ids(
        .membership(
          MembershipIR(
            attribute("name", .string), in: .literal([string("LYON"), string("ys")], element: .string),
            options: .caseInsensitive))) == [2, 3])
  }

  @Test func subqueryWithOuterVariable() throws {
    // Cities with a larger city in their country.
    let larger = CollectionIR.filter(
      citiesOfCountry, object(1, "City"), compare(population(1), .greater, population(0)))
    let count = ExpressionIR.aggregate(AggregateIR(.count, larger, type: .int64))
    #expect(try ids(compare(count, .greater, int(0))) == [2])
    // Nested quantifiers: cities of the country that share a tag with the tested city.
    let tagsOfZero = CollectionIR.path(
      PathIR(variable: 0, steps: [StepIR("tags", .scalarCollection, of: "City")], type: OptionalType(.string)))
    let tagsOfOne = CollectionIR.path(
      PathIR(variable: 1, steps: [StepIR("tags", .scalarCollection, of: "City")], type: OptionalType(.string)))
    let shared = PredicateIR.quantified(
      QuantifiedIR(
        .any, VariableIR(id: 2, type: OptionalType(.string)), in: tagsOfOne,
        .membership(MembershipIR(path(.string, from: 2), in: tagsOfZero))))
    let other = PredicateIR.and([shared, compare(path(.object("City"), from: 1), .notEqual, path(.object("City")))])
    #expect(try ids(.quantified(QuantifiedIR(.any, object(1, "City"), in: citiesOfCountry, other))) == [1, 2])
  }

  @Test func enumsAreRawValues() throws {
    let income = path(
      .enumeration("Income"), StepIR("country", .toOne, of: "City"), StepIR("income", .attribute, of: "Country"))
    #expect(try ids(compare(income, .equal, .literal(.string("high"), .enumeration("Income")))) == [1, 2, 3])
    #expect(try ids(.isNull(income)) == [4, 5])
  }

  @Test func objectsAreComparedByIdentity() throws {
    let country = path(.object("Country"), StepIR("country", .toOne, of: "City"))
    let key = Value.object(ObjectKey(root: "Country", identity: .string("XX")))
    #expect(try ids(compare(country, .equal, .literal(key, .object("Country")))) == [4])
    #expect(try ids(.isNull(country)) == [5])
    #expect(try ids(.membership(MembershipIR(path(.object("City")), in: citiesOfCountry))) == [1, 2, 3])
  }

  @Test func missingIdentityIsAnErrorOnlyWhereItIsNeeded() throws {
    let access: RecordAccess<TestCity> = RecordAccess("City") { $0.toOne("twin", { _ in nil }, TestModel.cities) }
    let twin = path(.object("City"), StepIR("twin", .toOne, of: "City"))
    #expect(try PreparedQuery(QueryIR(entity: "City", predicate: .isNull(twin)), access: access).count(in: cities) == 5)
    #expect(throws: ExecutionError.missingIdentity(entity: "City")) {
      try PreparedQuery(
        QueryIR(entity: "City", predicate: compare(twin, .equal, path(.object("City")))), access: access)
    }
  }

  @Test func whatTheRecordsLackIsAnError() {
    let table: [(PredicateIR, ExecutionError)] = [
      (.isNull(attribute("nmae", .string)), .unknownProperty(entity: "City", name: "nmae")),
      (
        .isNull(attribute("country", .string)),
        .wrongProperty(entity: "City", name: "country", expected: "an attribute", found: "a to-one relationship")
      ),
      (
        .isNull(attribute("tags", .string)),
        .wrongProperty(entity: "City", name: "tags", expected: "an attribute", found: "a list")
      ),
      (.isNull(path(.string, from: 9)), .malformedQuery("variable 9 is not in scope")),
      (.boolean(attribute("name", .string)), .malformedQuery("String is used as a condition")),
    ]
    for (predicate, error) in table { #expect(throws: error) { try ids(predicate) } }
    #expect(throws: ExecutionError.wrongEntity(expected: "Country", found: "City")) {
      try PreparedQuery(QueryIR(entity: "Country"), access: TestModel.cities)
    }
  }
}
