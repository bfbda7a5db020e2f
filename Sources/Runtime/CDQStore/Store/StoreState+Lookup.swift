import CDQIR
import CDQValues

/// Conversion between rows and object keys.
extension StoreState {
  /// The key that identifies an object: its unique values, or its record number.
  package func key(of reference: RowReference) -> ObjectKey {
    let entity = layout.entities[Int(reference.entity)]
    if let identity = entity.identity, let constraint = entity.identityConstraint {
      let values = layout.constraints[constraint].slots.map { value(reference, $0) }
      // An optional unique attribute may be nil; the record number then identifies the object.
      if !values.contains(where: \.isNull) { return ObjectKey(root: entity.root, identity: identity.key(of: values)) }
    }
    let number = tables[Int(reference.entity)].numbers[Int(reference.row)]
    return ObjectKey(root: entity.root, identity: .record(number))
  }

  /// The row of the object with a key; nil when there is none.
  package func find(_ key: ObjectKey) -> RowReference? {
    guard let root = layout.index(of: key.root) else { return nil }
    if case .record(let number) = key.identity {
      for entity in layout.entities[root].concrete {
        guard let row = tables[entity].row(number: number) else { continue }
        // The number identifies only objects without an identity of their own.
        let found = RowReference(entity, row)
        return self.key(of: found) == key ? found : nil
      }
      return nil
    }
    var searched: Set<Int> = []
    for entity in layout.entities[root].concrete {
      guard let constraint = layout.entities[entity].identityConstraint, searched.insert(constraint).inserted,
        let values = layout.entities[entity].identity?.values(of: key.identity, layout.schema),
        let unique = UniqueKey(values), let found = row(of: unique, in: constraint)
      else { continue }
      return found
    }
    return nil
  }

  /// The object of an entity or its sub-entities with an identity value, as a reference in a data file gives it. Nil
  /// when there is none, or when several sub-entities have one.
  package func find(_ entity: Int, identity key: UniqueKey) -> RowReference? {
    if case .record(let number) = key {
      for source in layout.entities[entity].concrete {
        if let row = tables[source].row(number: number) { return RowReference(source, row) }
      }
      return nil
    }
    var found: RowReference?
    for constraint in layout.entities[entity].referenceConstraints {
      guard let row = row(of: key, in: constraint), layout.isKind(Int(row.entity), of: entity) else { continue }
      if found != nil { return nil }
      found = row
    }
    return found
  }

  /// Does the same for the bytes of a text, without making a `String` of a plain one.
  package func find(_ entity: Int, identityText text: UnsafeBufferPointer<UInt8>) -> RowReference? {
    let constraints = layout.entities[entity].referenceConstraints
    guard constraints.count == 1, layout.constraints[constraints[0]].slots.count == 1, PlainText.isPlain(text) else {
      return find(entity, identity: .string(String(decoding: text, as: UTF8.self)))
    }
    guard let row = row(ofPlainText: text, in: constraints[0]), layout.isKind(Int(row.entity), of: entity) else {
      return nil
    }
    return row
  }

  /// The live rows of an entity in insertion order, including those of its sub-entities if requested.
  package func rows(of entity: Int, includingSubentities: Bool) -> [RowReference] {
    let sources = includingSubentities ? layout.entities[entity].concrete : [entity]
    var result: [RowReference] = []
    result.reserveCapacity(sources.reduce(0) { $0 + tables[$1].liveCount })
    for source in sources {
      let table = tables[source]
      if table.liveCount == table.rowCount {
        for row in 0..<table.rowCount { result.append(RowReference(source, row)) }
      } else {
        for row in 0..<table.rowCount where table.isLive[row] { result.append(RowReference(source, row)) }
      }
    }
    if sources.filter({ tables[$0].liveCount > 0 }).count > 1 {
      result.sort { number(of: $0) < number(of: $1) }
    }
    return result
  }

  private func number(of reference: RowReference) -> Int {
    tables[Int(reference.entity)].numbers[Int(reference.row)]
  }
}
