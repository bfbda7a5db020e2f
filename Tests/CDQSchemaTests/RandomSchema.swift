import CDQIR
import CDQRandom
import Foundation

/// Random valid schemas with every construct of the language.
struct RandomSchema {
  private var random: SplitMix
  private var enumerations: [Enumeration] = []
  private static let words = [
    "order", "type", "count", "group", "limit", "index", "desc", "size", "from", "internal", "inverse", "ordered",
    "entity", "enum", "query", "schema", "abstract", "where", "first", "like", "any", "null", "true", "größe", "名前",
    "_x", "name", "asc", "self", "delete", "in", "by",
  ]
  private static let texts = [
    "", "a", "O'Neill \"x\"", "back\\slash", "zeile\nzwei\t", "é😀", "\u{1}\u{7F}\u{2028}", "%@ $x",
  ]

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func schema() -> Schema {
    for number in 0..<random.below(3) { enumerations.append(enumeration(number)) }
    let count = 1 + random.below(5)
    var entities = (0..<count).map { entity($0) }
    for number in entities.indices { addRelationships(number, &entities) }
    for number in entities.indices where entities[number].isAbstract {
      // Abstract entities inherit from an earlier entity. (One without sub-entities of its own only gets a warning.)
      if number > 0 { entities[number].parent = entities[random.below(number)].name }
    }
    for number in entities.indices { addKeys(&entities[number]) }
    return Schema(entities: entities, enumerations: enumerations)
  }

  private mutating func enumeration(_ number: Int) -> Enumeration {
    let isText = random.chance(50)
    let cases = (0...random.below(4)).map { item in
      Enumeration.Case(
        name: "\(pick(Self.words))\(item)",
        rawValue: isText ? .string(pick(Self.texts) + "\(item)") : .int(Int64(item * 3 - 4)),
        documentation: documentation())
    }
    return Enumeration(
      name: "E\(number)", rawType: isText ? .string : pick([.int16, .int32, .int64]), cases: cases,
      documentation: documentation())
  }

  private mutating func entity(_ number: Int) -> Entity {
    var entity = Entity(
      name: number == 0 && random.chance(30) ? "Date" : "Entity\(number)", isAbstract: random.chance(15))
    if number > 0, random.chance(30) { entity.parent = number == 1 ? nil : "Entity\(1 + random.below(number - 1))" }
    for place in 0..<random.below(8) {
      entity.properties.append(.attribute(attribute("\(pick(Self.words))\(number)\(place)")))
    }
    if random.chance(40) { entity.properties.append(.attribute(attribute(pick(Self.words)))) }
    // Entities may inherit from each other, so only the first has a property whose name has no unique suffix.
    if number > 0 { entity.properties.removeAll { Self.words.contains($0.name) } }
    entity.documentation = documentation()
    if random.chance(20) { entity.renamedFrom = pick(Self.words) }
    if random.chance(20) { entity.className = ".Module.Class" }
    if random.chance(20) { entity.userInfo = ["k": pick(Self.texts), pick(Self.texts): "v"] }
    return entity
  }

  private mutating func attribute(_ name: String) -> Attribute {
    var type: ValueType = pick([
      .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .uuid, .url, .opaque,
    ])
    if !enumerations.isEmpty, random.chance(20) { type = .enumeration(pick(enumerations).name) }
    if type != .opaque, random.chance(15) { type = .collection(element: type, isOrdered: true) }
    var attribute = Attribute(name: name, type: type, isOptional: random.chance(50))
    if random.chance(40) { attribute.defaultValue = value(type) }
    attribute.isTransient = random.chance(10)
    if random.chance(10) { attribute.derivation = "now()" }
    if random.chance(10) { attribute.renamedFrom = pick(Self.words) }
    if random.chance(10) { attribute.jsonKey = "a.b \(pick(Self.words))" }
    attribute.documentation = documentation()
    if random.chance(10) { attribute.usesScalarType = !attribute.isUsuallyScalar }
    if type == .opaque, random.chance(50) { attribute.className = "NSArray" }
    if random.chance(10) { attribute.userInfo = [pick(Self.texts): pick(Self.texts)] }
    if type == .string, random.chance(30) {
      attribute.constraints.append(.length(random.chance(50) ? random.below(5) : nil, 5 + random.below(9)))
    }
    if type == .string, random.chance(20) { attribute.constraints.append(.matches("[a-z]\\d+\"?")) }
    if type.isNumeric || type == .date, random.chance(30) {
      let bounds = [value(type), value(type)].sorted { Self.number($0) < Self.number($1) }
      attribute.constraints.append(random.chance(30) ? .range(bounds[0], .null) : .range(bounds[0], bounds[1]))
    }
    return attribute
  }

  private static func number(_ value: Value) -> Double {
    switch value {
    case .int(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    case .date(let value): value.timeIntervalSinceReferenceDate
    case .null, .bool, .string, .duration, .data, .uuid, .url, .object, .list: 0
    }
  }

  private mutating func value(_ type: ValueType) -> Value {
    switch type {
    case .bool: .bool(random.chance(50))
    case .int16: .int(Int64(Int16(truncatingIfNeeded: random.next())))
    case .int32: .int(Int64(Int32(truncatingIfNeeded: random.next())))
    case .int64: random.chance(10) ? .int(.min) : .int(Int64(bitPattern: random.next()))
    case .float, .double: .double(pick([0.0, -0.5, 1e-7, 123.456, 1e20, -3.0]))
    case .decimal: .decimal(Decimal(string: pick(["0", "-12.50", "1234567890123456789.123"])) ?? 0)
    case .string: .string(pick(Self.texts))
    case .date: .date(Date(timeIntervalSinceReferenceDate: pick([0, -86400.5, 1e9 + 0.125, 3.3])))
    case .data: .data(Data([1, 2, UInt8(random.below(256))]))
    case .uuid: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F").map(Value.uuid) ?? .null
    case .url: URL(string: "https://example.org/a?b=%20").map(Value.url) ?? .null
    case .enumeration(let name): enumerations.first { $0.name == name }.map { pick($0.cases).rawValue } ?? .null
    case .collection(let element, _): .list((0..<random.below(3)).map { _ in value(element) })
    case .opaque, .duration, .object, .null: .null
    }
  }

  private mutating func addRelationships(_ number: Int, _ entities: inout [Entity]) {
    for place in 0..<random.below(3) {
      let target = random.below(entities.count)
      let name = "r\(number)\(place)"
      var there = relationship(name, to: entities[target].name)
      if random.chance(70) {
        var back = relationship(name + "back", to: entities[number].name)
        back.inverse = name
        there.inverse = back.name
        entities[target].properties.append(.relationship(back))
      }
      entities[number].properties.append(.relationship(there))
    }
  }

  private mutating func relationship(_ name: String, to destination: String) -> Relationship {
    var result = Relationship(
      name: name, destination: destination, isToMany: random.chance(50), isOptional: random.chance(60),
      deleteRule: pick(Relationship.DeleteRule.allCases))
    if result.isToMany {
      result.isOrdered = random.chance(30)
      result.minimumCount = result.isOptional ? (random.chance(20) ? 2 : nil) : 1 + random.below(3)
      if random.chance(30) { result.maximumCount = 5 + random.below(5) }
    }
    result.isTransient = random.chance(5)
    if random.chance(10) { result.renamedFrom = "was" }
    if random.chance(10) { result.jsonKey = "key" }
    if random.chance(10) { result.userInfo = ["a": "b"] }
    result.documentation = documentation()
    return result
  }

  private mutating func addKeys(_ entity: inout Entity) {
    let names = entity.properties.compactMap { property -> String? in
      guard case .attribute(let attribute) = property, attribute.type != .opaque, attribute.type.element == nil else {
        return nil
      }
      return attribute.name
    }
    if names.isEmpty { return }
    for _ in 0..<random.below(4) {
      entity.uniquenessConstraints.append(Array(Set((0...random.below(2)).map { _ in pick(names) })).sorted())
      let keys = Array(Set((0...random.below(2)).map { _ in pick(names) })).sorted()
      entity.indexes.append(
        Entity.Index(
          name: random.chance(30) ? pick(Self.texts) : nil,
          keys: keys.map { .init($0, isDescending: random.chance(20)) }))
    }
  }

  private mutating func documentation() -> String? {
    random.chance(20) ? pick(["One line", "Two\n\nlines  x", "/ slash", ""]) : nil
  }

  private mutating func pick<Element>(_ items: [Element]) -> Element {
    random.pick(items)
  }
}
