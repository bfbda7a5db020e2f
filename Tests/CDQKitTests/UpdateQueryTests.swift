import CDQKit
import CDQRuntime
import Foundation
import Testing

/// `update` on a store: all new values come from the objects as they were, and hold for all of them or for none.
@Suite struct UpdateQueryTests {
  private let store: Store

  init() throws {
    store = try Towns.store()
  }

  @discardableResult
  private func update(_ text: String, _ arguments: Arguments = [:]) throws -> Int {
    try CheckedQuery(parsing: "update \(text)", in: Towns.schema).update(in: store, arguments)
  }

  private func values(_ name: String) -> [Value] { store.records(of: "Town").map { $0[name] } }

  private func name(_ id: Int64) -> Value? { store.record(ObjectKey(root: "Town", identity: .int(id)))?["name"] }

  @Test func `New values are computed from the old ones`() throws {
    #expect(try update("Town where isPort set people = people + 1, height = height * 2, name = uppercase(name)") == 3)
    #expect(values("people") == [.int(709_038), .int(291_941), .int(3_280_000), .int(578_461), .null])
    #expect(values("height") == [.double(0), .double(0), .double(667), .double(22), .double(0)])
    #expect(values("name").first == .string("OSLO"))
    // Each side sees the value that the other had.
    #expect(try update("Town where id == 3 set name = secret, secret = name") == 1)
    #expect(values("name")[2] == .string("s") && values("secret")[2] == .string("Madrid"))
    #expect(try update("Town where id == 3 set people = land.towns.@count, mood = .calm, tags = $tags", ["tags": .list([.string("a")])]) == 1)
    #expect(values("people")[2] == .int(2) && values("tags")[2] == .list([.string("a")]) && values("mood")[2] == .string("calm"))
    #expect(try update("Town where name == 'nothing' set name = 'x'") == 0)
  }

  @Test func `Relationships take objects of parameters and nil, with their inverses`() throws {
    let norway = ObjectKey(root: "Land", identity: .string("NO"))
    #expect(try update("Town where id > 2 set land = $land", ["land": .object(norway)]) == 3)
    #expect(try Town.all(in: store).map(\.land) == ["NO", "NO", "NO", "NO", "NO"])
    let towns = store.records(of: "Land").map { $0["towns"] }
    guard case .list(let all) = towns[0] else { throw ExecutionError.needsStore }
    #expect(all.count == 5)
    #expect(try update("Town set land = nil") == 5)
    #expect(store.records(of: "Land").map { $0["towns"] } == [.list([]), .list([])])
    let missing = StoreError.notFound(ObjectKey(root: "Land", identity: .string("XX")))
    #expect(throws: ExecutionError.refused(missing)) {
      try update("Town set land = $land", ["land": .object(ObjectKey(root: "Land", identity: .string("XX")))])
    }
  }

  @Test func `A rule that one object breaks changes none`() throws {
    let before = values("name")
    #expect(throws: ExecutionError.refused(.notUnique(entity: "Town", attributes: ["id"], values: [.int(7)]))) {
      try update("Town where isPort set id = 7, name = 'x'")
    }
    #expect(throws: ExecutionError.refused(.notUnique(entity: "Town", attributes: ["id"], values: [.int(5)]))) {
      try update("Town where id == 4 set id = id + 1")
    }
    // One town has no number of people.
    #expect(throws: ExecutionError.refused(.missingValue(entity: "Town", property: "height"))) {
      try update("Town set height = people, name = 'x'")
    }
    #expect(values("name") == before)
  }

  @Test func `Objects may exchange unique values`() throws {
    #expect(try update("Town set id = 6 - id") == 5)
    #expect(values("id") == [5, 4, 3, 2, 1].map { .int($0) })
    #expect(name(5) == .string("Oslo"))
    #expect(try update("Town set id = id + 1") == 5)
    #expect(name(1) == nil)
    #expect(name(6) == .string("Oslo"))
    #expect(try update("Town where id > 3 set id = id * 100") == 3)
    #expect(name(600) == .string("Oslo"))
    #expect(try CheckedQuery(parsing: "count Town where id == 600", in: Towns.schema).count(in: store) == 1)
  }

  @Test func `A parameter without an argument leaves its property`() throws {
    #expect(try update("Town where id == 1 set name = $name?, people = $people?", ["people": 5]) == 1)
    #expect(values("name")[0] == .string("Oslo") && values("people")[0] == .int(5))
    #expect(try update("Town where id == 1 set name = $name?, people = $people?", ["name": .string("X")]) == 1)
    #expect(values("name")[0] == .string("X") && values("people")[0] == .int(5))
    #expect(try update("Town where id == 1 set people = people + $more?") == 1)
    #expect(values("people")[0] == .int(5))
  }

  @Test func `Observers are told once, and not of values that stay the same`() throws {
    let changes = Locked<[Int]>([])
    let token = store.observe { change in changes.withLock { $0.append(change.updated.count) } }
    try update("Town set height = height + 1")
    try update("Town where isPort set isPort = isPort")
    try update("Town where id == 99 set height = 1")
    token.cancel()
    #expect(changes.withLock { $0 } == [5])
  }

  @Test func `An update within a transaction sees its changes`() throws {
    let query = try CheckedQuery(parsing: "update Town where people > 500000 set name = 'large'", in: Towns.schema)
    try store.transaction { transaction in
      try transaction.update(ObjectKey(root: "Town", identity: .int(5)), ["people": .int(1_000_000)])
      guard case .updated(4) = try transaction.run(query.ir) else { throw StoreError.nestedTransaction }
    }
    #expect(values("name") == ["large", "Bergen", "large", "large", "large"].map { .string($0) })
    #expect(throws: ExecutionError.self) { try query.run(in: store.snapshot) }
  }

  @Test func `Sub-entities and limits`() throws {
    let schema = try Schema(
      parsing: """
        entity Animal { tag: String @unique  legs: Int16 = 4 @range(0...8)  farm: Farm inverse animals }
        entity Dog: Animal { breed: String @length(1...5) }
        entity Farm { name: String @unique  animals: [Animal] inverse farm }
        """)
    let store = Store(schema: schema)
    let farm = try store.insert("Farm", ["name": .string("a")])
    try store.insert("Animal", ["tag": .string("x"), "farm": .object(farm)])
    try store.insert("Dog", ["tag": .string("y"), "breed": .string("pug"), "farm": .object(farm)])
    func update(_ text: String, _ arguments: Arguments = [:]) throws -> Int {
      try CheckedQuery(parsing: "update \(text)", in: schema).update(in: store, arguments)
    }
    #expect(try update("Animal only set legs = 3") == 1)
    #expect(try update("Animal set legs = legs + 1") == 2)
    #expect(store.records(of: "Animal").map { $0["legs"] } == [.int(4), .int(5)])
    for text in ["Animal set legs = legs * 2", "Animal set legs = legs * 20000", "Dog set breed = 'poodle'", "Dog set breed = ''"] {
      let error = #expect(throws: ExecutionError.self, "\(text)") { try update(text) }
      #expect(["refused-value", "type-mismatch"].contains(error?.code), "\(text)")
    }
    #expect(store.records(of: "Animal").map { $0["legs"] } == [.int(4), .int(5)])
    #expect(throws: QueryError.self) { try update("Animal set farm = nil") }
    #expect(throws: QueryError.self) { try update("Farm set animals = $a") }
  }
}
