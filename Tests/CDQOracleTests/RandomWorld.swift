import CDQIR
import CDQOracle
import CDQRandom
import CDQRuntime
import CDQSchema
import Foundation

/// An object as a data file holds it, before inverse relationships are computed.
struct RawObject: Sendable {
  var entity: String
  var id: Value
  var attributes: [String: Value]
  /// Indexes of the target objects by relationship name.
  var references: [String: [Int]]
}

/// A random schema with random objects.
struct RandomWorld: Sendable {
  var schema: Schema
  var objects: [RawObject]

  static let names = [
    "order", "type", "count", "group", "limit", "index", "desc", "size", "from", "internal", "name", "title", "age",
    "first",
    "last", "select", "distinct", "where", "asc", "nulls", "offset", "one", "exists", "delete", "only", "union",
    "total",
    "score", "rank", "code", "note", "zone", "kind", "date", "uuid", "decimal", "sum", "min", "x", "y", "größe",
    "length",
  ]

  static func make(_ random: inout SplitMix) -> RandomWorld {
    var schema = RandomSchema.make(&random)
    var names = random
    if names.chance(40) { schema = schema.named(names) }
    var world = RandomWorld(schema: schema, objects: [])
    world.fill(&random)
    return world
  }

  /// Creates the objects entity by entity, in the order in which they are loaded.
  private mutating func fill(_ random: inout SplitMix) {
    var numbers: [String: Int64] = [:]
    for entity in schema.entities where !entity.isAbstract {
      for _ in 0..<random.below(random.chance(15) ? 2 : 8) {
        let root = schema.root(of: entity.name)
        let number = numbers[root, default: 0]
        numbers[root] = number + 1
        let isText = schema.allAttributes(of: entity.name).first { $0.name == "id" }?.type == .string
        let id: Value = isText ? .string("\(random.pick(["k", "é", ""]))\(number)") : .int(number)
        var attributes: [String: Value] = [:]
        for attribute in schema.allAttributes(of: entity.name) where attribute.name != "id" {
          if attribute.isOptional, random.chance(30) { continue }
          attributes[attribute.name] = RandomValues.value(attribute.type, schema, &random)
        }
        objects.append(RawObject(entity: entity.name, id: id, attributes: attributes, references: [:]))
      }
    }
    for index in objects.indices { refer(index, &random) }
  }

  private mutating func refer(_ index: Int, _ random: inout SplitMix) {
    for relationship in schema.allRelationships(of: objects[index].entity) where RandomSchema.isWritten(relationship) {
      let targets = objects.indices.filter { schema.isEntity(objects[$0].entity, kindOf: relationship.destination) }
      guard !targets.isEmpty, random.chance(75) else { continue }
      if relationship.name == "spouse" {
        // `spouse` is one to one, so that no object may be the target of two.
        let target = random.pick(targets)
        let isTaken = objects.contains { $0.references["spouse"] == [target] }
        if !isTaken { objects[index].references["spouse"] = [target] }
        continue
      }
      var chosen: [Int] = []
      for _ in 0..<(relationship.isToMany ? random.below(4) : 1) {
        let target = random.pick(targets)
        if !chosen.contains(target) { chosen.append(target) }
      }
      objects[index].references[relationship.name] = chosen
    }
  }

  // MARK: Data files

  /// One input file per entity, in schema order, which is the order of `objects`.
  var inputs: [LoadInput] {
    schema.entities.filter { !$0.isAbstract }.map { entity in
      let text = "[" + objects.filter { $0.entity == entity.name }.map { json($0) }.joined(separator: ",\n") + "]"
      return LoadInput(name: "\(entity.name).json", entity: entity.name, format: .json, bytes: Data(text.utf8))
    }
  }

  private func json(_ object: RawObject) -> String {
    var members = ["\"id\":\(ValueCoding.json(object.id))"]
    for attribute in schema.allAttributes(of: object.entity) {
      guard let value = object.attributes[attribute.name] else { continue }
      members.append("\"\(attribute.jsonKey ?? attribute.name)\":\(RandomWorld.json(value))")
    }
    for relationship in schema.allRelationships(of: object.entity) {
      guard let targets = object.references[relationship.name] else { continue }
      let keys = targets.map { ValueCoding.json(objects[$0].id) }
      let text = relationship.isToMany ? "[\(keys.joined(separator: ","))]" : keys.first ?? "null"
      members.append("\"\(relationship.name)\":\(text)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The JSON of a value, with dates as exact seconds.
  static func json(_ value: Value) -> String {
    switch value {
    case .date(let date): "{\"$date\":\(date.timeIntervalSinceReferenceDate)}"
    case .list(let values): "[\(values.map { json($0) }.joined(separator: ","))]"
    default: ValueCoding.json(value)
    }
  }

  // MARK: For the oracle

  func key(_ index: Int) -> ObjectKey {
    let identity: ObjectKey.Identity
    switch objects[index].id {
    case .string(let text): identity = .string(text)
    case .int(let number): identity = .int(number)
    default: identity = .record(index)
    }
    return ObjectKey(root: schema.root(of: objects[index].entity), identity: identity)
  }

  /// The objects for the oracle, with inverse relationships computed from the written sides, in the order of the
  /// owners.
  var oracleWorld: OracleWorld {
    var result = objects.indices.map { index in
      OracleObject(
        entity: objects[index].entity, key: key(index), values: objects[index].attributes.mapValues { datum($0) })
    }
    for index in objects.indices {
      let entity = objects[index].entity
      result[index].values["id"] = .scalar(objects[index].id)
      for relationship in schema.allRelationships(of: entity) {
        guard let targets = objects[index].references[relationship.name] else { continue }
        result[index].values[relationship.name] =
          relationship.isToMany ? .list(targets.map { .object($0) }) : targets.first.map { .object($0) } ?? .null
        guard let inverse = relationship.inverse else { continue }
        for target in targets {
          if inverse == "spouseOf" {
            result[target].values[inverse] = .object(index)
            continue
          }
          guard case .list(let owners)? = result[target].values[inverse] else {
            result[target].values[inverse] = .list([.object(index)])
            continue
          }
          result[target].values[inverse] = .list(owners + [.object(index)])
        }
      }
    }
    return OracleWorld(schema: schema, objects: result)
  }

  private func datum(_ value: Value) -> Datum {
    switch value {
    case .null: .null
    case .list(let values): .list(values.map { datum($0) })
    default: .scalar(value)
    }
  }
}

/// Random schemas with inheritance, enums, every attribute type and relationships of every kind.
enum RandomSchema {
  static func make(_ random: inout SplitMix) -> Schema {
    let enumerations = [
      Enumeration(
        name: "Level", rawType: .string,
        cases: [
          .init(name: "low", rawValue: .string("r1")), .init(name: "high", rawValue: .string("r 2")),
          .init(name: "order", rawValue: .string("É3")),
        ]),
      Enumeration(
        name: "Grade", rawType: .int16,
        cases: [.init(name: "a", rawValue: .int(1)), .init(name: "b", rawValue: .int(-2))]),
    ]
    var entities: [Entity] = []
    let count = 2 + random.below(3)
    for number in 0..<count {
      let inherits = number > 0 && random.chance(30)
      let parent = inherits ? entities[random.below(number)].name : nil
      let name = random.chance(25) ? ["Alpha", "order", "Größe", "Date"][number % 4] : "E\(number)"
      var names = RandomWorld.names
      for used in entities.flatMap({ $0.properties.map(\.name) }) { names.removeAll { $0 == used } }
      var entity = Entity(name: name, parent: parent)
      if !inherits {
        entity.properties.append(.attribute(Attribute(name: "id", type: random.chance(70) ? .int64 : .string)))
        entity.uniquenessConstraints = [["id"]]
      }
      for _ in 0..<(inherits ? 1 + random.below(3) : 4 + random.below(4)) {
        let name = names.remove(at: random.below(names.count))
        entity.properties.append(.attribute(Attribute(name: name, type: type(&random), isOptional: random.chance(50))))
      }
      if random.chance(60) {
        let name = names.remove(at: random.below(names.count))
        let element: ValueType = random.pick([.string, .int64, .double, .date, .bool, .decimal])
        entity.properties.append(
          .attribute(
            Attribute(name: name, type: .collection(element: element, isOrdered: true), isOptional: random.chance(30))))
      }
      entities.append(entity)
    }
    if count > 2, random.chance(40), let child = entities.first(where: { $0.parent != nil }),
      let index = entities.firstIndex(where: { $0.name == child.parent })
    {
      entities[index].isAbstract = true
    }
    relate(&entities, &random)
    return Schema(entities: entities, enumerations: enumerations)
  }

  private static func type(_ random: inout SplitMix) -> ValueType {
    random.pick([
      .int64, .int64, .int32, .int16, .double, .double, .float, .decimal, .bool, .string, .string, .string, .date,
      .uuid,
      .url, .data, .enumeration("Level"), .enumeration("Grade"),
    ])
  }

  private static func relate(_ entities: inout [Entity], _ random: inout SplitMix) {
    func add(_ owner: Int, _ relationship: Relationship) {
      entities[owner].properties.append(.relationship(relationship))
    }
    let indices = Array(entities.indices)
    for (place, name) in ["peer", "link", "also"].enumerated() {
      let (owner, target) = (random.pick(indices), random.pick(indices))
      add(
        owner,
        Relationship(
          name: "\(name)\(place)", destination: entities[target].name, isToMany: random.chance(60),
          isOrdered: false, deleteRule: rule(&random)))
      if case .relationship(var last)? = entities[owner].properties.last, last.isToMany {
        last.isOrdered = random.chance(50)
        entities[owner].properties[entities[owner].properties.count - 1] = .relationship(last)
      }
    }
    // Data files hold only one side of each of these pairs of inverses; see `isWritten`.
    let (many, one) = (random.pick(indices), random.pick(indices))
    add(
      one,
      Relationship(name: "boss", destination: entities[many].name, inverse: "kids", deleteRule: rule(&random)))
    add(
      many,
      Relationship(
        name: "kids", destination: entities[one].name, isToMany: true, isOrdered: random.chance(50), inverse: "boss",
        deleteRule: rule(&random)))
    let (owner, partner) = (random.pick(indices), random.pick(indices))
    add(
      owner,
      Relationship(
        name: "spouse", destination: entities[partner].name, inverse: "spouseOf", deleteRule: rule(&random)))
    add(
      partner,
      Relationship(name: "spouseOf", destination: entities[owner].name, inverse: "spouse", deleteRule: rule(&random)))
    let (first, second) = (random.pick(indices), random.pick(indices))
    add(
      first,
      Relationship(
        name: "mates", destination: entities[second].name, isToMany: true, inverse: "mateOf", deleteRule: rule(&random))
    )
    add(
      second,
      Relationship(
        name: "mateOf", destination: entities[first].name, isToMany: true, inverse: "mates", deleteRule: rule(&random)))
  }

  private static func rule(_ random: inout SplitMix) -> Relationship.DeleteRule {
    random.pick([.nullify, .nullify, .cascade, .deny, .noAction])
  }

  /// Whether data files hold the relationship; if not, its inverse is written.
  static func isWritten(_ relationship: Relationship) -> Bool {
    !["kids", "mateOf", "spouseOf"].contains(relationship.name)
  }
}
