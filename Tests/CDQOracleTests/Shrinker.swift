import CDQIR
import CDQRandom
import CDQRuntime

/// Reduces a failing case to a small one that still fails.
struct Shrinker {
  private(set) var smallest: OracleCase
  private(set) var difference: String
  private var loaded: OracleCase.Loaded
  private var attempts = 0

  /// The largest number of smaller cases to try.
  private static let mostAttempts = 3000

  init(_ failing: OracleCase, _ difference: String, _ loaded: OracleCase.Loaded) {
    smallest = failing
    self.difference = difference
    self.loaded = loaded
  }

  mutating func shrink() {
    var hasShrunk = true
    while hasShrunk && attempts < Shrinker.mostAttempts {
      hasShrunk = shrinkText()
      hasShrunk = shrinkArguments() || hasShrunk
      hasShrunk = shrinkData() || hasShrunk
      hasShrunk = shrinkSchema() || hasShrunk
    }
  }

  /// Replaces the smallest case with a candidate if that fails, too.
  private mutating func accept(_ candidate: OracleCase, _ loaded: OracleCase.Loaded) -> Bool {
    attempts += 1
    guard attempts < Shrinker.mostAttempts, case .different(let text) = candidate.outcome(loaded) else { return false }
    // A case that fails because an argument no longer fits its parameter shows another problem.
    if text.contains("-argument]") || text.contains("[unknown-sort-choice]") { return false }
    smallest = candidate
    difference = text
    self.loaded = loaded
    return true
  }

  private mutating func shrinkText() -> Bool {
    var hasShrunk = false
    search: while true {
      for phrase in smallest.phrase.smaller {
        var candidate = smallest
        candidate.phrase = phrase
        if accept(candidate, loaded) {
          hasShrunk = true
          continue search
        }
      }
      return hasShrunk
    }
  }

  private mutating func shrinkArguments() -> Bool {
    var hasShrunk = false
    for (name, value) in smallest.arguments.sorted(by: { $0.key < $1.key }) {
      var simpler: [Value?] = []
      switch value {
      case .list(let elements):
        for index in elements.indices {
          var fewer = elements
          fewer.remove(at: index)
          simpler.append(.list(fewer))
        }
      case .int(let number): if number != 0, number != 1 { simpler = [.int(0), .int(1)] }
      case .double(let number): if number != 0, number != 1 { simpler = [.double(0), .double(1)] }
      case .string(let text): simpler = text.isEmpty ? [] : [.string(""), .string(String(text.prefix(text.count / 2)))]
      default: break
      }
      if !smallest.phrase.text.contains("$\(name)") { simpler = [nil] }
      for replacement in simpler {
        var candidate = smallest
        candidate.arguments[name] = replacement
        if accept(candidate, loaded) {
          hasShrunk = true
          break
        }
      }
    }
    return hasShrunk
  }

  /// Tries the smallest case on another world.
  private mutating func accept(_ world: RandomWorld) -> Bool {
    guard let loaded = try? OracleCase.Loaded(world) else { return false }
    var candidate = smallest
    candidate.world = world
    return accept(candidate, loaded)
  }

  private mutating func shrinkData() -> Bool {
    var hasShrunk = false
    for index in smallest.world.objects.indices.reversed() {
      if accept(smallest.world.removing(object: index)) { hasShrunk = true }
    }
    for index in smallest.world.objects.indices {
      for (name, targets) in smallest.world.objects[index].references.sorted(by: { $0.key < $1.key }) {
        for target in targets {
          var world = smallest.world
          world.objects[index].references[name]?.removeAll { $0 == target }
          if world.objects[index].references[name]?.isEmpty == true { world.objects[index].references[name] = nil }
          if accept(world) { hasShrunk = true }
        }
      }
      for (name, value) in smallest.world.objects[index].attributes.sorted(by: { $0.key < $1.key }) {
        for replacement in RandomWorld.simpler(value) {
          var world = smallest.world
          world.objects[index].attributes[name] = replacement
          if accept(world) {
            hasShrunk = true
            break
          }
        }
      }
    }
    return hasShrunk
  }

  private mutating func shrinkSchema() -> Bool {
    var hasShrunk = false
    for entity in smallest.world.schema.entities {
      for property in entity.properties where property.name != "id" {
        if accept(smallest.world.removing(property: property.name, of: entity.name)) { hasShrunk = true }
      }
      if accept(smallest.world.removing(entity: entity.name)) { hasShrunk = true }
    }
    return hasShrunk
  }
}

extension RandomWorld {
  /// The world without one object and the references to it.
  func removing(object: Int) -> RandomWorld {
    var result = self
    result.objects.remove(at: object)
    for index in result.objects.indices {
      for (name, targets) in result.objects[index].references {
        let left = targets.filter { $0 != object }.map { $0 > object ? $0 - 1 : $0 }
        result.objects[index].references[name] = left
      }
    }
    return result
  }

  /// The world without a property and its inverse.
  func removing(property: String, of entity: String) -> RandomWorld {
    var inverse: String?
    if case .relationship(let relationship)? = schema.property(named: property, of: entity) {
      inverse = relationship.inverse
    }
    var result = self
    let entities = schema.entities.map { entity in
      var copy = entity
      copy.properties.removeAll { $0.name == property || $0.name == inverse }
      return copy
    }
    result.schema = Schema(entities: entities, enumerations: schema.enumerations)
    for index in result.objects.indices {
      result.objects[index].attributes[property] = nil
      result.objects[index].references[property] = nil
      if let inverse { result.objects[index].references[inverse] = nil }
    }
    return result
  }

  /// The world without an entity, if the entity has no objects.
  func removing(entity: String) -> RandomWorld {
    var result = self
    guard !objects.contains(where: { $0.entity == entity }) else { return result }
    result.schema = Schema(entities: schema.entities.filter { $0.name != entity }, enumerations: schema.enumerations)
    return result
  }

  /// Simpler values to try in place of a value; nil removes the value.
  static func simpler(_ value: Value) -> [Value?] {
    switch value {
    case .list(let elements):
      return elements.isEmpty ? [nil] : [nil, .list(Array(elements.dropFirst())), .list([elements[0]])]
    case .int(let number): return number == 0 ? [nil] : [nil, .int(0)]
    case .double(let number): return number == 0 ? [nil] : [nil, .double(0)]
    case .string(let text): return text.isEmpty ? [nil] : [nil, .string(""), .string(String(text.prefix(1)))]
    default: return [nil]
    }
  }
}
