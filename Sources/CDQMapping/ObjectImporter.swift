import CDQIR
import CDQStore
import CDQLoading

/// The importer of objects into a transaction: it updates objects whose identity is stored, inserts the others, and
/// connects them.
struct ObjectImporter {
  /// References of one relationship, some of whose targets may come later.
  fileprivate struct Pending {
    var row: RowReference
    var slot: Int
    var targets: [Target]
    var path: [JSONStep]

    enum Target {
      case row(RowReference)
      case key(UniqueKey)
    }
  }

  var transaction: StoreTransaction
  var layout: StoreLayout { transaction.layout }
  /// The path to the current record.
  var path: [JSONStep] = []
  /// Inserted objects, updated ones, and those that already had the values of the data; an object can be in several of
  /// these lists.
  private(set) var inserted: [RowReference] = []
  private(set) var updated: [RowReference] = []
  private(set) var unchanged: [RowReference] = []
  /// Errors that were found after all objects were stored.
  private(set) var failures: [DecodeError] = []
  private var pending: [Pending] = []
  /// New objects of entities with a required reference.
  private var demanding: [(row: RowReference, path: [JSONStep])] = []

  init(_ transaction: StoreTransaction) {
    self.transaction = transaction
  }

  /// Objects whose rule fills relationships by a query, with the index of the rule.
  private(set) var lookups: [(row: RowReference, rule: Int)] = []

  /// Updates or inserts an object and the objects nested in it.
  mutating func store(_ object: ImportedObject) throws(DecodeError) -> RowReference {
    var links: [(slot: Int, targets: [RowReference])] = []
    var open: [Pending] = []
    for references in object.references { try resolve(references, &links, &open) }
    let entity = object.plan.layout
    let row: RowReference
    if let key = object.identity, let constraint = entity.identityConstraint,
      let existing = transaction.pending.state.row(of: key, in: constraint)
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
    _ references: ImportedObject.References, _ links: inout [(slot: Int, targets: [RowReference])],
    _ open: inout [Pending]
  ) throws(DecodeError) {
    let relation = references.relation
    var targets: [Pending.Target] = []
    targets.reserveCapacity(references.targets.count)
    var isOpen = false
    for target in references.targets {
      switch target {
      case .object(let nested):
        let depth = path.count
        path += references.path
        if references.isList { path.append(.index(nested.index)) }
        targets.append(.row(try store(nested)))
        path.removeLast(path.count - depth)
      case .key(let key):
        if let row = transaction.pending.state.find(relation.destination, identity: key) {
          targets.append(.row(row))
        } else {
          isOpen = true
          targets.append(.key(key))
        }
      case .named(let key):
        guard let row = transaction.pending.state.find(key), layout.isKind(Int(row.entity), of: relation.destination) else {
          throw DecodeError(
            .unresolvedReference, at: path,
            "there is no \(relation.relationship.destination) \(ValueCoding.json(.object(key)))")
        }
        targets.append(.row(row))
      }
    }
    if isOpen {
      let path = path + references.path
      open.append(Pending(row: .none, slot: references.slot, targets: targets, path: path))
    } else {
      links.append((references.slot, ObjectImporter.distinct(targets.compactMap(\.row))))
    }
  }

  private static func distinct(_ rows: [RowReference]) -> [RowReference] {
    guard rows.count > 1 else { return rows }
    var seen: Set<RowReference> = []
    return rows.filter { seen.insert($0).inserted }
  }

  // MARK: Objects

  private mutating func insert(
    _ object: ImportedObject, _ links: [(slot: Int, targets: [RowReference])]
  ) throws(DecodeError) -> RowReference {
    do throws(StoreError) {
      let row = try transaction.insert(object.values, links, of: object.plan.entity)
      inserted.append(row)
      if object.plan.hasRequiredReference { demanding.append((row, path)) }
      return row
    } catch {
      throw DecodeError(error, at: path)
    }
  }

  private mutating func update(
    _ row: RowReference, _ object: ImportedObject, _ links: [(slot: Int, targets: [RowReference])]
  ) throws(DecodeError) {
    guard layout.isKind(Int(row.entity), of: object.plan.entity) else {
      throw DecodeError(
        .duplicateValue, at: path,
        "there is already a \(layout.entities[Int(row.entity)].entity.name) of this identity, which cannot become a "
          + object.plan.layout.entity.name)
    }
    var change = ObjectChange()
    for slot in object.given where transaction.pending.state.value(row, slot) != object.values[slot] {
      change.attributes.append((slot, object.values[slot]))
    }
    for link in links where !leads(row, link.slot, to: link.targets) { change.relationships.append(link) }
    if change.attributes.isEmpty, change.relationships.isEmpty {
      unchanged.append(row)
      return
    }
    do throws(StoreError) {
      try transaction.update(row, change)
      updated.append(row)
    } catch {
      throw DecodeError(error, at: path)
    }
  }

  /// Whether a relationship has exactly these targets; their order counts only when the relationship is ordered.
  private func leads(_ row: RowReference, _ slot: Int, to targets: [RowReference]) -> Bool {
    let relation = layout.entities[Int(row.entity)].relationships[slot]
    let current = transaction.pending.state.allTargets(row, relation)
    if current == targets { return true }
    return !relation.relationship.isOrdered && current.count == targets.count && Set(current) == Set(targets)
  }

  /// Sets the targets of a relationship, unless it already has them.
  mutating func connect(_ row: RowReference, _ slot: Int, to targets: [RowReference]) throws(DecodeError) {
    guard !leads(row, slot, to: targets) else { return }
    var change = ObjectChange()
    change.relationships.append((slot, targets))
    do throws(StoreError) {
      try transaction.update(row, change)
      updated.append(row)
    } catch {
      throw DecodeError(error, at: path)
    }
  }

  // MARK: The end

  /// Resolves the references to objects that came later than the objects that refer to them.
  mutating func connectPending() {
    let pending = pending
    self.pending = []
    for entry in pending {
      let relation = layout.entities[Int(entry.row.entity)].relationships[entry.slot]
      var rows: [RowReference] = []
      for target in entry.targets {
        switch target {
        case .row(let row): rows.append(row)
        case .key(let key):
          if let row = transaction.pending.state.find(relation.destination, identity: key) {
            rows.append(row)
          } else {
            failures.append(
              DecodeError(
                .unresolvedReference, at: entry.path, "there is no \(relation.relationship.destination) \(key.text)"))
          }
        }
      }
      path = entry.path
      do throws(DecodeError) {
        try connect(entry.row, entry.slot, to: ObjectImporter.distinct(rows))
      } catch {
        failures.append(error)
      }
    }
  }

  /// Deletes new objects that lack a required reference.
  mutating func checkRequired() {
    for (row, path) in demanding where transaction.pending.state.isLive(row) {
      let entity = layout.entities[Int(row.entity)]
      let missing = entity.relationships.first {
        $0.relationship.needsObject && transaction.pending.state.target(row, $0).isNone
      }
      guard let missing else { continue }
      let relationship = missing.relationship
      failures.append(
        DecodeError(
          .missingValue, at: path + [.key(relationship.jsonKey ?? relationship.name)],
          "'\(entity.entity.name).\(relationship.name)' needs a \(relationship.destination)"))
      _ = try? transaction.delete(rows: [row])
      inserted.removeAll { $0 == row }
    }
  }
}

extension ObjectImporter.Pending.Target {
  fileprivate var row: RowReference? {
    if case .row(let row) = self { row } else { nil }
  }
}

extension Store {
  /// Runs an import as one transaction.
  func importing<Result>(
    _ body: (inout ObjectImporter) throws(DecodeError) -> Result
  ) throws(DecodeError) -> Result {
    do {
      return try transaction { transaction in
        var importer = ObjectImporter(transaction)
        let result = try body(&importer)
        transaction = importer.transaction
        return result
      }
    } catch let error as DecodeError {
      throw error
    } catch let error as StoreError {
      throw DecodeError(error, at: [])
    } catch {
      throw DecodeError(.invalidValue, "\(error)")
    }
  }
}
