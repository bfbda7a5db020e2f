import CDQIR
import CDQRuntime
import Foundation
import Testing

@Suite struct StoreTests {
  static func city(_ id: Int64) -> ObjectKey { ObjectKey(root: "City", identity: .int(id)) }
  static func country(_ id: String) -> ObjectKey { ObjectKey(root: "Country", identity: .string(id)) }

  static func store() throws -> Store {
    try Fixtures.load(
      Fixtures.world,
      [
        "Country": #"[{"id": "FR"}, {"id": "DE"}]"#,
        "City": """
        [{"id": 1, "city_name": "a", "country": "FR", "twins": [3]}, {"id": 2, "city_name": "b", "country": "FR"},
         {"id": 3, "city_name": "c", "country": "DE", "near": [1], "mayor": "Ann"}]
        """, "Mayor": #"[{"name": "Ann"}]"#,
      ]
    ).store
  }

  @Test func insertsWithInverses() throws {
    let store = try Self.store()
    let before = store.snapshot
    let key = try store.insert(
      "City",
      [
        "id": .int(4), "name": .string("d"), "country": .object(Self.country("FR")),
        "twins": .list([.object(Self.city(1))]),
      ])
    #expect(key == Self.city(4))
    #expect(store.record(Self.country("FR"))?.ids("cities") == [.int(1), .int(2), .int(4)])
    #expect(store.record(Self.city(1))?.ids("twins") == [.int(3), .int(4)])
    #expect(store.record(key)?["isCapital"] == .bool(false))
    #expect(store.record(key)?["tags"] == .list([]))
    #expect(store.record(key)?.number == 3)
    // The reader's snapshot does not change.
    #expect(before.count(of: "City") == 3)
    #expect(before.record(Self.country("FR"))?.ids("cities") == [.int(1), .int(2)])
    // Setting the to-many side moves cities from another country.
    try store.insert(
      "Country", ["id": .string("XX"), "cities": .list([.object(Self.city(1)), .object(Self.city(3))])])
    #expect(store.record(Self.city(1))?.reference("country")?.key == Self.country("XX"))
    #expect(store.record(Self.country("FR"))?.ids("cities") == [.int(2), .int(4)])
    #expect(store.record(Self.country("DE"))?.ids("cities") == [])
  }

  @Test func updates() throws {
    let store = try Self.store()
    let moved = try store.update(Self.city(1), ["id": .int(9), "country": .null, "twins": .list([])])
    #expect(moved == Self.city(9))
    #expect(store.record(Self.city(1)) == nil)
    #expect(store.record(moved)?.reference("country") == nil)
    #expect(store.record(moved)?["name"] == .string("a"))
    #expect(store.record(Self.city(3))?.ids("twins") == [])
    #expect(store.record(Self.city(3))?.ids("near") == [.int(9)])
    // One to one: setting the mayor of a city removes her from the other city.
    try store.update(Self.city(2), ["mayor": .object(ObjectKey(root: "Mayor", identity: .string("Ann")))])
    #expect(store.record(Self.city(3))?.reference("mayor") == nil)
    #expect(store.records(of: "Mayor")[0].reference("city")?.key == Self.city(2))
    let (key, isNew) = try store.upsert("City", ["id": .int(2), "population": .int(7)])
    #expect(key == Self.city(2) && !isNew)
    #expect(store.record(key)?["population"] == .int(7))
    #expect(try store.upsert("City", ["id": .int(20), "name": .string("x")]).isNew)
    // A required collection cannot be nil.
    try store.update(Self.city(2), ["tags": .list([.string("port")])])
    try store.update(Self.city(2), ["tags": .null])
    #expect(store.record(Self.city(2))?["tags"] == .list([]))
  }

  @Test func deletes() throws {
    let store = try Self.store()
    #expect(try store.delete(Self.city(1)) == 1)
    #expect(store.record(Self.country("FR"))?.ids("cities") == [.int(2)])
    #expect(store.record(Self.city(3))?.ids("twins") == [])
    #expect(store.record(Self.city(3))?.ids("near") == [])
    // Deleting the country cascades to its cities, but a rule `deny` protects the city with a mayor.
    #expect(throws: StoreError.deleteDenied(entity: "City", relationship: "mayor", key: Self.city(3))) {
      try store.delete(Self.country("DE"))
    }
    #expect(store.count(of: "City") == 2)
    // Deleting both together is allowed.
    let mayor = ObjectKey(root: "Mayor", identity: .string("Ann"))
    let counts = try store.transaction { try $0.delete([Self.country("DE"), mayor]) }
    #expect(counts.requested == 2 && counts.total == 3)
    #expect(store.records(of: "City").map { $0["id"] } == [.int(2)])
    try store.insert("City", ["id": .int(1), "name": .string("again")])
    #expect(store.records(of: "City").map(\.number) == [1, 3])
  }

  @Test(
    arguments: [
      ("Nope", [:], .unknownEntity("Nope")), ("City", ["x": .int(1)], .unknownProperty(entity: "City", property: "x")),
      (
        "City", ["id": .string("a")], .wrongType(entity: "City", property: "id", expected: "Int64", value: .string("a"))
      ),
      ("City", ["id": .int(5)], .missingValue(entity: "City", property: "name")),
      (
        "City", ["id": .int(1), "name": .string("a")], .notUnique(entity: "City", attributes: ["id"], values: [.int(1)])
      ),
      (
        "City", ["id": .int(5), "name": .string("a"), "country": .object(country("ZZ"))], .notFound(country("ZZ"))
      ),
      (
        "City", ["id": .int(5), "name": .string("a"), "country": .object(city(1))],
        .wrongEntity(entity: "City", relationship: "country", key: city(1))
      ),
      (
        "City", ["id": .int(5), "name": .string("a"), "near": .object(city(1))],
        .wrongType(entity: "City", property: "near", expected: "[City]", value: .object(city(1)))
      ),
    ] as [(String, [String: Value], StoreError)])
  func refuses(_ entity: String, _ values: [String: Value], _ expected: StoreError) throws {
    let store = try Self.store()
    let before = store.snapshot
    #expect(throws: expected) { try store.insert(entity, values) }
    #expect(store.snapshot === before)
    #expect(!expected.description.isEmpty && !expected.code.isEmpty)
  }

  @Test func transactionsAreAllOrNothing() throws {
    struct Stop: Error {}
    let store = try Self.store()
    let before = store.snapshot
    var seen: [Bool] = []
    #expect(throws: Stop.self) {
      try store.transaction { transaction in
        try transaction.insert("City", ["id": .int(4), "name": .string("d")])
        seen.append(transaction.record(Self.city(4)) != nil)
        // A refused change does not alter the transaction.
        let again: [String: Value] = ["id": .int(4), "name": .string("e"), "country": .object(Self.country("FR"))]
        seen.append((try? transaction.insert("City", again)) == nil)
        seen.append(transaction.record(Self.country("FR"))?.references("cities").count == 2)
        throw Stop()
      }
    }
    #expect(seen == [true, true, true])
    #expect(store.snapshot === before)
  }

  @Test func requiredReferencesHold() throws {
    let schema = Schema(entities: [
      Entity(
        name: "Post",
        properties: [
          .attribute(Attribute(name: "id", type: .int64)),
          .relationship(Relationship(name: "author", destination: "User", isOptional: false, inverse: "posts")),
          .relationship(Relationship(name: "topic", destination: "Topic", isOptional: false)),
        ], uniquenessConstraints: [["id"]]),
      Entity(
        name: "User",
        properties: [
          .attribute(Attribute(name: "name", type: .string)),
          .relationship(
            Relationship(name: "posts", destination: "Post", isToMany: true, inverse: "author", deleteRule: .nullify)),
        ], uniquenessConstraints: [["name"]]),
      Entity(
        name: "Topic", properties: [.attribute(Attribute(name: "name", type: .string))],
        uniquenessConstraints: [["name"]]),
    ])
    #expect(
      Fixtures.errors(schema, [Fixtures.input("Post", #"[{"id":1}]"#)]).map(\.summary) == [
        "Post.json:1 1 author missing-value", "Post.json:1 1 topic missing-value",
      ])
    let store = try Fixtures.load(
      schema,
      [
        "User": #"[{"name":"u","posts":[1]}]"#, "Topic": #"[{"name":"t"}]"#, "Post": #"[{"id":1,"topic":"t"}]"#,
      ]
    ).store
    for (root, property) in [("User", "author"), ("Topic", "topic")] {
      let key = ObjectKey(root: root, identity: .string(root == "User" ? "u" : "t"))
      #expect(throws: StoreError.missingValue(entity: "Post", property: property)) { try store.delete(key) }
    }
    #expect(throws: StoreError.missingValue(entity: "Post", property: "author")) {
      try store.insert("Post", ["id": .int(2)])
    }
    // One transaction can insert two objects that require each other, in any order.
    try store.transaction { transaction in
      let post = try transaction.insert(
        "Post", ["id": .int(2), "topic": .object(ObjectKey(root: "Topic", identity: .string("t")))])
      try transaction.insert("User", ["name": .string("v"), "posts": .list([.object(post)])])
    }
    #expect(store.count(of: "Post") == 2)
  }

  @Test func noActionLeavesNothingToSee() throws {
    let schema = Schema(entities: [
      Entity(
        name: "A",
        properties: [
          .attribute(Attribute(name: "id", type: .int64)),
          .relationship(Relationship(name: "b", destination: "B", inverse: "a", deleteRule: .noAction)),
        ], uniquenessConstraints: [["id"]]),
      Entity(
        name: "B",
        properties: [
          .attribute(Attribute(name: "id", type: .int64)),
          .relationship(Relationship(name: "a", destination: "A", inverse: "b")),
        ], uniquenessConstraints: [["id"]]),
    ])
    let store = try Fixtures.load(schema, ["A": #"[{"id":1,"b":1}]"#, "B": #"[{"id":1}]"#]).store
    try store.delete(ObjectKey(root: "A", identity: .int(1)))
    #expect(store.records(of: "B")[0].reference("a") == nil)
    // A new object with the same identity does not become the target again.
    try store.insert("A", ["id": .int(1)])
    #expect(store.records(of: "B")[0].reference("a") == nil)
    #expect(store.records(of: "A")[0].reference("b") == nil)
  }

  @Test func subentitiesWithIdentitiesOfTheirOwn() throws {
    let schema = Schema(entities: [
      Entity(name: "Base", properties: [.attribute(Attribute(name: "x", type: .int64, isOptional: true))]),
      Entity(
        name: "Left", parent: "Base", properties: [.attribute(Attribute(name: "id", type: .string))],
        uniquenessConstraints: [["id"]]),
      Entity(
        name: "Right", parent: "Base", properties: [.attribute(Attribute(name: "id", type: .string))],
        uniquenessConstraints: [["id"]]),
      Entity(
        name: "Holder",
        properties: [
          .attribute(Attribute(name: "id", type: .int64)),
          .relationship(Relationship(name: "base", destination: "Base")),
        ], uniquenessConstraints: [["id"]]),
    ])
    let inputs = [
      Fixtures.input("Left", #"[{"id":"a"},{"id":"l"}]"#), Fixtures.input("Right", #"[{"id":"a"},{"id":"r"}]"#),
    ]
    let store = try StoreLoader(schema: schema).load(inputs + [Fixtures.input("Holder", #"[{"id":1,"base":"r"}]"#)])
      .store
    #expect(store.records(of: "Holder")[0].reference("base")?.entityName == "Right")
    for record in store.records(of: "Base") { #expect(store.record(record.key) == record) }
    #expect(Set(store.records(of: "Base").map(\.key)).count == 4)
    let ambiguous = inputs + [Fixtures.input("Holder", #"[{"id":1,"base":"a"}]"#)]
    #expect(Fixtures.errors(schema, ambiguous).map(\.summary) == ["Holder.json:1 1 base ambiguous-reference"])
  }

  @Test func typedReadersNeverTrap() throws {
    let city = try #require(try Self.store().records(of: "City").first)
    #expect(try city.int64(at: 0) == 1)
    #expect(try city.string(at: 1) == "a")
    #expect(try city.bool(at: 3) == false)
    #expect(try city.list(at: 4) == [])
    #expect(city.optionalInt64(at: 2) == nil)
    #expect(city.reference(at: 0)?.key == Self.country("FR"))
    #expect(city.references(at: 1).map(\.key) == [Self.city(3)])
    #expect(throws: StoreError.missingValue(entity: "City", property: "population")) { try city.int64(at: 2) }
    #expect(throws: StoreError.missingValue(entity: "City", property: "slot 99")) { try city.string(at: 99) }
    #expect(throws: StoreError.missingValue(entity: "City", property: "name")) { try city.int64(at: 1) }
    #expect(city.reference(at: 1) == nil && city.references(at: 0).isEmpty && city.reference(at: -1) == nil)
    #expect(city.value(at: -1) == .null && city["nope"] == .null)
    #expect(city["country"] == .object(Self.country("FR")))
  }

  @Test func readersKeepTheirSnapshotBesideAWriter() async throws {
    let store = try Self.store()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for id in Int64(100)..<400 {
          _ = try? store.insert(
            "City", ["id": .int(id), "name": .string("n"), "country": .object(Self.country("FR"))])
          if id % 3 == 0 { _ = try? store.delete(Self.city(id)) }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<50 {
            let snapshot = store.snapshot
            let cities = snapshot.records(of: "City")
            let french = cities.filter { $0.reference("country")?.key == Self.country("FR") }
            #expect(snapshot.record(Self.country("FR"))?.references("cities").map(\.key) == french.map(\.key))
            #expect(cities.count == snapshot.count(of: "City"))
          }
        }
      }
    }
    #expect(store.count(of: "City") == 203)
  }
}
