import CDQIR
import CDQStore
import CDQLoading

/// The importer of objects into a transaction: it updates objects whose identity is stored, inserts the others, and
/// connects them.
package struct ObjectImporter<Target: ImportTarget> {
  package typealias Row = Target.Row

  /// References of one relationship, some of whose targets may come later.
  fileprivate struct Pending {
    /// The object that has the relationship; nil until it is stored.
    var row: Row?
    var slot: Int
    var targets: [Reference]
    var path: [JSONStep]
  }

  fileprivate enum Reference {
    case row(Row)
    case key(UniqueKey)
  }

  package var target: Target
  var layout: StoreLayout { target.layout }
  /// The path to the current record.
  var path: [JSONStep] = []
  /// Inserted objects, updated ones, and those that already had the values of the data; an object can be in several of
  /// these lists.
  private(set) var inserted: [Row] = []
  private(set) var updated: [Row] = []
  private(set) var unchanged: [Row] = []
  /// Errors that were found after all objects were stored.
  private(set) var failures: [DecodeError] = []
  private var pending: [Pending] = []
  /// New objects of entities with a required reference.
  private var demanding: [(row: Row, path: [JSONStep])] = []

  /// Objects whose rule fills relationships by a query, with the index of the rule.
  private(set) var lookups: [(row: Row, rule: Int)] = []

  package init(_ target: Target) {
    self.target = target
  }

  /// Updates or inserts an object and the objects nested in it.
  mutating func store(_ object: ImportedObject) throws -> Row {
    var links: [(slot: Int, targets: [Row])] = []
    var open: [Pending] = []
    for references in object.references { try resolve(references, &links, &open) }
    let entity = object.plan.layout
    let row: Row
    if let key = object.identity, let constraint = entity.identityConstraint,
      let existing = try target.find(key, in: constraint)
    {
      try update(existing, object, links)
      row = existing
    } else {
      row = try insert(object, links)
    }
    if object.plan.hasLookups, let rule = object.plan.rule { lookups.append((row, rule)) }
    for var entry in open {
      entry.row = row
      pending.append(entry)
    }
    return row
  }

  // MARK: References

  private mutating func resolve(
    _ references: ImportedObject.References, _ links: inout [(slot: Int, targets: [Row])],
    _ open: inout [Pending]
  ) throws {
    let relation = references.relation
    var targets: [Reference] = []
    targets.reserveCapacity(references.targets.count)
    var isOpen = false
    for reference in references.targets {
      switch reference {
      case .object(let nested):
        let depth = path.count
        path += references.path
        if references.isList { path.append(.index(nested.index)) }
        targets.append(.row(try store(nested)))
        path.removeLast(path.count - depth)
      case .key(let key):
        if let row = try target.find(relation.destination, identity: key) {
          targets.append(.row(row))
        } else {
          isOpen = true
          targets.append(.key(key))
        }
      case .named(let key):
        guard let row = try target.find(key), layout.isKind(target.entity(of: row), of: relation.destination) else {
          throw DecodeError(
            .unresolvedReference, at: path,
            "there is no \(relation.relationship.destination) \(ValueCoding.json(.object(key)))")
        }
        targets.append(.row(row))
      }
    }
    if isOpen {
      let path = path + references.path
      open.append(Pending(row: nil, slot: references.slot, targets: targets, path: path))
    } else {
      links.append((references.slot, ObjectImporter.distinct(targets.compactMap(\.row))))
    }
  }

  private static func distinct(_ rows: [Row]) -> [Row] {
    guard rows.count > 1 else { return rows }
    var seen: Set<Row> = []
    return rows.filter { seen.insert($0).inserted }
  }

  // MARK: Objects

  private mutating func insert(
    _ object: ImportedObject, _ links: [(slot: Int, targets: [Row])]
  ) throws -> Row {
    let row = try atPath { importer in
      try importer.target.insert(object.values, links, of: object.plan.entity)
    }
    inserted.append(row)
    if object.plan.hasRequiredReference { demanding.append((row, path)) }
    return row
  }

  /// Makes one change of the target. What the rules of the schema or the target refuse is an error of the current record.
  private mutating func atPath<Result>(_ change: (inout Self) throws -> Result) throws -> Result {
    do {
      return try change(&self)
    } catch let error as StoreError {
      throw DecodeError(error, at: path)
    } catch let error as ValueCodingError {
      throw DecodeError(error, at: path)
    }
  }

  private mutating func update(
    _ row: Row, _ object: ImportedObject, _ links: [(slot: Int, targets: [Row])]
  ) throws {
    guard layout.isKind(target.entity(of: row), of: object.plan.entity) else {
      throw DecodeError(
        .duplicateValue, at: path,
        "there is already a \(layout.entities[target.entity(of: row)].entity.name) of this identity, which cannot become a "
          + object.plan.layout.entity.name)
    }
    let attributes = try target.changes(of: row, to: object.values, at: object.given)
    var changed: [(slot: Int, targets: [Row])] = []
    for link in links where try !leads(row, link.slot, to: link.targets) { changed.append(link) }
    if attributes.isEmpty, changed.isEmpty {
      unchanged.append(row)
      return
    }
    try atPath { try $0.target.update(row, attributes, changed) }
    updated.append(row)
  }

  /// Whether a relationship has exactly these targets; their order counts only when the relationship is ordered.
  private func leads(_ row: Row, _ slot: Int, to targets: [Row]) throws -> Bool {
    let relation = layout.entities[target.entity(of: row)].relationships[slot]
    let current = try target.targets(of: row, relation)
    if current == targets { return true }
    return !relation.relationship.isOrdered && current.count == targets.count && Set(current) == Set(targets)
  }

  /// Sets the targets of a relationship, unless it already has them.
  mutating func connect(_ row: Row, _ slot: Int, to targets: [Row]) throws {
    guard try !leads(row, slot, to: targets) else { return }
    try atPath { try $0.target.update(row, [], [(slot, targets)]) }
    updated.append(row)
  }

  // MARK: The end

  /// Resolves the references to objects that came later than the objects that refer to them.
  mutating func connectPending() throws {
    let pending = pending
    self.pending = []
    for entry in pending {
      guard let owner = entry.row else { continue }
      let relation = layout.entities[target.entity(of: owner)].relationships[entry.slot]
      var rows: [Row] = []
      for reference in entry.targets {
        switch reference {
        case .row(let row): rows.append(row)
        case .key(let key):
          if let row = try target.find(relation.destination, identity: key) {
            rows.append(row)
          } else {
            failures.append(
              DecodeError(
                .unresolvedReference, at: entry.path, "there is no \(relation.relationship.destination) \(key.text)"))
          }
        }
      }
      path = entry.path
      do {
        try connect(owner, entry.slot, to: ObjectImporter.distinct(rows))
      } catch let error as DecodeError {
        failures.append(error)
      }
    }
  }

  /// Deletes new objects that lack a required reference.
  mutating func checkRequired() throws {
    for place in try target.incomplete(among: demanding.map(\.row)) {
      let (row, path) = demanding[place]
      // It may have been deleted with another one.
      guard let missing = try target.missingReference(of: row) else { continue }
      let entity = layout.entities[target.entity(of: row)].entity.name
      failures.append(
        DecodeError(
          .missingValue, at: path + [.key(missing.jsonKey ?? missing.name)],
          "'\(entity).\(missing.name)' needs a \(missing.destination)"))
      do {
        try target.delete([row])
      } catch is StoreError {
        // Another object needs it, which the end of the transaction refuses.
      }
      inserted.removeAll { $0 == row }
    }
  }
}

extension ObjectImporter.Reference {
  fileprivate var row: Target.Row? {
    if case .row(let row) = self { row } else { nil }
  }
}
