import CDQIR

/// An entity of a JOIN, and the path to its object from the entity of the query.
struct JoinedEntity {
  var entity: String
  /// The names by which the statement refers to it.
  var aliases: [String]
  /// The words of its condition.
  var condition: [String]
  var path = ""
  /// The path, if it may lead to no object.
  var optionalPath: String?

  /// Finds the entity from which to-one relationships lead to all others, and the paths.
  ///
  /// - Parameter keepsFirst: Whether only the first entity is possible, as in an outer join.
  /// - Returns: The entity; nil if there is none, or if it is not clear which relationship is meant.
  static func resolve(_ entities: inout [JoinedEntity], _ schema: Schema, keepsFirst: Bool) -> String? {
    guard Set(entities.map(\.entity)).count == entities.count else { return nil }
    let words = Set(entities.flatMap(\.condition))
    for base in keepsFirst ? entities.prefix(1) : entities[...] {
      var found: [String: (path: String, isOptional: Bool)] = [base.entity: ("", false)]
      var queue = [base.entity]
      while let next = queue.first {
        queue.removeFirst()
        let start = found[next] ?? ("", false)
        for other in entities where found[other.entity] == nil {
          let all = schema.allRelationships(of: next).filter { !$0.isToMany && $0.destination == other.entity }
          let named = all.filter { relationship in words.contains { $0.hasPrefix(relationship.name.lowercased()) } }
          guard let relationship = all.count == 1 ? all.first : named.count == 1 ? named.first : nil else { continue }
          found[other.entity] = (
            (start.path.isEmpty ? "" : start.path + ".") + relationship.name,
            start.isOptional || relationship.isOptional
          )
          queue.append(other.entity)
        }
      }
      guard found.count == entities.count else { continue }
      for index in entities.indices {
        guard let (path, isOptional) = found[entities[index].entity] else { continue }
        entities[index].path = path
        entities[index].optionalPath = isOptional ? path : nil
      }
      return base.entity
    }
    return nil
  }
}
