/// What a schema consists of, with what every query asks of it worked out once.
final class SchemaParts: Sendable {
  let entities: [Entity]
  let enumerations: [Enumeration]
  let entityIndex: [String: Int]
  let enumerationIndex: [String: Int]
  /// Places of the own properties of each entity by name: every step of every query looks one up.
  let propertyIndexes: [[String: Int]]
  /// The parent of each entity.
  private let parents: [Int?]
  /// Whether some entity inherits from itself, which validation refuses.
  private let hasCycle: Bool

  init(_ entities: [Entity], _ enumerations: [Enumeration]) {
    self.entities = entities
    self.enumerations = enumerations
    let entityIndex = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.entityIndex = entityIndex
    enumerationIndex = Dictionary(
      enumerations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    propertyIndexes = entities.map { entity in
      Dictionary(entity.properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    parents = entities.map { $0.parent.flatMap { entityIndex[$0] } }
    hasCycle = SchemaParts.hasCycle(parents)
  }

  /// The entity and its ancestors as indexes, nearest first; none when there is no such entity. A cycle ends the line.
  func line(of name: String) -> [Int] {
    var line: [Int] = []
    var seen: Set<Int> = []
    var next = entityIndex[name]
    while let current = next {
      if hasCycle, !seen.insert(current).inserted { break }
      line.append(current)
      next = parents[current]
    }
    return line
  }

  /// The property of that name, own or inherited; a nearer one hides a farther one.
  func property(named property: String, of entity: String) -> Property? {
    var owner = entityIndex[entity]
    // No line is longer than this, even where it is a cycle.
    for _ in entities.indices {
      guard let index = owner else { return nil }
      if let place = propertyIndexes[index][property] { return entities[index].properties[place] }
      owner = parents[index]
    }
    return nil
  }

  /// Follows each entity to one that was followed before: to one of the same walk only where there is a cycle.
  private static func hasCycle(_ parents: [Int?]) -> Bool {
    var walks: [Int?] = Array(repeating: nil, count: parents.count)
    for start in parents.indices {
      var next: Int? = start
      while let current = next {
        if let walk = walks[current] {
          if walk == start { return true }
          break
        }
        walks[current] = start
        next = parents[current]
      }
    }
    return false
  }
}
