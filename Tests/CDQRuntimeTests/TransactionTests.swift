import CDQIR
import CDQRuntime
import Testing

/// Conflicts, changes of relationships in place, savepoints, and the state that a transaction reports.
@Suite struct TransactionTests {
  /// A schema of users with two unique attributes and a compound constraint, in ordered teams.
  static let schema = Schema(entities: [
    Entity(
      name: "User",
      properties: [
        .attribute(Attribute(name: "id", type: .int64)),
        .attribute(Attribute(name: "email", type: .string, isOptional: true)),
        .attribute(Attribute(name: "first", type: .string, isOptional: true)),
        .attribute(Attribute(name: "last", type: .string, isOptional: true)),
        .attribute(Attribute(name: "age", type: .int64, defaultValue: .int(18))),
        .relationship(Relationship(name: "team", destination: "Team", inverse: "members")),
      ], uniquenessConstraints: [["id"], ["email"], ["first", "last"]]),
    Entity(
      name: "Admin", parent: "User",
      properties: [.attribute(Attribute(name: "level", type: .int64, isOptional: true))]),
    Entity(
      name: "Team",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .relationship(
          Relationship(name: "members", destination: "User", isToMany: true, isOrdered: true, inverse: "team")),
        .relationship(Relationship(name: "fans", destination: "User", isToMany: true, isOrdered: true)),
      ], uniquenessConstraints: [["name"]]),
  ])

  static func user(_ id: Int64) -> ObjectKey { ObjectKey(root: "User", identity: .int(id)) }
  static func team(_ name: String) -> ObjectKey { ObjectKey(root: "Team", identity: .string(name)) }

  static func store() throws -> Store {
    let store = Store(schema: schema)
    try store.transaction { transaction in
      for id in Int64(1)...4 {
        try transaction.insert(
          "User", ["id": .int(id), "email": .string("\(id)@x"), "first": .string("F\(id)"), "last": .string("L")])
      }
      try transaction.insert("Team", ["name": .string("a"), "members": .list([2, 1].map { .object(user($0)) })])
    }
    return store
  }

  struct Conflict: Sendable {
    var values: [String: Value]
    var policy: ConflictPolicy
    var attributes: [String]?
    var expected: Result<SavedObject, StoreError>
    /// The attributes `id email first age team` of the first user afterwards.
    var first: [Value]
  }

  static let untouched: [Value] = [.int(1), .string("1@x"), .string("F1"), .int(18), .object(team("a"))]

  static func notUnique(_ attributes: [String], _ values: Value...) -> Result<SavedObject, StoreError> {
    .failure(.notUnique(entity: "User", attributes: attributes, values: values))
  }

  static let conflicts: [Conflict] = [
    Conflict(
      values: ["id": .int(1), "age": .int(9)], policy: .refuse, expected: notUnique(["id"], .int(1)), first: untouched),
    Conflict(
      values: ["id": .int(1), "age": .int(9)], policy: .keep,
      expected: .success(SavedObject(key: user(1), action: .kept)), first: untouched),
    Conflict(
      values: ["id": .int(1), "age": .int(9)], policy: .update,
      expected: .success(SavedObject(key: user(1), action: .updated)),
      first: [.int(1), .string("1@x"), .string("F1"), .int(9), .object(team("a"))]),
    Conflict(
      values: ["id": .int(1), "first": .string("G")], policy: .replace,
      expected: .success(SavedObject(key: user(1), action: .replaced)),
      first: [.int(1), .null, .string("G"), .int(18), .null]),
    // A conflict in an attribute that is not the identity; the update changes the identity.
    Conflict(
      values: ["id": .int(11), "email": .string("1@x")], policy: .update, attributes: ["email"],
      expected: .success(SavedObject(key: user(11), action: .updated)),
      first: [.int(11), .string("1@x"), .string("F1"), .int(18), .object(team("a"))]),
    Conflict(
      values: ["id": .int(11), "email": .string("1@x")], policy: .refuse, attributes: ["email"],
      expected: notUnique(["email"], .string("1@x")), first: untouched),
    // Constraints on several attributes, named in any order; nil conflicts with nothing.
    Conflict(
      values: ["id": .int(11), "first": .string("F1"), "last": .string("L"), "age": .int(5)], policy: .update,
      attributes: ["last", "first"], expected: .success(SavedObject(key: user(11), action: .updated)),
      first: [.int(11), .string("1@x"), .string("F1"), .int(5), .object(team("a"))]),
    Conflict(
      values: ["id": .int(11), "first": .string("F1")], policy: .keep, attributes: ["last", "first"],
      expected: .success(SavedObject(key: user(11), action: .inserted)), first: untouched),
    // A conflict in another constraint is refused under every policy.
    Conflict(
      values: ["id": .int(2), "email": .string("1@x")], policy: .update, attributes: ["email"],
      expected: notUnique(["id"], .int(2)), first: untouched),
    Conflict(
      values: ["id": .int(11), "email": .string("1@x")], policy: .update, attributes: ["id"],
      expected: notUnique(["email"], .string("1@x")), first: untouched),
    // Values that conflict with two objects are refused.
    Conflict(
      values: ["id": .int(2), "email": .string("1@x")], policy: .replace,
      expected: notUnique(["email"], .string("1@x")), first: untouched),
    Conflict(
      values: ["id": .int(1)], policy: .update, attributes: ["age"],
      expected: .failure(.unknownConstraint(entity: "User", attributes: ["age"])), first: untouched),
    Conflict(
      values: ["id": .int(7)], policy: .refuse, expected: .success(SavedObject(key: user(7), action: .inserted)),
      first: untouched),
  ]

  @Test(arguments: conflicts.indices)
  func conflictsAreResolvedAsThePolicySays(_ index: Int) throws {
    let conflict = Self.conflicts[index]
    let store = try Self.store()
    let outcome = Result { () throws(StoreError) in
      try store.insert("User", conflict.values, onConflict: conflict.policy, of: conflict.attributes)
    }
    #expect(outcome == conflict.expected)
    let first = try #require(store.records(of: "User").first)
    #expect(["id", "email", "first", "age", "team"].map { first[$0] } == conflict.first)
    #expect(store.record(Self.team("a"))?.references("members").contains(first) == !conflict.first[4].isNull)
    let isNew = if case .success(let saved) = outcome { saved.isNew } else { false }
    #expect(store.count(of: "User") == (isNew ? 5 : 4))
  }

  @Test func aConflictWithAnObjectOfAnotherEntityIsRefused() throws {
    let store = try Self.store()
    let taken = StoreError.notUnique(entity: "User", attributes: ["id"], values: [.int(1)])
    #expect(throws: taken) { try store.insert("Admin", ["id": .int(1)], onConflict: .update) }
    // In the other direction, the existing object has every property of the entity.
    try store.insert("Admin", ["id": .int(9), "level": .int(3)])
    #expect(try store.insert("User", ["id": .int(9), "age": .int(1)], onConflict: .replace).action == .replaced)
    #expect(store.record(Self.user(9))?["level"] == .null)
  }

  static func members(_ store: Store) -> [Value] { store.record(team("a"))?.ids("members") ?? [] }

  @Test func orderedCollectionsAreChangedInPlace() throws {
    let store = try Self.store()
    func change(_ body: (inout StoreTransaction) throws -> Void) throws -> [Int64] {
      try store.transaction(body)
      for user in store.records(of: "User") {
        let isMember = store.record(Self.team("a"))?.references("members").contains(user)
        #expect((user.reference("team") != nil) == isMember)
      }
      return Self.members(store).compactMap { Int64(stored: $0) }
    }
    let (one, two, three, four) = (Self.user(1), Self.user(2), Self.user(3), Self.user(4))
    #expect(try change { try $0.add([three, one], to: "members", of: Self.team("a")) } == [2, 1, 3])
    #expect(try change { try $0.add([four], to: "members", of: Self.team("a"), at: 1) } == [2, 4, 1, 3])
    #expect(try change { try $0.move([three, two], to: 1, in: "members", of: Self.team("a")) } == [4, 3, 2, 1])
    #expect(try change { try $0.move([four], to: 99, in: "members", of: Self.team("a")) } == [3, 2, 1, 4])
    #expect(try change { try $0.remove([two, four], from: "members", of: Self.team("a")) } == [3, 1])
    // Setting the to-one side appends a new member, and does not move one that is a member already.
    #expect(try change { try $0.update(two, ["team": .object(Self.team("a"))]) } == [3, 1, 2])
    #expect(try change { try $0.update(three, ["team": .object(Self.team("a"))]) } == [3, 1, 2])
    #expect(try change { try $0.delete([one]) } == [3, 2])
    // Adding a member to another team removes it from this one.
    try store.insert("Team", ["name": .string("b")])
    try store.transaction { try $0.add([three], to: "members", of: Self.team("b"), at: -5) }
    #expect(Self.members(store) == [.int(2)])
    #expect(throws: StoreError.notToMany(entity: "User", property: "team")) {
      try store.transaction { try $0.add([], to: "team", of: two) }
    }
    #expect(throws: StoreError.wrongEntity(entity: "Team", relationship: "members", key: Self.team("b"))) {
      try store.transaction { try $0.add([Self.team("b")], to: "members", of: Self.team("a")) }
    }
  }

  @Test func savepointsTakeBackAndBringAgain() throws {
    let store = try Self.store()
    let before = store.snapshot
    var foreign: StoreTransaction.Savepoint?
    try store.transaction { transaction in
      try transaction.delete([Self.user(1)])
      let early = transaction.savepoint()
      try transaction.insert("User", ["id": .int(50)])
      try transaction.update(Self.team("a"), ["members": .list([.object(Self.user(50))])])
      let late = transaction.savepoint()
      foreign = late
      transaction.undo()
      #expect(transaction.changes.isEmpty && transaction.count(of: "User") == 4)
      try transaction.rollBack(to: late)
      #expect(transaction.changes.inserted.map(\.key) == [Self.user(50)])
      try transaction.rollBack(to: early)
      #expect(transaction.record(Self.user(50)) == nil)
      #expect(transaction.changes.deleted.map(\.key) == [Self.user(1)])
      // The key of an insertion that was rolled back is free again.
      try transaction.insert("User", ["id": .int(50), "age": .int(3)])
    }
    #expect(store.record(Self.user(50))?["age"] == .int(3))
    #expect(Self.members(store) == [.int(2)])
    #expect(throws: StoreError.foreignSavepoint) {
      try store.transaction { transaction in
        if let foreign { try transaction.rollBack(to: foreign) }
      }
    }
    // A transaction whose changes are all rolled back has no effect.
    let now = store.snapshot
    try store.transaction { transaction in
      try transaction.delete([Self.team("a")])
      transaction.undo()
    }
    #expect(store.snapshot === now && now.number == before.number + 1)
  }

  @Test func changesAreWhatDiffersInTheEnd() throws {
    let store = try Self.store()
    try store.transaction { transaction in
      try transaction.insert("User", ["id": .int(50)])
      try transaction.insert("User", ["id": .int(51)])
      try transaction.delete([Self.user(50)])
      try transaction.update(Self.user(1), ["age": .int(30), "email": .string("1@x")])
      try transaction.update(Self.user(3), ["age": .int(30)])
      try transaction.update(Self.user(3), ["age": .int(18)])
      try transaction.delete([Self.user(2)])
      let changes = transaction.changes
      #expect(changes.inserted.map(\.key) == [Self.user(51)])
      #expect(changes.deleted.map(\.key) == [Self.user(2)])
      #expect(changes.updated.map(\.after.key) == [Self.user(1), Self.team("a")])
      #expect(changes.updated.map(\.properties) == [["age"], ["members"]])
      #expect(changes.updated[0].before["age"] == .int(18) && changes.updated[0].after["age"] == .int(30))
      #expect(changes.deleted[0]["email"] == .string("2@x"))
    }
  }

  @Test func queriesInATransactionSeeItsChanges() throws {
    let store = try Self.store()
    let adults = try PreparedStoreQuery(
      QueryIR(
        entity: "User", cardinality: .count,
        predicate: compare(attribute("age", .int64, entity: "User"), .greater, int(20))),
      schema: Self.schema)
    let purge = try PreparedStoreQuery(
      QueryIR(entity: "User", cardinality: .delete, predicate: adults.ir.predicate), schema: Self.schema)
    try store.transaction { transaction in
      try transaction.update(Self.user(1), ["age": .int(30)])
      guard case .count(1) = try transaction.run(adults) else { throw StoreError.nestedTransaction }
      guard case .count(0) = try store.run(adults) else { throw StoreError.nestedTransaction }
      guard case .deleted(1) = try transaction.run(purge) else { throw StoreError.nestedTransaction }
      #expect(transaction.records(of: "User").count == 3)
    }
    #expect(store.record(Self.user(1)) == nil && Self.members(store) == [.int(2)])
  }

  @Test func aChangeWithinAChangeIsRefusedAndNothingHangs() throws {
    let store = try Self.store()
    try store.transaction { transaction in
      #expect(throws: StoreError.nestedTransaction) { try store.delete(Self.user(1)) }
      #expect(throws: StoreError.nestedTransaction) { try store.transaction { _ in } }
      try transaction.delete([Self.user(3)])
      // Other readers see the committed data only.
      #expect(store.count(of: "User") == 4)
    }
    #expect(store.count(of: "User") == 3)
    try store.delete(Self.user(1))
  }

  /// Delete rules: cascades in a cycle, a `deny` after one cascade, and a required reference after another.
  @Test func deleteRulesReachAsFarAsCascadesDo() throws {
    func node(_ name: String, _ relationships: [Relationship]) -> Entity {
      Entity(
        name: name,
        properties: [.attribute(Attribute(name: "id", type: .int64))] + relationships.map { .relationship($0) },
        uniquenessConstraints: [["id"]])
    }
    let schema = Schema(entities: [
      node(
        "A", [Relationship(name: "b", destination: "B", inverse: "a", deleteRule: .cascade)]),
      node(
        "B",
        [
          Relationship(name: "a", destination: "A", inverse: "b", deleteRule: .cascade),
          Relationship(name: "cs", destination: "C", isToMany: true, inverse: "b", deleteRule: .cascade),
        ]),
      node(
        "C",
        [
          Relationship(name: "b", destination: "B", inverse: "cs"),
          Relationship(name: "guards", destination: "D", isToMany: true, inverse: "c", deleteRule: .deny),
          Relationship(name: "needy", destination: "E", isToMany: true, inverse: "c", deleteRule: .nullify),
        ]),
      node("D", [Relationship(name: "c", destination: "C", inverse: "guards")]),
      node("E", [Relationship(name: "c", destination: "C", isOptional: false, inverse: "needy")]),
    ])
    func key(_ root: String, _ id: Int64 = 1) -> ObjectKey { ObjectKey(root: root, identity: .int(id)) }
    let store = Store(schema: schema)
    try store.transaction { transaction in
      try transaction.insert("A", ["id": .int(1)])
      try transaction.insert("B", ["id": .int(1), "a": .object(key("A"))])
      for id in Int64(1)...2 { try transaction.insert("C", ["id": .int(id), "b": .object(key("B"))]) }
      try transaction.insert("D", ["id": .int(1), "c": .object(key("C", 2))])
      try transaction.insert("E", ["id": .int(1), "c": .object(key("C", 1))])
    }
    let before = store.snapshot
    #expect(throws: StoreError.deleteDenied(entity: "C", relationship: "guards", key: key("C", 2))) {
      try store.delete(key("A"))
    }
    try store.update(key("D"), ["c": .null])
    #expect(throws: StoreError.missingValue(entity: "E", property: "c")) { try store.delete(key("A")) }
    #expect(store.snapshot.number == before.number + 1)
    #expect(["A", "B", "C", "D", "E"].map { store.count(of: $0) } == [1, 1, 2, 1, 1])
    try store.delete(key("E"))
    #expect(try store.delete(key("B")) == 4)
    #expect(["A", "B", "C", "D", "E"].map { store.count(of: $0) } == [0, 0, 0, 1, 0])
  }
}
