import CDQIR
import CDQRandom
import CDQRuntime
import Testing

/// Naive model of the store's relationships: a set of objects and a set of links. Each link is stored once, so that
/// inverses cannot disagree.
private struct NaiveModel {
  /// A pair of linked objects, which represents a relationship and its inverse; the owner comes first.
  struct Link: Hashable {
    var relation: String
    var from: ObjectKey
    var to: ObjectKey
  }
  struct Side {
    var relation: String
    var isFrom: Bool
    var isToMany: Bool
    var rule: Relationship.DeleteRule
  }

  /// The relationships of each entity by name, such as `City.country`.
  static let sides: [String: [String: Side]] = [
    "City": [
      "country": Side(relation: "CC", isFrom: true, isToMany: false, rule: .nullify),
      "near": Side(relation: "near", isFrom: true, isToMany: true, rule: .nullify),
      "mayor": Side(relation: "MC", isFrom: false, isToMany: false, rule: .deny),
      "twins": Side(relation: "twins", isFrom: true, isToMany: true, rule: .nullify),
    ],
    "Country": ["cities": Side(relation: "CC", isFrom: false, isToMany: true, rule: .cascade)],
    "Mayor": ["city": Side(relation: "MC", isFrom: true, isToMany: false, rule: .nullify)],
  ]

  var objects: Set<ObjectKey> = []
  var populations: [ObjectKey: Value] = [:]
  var links: Set<Link> = []

  func targets(_ object: ObjectKey, _ side: Side) -> Set<ObjectKey> {
    var result: Set<ObjectKey> = []
    for link in links where link.relation == side.relation {
      if side.isFrom ? link.from == object : link.to == object { result.insert(side.isFrom ? link.to : link.from) }
    }
    return result
  }

  mutating func set(_ object: ObjectKey, _ property: String, _ targets: [ObjectKey]) {
    guard let side = NaiveModel.sides[object.root]?[property] else { return }
    links = links.filter { link in
      guard link.relation == side.relation else { return true }
      if side.relation == "twins" { return link.from != object && link.to != object }
      return (side.isFrom ? link.from : link.to) != object
    }
    for target in targets {
      let other = NaiveModel.sides[target.root]?.values.first {
        $0.relation == side.relation && $0.isFrom != side.isFrom
      }
      if let other, !other.isToMany {
        links = links.filter { $0.relation != side.relation || (side.isFrom ? $0.to : $0.from) != target }
      }
      links.insert(
        Link(relation: side.relation, from: side.isFrom ? object : target, to: side.isFrom ? target : object))
      if side.relation == "twins" { links.insert(Link(relation: "twins", from: target, to: object)) }
    }
  }

  /// Deletes an object with its cascades.
  ///
  /// - Returns: false, without any change, when a delete rule forbids it.
  mutating func delete(_ object: ObjectKey) -> Bool {
    var doomed: Set<ObjectKey> = [object]
    while true {
      var next = doomed
      for item in doomed {
        for side in (NaiveModel.sides[item.root] ?? [:]).values where side.rule == .cascade {
          next.formUnion(targets(item, side))
        }
      }
      if next == doomed { break }
      doomed = next
    }
    for item in doomed {
      for side in (NaiveModel.sides[item.root] ?? [:]).values where side.rule == .deny {
        if !targets(item, side).isSubset(of: doomed) { return false }
      }
    }
    objects.subtract(doomed)
    links = links.filter { !doomed.contains($0.from) && !doomed.contains($0.to) }
    return true
  }
}

@Suite struct StorePropertyTests {
  static func key(_ entity: String, _ number: Int) -> ObjectKey {
    ObjectKey(root: entity, identity: entity == "City" ? .int(Int64(number)) : .string("\(number)"))
  }

  static func identity(_ key: ObjectKey) -> (String, Value) {
    switch key.identity {
    case .int(let number): ("id", .int(number))
    case .string(let text): (key.root == "Mayor" ? "name" : "id", .string(text))
    case .record, .uuid, .composite: ("id", .null)
    }
  }

  @Test(arguments: 1...12)
  func agreesWithANaiveModel(_ seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let store = Store(schema: Fixtures.world)
    var model = NaiveModel()
    for _ in 0..<250 {
      let entity = ["City", "City", "Country", "Mayor"].randomElement(using: &generator) ?? "City"
      let object = Self.key(entity, Int.random(in: 0..<8, using: &generator))
      let before = store.snapshot
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<2:
        let allowed = model.objects.contains(object) && model.delete(object)
        #expect(((try? store.delete(object)) != nil) == allowed)
      case 2..<4:
        let taken = model.objects.contains(object)
        let result = try? store.insert(entity, Self.values(object))
        #expect((result == object) == !taken)
        model.objects.insert(object)
        if !taken { model.populations[object] = .null }
      case 4..<6:
        var values = Self.values(object)
        if entity == "City" { values["population"] = .int(Int64.random(in: 0..<100, using: &generator)) }
        let (key, isNew) = try store.upsert(entity, values)
        #expect(key == object && isNew == !model.objects.contains(object))
        model.objects.insert(object)
        model.populations[object] = values["population"] ?? .null
      default:
        let relations = (NaiveModel.sides[entity] ?? [:]).sorted { $0.key < $1.key }
        guard let (name, side) = relations.randomElement(using: &generator) else { continue }
        let destination = ["country": "Country", "mayor": "Mayor"][name] ?? "City"
        let count = Int.random(in: 0...(side.isToMany ? 3 : 1), using: &generator)
        let targets = (0..<count).map { _ in Self.key(destination, Int.random(in: 0..<8, using: &generator)) }
        let value: Value =
          side.isToMany ? .list(targets.map { .object($0) }) : targets.first.map { .object($0) } ?? .null
        let allowed = model.objects.contains(object) && targets.allSatisfy(model.objects.contains)
        #expect(((try? store.update(object, [name: value])) != nil) == allowed)
        if allowed { model.set(object, name, targets) }
      }
      try check(store, model)
      // The reader's snapshot from before did not change: its references still lead to its own objects.
      #expect(before.records(of: "City").allSatisfy { before.record($0.key) == $0 })
    }
    let reloaded = try StoreWriterTests.reload(store)
    try check(reloaded, model)
  }

  static func values(_ key: ObjectKey) -> [String: Value] {
    let (name, value) = identity(key)
    return key.root == "City" ? [name: value, "name": .string("n")] : [name: value]
  }

  private func check(_ store: Store, _ model: NaiveModel) throws {
    var found: Set<ObjectKey> = []
    for (entity, sides) in NaiveModel.sides {
      var numbers: [Int] = []
      for record in store.records(of: entity) {
        let key = record.key
        #expect(found.insert(key).inserted)
        #expect(store.record(key)?.number == record.number)
        numbers.append(record.number)
        if entity == "City" { #expect(record["population"] == model.populations[key]) }
        for (name, side) in sides {
          let targets = side.isToMany ? record.references(name) : record.reference(name).map { [$0] } ?? []
          #expect(Set(targets.map(\.key)) == model.targets(key, side), "\(key) \(name)")
          #expect(Set(targets).count == targets.count)
        }
      }
      #expect(numbers == numbers.sorted())
      #expect(numbers.count == store.count(of: entity))
    }
    #expect(found == model.objects)
  }
}
