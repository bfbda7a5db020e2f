package import CDQIR
import CDQSQL

/// A relationship whose two objects may be on different servers. A join over it, or an `EXISTS`, runs on the coordinator,
/// to which the rows of both tables are sent.
package struct Crossing: Hashable, Sendable, CustomStringConvertible {
  /// The entity that declares the relationship.
  package var entity: String
  package var relationship: String
  /// How the tables are divided, as a clause.
  package var reason: String

  package var description: String { "'\(entity).\(relationship)' crosses servers: \(reason)" }
}

extension ShardedLayout {
  /// The crossing of a relationship; nil where both objects are always on one server.
  package func crossing(_ relationship: Relationship, of entity: String) -> Crossing? {
    guard let place = layout.mapping.entities[entity], let target = layout.mapping.entities[relationship.destination],
      let way = place.relationships[relationship.name]
    else { return nil }
    let (here, there) = (schema.root(of: entity), schema.root(of: relationship.destination))
    let reason: String
    switch way {
    case .foreignKey(let key):
      if isTogether(key.columns[0], of: place.table, with: target.table) { return nil }
      reason = self.reason(here, place.table, key.columns[0], there, target.table)
    case .inverse(let key):
      if isTogether(key.columns[0], of: target.table, with: place.table) { return nil }
      reason = self.reason(there, target.table, key.columns[0], here, place.table)
    case .joinTable(let join):
      if servers.count == 1 { return nil }
      reason = "the pairs are in '\(join.table.name)', each on the server of its '\(key(of: join.table))'"
    }
    return Crossing(entity: entity, relationship: relationship.name, reason: reason)
  }

  private func reason(
    _ holder: String, _ table: TableName, _ column: String, _ target: String, _ targetTable: TableName
  ) -> String {
    let number = OwnLayout.numberColumn
    func divided(_ entity: String, _ table: TableName) -> String {
      key(of: table) == number ? "'\(entity)' is divided by its own number" : "'\(entity)' by '\(key(of: table))'"
    }
    if key(of: targetTable) == number { return "\(divided(holder, table)), and not by '\(column)'" }
    return "\(divided(target, targetTable)), and not by its own number"
  }

  /// The relationships that a query follows from one server to another, each once.
  ///
  /// A query for objects also reads which objects its to-one relationships refer to.
  package func crossings(of query: QueryIR) -> [Crossing] {
    var found: [Crossing] = []
    func follow(_ name: String, of entity: String) {
      guard case .relationship(let relationship)? = schema.property(named: name, of: entity) else { return }
      if let crossing = crossing(relationship, of: entity), !found.contains(crossing) { found.append(crossing) }
    }
    for root in query.nodes {
      root.walk { node in
        switch node {
        case .expression(.path(let path)), .collection(.path(let path)):
          for step in path.steps { follow(step.name, of: step.entity) }
        case .collection(.objects(let entity)) where servers.count > 1:
          let crossing = Crossing(
            entity: query.entity, relationship: entity, reason: "all objects of '\(entity)' are on \(servers.count) servers")
          if !found.contains(crossing) { found.append(crossing) }
        default: break
        }
        return true
      }
    }
    let isObjects = query.projection == nil && query.cardinality != .count && query.cardinality != .exists
    for case .relationship(let relationship) in isObjects ? schema.allProperties(of: query.entity) : []
    where !relationship.isToMany { follow(relationship.name, of: query.entity) }
    return found
  }

  /// How the tables are divided, and what crosses servers: a line for each table and relationship.
  package var report: [String] {
    var lines: [String] = []
    for entity in schema.entities where schema.root(of: entity.name) == entity.name {
      guard let table = layout.mapping.entities[entity.name]?.table else { continue }
      lines.append("'\(entity.name)' is divided by '\(key(of: table))' among \(servers.count) servers")
    }
    for entity in schema.entities {
      for case .relationship(let relationship) in entity.properties where !relationship.isTransient {
        if let crossing = crossing(relationship, of: entity.name) {
          lines.append(crossing.description)
        } else {
          lines.append("'\(entity.name).\(relationship.name)' stays on one server")
        }
      }
    }
    for index in layout.indexes where index.isUnique && servers.count > 1 {
      let columns = index.keys.map(\.column)
      if columns.contains(key(of: index.table)) { continue }
      lines.append("'\(index.table.name)' has unique '\(columns.joined(separator: ", "))' on each server, not over all")
    }
    return lines
  }
}
