/// The storage of a `Schema`, with the tables that lookups by name need, built once.
final class SchemaParts: Sendable {
  let entities: [Entity]
  let enumerations: [Enumeration]
  let entityIndex: [String: Int]
  let enumerationIndex: [String: Int]
  /// For each entity the indexes of its own properties by name: every step of every query looks one up.
  let propertyIndexes: [[String: Int]]
  /// For each entity the index of its parent.
  private let parents: [Int?]
  /// For each entity whether others inherit from it.
  private let isParent: [Bool]
  /// Whether an entity inherits from itself, which validation refuses.
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
    var isParent = [Bool](repeating: false, count: entities.count)
    for case let parent? in parents { isParent[parent] = true }
    self.isParent = isParent
  }

  /// The indexes of an entity and its ancestors, nearest first; empty for an unknown name. A cycle ends the list.
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

  /// Whether entities inherit from the one of that name.
  func hasChildren(_ name: String) -> Bool { entityIndex[name].map { isParent[$0] } ?? false }

  /// The property of that name, own or inherited; that of a nearer entity hides that of a farther ancestor.
  func property(named property: String, of entity: String) -> Property? {
    var owner = entityIndex[entity]
    // No chain of ancestors is longer than the list of entities; this bound also ends a cycle.
    for _ in entities.indices {
      guard let index = owner else { return nil }
      if let place = propertyIndexes[index][property] { return entities[index].properties[place] }
      owner = parents[index]
    }
    return nil
  }

  /// Whether the parents form a cycle. Each walk stops at an entity that was visited before; it meets one of its own
  /// only in a cycle.
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
