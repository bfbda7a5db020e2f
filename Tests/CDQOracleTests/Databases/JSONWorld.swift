import CDQIR
import CDQRandom
import CDQRuntime
import Foundation

/// Random JSON for a random schema: records of a few identities, so that most are met again, with nested objects,
/// references that may lead nowhere, and mistakes.
struct JSONWorld {
  let schema: Schema
  private let concrete: [Entity]

  init(_ random: inout SplitMix) {
    schema = JSONWorld.stricter(RandomSchema.make(&random), &random)
    concrete = schema.entities.filter { !$0.isAbstract }
  }

  /// The schema with what imports have rules for: required references, limits, several unique attributes, identities of
  /// two attributes, and entities without an identity.
  private static func stricter(_ schema: Schema, _ random: inout SplitMix) -> Schema {
    let entities = schema.entities.enumerated().map { index, entity in
      var entity = entity
      for place in entity.properties.indices {
        guard case .relationship(var relationship) = entity.properties[place], !relationship.isToMany,
          relationship.destination != entity.name, random.chance(20)
        else { continue }
        relationship.isOptional = false
        entity.properties[place] = .relationship(relationship)
      }
      if entity.parent == nil {
        entity.properties.append(
          .attribute(Attribute(name: "grade\(index)", type: .int64, isOptional: true, constraints: [.range(.int(0), .int(3))])))
        entity.properties.append(.attribute(Attribute(name: "mail\(index)", type: .string, isOptional: true)))
        entity.properties.append(.attribute(Attribute(name: "place\(index)", type: .int64, isOptional: true)))
        switch random.below(5) {
        case 0: entity.uniquenessConstraints = []
        case 1: entity.uniquenessConstraints = [["id", "grade\(index)"]]
        case 2: entity.uniquenessConstraints.append(["mail\(index)"])
        default: break
        }
      }
      return entity
    }
    return Schema(entities: entities, enumerations: schema.enumerations)
  }

  /// An entity to import, with a text of some records.
  func records(_ random: inout SplitMix) -> (entity: String, text: String) {
    let entity = random.pick(concrete).name
    let count = random.below(6)
    return (entity, "[" + (0..<count).map { _ in object(of: entity, 0, &random) }.joined(separator: ", ") + "]")
  }

  /// A mapping for an entity: perhaps with numbers by `@index`, a scope of all its objects, a condition, and a relationship
  /// that a query fills.
  func mapping(of entity: String, _ random: inout SplitMix) -> MappingIR {
    var fields: [FieldIR] = []
    let places = schema.allAttributes(of: entity).map(\.name).filter { $0.hasPrefix("place") }
    if let place = random.pickAny(places), random.chance(70) { fields.append(FieldIR(place, .index)) }
    if let relationship = random.pickAny(schema.allRelationships(of: entity)), random.chance(30) {
      var query = QueryIR(entity: relationship.destination)
      let attributes = schema.allAttributes(of: relationship.destination)
      // Records may differ in what a database says of such values.
      if let attribute = random.pickAny(attributes.filter { $0.type == .int64 }) {
        query.predicate = JSONWorld.isLess(attribute, of: relationship.destination, than: 4)
      }
      fields.append(FieldIR(relationship.name, .objects(query)))
    }
    var rule = MappingRuleIR(name: "M", entity: entity, fields: fields)
    if random.chance(60) { rule.scope = QueryIR(entity: entity) }
    if random.chance(25), let attribute = schema.allAttributes(of: entity).first(where: { $0.type == .int64 }) {
      var query = QueryIR(entity: entity)
      query.predicate = JSONWorld.isLess(attribute, of: entity, than: 3)
      rule.filter = query
    }
    return MappingIR(rules: [rule])
  }

  private static func isLess(_ attribute: Attribute, of entity: String, than number: Int64) -> PredicateIR {
    let path = PathIR(
      variable: 0, steps: [StepIR(attribute.name, .attribute, of: entity)],
      type: OptionalType(attribute.type, isOptional: attribute.isOptional))
    return .comparison(ComparisonIR(.less, .path(path), .literal(.int(number), .int64)))
  }

  // MARK: Records

  private func object(of entity: String, _ depth: Int, _ random: inout SplitMix) -> String {
    if random.once(in: 60) { return random.pick(["5", "null", "[]", "\"x\""]) }
    var members: [String] = []
    for attribute in schema.allAttributes(of: entity) {
      let isIdentity = attribute.name == "id" || attribute.name.hasPrefix("grade") || attribute.name.hasPrefix("mail")
      let isGiven = attribute.isOptional ? random.chance(50) : !random.once(in: 40)
      guard isGiven else { continue }
      let value: Value = isIdentity ? identity(attribute, &random) : RandomValues.value(attribute.type, schema, &random)
      let text = random.once(in: 80) ? random.pick(["null", "{}", "1.5", "\"?\""]) : RandomWorld.json(JSONWorld.storable(value))
      members.append("\"\(attribute.jsonKey ?? attribute.name)\": \(text)")
    }
    for relationship in schema.allRelationships(of: entity) {
      guard random.chance(relationship.isOptional ? 30 : 85) else { continue }
      let targets = (0..<(relationship.isToMany ? random.below(4) : 1)).map { _ in
        target(relationship.destination, depth, &random)
      }
      let text =
        relationship.isToMany ? "[\(targets.joined(separator: ", "))]" : random.once(in: 8) ? "null" : targets[0]
      members.append("\"\(relationship.name)\": \(text)")
    }
    if random.once(in: 10) { members.append("\"unknown\": {\"a\": [1]}") }
    // The same key may be there twice.
    if random.once(in: 20), let member = members.first { members.append(member) }
    return "{\(members.joined(separator: ", "))}"
  }

  private func target(_ entity: String, _ depth: Int, _ random: inout SplitMix) -> String {
    let kinds = concrete.filter { schema.isEntity($0.name, kindOf: entity) }
    if depth < 2, random.chance(25), let kind = random.pickAny(kinds) {
      // An object of a relationship is one of the destination itself.
      return object(of: kind.name == entity ? kind.name : entity, depth + 1, &random)
    }
    let identity = schema.identity(of: entity)
    if identity.isEmpty { return "\(random.below(4))" }
    let values = identity.map { JSONWorld.storable(self.identity($0, &random)) }
    return values.count == 1 ? RandomWorld.json(values[0]) : "[\(values.map { RandomWorld.json($0) }.joined(separator: ", "))]"
  }

  private func identity(_ attribute: Attribute, _ random: inout SplitMix) -> Value {
    if attribute.type == .string { return .string("\(random.pick(["k", "e\u{301}", "é", ""]))\(random.below(3))") }
    // A grade of 4 is out of its range.
    return .int(Int64(random.once(in: 30) ? 4 : random.below(4)))
  }

  /// The value without NaN, which SQLite cannot hold.
  private static func storable(_ value: Value) -> Value {
    switch value {
    case .double(let number) where number.isNaN: .double(0.5)
    case .list(let values): .list(values.map { storable($0) })
    default: value
    }
  }
}
