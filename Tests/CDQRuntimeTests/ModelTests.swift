import CDQIR
import CDQRuntime
import Testing

/// A model struct as generated code declares it, for an entity with an identity.
private struct Mayor: IdentifiedModel, Equatable {
  var name: String
  var city: Int64?

  static var entityName: String { "Mayor" }
  static var attributeNames: [String] { ["name"] }
  static var relationshipNames: [String] { ["city"] }

  init(name: String, city: Int64? = nil) {
    self.name = name
    self.city = city
  }

  init(stored record: StoredRecord) throws(StoreError) {
    name = try record.string(at: 0)
    city = record.optionalIdentity(at: 0)
  }

  func store(into values: inout StoredValues) {
    values.set("name", name)
    values.setIdentity("city", "City", city)
  }
}

/// A model struct whose identity has two attributes, and that does not have the relationship `animals`.
private struct Farm: IdentifiedModel, Equatable {
  var region: String
  var number: Int32

  static var entityName: String { "Farm" }
  static var attributeNames: [String] { ["region", "number"] }
  static var relationshipNames: [String] { ["animals"] }

  init(_ region: String, _ number: Int32) {
    self.region = region
    self.number = number
  }

  init(stored record: StoredRecord) throws(StoreError) {
    region = try record.string(at: 0)
    number = try record.int32(at: 1)
  }

  func store(into values: inout StoredValues) {
    values.set("region", region)
    values.set("number", number)
  }
}

extension ModelOrder<Farm> {
  fileprivate static var region: ModelOrder<Farm> { ModelOrder("region") }
  fileprivate static var number: ModelOrder<Farm> { ModelOrder("number") }
}

/// Typed functions of a store for model structs.
@Suite struct ModelTests {
  @Test func savingInsertsOrUpdates() throws {
    let store = try StoreTests.store()
    #expect(try store.save(Mayor(name: "Eva", city: 1)).action == .inserted)
    #expect(try store.save(Mayor(name: "Eva", city: 2)).action == .updated)
    #expect(try store.all(Mayor.self) == [Mayor(name: "Ann", city: 3), Mayor(name: "Eva", city: 2)])
    #expect(store.record(StoreTests.city(2))?.reference("mayor")?["name"] == .string("Eva"))
    #expect(throws: StoreError.notUnique(entity: "Mayor", attributes: ["name"], values: [.string("Eva")])) {
      try store.insert(Mayor(name: "Eva"))
    }
    #expect(try store.insert(Mayor(name: "Eva"), onConflict: .keep).action == .kept)
    let zoe = ObjectKey(root: "Mayor", identity: .string("Zoe"))
    #expect(throws: StoreError.notFound(zoe)) { try store.update(Mayor(name: "Zoe")) }
    try store.update(Mayor(name: "Eva", city: nil))
    #expect(try store.find(Mayor.self, identity: ["Eva"]) == Mayor(name: "Eva"))
    let eva = ObjectKey(root: "Mayor", identity: .string("Eva"))
    #expect(try store.transaction { try $0.update(eva, to: Mayor(name: "Zoe")) } == zoe)
    #expect(try store.find(Mayor.self, identity: ["Eva"]) == nil)
    #expect(try store.find(Mayor.self, key: zoe) == Mayor(name: "Zoe"))
    #expect(try store.find(Mayor.self, key: StoreTests.city(1)) == nil)
    let before = store.snapshot
    #expect(throws: StoreError.notFound(StoreTests.city(77))) {
      try store.save([Mayor(name: "Kim"), Mayor(name: "Lou", city: 77)])
    }
    #expect(store.snapshot === before)
  }

  @Test func deletingByValuesIsAllOrNothing() throws {
    let store = try StoreTests.store()
    try store.save(["Eva", "Zoe", "Kim"].map { Mayor(name: $0) })
    #expect(throws: StoreError.self) { try store.delete([Mayor(name: "Eva"), Mayor(name: "Nobody")]) }
    #expect(store.count(Mayor.self) == 4)
    #expect(try store.delete([Mayor(name: "Eva"), Mayor(name: "Zoe")]) == 2)
    #expect(try store.delete(Mayor(name: "Kim")) == 1)
    #expect(try store.deleteAll(Mayor.self) == 1 && Mayor.count(in: store) == 0)
    #expect(store.record(StoreTests.city(3))?.reference("mayor") == nil)
  }

  @Test func pagesAreInOrder() throws {
    let store = Store(schema: Fixtures.farm)
    try store.save([Farm("b", 1), Farm("a", 2), Farm("B", 2), Farm("a", 1), Farm("b", 3)])
    func page(_ order: [ModelOrder<Farm>], _ offset: Int = 0, _ limit: Int? = nil) throws -> [String] {
      try store.page(order: order, offset: offset, limit: limit).map { "\($0.region)\($0.number)" }
    }
    #expect(try page([]) == ["b1", "a2", "B2", "a1", "b3"])
    #expect(try page([], 1, 2) == ["a2", "B2"])
    #expect(try page([.region, .number.descending]) == ["B2", "a2", "a1", "b3", "b1"])
    #expect(try page([.region.folded, .number.descending], 2, 2) == ["b3", "B2"])
    #expect(try page([.number], 4) == ["b3"] && page([.number], 9).isEmpty && page([], 0, 0).isEmpty)
    #expect(throws: ExecutionError.negativeCount(name: "limit", value: -1)) { try page([], 0, -1) }
    #expect(throws: ExecutionError.negativeCount(name: "offset", value: -1)) { try page([], -1) }
    #expect(throws: ExecutionError.unknownProperty(entity: "Farm", name: "owner")) { try page([ModelOrder("owner")]) }
    #expect(try store.find(Farm.self, identity: ["B", 2]) == Farm("B", 2))
    // Saving keeps properties that the struct does not have.
    let cow = try store.insert("Cow", ["tag": "c", "farm": .object(try #require(store.records(of: "Farm").first).key)])
    try store.update(Farm("b", 1))
    #expect(store.records(of: "Farm")[0].references("animals").map(\.key) == [cow])
    // A transaction reads its own changes; a live reader records its dependencies.
    try store.transaction { transaction in
      try transaction.delete(Farm("a", 2))
      #expect(try transaction.page(Farm.self, order: [.region], limit: 2) == [Farm("B", 2), Farm("a", 1)])
      #expect(try store.all(Farm.self).count == 5)
    }
  }

  @Test func anotherSchemaIsRefused() throws {
    let store = Store(schema: Fixtures.farm)
    #expect(throws: ExecutionError.schemaMismatch(entity: "Mayor")) { try store.all(Mayor.self) }
    #expect(throws: ExecutionError.schemaMismatch(entity: "Mayor")) { try store.find(Mayor.self, identity: ["a"]) }
    #expect(throws: StoreError.unknownEntity("Mayor")) { try store.save(Mayor(name: "a")) }
    #expect(throws: StoreError.unknownEntity("Mayor")) { try store.deleteAll(Mayor.self) }
  }
}
