import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import Foundation

/// The accesses by which the engine in memory reads records of a database, one for each entity.
final class RecordAccesses: @unchecked Sendable {
  /// Written only in the initializer, hence `@unchecked Sendable`.
  private(set) var byEntity: [String: RecordAccess<DatabaseRecord>] = [:]

  init(_ schema: Schema) {
    for entity in schema.entities { byEntity[entity.name] = access(to: entity.name, schema) }
  }

  private func access(to entity: String, _ schema: Schema) -> RecordAccess<DatabaseRecord> {
    RecordAccess(entity, root: schema.root(of: entity)) { declaration in
      declaration.objectKey { $0.key }
      declaration.entity(of: { $0.entityName })
      for attribute in schema.allAttributes(of: entity) {
        let name = attribute.name
        var type = schema.rawType(of: attribute.type)
        if case .collection(let element, let isOrdered) = type {
          type = .collection(element: schema.rawType(of: element), isOrdered: isOrdered)
        }
        declaration.attribute(named: name, type: type) { $0[name] }
      }
      for relationship in schema.allRelationships(of: entity) {
        let (name, destination) = (relationship.name, relationship.destination)
        // The default is never used: every entity of the schema has an access.
        let target = { @Sendable [unowned self] in byEntity[destination] ?? RecordAccess(destination) { _ in } }
        if relationship.isToMany {
          declaration.toMany(name, { $0.targets[name] ?? [] }, target())
        } else {
          declaration.toOne(name, { $0.targets[name]?.first }, target())
        }
      }
    }
  }
}

/// The relationships that a query follows, and how many of them one after the other.
struct FollowedRelationships {
  private(set) var steps: [StepIR] = []
  private(set) var depth = 0

  init(_ ir: QueryIR) {
    follow(ir, from: 0)
  }

  /// - Parameter base: The number of relationships up to the objects of the query, which is that of a shape if not 0.
  private mutating func follow(_ ir: QueryIR, from base: Int) {
    var (own, depths) = (ir, [0: base])
    own.projection?.shapes = []
    for node in own.nodes { visit(node, &depths) }
    for shape in ir.projection?.shapes ?? [] {
      follow(shape.query([]), from: visit(.collection(.path(shape.path)), &depths))
    }
  }

  /// The number of relationships up to the elements of a collection.
  private mutating func visit(_ collection: CollectionIR, _ depths: inout [Int: Int]) -> Int {
    visit(.collection(collection), &depths)
  }

  @discardableResult private mutating func visit(_ node: IRNode, _ depths: inout [Int: Int]) -> Int {
    switch node {
    case .expression(.path(let path)), .collection(.path(let path)):
      var length = depths[path.variable] ?? 0
      for step in path.steps where step.kind == .toOne || step.kind == .toMany {
        length += 1
        if !steps.contains(step) { steps.append(step) }
      }
      depth = max(depth, length)
      return length
    case .predicate(.quantified(let node)):
      depths[node.variable.id] = visit(node.collection, &depths)
      return visit(.predicate(node.predicate), &depths)
    case .collection(.filter(let source, let variable, let predicate)):
      let length = visit(source, &depths)
      depths[variable.id] = length
      visit(.predicate(predicate), &depths)
      return length
    case .collection(.map(let source, let variable, let value)):
      depths[variable.id] = visit(source, &depths)
      return visit(.expression(value), &depths)
    case .collection(.flatMap(let source, let variable, let inner)):
      depths[variable.id] = visit(source, &depths)
      return visit(inner, &depths)
    case .predicate, .expression, .collection:
      var longest = 0
      for child in node.children { longest = max(longest, visit(child, &depths)) }
      return longest
    }
  }
}

/// Reads the objects that a relationship leads to, for many owners with few statements.
struct RelatedObjects {
  let reader: ValueReader
  let connection: any DatabaseConnection
  let deadline: ContinuousClock.Instant?
  let generator: () -> SQLGenerator

  /// Gives each pair of the key of an owner and an object to a closure, in the order of the relationship for each owner.
  func forEach(
    _ step: StepIR, of owners: [[SQLDatum]], _ body: ([SQLDatum], DatabaseRecord) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    var rest = owners[...]
    while !rest.isEmpty {
      // Few sizes of lists make few texts, which the database prepares once.
      let count = rest.count > 20 ? 500 : rest.count > 1 ? 20 : 1
      let part = rest.prefix(count)
      rest = rest.dropFirst(count)
      let query: SQLQuery
      do throws(SQLRefusal) {
        query = try generator().related(by: step, owners: Array(part), count: count)
      } catch {
        throw .refused([error])
      }
      let keyCount = part.first?.count ?? 0
      try connection.read(query.statement, deadline: deadline, isStreamed: false) { row throws(DatabaseError) in
        guard let shape = query.object,
          let record = try reader.record(row, shape, query.outputs, query.statement.columns, mayBeMissing: true)
        else { return true }
        try body((0..<keyCount).map { row.datum(at: $0) }, record)
        return true
      }
    }
  }
}

/// Loads the objects that a query follows relationships to, a level of relationships at a time.
struct RecordGraph {
  let schema: Schema
  let followed: FollowedRelationships
  let related: RelatedObjects
  /// The greatest number of objects that are loaded.
  let limit: Int
  private var known: [RowKey: DatabaseRecord] = [:]

  init(schema: Schema, followed: FollowedRelationships, related: RelatedObjects, limit: Int) {
    (self.schema, self.followed, self.related, self.limit) = (schema, followed, related, limit)
  }

  /// Loads what the query reads of some candidates.
  mutating func load(from candidates: [DatabaseRecord]) throws(DatabaseError) {
    var level = candidates
    for record in candidates { known[record.row] = record }
    for _ in 0..<followed.depth {
      var next: [DatabaseRecord] = []
      for step in followed.steps {
        let owners = level.filter { schema.isEntity($0.entityName, kindOf: step.entity) }
        try follow(step, owners.filter { $0.targets[step.name] != nil }, &next)
        try load(step, owners.filter { $0.targets[step.name] == nil }, &next)
      }
      if next.isEmpty { return }
      level = next
    }
  }

  /// Goes on to objects that were loaded before, such as those by which a limit for each key chose the candidates.
  private mutating func follow(
    _ step: StepIR, _ owners: [DatabaseRecord], _ next: inout [DatabaseRecord]
  ) throws(DatabaseError) {
    for owner in owners {
      var targets: [DatabaseRecord] = []
      for record in owner.targets[step.name] ?? [] { targets.append(try shared(record, &next)) }
      owner.targets[step.name] = targets
    }
  }

  /// The record that stands for an object, since two ways lead to one object, whose own relationships are loaded once.
  private mutating func shared(
    _ record: DatabaseRecord, _ next: inout [DatabaseRecord]
  ) throws(DatabaseError) -> DatabaseRecord {
    if let same = known[record.row] {
      // An object of a sub-entity may have been read as one of its parent, without its own attributes.
      if same !== record { same.values.merge(record.values) { $1 } }
      return same
    }
    known[record.row] = record
    next.append(record)
    guard known.count <= limit else { throw .tooManyCandidates(limit: limit, reasons: []) }
    return record
  }

  private mutating func load(
    _ step: StepIR, _ owners: [DatabaseRecord], _ next: inout [DatabaseRecord]
  ) throws(DatabaseError) {
    let byKey = Dictionary(owners.map { ($0.row.values, $0) }, uniquingKeysWith: { first, _ in first })
    for owner in owners { owner.targets[step.name] = [] }
    var (graph, found) = (self, [DatabaseRecord]())
    known = [:]
    defer { known = graph.known }
    try related.forEach(step, of: owners.map(\.row.values)) { owner, record throws(DatabaseError) in
      byKey[owner]?.targets[step.name]?.append(try graph.shared(record, &found))
    }
    next += found
  }
}
