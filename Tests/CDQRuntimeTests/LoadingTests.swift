import CDQIR
import CDQRuntime
import Foundation
import Testing

@Suite struct LoadingTests {
  static let countries = #"[{"id": "FR"}, {"id": "DE", "name": "Germany"}]"#

  @Test func loadsReferencesAndInverses() throws {
    let loaded = try Fixtures.load(
      Fixtures.world,
      [
        "City": """
        [{"id": 1, "city_name": "Paris", "country": "FR", "twins": [3], "near": [2, 3]},
         {"id": 2, "city_name": "Lyon", "population": null, "near": [3], "mayor": "Ann"},
         {"id": 3, "city_name": "Bonn", "country": "DE", "isCapital": true, "tags": ["x", ""]}]
        """,
        "Country": #"[{"id": "FR", "cities": [2]}, {"id": "DE", "name": "Germany"}]"#, "Mayor": #"[{"name": "Ann"}]"#,
      ])
    #expect(loaded.warnings.isEmpty)
    let store = loaded.store
    let france = try #require(store.snapshot.record(of: "Country", identity: .string("FR")))
    #expect(france.ids("cities") == [.int(2), .int(1)])
    let cities = store.records(of: "City")
    #expect(cities.map { $0.reference("country")?["id"] } == [.string("FR"), .string("FR"), .string("DE")])
    #expect(cities[2].ids("twins") == [.int(1)])
    #expect(cities[0].ids("near") == [.int(2), .int(3)])
    #expect(cities[1].reference("mayor")?["name"] == .string("Ann"))
    #expect(cities[1].reference("mayor")?.reference("city") == cities[1])
    #expect(cities[0]["isCapital"] == .bool(false))
    #expect(cities[0]["tags"] == .list([]))
    #expect(cities[2]["tags"] == .list([.string("x"), .string("")]))
    #expect(cities[0]["population"] == .null)
    #expect(cities.map(\.key.identity) == [.int(1), .int(2), .int(3)])
    #expect(cities.map(\.number) == [0, 1, 2])
  }

  @Test(
    arguments: [
      // Both sides of a one-to-many agree, or one of them is not written.
      (#"[{"id":1,"city_name":"a","country":"FR"},{"id":2,"city_name":"b"}]"#, #"[{"id":"FR","cities":[1,2]}]"#, nil),
      (
        #"[{"id":1,"city_name":"a","country":"FR"},{"id":2,"city_name":"b","country":"FR"}]"#,
        #"[{"id":"FR","cities":[2]}]"#, nil
      ),
      (
        #"[{"id":1,"city_name":"a","country":"DE"},{"id":2,"city_name":"b"}]"#,
        #"[{"id":"FR","cities":[1]},{"id":"DE"}]"#,
        "Country.json:1 1 cities conflicting-inverse"
      ),
      (
        #"[{"id":1,"city_name":"a"}]"#, #"[{"id":"FR","cities":[1]},{"id":"DE","cities":[1]}]"#,
        "Country.json:1 2 cities conflicting-inverse"
      ),
    ] as [(String, String, String?)])
  func mergesBothSides(_ cities: String, _ countries: String, _ expected: String?) throws {
    let inputs = [Fixtures.input("City", cities), Fixtures.input("Country", countries)]
    #expect(Fixtures.errors(Fixtures.world, inputs).map(\.summary) == (expected.map { [$0] } ?? []))
    guard expected == nil else { return }
    let store = try StoreLoader(schema: Fixtures.world).load(inputs).store
    let france = store.records(of: "Country")[0]
    #expect(Set(france.ids("cities")) == [.int(1), .int(2)])
    #expect(store.records(of: "City").allSatisfy { $0.reference("country") == france })
  }

  /// Contents of `City.json`, and the one error that loading reports.
  @Test(arguments: [
    ("[{\"id\":1,\"city_name\":\"a\"},\n{\"id\":2}]", "City.json:2 2 city_name missing-value"),
    ("[{\"id\":1,\"city_name\":null}]", "City.json:1 1 city_name missing-value"),
    ("[{\"id\":1,\n\"city_name\":\n5}]", "City.json:3 1 city_name type-mismatch"),
    ("[{\"id\":1.5,\"city_name\":\"a\"}]", "City.json:1 1 id type-mismatch"),
    ("[{\"id\":1e300,\"city_name\":\"a\"}]", "City.json:1 1 id out-of-range"),
    ("[{\"id\":1,\"city_name\":\"a\",\"tags\":[\"x\",null]}]", "City.json:1 1 tags type-mismatch"),
    ("[{\"id\":1,\"city_name\":\"a\",\"country\":\"XX\"}]", "City.json:1 1 country unresolved-reference"),
    ("[{\"id\":1,\"city_name\":\"a\",\"country\":5}]", "City.json:1 1 country type-mismatch"),
    ("[{\"id\":1,\"city_name\":\"a\",\"near\":2}]", "City.json:1 1 near type-mismatch"),
    ("[{\"id\":1,\"city_name\":\"a\",\"near\":[1,\n2]}]", "City.json:1 1 near unresolved-reference"),
    ("[{\"id\":1,\"city_name\":\"a\"},\n\n{\"city_name\":\"b\",\"id\":1}]", "City.json:3 2 id duplicate-value"),
    ("{\"id\":1}", "City.json:1 - - unexpected-shape"), ("[5]", "City.json:1 1 - unexpected-shape"),
    ("[{\"id\":1,\"city_name\":\"a\"},\n{\"id\":2,]", "City.json:2 2 - invalid-json"),
    ("[{\"id\":1,\"city_name\":\"a\"}\n", "City.json:2 - - invalid-json"), ("", "City.json:1 - - invalid-json"),
    ("[] []", "City.json:1 - - invalid-json"),
    ("[" + String(repeating: "[", count: 200), "City.json:1 1 - nesting-too-deep"),
  ])
  func reportsErrors(_ text: String, _ expected: String) {
    let inputs = [Fixtures.input("Country", Self.countries), Fixtures.input("City", text)]
    #expect(Fixtures.errors(Fixtures.world, inputs).map(\.summary) == [expected])
  }

  @Test func reportsEveryErrorAndLoadsNothing() {
    let text = #"[{"id":"x","city_name":"a"}, {"id":2}, {"id":3,"city_name":"c","population":"many","country":"XX"}]"#
    let errors = Fixtures.errors(
      Fixtures.world, [Fixtures.input("City", text), Fixtures.input("Country", #"[{"id":"A"},{"id":"A"}]"#)])
    #expect(
      errors.map(\.code) == [.typeMismatch, .missingValue, .typeMismatch, .duplicateValue, .unresolvedReference]
        || errors.map(\.code) == [.duplicateValue, .typeMismatch, .missingValue, .typeMismatch, .unresolvedReference])
    #expect(errors.allSatisfy { $0.severity == .error && $0.record != nil && $0.line == 1 })
  }

  @Test func listsAtMostAHundredErrors() {
    let records = (0..<500).map { "{\"id\":\($0)}" }.joined(separator: ",\n")
    let errors = Fixtures.errors(Fixtures.world, [Fixtures.input("City", "[\(records)]")])
    #expect(errors.count <= 101)
    #expect(errors.prefix(100).map(\.line) == (1...100).map { $0 })
  }

  @Test func referencesToBrokenFilesAreNoErrorsOfTheirOwn() {
    let errors = Fixtures.errors(
      Fixtures.world,
      [Fixtures.input("Country", "[{\"id\":"), Fixtures.input("City", #"[{"id":1,"city_name":"a","country":"FR"}]"#)])
    #expect(errors.map(\.code) == [.invalidJSON])
  }

  @Test func warns() throws {
    let loaded = try Fixtures.load(
      Fixtures.world,
      [
        "City": """
        [{"id": 1, "city_name": "a", "populaton": 5, "label": "x", "near": [1, 1, 1]},
         {"id": 2, "city_name": "b", "city_name": "c", "populaton": 6, "name": "z", "country": "FR", "country": "DE"}]
        """, "Country": Self.countries, "Citty": "[]",
      ])
    let warnings = loaded.warnings
    #expect(
      Set(warnings.map(\.summary)) == [
        "City.json:1 1 populaton unknown-key", "City.json:1 1 label transient-key",
        "City.json:1 1 near repeated-reference", "City.json:2 2 city_name duplicate-key",
        "City.json:2 2 country duplicate-key", "City.json:2 2 name unknown-key", "Citty.json:- - - unknown-entity",
      ])
    let unknown = try #require(warnings.first { $0.key == "populaton" })
    #expect(unknown.help == "did you mean 'population'?")
    #expect(unknown.message.hasSuffix("(2 records of City)"))
    #expect(warnings.first { $0.key == "name" }?.help == "'name' is read from 'city_name'")
    #expect(warnings.first { $0.code == .unknownEntity }?.help == "did you mean 'City'?")
    let cities = loaded.store.records(of: "City")
    #expect(cities[0].ids("near") == [.int(1)])
    #expect(cities[1]["name"] == .string("c"))
    #expect(cities[1].reference("country")?["id"] == .string("DE"))
    #expect(loaded.store.records(of: "Country")[0].references("cities").isEmpty)
  }

  @Test(
    arguments: [
      (.null, "[{\"id\":1}]", .null), (.int(7), "[{\"id\":1}]", .int(7)), (.int(7), "[{\"id\":1,\"v\":null}]", .int(7)),
      (.int(7), "[{\"id\":1,\"v\":8}]", .int(8)),
    ] as [(Value, String, Value)])
  func appliesDefaults(_ value: Value, _ text: String, _ expected: Value) throws {
    let store = try Fixtures.load(Fixtures.sample(.int64, default: value), ["Sample": text]).store
    #expect(store.records(of: "Sample")[0]["v"] == expected)
  }

  @Test func loadsOneObjectOfAllEntities() throws {
    let text = #"{"City": [{"id": 1, "city_name": "a", "country": "FR"}], "Other": [1], "Country": [{"id": "FR"}]}"#
    let loaded = try StoreLoader(schema: Fixtures.world).load([LoadInput(name: "all", bytes: Data(text.utf8))])
    #expect(loaded.store.records(of: "City")[0].reference("country")?["id"] == .string("FR"))
    #expect(loaded.warnings.map(\.summary) == ["all:1 - Other unknown-entity"])
    for (text, code) in [("[]", LoadIssue.Code.unexpectedShape), ("{\"City\":[{]}", .invalidJSON), ("{", .invalidJSON)]
    {
      let errors = Fixtures.errors(Fixtures.world, [LoadInput(name: "all", bytes: Data(text.utf8))])
      #expect(errors.map(\.code) == [code])
    }
  }

  @Test func loadsLines() throws {
    let text = "{\"id\":1,\"city_name\":\"a\"}\r\n\n  {\"id\":2,\"city_name\":\"b\"}\n"
    let store = try StoreLoader(schema: Fixtures.world).load([Fixtures.input("City", text, .ndjson)]).store
    #expect(store.records(of: "City").map { $0["name"] } == [.string("a"), .string("b")])
    let broken = "{\"id\":1,\"city_name\":\"a\"}\n{\"id\":2\n[]\n{\"id\":3} x\n"
    #expect(
      Fixtures.errors(Fixtures.world, [Fixtures.input("City", broken, .ndjson)]).map(\.summary) == [
        "City.ndjson:2 2 - invalid-json", "City.ndjson:3 3 - unexpected-shape",
        "City.ndjson:4 4 city_name missing-value", "City.ndjson:4 4 - invalid-json",
      ])
  }

  @Test func loadsInheritance() throws {
    let inputs: KeyValuePairs = [
      "Farm": #"[{"region": "N", "number": 1, "animals": ["rex", "bella"]}]"#,
      "Dog": #"[{"tag": "rex", "breed": "collie"}]"#, "Cow": #"[{"tag": "bella", "milk": 2.5}]"#,
    ]
    let store = try Fixtures.load(Fixtures.farm, inputs).store
    #expect(store.records(of: "Animal").map(\.entityName) == ["Cow", "Dog"])
    #expect(store.records(of: "Animal", includingSubentities: false).isEmpty)
    #expect(store.records(of: "Farm")[0].references("animals").map { $0["tag"] } == [.string("rex"), .string("bella")])
    let dog = store.records(of: "Dog")[0]
    #expect(dog.reference("farm")?.key == ObjectKey(root: "Farm", identity: .composite(["N", "1"])))
    #expect(dog.key == ObjectKey(root: "Animal", identity: .string("rex")))
    let byParent = try Fixtures.load(
      Fixtures.farm,
      ["Farm": #"[{"region": "N", "number": 1}]"#, "Cow": #"[{"tag": "b", "farm": ["N", 1]}]"#]
    ).store
    #expect(byParent.records(of: "Farm")[0].references("animals").count == 1)
    #expect(
      Fixtures.errors(Fixtures.farm, [Fixtures.input("Animal", "[{\"tag\":\"x\"}]")]).map(\.summary) == [
        "Animal.json:1 1 - abstract-entity"
      ])
    let shared = [Fixtures.input("Dog", #"[{"tag":"x","breed":"a"}]"#), Fixtures.input("Cow", #"[{"tag":"x"}]"#)]
    #expect(Fixtures.errors(Fixtures.farm, shared).map(\.code) == [.duplicateValue])
  }

  @Test func nilIsUniqueOfNothing() throws {
    var schema = Fixtures.sample(.string).entities
    schema[0].uniquenessConstraints.append(["v"])
    let store = try Fixtures.load(Schema(entities: schema), ["Sample": #"[{"id":1},{"id":2},{"id":3,"v":"a"}]"#]).store
    #expect(store.count(of: "Sample") == 3)
    let errors = Fixtures.errors(
      Schema(entities: schema), [Fixtures.input("Sample", #"[{"id":1,"v":"é"},{"id":2,"v":"e\u0301"}]"#)])
    #expect(errors.map(\.code) == [.duplicateValue])
  }

  /// The type of attribute `v`, a CSV file with a column for it, and the values.
  @Test(
    arguments: [
      (.string, "id,v\n1,a\n", ["a"]), (.string, "id,v\r\n1,\r\n2,\"\"\r\n", [nil, ""]),
      (.string, "v,id\n\"a,\"\"b\"\"\nc\",1\n\n\"x\",2", ["a,\"b\"\nc", "x"]), (.string, "\u{FEFF}id,v\n1,ü", ["ü"]),
      (.string, "\"id\",\"v\"\n\"1\", a ", [" a "]), (.string, "id,v", []), (.string, "", []),
    ] as [(ValueType, String, [String?])])
  func loadsCSV(_ type: ValueType, _ text: String, _ expected: [String?]) throws {
    let input = Fixtures.input("Sample", text, .csv)
    let store = try StoreLoader(schema: Fixtures.sample(type)).load([input]).store
    #expect(store.records(of: "Sample").map { $0["v"] } == expected.map { $0.map { .string($0) } ?? .null })
  }

  @Test(arguments: [
    ("id,v\n1\n", "Sample.csv:2 1 - invalid-csv"), ("id,v\n1,2,3\n", "Sample.csv:2 1 - invalid-csv"),
    ("id,v\n1,a\"b\n", "Sample.csv:2 - - invalid-csv"), ("id,v\n1,\"a\nb", "Sample.csv:2 - - invalid-csv"),
    ("id,v\n1,\"a\"b\n", "Sample.csv:2 - - invalid-csv"), ("id,v\n,a\n", "Sample.csv:2 1 id missing-value"),
    ("id,v\n\"\na\",b\n", "Sample.csv:2 1 id type-mismatch"),
    ("id,v\n1,a\n2,b\n2,c\n", "Sample.csv:4 3 id duplicate-value"),
  ])
  func reportsErrorsInCSV(_ text: String, _ expected: String) {
    let errors = Fixtures.errors(Fixtures.sample(.string), [Fixtures.input("Sample", text, .csv)])
    #expect(errors.map(\.summary) == [expected])
  }

  @Test func loadsReferencesFromCSV() throws {
    let inputs = [
      Fixtures.input("Country", "id,name\nFR,France\n007,\n", .csv),
      Fixtures.input(
        "City", "id,city_name,country,near,tags,bogus\n1,a,007,\"[1,2]\",\"[\"\"x\"\"]\",\n2,b,,,,1\n", .csv),
    ]
    let loaded = try StoreLoader(schema: Fixtures.world).load(inputs)
    let city = loaded.store.records(of: "City")[0]
    #expect(city.reference("country")?["id"] == .string("007"))
    #expect(city.ids("near") == [.int(1), .int(2)])
    #expect(city["tags"] == .list([.string("x")]))
    #expect(loaded.warnings.map(\.code) == [.unknownKey])
  }

  @Test(arguments: [("City.json", "City", "json"), ("a.b.ndjson", "a.b", "ndjson"), ("C.CSV", "C", "csv")])
  func namesFiles(_ file: String, _ entity: String, _ format: String) throws {
    let kind = try #require(LoadInput.kind(ofFile: file))
    #expect(kind.entity == entity)
    #expect(kind.format.rawValue == format)
    #expect(LoadInput.kind(ofFile: "README.md") == nil)
    #expect(LoadInput.kind(ofFile: ".json") == nil)
  }
}
