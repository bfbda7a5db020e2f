import CDQIR
import CDQRandom
import Foundation

/// Random models with what Core Data's layout distinguishes: hierarchies three deep in one table, properties of one
/// name in several sub-entities, and relationships of every kind. Each root has an attribute `id` that identifies the
/// objects in memory.
enum RandomStoreModel {
  private static let names = ["title", "order", "note", "größe", "score", "kind", "x", "count"]

  static func world(_ random: inout SplitMix) -> RandomWorld {
    var world = RandomWorld(schema: schema(&random), objects: [])
    fill(&world, &random)
    return world
  }

  private static func schema(_ random: inout SplitMix) -> Schema {
    var entities: [Entity] = []
    let count = 2 + random.below(4)
    for number in 0..<count {
      let parent = number > 0 && random.chance(55) ? entities[random.below(number)].name : nil
      // Names whose order depends on the case, and on what is compared of them.
      let name = ["Beta", "alpha", "Item", "ItemPart", "Z\(number)", "E_\(number)"][random.below(6)] + "\(number)"
      var entity = Entity(name: name, parent: parent)
      if parent == nil {
        entity.properties.append(.attribute(Attribute(name: "id", type: .int64)))
        entity.uniquenessConstraints = [["id"]]
      }
      let inherited = Set(lineage(parent, entities).flatMap { $0.properties.map(\.name) })
      var free = names.filter { !inherited.contains($0) }
      for _ in 0..<(1 + random.below(3)) where !free.isEmpty {
        let name = free.remove(at: random.below(free.count))
        entity.properties.append(.attribute(Attribute(name: name, type: type(&random), isOptional: random.chance(60))))
      }
      if random.chance(40) {
        let element: ValueType = random.pick([.string, .int64, .bool, .double])
        entity.properties.append(
          .attribute(Attribute(name: "list\(number)", type: .collection(element: element, isOrdered: true), isOptional: true)))
      }
      entities.append(entity)
    }
    if let parent = entities.compactMap(\.parent).first, let index = entities.firstIndex(where: { $0.name == parent }) {
      entities[index].isAbstract = random.chance(50)
    }
    relate(&entities, &random)
    // The archive has no order of properties; the reader sorts them by name.
    for index in entities.indices {
      entities[index].properties.sort { rank($0) < rank($1) }
    }
    return Schema(entities: entities)
  }

  private static func rank(_ property: Property) -> String {
    if case .attribute = property { "0" + property.name } else { "1" + property.name }
  }

  private static func lineage(_ name: String?, _ entities: [Entity]) -> [Entity] {
    var result: [Entity] = []
    var next = name
    while let name = next, let entity = entities.first(where: { $0.name == name }) {
      result.append(entity)
      next = entity.parent
    }
    return result
  }

  private static func type(_ random: inout SplitMix) -> ValueType {
    random.pick([
      .int64, .int32, .int16, .double, .float, .decimal, .bool, .string, .string, .string, .date, .uuid, .url, .data,
    ])
  }

  private static func relate(_ entities: inout [Entity], _ random: inout SplitMix) {
    func add(_ owner: Int, _ relationship: Relationship) { entities[owner].properties.append(.relationship(relationship)) }
    func one() -> Int { random.below(entities.count) }
    func pair(_ name: String, _ isMany: Bool, _ isManyBack: Bool) {
      let (owner, target) = (one(), one())
      add(
        owner,
        Relationship(
          name: name, destination: entities[target].name, isToMany: isMany, isOrdered: isMany && random.chance(40),
          inverse: name + "Back"))
      add(
        target,
        Relationship(
          name: name + "Back", destination: entities[owner].name, isToMany: isManyBack,
          isOrdered: isManyBack && isMany && random.chance(30), inverse: name))
    }
    pair("kids", true, false)
    if random.chance(60) { pair("parts", true, false) }
    pair("tags", true, true)
    if random.chance(60) { pair("links", true, true) }
    if random.chance(60) { pair("spouse", false, false) }
    if random.chance(60) { add(one(), Relationship(name: "peer", destination: entities[one()].name)) }
    if random.chance(60) {
      add(one(), Relationship(name: "owned", destination: entities[one()].name, isToMany: true, isOrdered: random.chance(50)))
    }
    if random.chance(50) {
      let owner = one()
      add(owner, Relationship(name: "friends", destination: entities[owner].name, isToMany: true, inverse: "friends"))
    }
  }

  // MARK: Objects

  private static func fill(_ world: inout RandomWorld, _ random: inout SplitMix) {
    let schema = world.schema
    var numbers: [String: Int64] = [:]
    for entity in schema.entities where !entity.isAbstract {
      for _ in 0..<random.below(7) {
        let root = schema.root(of: entity.name)
        numbers[root, default: Int64(random.below(2))] += 1 + Int64(random.below(2))
        var object = RawObject(entity: entity.name, id: .int(numbers[root] ?? 0), attributes: [:], references: [:])
        for attribute in schema.allAttributes(of: entity.name) where attribute.name != "id" {
          if attribute.isOptional, random.chance(30) { continue }
          object.attributes[attribute.name] = stored(RandomValues.value(attribute.type, schema, &random))
        }
        world.objects.append(object)
      }
    }
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties where !relationship.name.hasSuffix("Back") {
        refer(relationship, of: entity.name, &world, &random)
      }
    }
  }

  /// A value that Core Data's columns hold exactly: decimals are real numbers there, and NaN is NULL.
  private static func stored(_ value: Value) -> Value {
    switch value {
    case .double(let number) where number.isNaN: return .double(0.5)
    // A group is named by the NFC form of its text.
    case .string(let text): return .string(text.precomposedStringWithCanonicalMapping)
    case .decimal(let number):
      let double = NSDecimalNumber(decimal: number).doubleValue
      return .decimal(abs(double) < 1e6 ? Decimal(Int(double * 4)) / 4 : 7)
    case .list(let values): return .list(values.map { stored($0) })
    default: return value
    }
  }

  private static func refer(
    _ relationship: Relationship, of entity: String, _ world: inout RandomWorld, _ random: inout SplitMix
  ) {
    let schema = world.schema
    let owners = world.objects.indices.filter { schema.isEntity(world.objects[$0].entity, kindOf: entity) }
    var targets = world.objects.indices.filter { schema.isEntity(world.objects[$0].entity, kindOf: relationship.destination) }
    let isManyBack = schema.allRelationships(of: relationship.destination).first { $0.name == relationship.inverse }?.isToMany
    if relationship.name == "friends" { return befriend(owners, &world, &random) }
    // An object is in one place of a relationship whose inverse is to-one, or whose column is with the object.
    let isExclusive = isManyBack == false || relationship.isToMany && isManyBack == nil
    var taken: Set<Int> = []
    for owner in owners where random.chance(75) && !targets.isEmpty {
      var chosen: [Int] = []
      for _ in 0..<(relationship.isToMany ? random.below(4) : 1) {
        guard let target = random.pickAny(targets), !chosen.contains(target) else { continue }
        // Of two one-to-one ends, neither may be in another pair.
        if isManyBack == false, !relationship.isToMany, taken.contains(owner) || taken.contains(target) { continue }
        chosen.append(target)
        if isExclusive {
          targets.removeAll { $0 == target }
          if !relationship.isToMany { taken.formUnion([owner, target]) }
        }
      }
      if !relationship.isOrdered { chosen.sort() }
      if !chosen.isEmpty { world.objects[owner].references[relationship.name] = chosen }
    }
  }

  private static func befriend(_ objects: [Int], _ world: inout RandomWorld, _ random: inout SplitMix) {
    for (place, one) in objects.enumerated() {
      for other in objects[place...] where random.chance(30) {
        for (owner, friend) in Set([[one, other], [other, one]]).map({ ($0[0], $0[1]) }) {
          world.objects[owner].references["friends", default: []].append(friend)
        }
      }
    }
    for index in objects { world.objects[index].references["friends"]?.sort() }
  }
}
