import CDQIR
import CDQStore

/// The second phase of a load, after all records were read: unique constraints, references, inverses and required
/// references.
extension LoadSession {
  mutating func resolve() {
    guard !issues.isFull else { return }
    for index in layout.constraints.indices { fillIndex(index) }
    for entity in loaders.indices {
      guard let loader = loaders[entity] else { continue }
      for slot in loader.entity.relationships.indices { resolve(slot, of: loader) }
    }
    // Inverses of wrong references would only produce more errors.
    guard issues.errors.isEmpty else { return }
    setInverses()
    for loader in loaders { if let loader { checkRequired(loader) } }
  }

  private mutating func fillIndex(_ index: Int) {
    let constraint = layout.constraints[index]
    let sources = layout.entities[constraint.owner].concrete
    // A constraint of one Int64 may need no hash table.
    if constraint.slots.count != 1 || layout.entities[constraint.owner].attributes[constraint.slots[0]].type != .int64 {
      state.uniques[index] = UniqueIndex(capacity: sources.reduce(0) { $0 + state.tables[$1].rowCount })
    }
    for entity in sources {
      for row in 0..<state.rowCount(entity) {
        let reference = RowReference(entity, row)
        guard let other = state.addKey(of: reference, to: index), !reportDuplicate(constraint, reference, other) else { continue }
        return
      }
    }
  }

  /// Reports a value that is not unique.
  ///
  /// - Returns: whether more errors can be listed.
  private mutating func reportDuplicate(
    _ constraint: StoreLayout.Constraint, _ row: RowReference, _ other: RowReference
  ) -> Bool {
    let values = constraint.slots.map { ValueCoding.json(state.value(row, $0)) }.joined(separator: ", ")
    let attributes = layout.entities[constraint.owner].attributes
    let keys = constraint.slots.map { attributes[$0].jsonKey ?? attributes[$0].name }.joined(separator: ", ")
    let first = place(of: other)
    let file = first.input == place(of: row).input ? "" : " of \(inputs[first.input].name)"
    issues.error(
      .duplicateValue, place(of: row).with(key: keys, offset: nil),
      "\(values) is there already, in record \(first.record ?? 0)\(file); "
        + "\(constraint.attributes.joined(separator: ", ")) must be unique")
    return !issues.isFull
  }

  /// Looks up the references of one relationship, in the order of the data.
  private mutating func resolve(_ slot: Int, of loader: EntityLoader) {
    let relation = loader.entity.relationships[slot]
    let pending = loader.pending[slot]
    var targets: [RowReference] = []
    var index = 0
    while index < pending.rows.count, !issues.isFull {
      let row = Int(pending.rows[index])
      targets.removeAll(keepingCapacity: true)
      while index < pending.rows.count, Int(pending.rows[index]) == row {
        if let target = find(index, of: pending, relation, loader, slot) { targets.append(target) }
        index += 1
      }
      if relation.relationship.isToMany {
        let distinct = withoutRepeats(targets)
        if distinct.count < targets.count { warnOfRepeats(targets, loader, slot, index - 1) }
        state.setTargets(of: RowReference(loader.index, row), relation.column, to: distinct)
      } else if let target = targets.first {
        state.setTarget(of: RowReference(loader.index, row), relation.column, to: target)
      }
    }
  }

  private mutating func find(
    _ index: Int, of pending: PendingReferences, _ relation: StoreLayout.RelationshipLayout, _ loader: EntityLoader,
    _ slot: Int
  ) -> RowReference? {
    if let target = pending.target(index, of: relation.destination, in: state) { return target }
    if pending.isUnreadable(index) { return nil }
    let key = pending.key(index)
    let destination = layout.entities[relation.destination]
    guard !issues.incompleteRoots.contains(destination.rootIndex) else { return nil }
    let matches = destination.referenceConstraints.compactMap { state.row(of: key, in: $0) }
      .filter { layout.isKind(Int($0.entity), of: relation.destination) }
    if matches.count > 1 {
      issues.error(
        .ambiguousReference, place(loader, slot, index),
        "\(key.text) is a \(matches.map { layout.entities[Int($0.entity)].entity.name }.joined(separator: " and a "))")
    } else {
      reportUnresolved(key, destination, place(loader, slot, index))
    }
    return nil
  }

  private mutating func reportUnresolved(
    _ key: UniqueKey, _ destination: StoreLayout.EntityLayout, _ place: IssueCollector.Place
  ) {
    let message = "there is no \(destination.entity.name) \(key.text)"
    let hasNone = destination.concrete.allSatisfy { loaders[$0] == nil }
    let help = hasNone ? "the data holds no \(destination.entity.name) at all" : nil
    if allowsUnresolvedReferences {
      issues.warning(.unresolvedReference, place, message, help: help)
    } else {
      issues.error(.unresolvedReference, place, message, help: help)
    }
  }

  private func withoutRepeats(_ targets: [RowReference]) -> [RowReference] {
    guard targets.count > 1 else { return targets }
    var seen: Set<RowReference> = []
    return targets.filter { seen.insert($0).inserted }
  }

  private mutating func warnOfRepeats(_ targets: [RowReference], _ loader: EntityLoader, _ slot: Int, _ index: Int) {
    var seen: Set<RowReference> = []
    var reported: Set<RowReference> = []
    for target in targets where !seen.insert(target).inserted && reported.insert(target).inserted {
      issues.warning(
        .repeatedReference, place(loader, slot, index),
        "\(ValueCoding.json(.object(state.key(of: target)))) is there more than once; it is loaded once")
    }
  }

  private mutating func checkRequired(_ loader: EntityLoader) {
    for (slot, relation) in loader.entity.relationships.enumerated() where relation.relationship.needsObject {
      for row in 0..<state.rowCount(loader.index)
      where state.target(of: RowReference(loader.index, row), relation.column).isNone {
        let relationship = relation.relationship
        issues.error(
          .missingValue, place(of: RowReference(loader.index, row)).with(key: loader.key(of: slot), offset: nil),
          "'\(loader.entity.entity.name).\(relationship.name)' needs a \(relationship.destination)")
        if issues.isFull { return }
      }
    }
  }

  /// The place of a record.
  func place(of row: RowReference) -> IssueCollector.Place {
    guard let loader = loaders[Int(row.entity)],
      let segment = loader.segments.last(where: { $0.firstRow <= Int(row.row) })
    else { return IssueCollector.Place(input: 0) }
    return IssueCollector.Place(
      input: segment.input, record: Int(row.row) - segment.firstRow + 1, key: nil,
      offset: loader.recordOffsets[Int(row.row)])
  }

  /// The place of a reference.
  private func place(_ loader: EntityLoader, _ slot: Int, _ index: Int) -> IssueCollector.Place {
    let row = RowReference(loader.index, Int(loader.pending[slot].rows[index]))
    return place(of: row).with(key: loader.key(of: slot), offset: loader.pending[slot].offsets[index])
  }
}

extension EntityLoader {
  /// The key of a relationship in the data.
  func key(of slot: Int) -> String {
    entity.relationships[slot].relationship.jsonKey ?? entity.relationships[slot].relationship.name
  }
}

extension UniqueKey {
  /// The values in the form of data files, for messages.
  package var text: String {
    switch self {
    case .int(let number): String(number)
    case .string(let text): ValueCoding.json(.string(text))
    case .values(let values): values.map { ValueCoding.json($0) }.joined(separator: ", ")
    case .record(let number): "with record number \(number)"
    case .unreadable: ""
    }
  }
}
