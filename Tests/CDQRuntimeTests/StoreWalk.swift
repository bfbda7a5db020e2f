import CDQIR
import CDQRandom
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// What a walk changes: a store, or a database.
protocol WalkTarget {
  /// Whether a savepoint stays valid after the transaction was rolled back to an older one.
  var keepsLaterSavepoints: Bool { get }
  func transaction(_ body: (any WalkTransaction) throws -> Void) throws
}

/// The changes that a walk makes in a transaction.
protocol WalkTransaction {
  /// Says the number that the next object of a root entity has in the model.
  func expect(_ number: Int, of root: String) throws
  func insert(_ entity: String, _ values: [String: Value]) throws
  func insert(
    _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]?) throws
  func update(_ key: ObjectKey, _ values: [String: Value]) throws
  func add(_ targets: [ObjectKey], to relationship: String, of owner: ObjectKey, at index: Int?) throws
  func remove(_ targets: [ObjectKey], from relationship: String, of owner: ObjectKey) throws
  func move(_ targets: [ObjectKey], to index: Int, in relationship: String, of owner: ObjectKey) throws
  func delete(_ keys: [ObjectKey]) throws
  /// Makes a savepoint and returns its number.
  func savepoint() throws -> Int
  func rollBack(to savepoint: Int) throws
}

/// Applies random changes to a store and to its naive model, and checks every rule after each transaction.
struct StoreWalk {
  struct Abandoned: Error {}

  /// A schema with every kind of relationship and delete rule, several uniqueness constraints, limits of values,
  /// inheritance, and objects without an identity.
  static let schema = Schema(entities: [
    Entity(
      name: "Person",
      properties: [
        .attribute(Attribute(name: "id", type: .int64)),
        .attribute(Attribute(name: "email", type: .string, isOptional: true)),
        .attribute(Attribute(name: "first", type: .string, isOptional: true)),
        .attribute(Attribute(name: "last", type: .string, isOptional: true)),
        .attribute(
          Attribute(name: "age", type: .int64, isOptional: true, defaultValue: .int(1), constraints: [.range(0, 3)])),
        .relationship(Relationship(name: "home", destination: "House", inverse: "residents")),
        .relationship(Relationship(name: "spouse", destination: "Person", inverse: "spouse")),
        .relationship(
          Relationship(name: "friends", destination: "Person", isToMany: true, isOrdered: true, inverse: "friends")),
        .relationship(
          Relationship(name: "likes", destination: "Person", isToMany: true, isOrdered: true, inverse: "likedBy")),
        .relationship(Relationship(name: "likedBy", destination: "Person", isToMany: true, inverse: "likes")),
        .relationship(Relationship(name: "pet", destination: "Pet", inverse: "owner", deleteRule: .deny)),
        .relationship(Relationship(name: "seen", destination: "House", isToMany: true, isOrdered: true)),
      ], uniquenessConstraints: [["id"], ["email"], ["first", "last"]]),
    Entity(
      name: "Worker", parent: "Person",
      properties: [
        .attribute(Attribute(name: "level", type: .int64, isOptional: true)),
        .relationship(Relationship(name: "desk", destination: "Room", inverse: "worker", deleteRule: .cascade)),
      ]),
    Entity(
      name: "House",
      properties: [
        .attribute(Attribute(name: "street", type: .string, constraints: [.matches("[xyz]"), .length(nil, 1)])),
        .attribute(Attribute(name: "number", type: .int64)),
        .relationship(
          Relationship(name: "residents", destination: "Person", isToMany: true, isOrdered: true, inverse: "home")),
        .relationship(
          Relationship(
            name: "rooms", destination: "Room", isToMany: true, isOrdered: true, inverse: "house",
            deleteRule: .cascade)),
      ], uniquenessConstraints: [["street", "number"]]),
    Entity(
      name: "Room",
      properties: [
        .attribute(Attribute(name: "size", type: .int64, isOptional: true)),
        .relationship(Relationship(name: "house", destination: "House", isOptional: false, inverse: "rooms")),
        .relationship(Relationship(name: "next", destination: "Room", inverse: "previous", deleteRule: .cascade)),
        .relationship(Relationship(name: "previous", destination: "Room", inverse: "next")),
        .relationship(Relationship(name: "worker", destination: "Worker", inverse: "desk", deleteRule: .cascade)),
      ]),
    Entity(
      name: "Pet",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .relationship(Relationship(name: "owner", destination: "Person", inverse: "pet", deleteRule: .noAction)),
      ], uniquenessConstraints: [["name"]]),
  ])

  let store = Store(schema: schema)
  private let target: any WalkTarget
  private(set) var model = NaiveStore(schema: schema)
  private var generator: SplitMix
  /// The changes so far, for the message of a failure.
  private(set) var log: [String] = []

  /// - Parameter target: What is changed; the walk's store if nil.
  init(seed: UInt64, target: (any WalkTarget)? = nil) {
    generator = SplitMix(seed: seed)
    self.target = target ?? WalkedStore(store: store)
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  private mutating func isLucky(_ percent: Int) -> Bool { number(0..<100) < percent }
  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &generator) }

  // MARK: Transactions

  /// Runs a transaction of some changes, which may be abandoned.
  ///
  /// - Returns: whether the changes were committed.
  mutating func transaction() -> Bool {
    let isAbandoned = isLucky(15)
    var walk = self
    let outcome = Result {
      try target.transaction { transaction in
        try walk.steps(transaction)
        if isAbandoned { throw Abandoned() }
      }
    }
    let isCommitted = if case .success = outcome { true } else { false }
    let isAllowed = !isAbandoned && (try? walk.model.commit()) != nil
    #expect(isCommitted == isAllowed, "\(outcome)\n\(walk.log.joined(separator: "\n"))")
    let before = model
    self = walk
    if !isAllowed { model = before }
    return isCommitted
  }

  private mutating func steps(_ transaction: any WalkTransaction) throws {
    var marks: [(Int, NaiveStore)] = []
    log = []
    for _ in 0..<number(1..<7) {
      switch number(0..<20) {
      case 0:
        marks.append((try transaction.savepoint(), model))
        log.append("savepoint")
      case 1:
        guard let place = pick(Array(marks.indices)) else { continue }
        try transaction.rollBack(to: marks[place].0)
        model = marks[place].1
        if !target.keepsLaterSavepoints { marks.removeSubrange((place + 1)...) }
        log.append("roll back")
      default: step(transaction)
      }
    }
  }

  /// Makes one change, which the store and the model must both accept or both refuse.
  private mutating func step(_ transaction: any WalkTransaction) {
    let entity = pick(["Person", "Person", "Worker", "House", "Room", "Room", "Pet"]) ?? "Person"
    switch number(0..<12) {
    case 0..<3:
      let values = values(of: entity, percent: 30)
      expect(entity, transaction)
      apply("insert \(entity) \(values)", transaction) { try $0.insert(entity, values) } model: {
        try $0.insert(entity, values)
      }
    case 3..<5:
      let (policy, constraint) = (pick(ConflictPolicy.allCases) ?? .keep, pick(constraints(of: entity)) ?? nil)
      let values = values(of: entity, percent: 30)
      expect(entity, transaction)
      apply("insert \(entity) \(policy) \(constraint ?? []) \(values)", transaction) {
        try $0.insert(entity, values, onConflict: policy, of: constraint)
      } model: {
        _ = try $0.insert(entity, values, policy: policy.rawValue, of: constraint)
      }
    case 5..<8:
      let (key, values) = (key(of: entity), changes(of: entity))
      apply("update \(key) \(values)", transaction) { try $0.update(key, values) } model: {
        try $0.update($0.find(key), values)
      }
    case 8..<10: editCollection(of: entity, transaction)
    default:
      let keys = (0..<number(1..<3)).map { _ in key(of: entity) }
      apply("delete \(keys)", transaction) { try $0.delete(keys) } model: { try $0.delete(keys.map($0.find)) }
    }
  }

  private func expect(_ entity: String, _ transaction: any WalkTransaction) {
    let root = Self.schema.root(of: entity)
    do {
      try transaction.expect(model.nextNumber(of: root), of: root)
    } catch {
      Issue.record(error)
    }
  }

  private mutating func editCollection(of entity: String, _ transaction: any WalkTransaction) {
    let relations = Self.schema.allRelationships(of: entity).filter(\.isToMany)
    guard let relation = pick(relations) else { return }
    let (owner, place) = (key(of: entity), number(-1..<5))
    let targets = (0..<number(0..<3)).map { _ in key(of: relation.destination) }
    let edit = number(0..<3)
    let name = relation.name
    apply("edit \(edit) \(owner).\(name) \(targets) \(place)", transaction) { transaction in
      switch edit {
      case 0: try transaction.add(targets, to: name, of: owner, at: place < 0 ? nil : place)
      case 1: try transaction.remove(targets, from: name, of: owner)
      default: try transaction.move(targets, to: place, in: name, of: owner)
      }
    } model: { model in
      let ids = try targets.map { try model.find($0) }
      let once = ids.indices.filter { !ids[..<$0].contains(ids[$0]) }.map { ids[$0] }
      guard ids.allSatisfy({ Self.schema.isEntity(model.entity($0), kindOf: relation.destination) }) else {
        throw NaiveStore.Refused()
      }
      model.change(try model.find(owner), relation) { all in
        switch edit {
        case 0:
          let new = once.filter { !all.contains($0) }
          all.insert(contentsOf: new, at: place < 0 ? all.count : min(place, all.count))
        case 1: all.removeAll(where: once.contains)
        default:
          let moved = once.filter(all.contains)
          all.removeAll(where: moved.contains)
          all.insert(contentsOf: moved, at: min(max(0, place), all.count))
        }
      }
    }
  }

  private mutating func apply(
    _ text: String, _ transaction: any WalkTransaction, _ change: (any WalkTransaction) throws -> Void,
    model changeModel: (inout NaiveStore) throws -> Void
  ) {
    log.append(text)
    var trial = model
    let isAllowed = (try? changeModel(&trial)) != nil
    let outcome = Result { try change(transaction) }
    let isDone = if case .success = outcome { true } else { false }
    #expect(isDone == isAllowed, "\(outcome)\n\(log.joined(separator: "\n"))")
    if isAllowed { model = trial }
  }

  // MARK: Random values

  private func constraints(of entity: String) -> [[String]?] {
    [nil] + Self.schema.lineage(of: entity).flatMap(\.uniquenessConstraints)
  }

  /// The key of a random object, or sometimes a key without an object.
  mutating func key(of entity: String) -> ObjectKey {
    if !isLucky(8), let id = pick(model.ids(of: entity)) { return model.key(id) }
    return ObjectKey(root: Self.schema.root(of: entity), identity: .int(999))
  }

  private mutating func value(_ attribute: Attribute) -> Value {
    if attribute.isOptional, isLucky(30) { return .null }
    switch attribute.name {
    case "id", "name": return attribute.type == .int64 ? .int(Int64(number(0..<14))) : .string("\(number(0..<6))")
    case "number": return .int(Int64(number(1..<3)))
    case "email": return .string("\(number(0..<8))")
    case "age" where isLucky(4): return pick([-1, 4]) ?? .null
    case "street" where isLucky(4): return pick(["", "X", "xy"]) ?? .null
    default: return attribute.type == .int64 ? .int(Int64(number(0..<4))) : .string(pick(["x", "y", "z"]) ?? "")
    }
  }

  private mutating func value(_ relation: Relationship) -> Value {
    if !relation.isToMany { return isLucky(20) ? .null : .object(key(of: relation.destination)) }
    return .list((0..<number(0..<4)).map { _ in .object(key(of: relation.destination)) })
  }

  /// Random values of most attributes and of some relationships.
  private mutating func values(of entity: String, percent: Int) -> [String: Value] {
    var result: [String: Value] = [:]
    for attribute in Self.schema.allAttributes(of: entity) where !isLucky(10) {
      result[attribute.name] = value(attribute)
    }
    for relation in Self.schema.allRelationships(of: entity)
    where isLucky(relation.isOptional ? percent : 90) { result[relation.name] = value(relation) }
    return result
  }

  private mutating func changes(of entity: String) -> [String: Value] {
    var result: [String: Value] = [:]
    for property in Self.schema.allProperties(of: entity) where isLucky(25) {
      switch property {
      case .attribute(let attribute): result[attribute.name] = value(attribute)
      case .relationship(let relation): result[relation.name] = value(relation)
      }
    }
    return result
  }
}
