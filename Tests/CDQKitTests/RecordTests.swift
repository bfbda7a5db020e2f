import CDQKit
import Foundation
import Testing

/// Predicates and orders over values of the program: generated structs, types with an access, encodable types,
/// dictionaries.
@Suite struct RecordTests {
  private let towns: [Town]

  init() throws {
    towns = try Town.all(in: Towns.store())
  }

  private func predicate(_ text: String) throws -> CheckedPredicate {
    try CheckedPredicate(parsing: text, for: "Town", in: Towns.schema)
  }

  static let cases: [(String, [Int64])] = [
    ("people > 300000", [1, 3, 4]), ("name BEGINSWITH[cd] 'MA'", [3, 4]), ("mood == .lively", [3, 4]),
    ("isPort AND people != NULL", [1, 2, 4]), ("land == NULL", [5]), ("tags.@count == 0", [1, 2, 3, 4, 5]),
    ("height BETWEEN {1, 700}", [3, 4]), ("id IN {1, 5}", [1, 5]),
  ]

  @Test(arguments: cases) func `Generated structs are tested as they are`(text: String, ids: [Int64]) throws {
    let predicate = try predicate(text)
    #expect(try towns.filter(predicate).map(\.id) == ids)
    #expect(try predicate.filter(towns, with: RecordAccess(Town.self, in: Towns.schema)).map(\.id) == ids)
    for town in towns { #expect(try predicate.evaluate(with: town) == ids.contains(town.id)) }
    #expect(Array(try towns.lazy.filter(predicate)).map(\.id) == ids)
    #expect(try Town.all(in: Towns.store(), where: predicate).map(\.id) == ids)
  }

  @Test func `Generated structs are sorted, and compared with objects`() throws {
    let order = try CheckedOrder(parsing: "people desc, name", for: "Town", in: Towns.schema)
    #expect(try towns.sorted(by: order).map(\.id) == [3, 1, 4, 2, 5])
    #expect(try towns.sorted(by: order.reversed).map(\.id) == [5, 2, 4, 1, 3])
    let norwegian = try predicate("land == $land")
    let norway = ObjectKey(root: "Land", identity: .string("NO"))
    #expect(try towns.filter(norwegian, ["land": .object(norway)]).map(\.id) == [1, 2])
    // The struct has the key of the land, not the land.
    let named = try predicate("land.name == 'Norge'")
    #expect(throws: ExecutionError.unknownProperty(entity: "Land", name: "name")) { try towns.filter(named) }
  }

  struct Person: QueryRecord, Sendable {
    var name: String
    var age: Int?
    static let recordAccess = RecordAccess<Person>("Person") {
      $0.attribute("name", \.name)
      $0.attribute("age", \.age)
    }
  }

  @Test func `A type with an access is filtered, sorted, streamed`() async throws {
    let schema = try Schema(parsing: "entity Person { name: String  age: Int64? }")
    let people = [Person(name: "Ann", age: 31), Person(name: "bob", age: nil), Person(name: "Cy", age: 12)]
    let adults = try CheckedPredicate(parsing: "age >= $age", for: "Person", in: schema)
    #expect(try people.filter(adults, ["age": 18]).map(\.name) == ["Ann"])
    #expect(try adults.evaluate(with: people[0], ["age": 18]))
    let order = try CheckedOrder(parsing: "name[c] desc", for: "Person", in: schema)
    #expect(try people.sorted(by: order).map(\.name) == ["Cy", "bob", "Ann"])
    #expect(throws: ExecutionError.missingArgument(name: "age")) { try people.lazy.filter(adults) }
    var names: [String] = []
    let stream = AsyncStream { continuation in
      for person in people { continuation.yield(person) }
      continuation.finish()
    }
    for try await person in try stream.filter(adults, ["age": 1]) { names.append(person.name) }
    #expect(names == ["Ann", "Cy"])
    let test = try adults.tester(for: Person.recordAccess, ["age": 1])
    #expect(try people.map { try test($0) } == [true, false, true])
  }

  @Test func `A lazy filter ends at a limit and says so`() throws {
    let limits = Limits(time: .zero)
    let some = try CheckedPredicate(parsing: "people > 1 OR name LIKE '*'", for: "Town", in: Towns.schema, limits: limits)
    let found = try (0..<10_000).lazy.map { self.towns[$0 % 5] }.filter(some)
    #expect(Array(found).count < 10_000)
    #expect(found.error == .deadlineExceeded)
  }

  struct Address: Codable { var street: String; var city: Town2? }
  struct Town2: Codable {
    enum CodingKeys: String, CodingKey { case id, name = "town_name", people, mood, founded, land, tags, streets }
    var id: Int
    var name: String
    var people: Int32?
    var mood: Mood
    var founded: Date?
    var land: Land2?
    var tags: [String]
    var streets: [Street]
  }
  struct Land2: Codable { var name: String }
  struct Street: Codable { var name: String }

  private static let schema = """
    enum Mood: String { calm, lively }
    entity Land { name: String }
    entity Street { name: String }
    entity Town {
      id: Int64 @unique
      name: String @json("town_name")
      people: Int32?
      mood: Mood
      founded: Date?
      tags: [String]
      land: Land?
      streets: [Street]
    }
    """

  static let dynamicCases: [(String, [Int])] = [
    ("people > 5", [1]), ("name == 'Oslo'", [1]), ("mood == .lively", [2]), ("founded < date(\"2000-01-01\")", [1]),
    ("land.name == 'Norge'", [1]), ("land == NULL", [2]), ("'a' IN tags", [1]), ("ANY streets.name == 's2'", [1]),
    ("streets.@count == 0", [2]), ("people == NULL", [2]),
  ]

  @Test(arguments: dynamicCases)
  func `Encodable values and dictionaries are read by what they encode`(text: String, ids: [Int]) throws {
    let schema = try Schema(parsing: Self.schema)
    let towns = [
      Town2(
        id: 1, name: "Oslo", people: 7, mood: .calm, founded: Date(timeIntervalSince1970: 0),
        land: Land2(name: "Norge"), tags: ["a", "b"], streets: [Street(name: "s1"), Street(name: "s2")]),
      Town2(id: 2, name: "X", people: nil, mood: .lively, founded: nil, land: nil, tags: [], streets: []),
    ]
    let predicate = try CheckedPredicate(parsing: text, for: "Town", in: schema)
    let access = RecordAccess(encoding: Town2.self, as: "Town", in: schema)
    #expect(try predicate.filter(towns, with: access).map(\.id) == ids)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let json = try JSONSerialization.jsonObject(with: encoder.encode(towns)) as? [[String: Any]] ?? []
    let found = try predicate.filter(json, with: RecordAccess(dictionaries: "Town", in: schema))
    #expect(found.map { $0["id"] as? Int } == ids)
  }

  @Test func `A value that encodes itself as a scalar has no members`() throws {
    struct Name: Codable {
      var text: String
      init(_ text: String) { self.text = text }
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    let schema = try Schema(parsing: "entity Name { text: String? }")
    let predicate = try CheckedPredicate(parsing: "text == NULL", for: "Name", in: schema)
    #expect(try predicate.filter([Name("x")], with: RecordAccess(encoding: Name.self, as: "Name", in: schema)).count == 1)
  }
}
