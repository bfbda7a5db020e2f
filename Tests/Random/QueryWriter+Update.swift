import CDQIR

extension QueryWriter {
  /// Writes an `update` of up to three properties.
  package mutating func update(of entity: String) -> Phrase {
    self.entity = entity
    var parts: [Phrase.Part] = [.text("update \(entity)")]
    if schema.entity(named: entity)?.isAbstract == false, random.chance(8) {
      parts.append(.phrase(Phrase(.clause, " only")))
    }
    if random.chance(80) {
      parts.append(.phrase(Phrase(.clause, of: " where \(predicate(random.pick([0, 0, 1])))")))
    }
    var properties = schema.allProperties(of: entity).filter { property in
      if case .relationship(let relationship) = property { return !relationship.isToMany }
      return property.name != "id" || random.chance(25)
    }
    if properties.isEmpty { properties = schema.allProperties(of: entity).filter { $0.name == "id" } }
    parts.append(.text(" set "))
    for index in 0..<(1 + random.below(3)) where !properties.isEmpty {
      if index > 0 { parts.append(.text(", ")) }
      let property = properties.remove(at: random.below(properties.count))
      parts.append(.text("\(name(property.name)) = "))
      parts.append(.phrase(newValue(of: property)))
    }
    return Phrase(.fixed, parts: parts)
  }

  private mutating func newValue(of property: Property) -> Phrase {
    let type = property.type.base
    if property.type.isOptional, random.chance(12) { return Phrase(.fixed, "nil") }
    switch property {
    case .relationship: return parameter("p")
    case .attribute where type.element != nil: return parameter("p")
    case .attribute where property.name == "id" && type == .int64 && random.chance(70):
      // Numbers that some objects have, so that they exchange them.
      return Phrase(.value(type), random.pick(["3 - id", "id + 1", "7 - id", "id * 2", "-id", "id"]))
    case .attribute:
      if random.chance(30), let copied = copy(of: type) { return Phrase(.value(type), copied) }
      switch type {
      case .int16, .int32, .int64: return value(random.chance(50) ? type : .int64, 1)
      case .float: return value(.double, 1)
      default: return value(type, 1)
      }
    }
  }

  /// Another attribute of the object that has the type.
  private mutating func copy(of type: ValueType) -> String? {
    let found = schema.allAttributes(of: entity).filter { $0.type == type }
    return random.pickAny(found).map { name($0.name, isStart: true) }
  }
}
