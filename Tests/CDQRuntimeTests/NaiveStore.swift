import CDQIR

/// Naive model of a store, with the same rules on dictionaries and arrays and without any code of the store. It is a
/// value type, so that a copy is a snapshot.
struct NaiveStore: Sendable {
  struct Refused: Error {}

  struct Object: Equatable, Sendable {
    var entity: String
    /// Record number within the root entity.
    var number: Int
    var values: [String: Value]
    /// Ids of the targets by relationship name; at most one for a to-one relationship.
    var links: [String: [Int]]
  }

  let schema: Schema
  private(set) var objects: [Int: Object] = [:]
  private var nextID = 0
  private var nextNumbers: [String: Int] = [:]

  init(schema: Schema) {
    self.schema = schema
  }

  // MARK: Reading

  /// Ids of the objects of an entity and its sub-entities, in insertion order.
  func ids(of entity: String) -> [Int] {
    objects.filter { schema.isEntity($0.value.entity, kindOf: entity) }.sorted { $0.value.number < $1.value.number }
      .map(\.key)
  }

  /// The number of the next object of a root entity.
  func nextNumber(of root: String) -> Int { nextNumbers[root, default: 0] }

  func value(_ id: Int, _ attribute: String) -> Value { objects[id]?.values[attribute] ?? .null }
  func links(_ id: Int, _ relationship: String) -> [Int] { objects[id]?.links[relationship] ?? [] }
  func entity(_ id: Int) -> String { objects[id]?.entity ?? "" }

  func key(_ id: Int) -> ObjectKey {
    let root = schema.root(of: entity(id))
    let identity = schema.identity(of: entity(id)).map { value(id, $0.name) }
    if identity.isEmpty || identity.contains(.null) {
      return ObjectKey(root: root, identity: .record(objects[id]?.number ?? -1))
    }
    if identity.count > 1 { return ObjectKey(root: root, identity: .composite(identity.map(Self.text))) }
    if case .int(let number) = identity[0] { return ObjectKey(root: root, identity: .int(number)) }
    return ObjectKey(root: root, identity: .string(Self.text(identity[0])))
  }

  static func text(_ value: Value) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .string(let text): text
    default: ""
    }
  }

  func find(_ key: ObjectKey) throws -> Int {
    guard let id = objects.keys.first(where: { self.key($0) == key }) else { throw Refused() }
    return id
  }

  /// All visible values of all objects, by key.
  var picture: [ObjectKey: [String: Value]] {
    Dictionary(uniqueKeysWithValues: objects.map { id, object in (key(id), visible(object)) })
  }

  private func visible(_ object: Object) -> [String: Value] {
    var result = object.values
    for relation in schema.allRelationships(of: object.entity) {
      let targets = (object.links[relation.name] ?? []).map { Value.object(key($0)) }
      result[relation.name] = relation.isToMany ? .list(targets) : targets.first ?? .null
    }
    return result
  }

  /// Ids of other objects that have the same values for the attributes of a uniqueness constraint.
  private func holders(_ values: [String: Value], _ constraint: [String], of owner: String, but id: Int?) -> [Int] {
    let wanted = constraint.map { values[$0] ?? .null }
    if wanted.contains(.null) { return [] }
    return objects.keys.filter { other in
      other != id && schema.isEntity(entity(other), kindOf: owner) && constraint.map { value(other, $0) } == wanted
    }
  }

  private func constraints(of entity: String) -> [(owner: String, attributes: [String])] {
    schema.lineage(of: entity).flatMap { owner in owner.uniquenessConstraints.map { (owner.name, $0) } }
  }

  private func checkUnique(_ values: [String: Value], of entity: String, but id: Int? = nil) throws {
    for (owner, attributes) in constraints(of: entity)
    where !holders(values, attributes, of: owner, but: id).isEmpty { throw Refused() }
  }

  private func check(_ values: [String: Value], of entity: String) throws {
    for attribute in schema.allAttributes(of: entity)
    where !attribute.isOptional && values[attribute.name] ?? .null == .null { throw Refused() }
    for attribute in schema.allAttributes(of: entity) {
      guard let value = values[attribute.name], value != .null else { continue }
      guard attribute.constraints.allSatisfy({ Self.keeps(value, $0) }) else { throw Refused() }
    }
  }

  private static func keeps(_ value: Value, _ limit: Attribute.Constraint) -> Bool {
    switch (limit, value) {
    case (.range(.int(let low), .int(let high)), .int(let number)): (low...high).contains(number)
    case (.length(_, let most?), .string(let text)): text.count <= most
    case (.matches("[xyz]"), .string(let text)): text.allSatisfy("xyz".contains) && !text.isEmpty
    default: true
    }
  }

  private func targets(_ values: [String: Value], of entity: String) throws -> [(Relationship, [Int])] {
    try schema.allRelationships(of: entity).sorted { $0.name < $1.name }.compactMap { relation in
      guard let value = values[relation.name] else { return nil }
      var result: [Int] = []
      for key in Self.keys(value) {
        let id = try find(key)
        guard schema.isEntity(self.entity(id), kindOf: relation.destination) else { throw Refused() }
        if !result.contains(id) { result.append(id) }
      }
      return (relation, result)
    }
  }

  static func keys(_ value: Value) -> [ObjectKey] {
    switch value {
    case .object(let key): [key]
    case .list(let values): values.flatMap(keys)
    default: []
    }
  }

  private func defaults(of entity: String) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: schema.allAttributes(of: entity).map { ($0.name, $0.defaultValue) })
  }

  // MARK: Changes, which are undone when they throw

  @discardableResult
  mutating func insert(_ entity: String, _ values: [String: Value]) throws -> Int {
    let targets = try targets(values, of: entity)
    let own = defaults(of: entity).merging(values.filter { pair in !targets.contains { $0.0.name == pair.key } }) { $1 }
    try check(own, of: entity)
    try checkUnique(own, of: entity)
    let id = nextID
    nextID += 1
    let root = schema.root(of: entity)
    objects[id] = Object(entity: entity, number: nextNumbers[root, default: 0], values: own, links: [:])
    nextNumbers[root, default: 0] += 1
    for (relation, targets) in targets { set(id, relation, targets) }
    return id
  }

  mutating func update(_ id: Int, _ values: [String: Value]) throws {
    guard let object = objects[id] else { throw Refused() }
    let targets = try targets(values, of: object.entity)
    let own = object.values.merging(values.filter { pair in !targets.contains { $0.0.name == pair.key } }) { $1 }
    try check(own, of: object.entity)
    try checkUnique(own, of: object.entity, but: id)
    objects[id]?.values = own
    for (relation, targets) in targets { set(id, relation, targets) }
  }

  /// Inserts an object, or applies the policy to the existing object with which it conflicts in the constraint on
  /// `attributes`, or in any constraint if that is nil.
  mutating func insert(
    _ entity: String, _ values: [String: Value], policy: String, of attributes: [String]?
  ) throws -> Int {
    let all = defaults(of: entity).merging(values) { $1 }
    var found: Set<Int> = []
    for (owner, each) in constraints(of: entity) where attributes == nil || attributes == each {
      found.formUnion(holders(all, each, of: owner, but: nil))
    }
    guard found.count <= 1 else { throw Refused() }
    guard let existing = found.first, policy != "refuse" else { return try insert(entity, values) }
    let kind = self.entity(existing)
    guard schema.isEntity(kind, kindOf: entity) else { throw Refused() }
    if policy == "update" { try update(existing, values) }
    if policy == "replace" {
      var complete = defaults(of: kind)
      for relation in schema.allRelationships(of: kind) { complete[relation.name] = .list([]) }
      try update(existing, complete.merging(values) { $1 })
    }
    return existing
  }

  mutating func change(_ owner: Int, _ relation: Relationship, _ body: (inout [Int]) -> Void) {
    var targets = links(owner, relation.name)
    body(&targets)
    set(owner, relation, targets)
  }

  private func inverse(_ relation: Relationship) -> Relationship? {
    guard let name = relation.inverse,
      case .relationship(let found) = schema.property(named: name, of: relation.destination)
    else { return nil }
    return found
  }

  private mutating func set(_ owner: Int, _ relation: Relationship, _ targets: [Int]) {
    let old = links(owner, relation.name)
    if let inverse = inverse(relation) {
      for target in old where !targets.contains(target) {
        objects[target]?.links[inverse.name, default: []].removeAll { $0 == owner }
      }
      for target in targets where !old.contains(target) {
        if !inverse.isToMany {
          for rival in links(target, inverse.name) where rival != owner {
            objects[rival]?.links[relation.name, default: []].removeAll { $0 == target }
          }
          objects[target]?.links[inverse.name] = []
        }
        objects[target]?.links[inverse.name, default: []].append(owner)
      }
    }
    objects[owner]?.links[relation.name] = targets
  }

  mutating func delete(_ ids: [Int]) throws {
    var doomed = Set(ids)
    var isGrowing = true
    while isGrowing {
      let before = doomed.count
      for id in doomed {
        for relation in schema.allRelationships(of: entity(id)) where relation.deleteRule == .cascade {
          doomed.formUnion(links(id, relation.name))
        }
      }
      isGrowing = doomed.count > before
    }
    for (id, object) in objects {
      for relation in schema.allRelationships(of: object.entity) {
        let targets = links(id, relation.name)
        if doomed.contains(id), relation.deleteRule == .deny, !targets.allSatisfy(doomed.contains) { throw Refused() }
        if !doomed.contains(id), !relation.isToMany, !relation.isOptional, targets.contains(where: doomed.contains) {
          throw Refused()
        }
      }
    }
    objects = objects.filter { !doomed.contains($0.key) }
    for id in objects.keys {
      for (name, targets) in objects[id]?.links ?? [:] {
        objects[id]?.links[name] = targets.filter { !doomed.contains($0) }
      }
    }
  }

  /// Checks the rules at the end of a transaction: every required to-one relationship has a target.
  func commit() throws {
    for (id, object) in objects {
      for relation in schema.allRelationships(of: object.entity)
      where !relation.isToMany && !relation.isOptional && links(id, relation.name).isEmpty { throw Refused() }
    }
  }

  /// Whether deleting a target of a relationship is no change of the owner: the inverse has the rule `noAction`, or
  /// there is no inverse.
  func isQuiet(_ relation: Relationship) -> Bool {
    inverse(relation).map { $0.deleteRule == .noAction } ?? true
  }

  /// Names of the properties of an object that differ from an older state, ignoring deleted targets of quiet
  /// relationships.
  func differences(of id: Int, from old: NaiveStore) -> Set<String> {
    var names = Set(schema.allAttributes(of: entity(id)).map(\.name).filter { value(id, $0) != old.value(id, $0) })
    for relation in schema.allRelationships(of: entity(id)) {
      let before = old.links(id, relation.name).filter { !isQuiet(relation) || objects[$0] != nil }
      if before != links(id, relation.name) { names.insert(relation.name) }
    }
    return names
  }
}
