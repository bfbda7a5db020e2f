import CDQIR
import CDQRuntime
import Foundation
import Testing

/// `Store.decode`, which decodes JSON into a store without creating duplicates.
@Suite struct DecodeTests {
  struct Brand: StoredModel, Codable, Equatable {
    var id: Int64
    var name: String
    var country: String?

    static var entityName: String { "Brand" }
    static var attributeNames: [String] { ["id", "name", "country"] }
    static var relationshipNames: [String] { ["models"] }

    func store(into values: inout StoredValues) {}

    init(stored record: StoredRecord) throws(StoreError) {
      id = try record.int64(at: 0)
      name = try record.string(at: 1)
      country = record.optionalString(at: 2)
    }
  }

  static let schema = Schema(entities: [
    Entity(
      name: "Brand",
      properties: [
        .attribute(Attribute(name: "id", type: .int64)), .attribute(Attribute(name: "name", type: .string)),
        .attribute(Attribute(name: "country", type: .string, isOptional: true, jsonKey: "country_code")),
        .relationship(Relationship(name: "models", destination: "Model", isToMany: true, inverse: "brand")),
      ], uniquenessConstraints: [["id"]]),
    Entity(
      name: "Model",
      properties: [
        .attribute(Attribute(name: "name", type: .string)), .attribute(Attribute(name: "year", type: .int64)),
        .attribute(Attribute(name: "price", type: .decimal, isOptional: true)),
        .relationship(Relationship(name: "brand", destination: "Brand", isOptional: false, inverse: "models")),
      ], uniquenessConstraints: [["name", "year"]]),
  ])

  static func data(_ text: String) -> Data { Data(text.utf8) }

  @Test(arguments: [
    (#"{"id": 1, "name": "Tatra"}"#, nil, [1]),
    (#"[{"id": 2, "name": "Saab"}, {"id": 1, "name": "Tatra"}]"#, nil, [2, 1]),
    (#"[[[{"id": 1, "name": "a"}], []], [[{"id": 2, "name": "b"}, {"id": 3, "name": "c"}]]]"#, nil, [1, 2, 3]),
    ("[]", nil, []), ("[[], [[]]]", nil, []),
    (#"{"page": {"n": [1, {"x": null}], "brands": [{"id": 7, "name": "a"}]}, "z": "\u00e9"}"#, "page.brands", [7]),
    (#"{"brand": {"id": 7, "name": "a", "unknown": {"deep": [1]}}}"#, "brand", [7]),
  ] as [(String, String?, [Int64])])
  func `Objects and arrays of any depth are decoded, twice to the same effect`(
    text: String, path: String?, ids: [Int64]
  ) throws {
    let store = Store(schema: DecodeTests.schema)
    #expect(try store.decode(Brand.self, from: DecodeTests.data(text), at: path).map(\.id) == ids)
    let keys = store.records(of: "Brand").map(\.key)
    #expect(try store.decode(Brand.self, from: DecodeTests.data(text), at: path).map(\.id) == ids)
    #expect(store.records(of: "Brand").map(\.key) == keys)
    #expect(store.count(of: "Brand") == ids.count)
    #expect(try store.decode("Brand", from: DecodeTests.data(text), at: path) == ids.map {
      ObjectKey(root: "Brand", identity: .int($0))
    })
  }

  @Test func `What is there is updated, what is not mentioned stays`() throws {
    let store = Store(schema: DecodeTests.schema)
    try store.decode(Brand.self, from: DecodeTests.data(#"{"id": 1, "name": "Tatra", "country_code": "CZ"}"#))
    let update = #"[{"id": 1, "name": "TATRA"}, {"id": 1, "name": "Tatra!"}]"#
    let brands = try store.decode(Brand.self, from: DecodeTests.data(update))
    #expect(brands.map(\.name) == ["Tatra!", "Tatra!"])
    #expect(brands.map(\.country) == ["CZ", "CZ"])
    try store.decode(Brand.self, from: DecodeTests.data(#"{"id": 1, "country_code": null}"#))
    #expect(store.records(of: "Brand").map { $0["country"] } == [.null])
    #expect(store.records(of: "Brand").map { $0["name"] } == ["Tatra!"])
  }

  static let nested = #"""
    [{"id": 1, "name": "Tatra", "models": [{"name": "87", "year": 1936}, {"name": "603", "year": 1956, "price": 12.50}]},
     {"id": 2, "name": "Saab", "models": []}]
    """#

  @Test func `Objects within objects are stored with their inverses, under an identity of two attributes`() throws {
    let store = Store(schema: DecodeTests.schema)
    for _ in 1...2 {
      try store.decode(Brand.self, from: DecodeTests.data(DecodeTests.nested))
      #expect(store.count(of: "Model") == 2)
      #expect(store.records(of: "Model").map { $0.reference("brand")?["name"] } == ["Tatra", "Tatra"])
    }
    // References by identity, one of them to an object that comes later.
    let cars = #"[{"name": "87", "year": 1936, "brand": 2}, {"name": "Ami", "year": 1961, "brand": {"id": 3, "name": "C"}}]"#
    try store.decode("Model", from: DecodeTests.data(cars))
    #expect(store.records(of: "Brand").map { $0.references("models").count } == [1, 1, 1])
    let later = #"{"id": 9, "name": "X", "models": [["603", 1956], {"name": "N", "year": 1, "brand": 9}]}"#
    try store.decode("Brand", from: DecodeTests.data(later))
    #expect(store.records(of: "Brand").map { $0.references("models").count } == [0, 1, 1, 2])
  }

  @Test(arguments: [
    (#"[{"id": 1, "name": "a"}, {"id": "x", "name": "b"}]"#, "[1].id", LoadIssue.Code.typeMismatch),
    (#"[{"id": 1, "name": "a"}, {"id": 2}]"#, "[1]", .missingValue),
    (#"{"id": 1, "name": "a", "models": [{"name": "b", "year": 1}, {"name": "c", "year": 2.5}]}"#,
      "models[1].year", .typeMismatch),
    (#"{"id": 1, "name": "a", "models": [["b", 1]]}"#, "models", .unresolvedReference),
    (#"[1, 2]"#, "[0]", .unexpectedShape), (#"{"id": 1, "name": "a""#, "", .invalidJSON),
    (#"{"id": 1, "name": "a"} {}"#, "", .invalidJSON), ("null", "", .unexpectedShape),
  ])
  func `One mistake leaves the store as it was and says where it is`(
    text: String, path: String, code: LoadIssue.Code
  ) throws {
    let store = Store(schema: DecodeTests.schema)
    let error = #expect(throws: DecodeError.self) { try store.decode(Brand.self, from: DecodeTests.data(text)) }
    #expect(error?.codingPath.jsonPath == path)
    #expect(error?.code == code)
    #expect(store.count(of: "Brand") == 0 && store.count(of: "Model") == 0)
  }

  @Test func `Missing objects and unknown places are said`() throws {
    let store = Store(schema: DecodeTests.schema)
    let lonely = #expect(throws: DecodeError.self) {
      try store.decode("Model", from: DecodeTests.data(#"{"name": "a", "year": 1}"#))
    }
    #expect(lonely?.description == "brand: 'Model.brand' needs a Brand [missing-value]")
    let place = #expect(throws: DecodeError.self) {
      try store.decode("Model", from: DecodeTests.data(#"{"a": {"b": 1}}"#), at: "a.c")
    }
    #expect(place?.description == "a: there is no key 'c' [unexpected-shape]")
    #expect(throws: DecodeError.self) { try store.decode("Car", from: DecodeTests.data("[]")) }
    func nested(_ depth: Int, _ text: String = "") -> Data {
      DecodeTests.data(String(repeating: "[", count: depth) + text + String(repeating: "]", count: depth))
    }
    #expect(try store.decode("Brand", from: nested(1000, #"{"id": 1, "name": "a"}"#)).count == 1)
    #expect(try store.decode("Brand", from: nested(1024)).isEmpty)
    #expect(throws: DecodeError.self) { try store.decode("Brand", from: nested(1025)) }
    #expect(throws: DecodeError.self) { try store.decode("Brand", from: nested(1_000_000)) }
    let chain = String(repeating: #"{"brand":{"models":["#, count: 40) + String(repeating: "]}}", count: 40)
    #expect(throws: DecodeError.self) { try store.decode("Model", from: DecodeTests.data(chain)) }
  }

  @Test(arguments: [
    ("[{'id': 1, 'name': 'a'},\n {'id': 2, 'näme' 3}]", "[1]", "expected ':', found '3' at line 2, column 19"),
    ("[\n{'id': 1, 'name': 'a'},\n]", "[1]", "a comma before ']', which JSON does not allow at line 2, column 23"),
    ("[{'id': 1, 'name': 'a'}", "[0]", "the text ends where ',' or ']' should be at line 1, column 24"),
  ])
  func `What is no JSON is told by line and column`(text: String, path: String, message: String) {
    let store = Store(schema: DecodeTests.schema)
    let data = DecodeTests.data(text.replacing("'", with: "\""))
    let error = #expect(throws: DecodeError.self) { try store.decode("Brand", from: data) }
    #expect(error?.codingPath.jsonPath == path && error?.code == .invalidJSON)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `The last of two values of one key counts`() throws {
    let store = Store(schema: DecodeTests.schema)
    let text = #"{"id": 1, "name": "a", "country_code": "CZ", "country_code": null, "name": "b"}"#
    #expect(try store.decode(Brand.self, from: DecodeTests.data(text)).map(\.name) == ["b"])
    #expect(store.records(of: "Brand").map { $0["country"] } == [.null])
  }

  @Test func `Several stores know nothing of each other`() throws {
    let stores = [Store(schema: DecodeTests.schema), Store(schema: DecodeTests.schema)]
    try stores[0].decode(Brand.self, from: DecodeTests.data(#"{"id": 1, "name": "a"}"#))
    #expect(stores.map { $0.count(of: "Brand") } == [1, 0])
  }

  struct Answer: Decodable {
    struct Page: Decodable {
      @Imported var brands: [[Brand]]
      @Imported var best: Brand?
    }
    var total: Int
    var page: Page
    @Imported var owner: Brand
  }

  static let answer = #"""
    {"total": 2, "page": {"brands": [[{"id": 1, "name": "a"}], []]}, "owner": {"id": 5, "name": "é", "models": [
      {"name": "m", "year": 1, "price": 1.25}]}}
    """#

  @Test func `Other Decodable types hold objects that are stored`() throws {
    let store = Store(schema: DecodeTests.schema)
    let answer = try store.decode(containing: Answer.self, from: DecodeTests.data(DecodeTests.answer))
    #expect(answer.page.brands.map { $0.map(\.name) } == [["a"], []])
    #expect(answer.page.best == nil && answer.owner.id == 5)
    #expect(store.count(of: "Brand") == 2)
    #expect(store.records(of: "Model").map { $0["price"] } == [.decimal(Decimal(string: "1.25") ?? 0)])
    let decoder = JSONDecoder()
    decoder.userInfo[.store] = store
    #expect(try decoder.decode(Answer.self, from: DecodeTests.data(DecodeTests.answer)).total == 2)
    #expect(store.count(of: "Brand") == 2)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Answer.self, from: DecodeTests.data(DecodeTests.answer))
    }
  }

  @Test func `A mistake behind a stored value takes it back`() throws {
    let store = Store(schema: DecodeTests.schema)
    let broken = DecodeTests.answer.replacing(#""id": 5,"#, with: "")
    let error = #expect(throws: DecodeError.self) {
      try store.decode(containing: Answer.self, from: DecodeTests.data(broken))
    }
    #expect(error?.codingPath.jsonPath == "owner")
    #expect(store.count(of: "Brand") == 0)
    #expect(try store.decode([[Brand]].self, from: DecodeTests.data(#"[[{"id": 1, "name": "a"}], []]"#)).count == 2)
    #expect(throws: DecodeError.self) { try store.decode([[Brand]].self, from: DecodeTests.data("[{}]")) }
  }
}
