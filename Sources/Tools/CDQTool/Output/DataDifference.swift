import CDQIR
import CDQResults
import CDQRuntime

/// The comparison of the objects of two data sets.
struct DataDifference {
  struct Totals {
    var changed = 0
    var removed = 0
    var added = 0
    var isDifferent: Bool { changed + removed + added > 0 }
  }

  let old: Snapshot
  let new: Snapshot
  /// The attribute that identifies objects; nil for their identity or number.
  let key: String?

  /// The entities of both.
  var entities: [String] {
    let names = StoreWriter(old).entities
    return names + StoreWriter(new).entities.filter { !names.contains($0) }
  }

  /// Gives a line for each object that differs to a closure.
  func forEach(of entity: String, _ totals: inout Totals, _ body: (String) -> Void) {
    var before: [String: StoredRecord] = [:]
    var order: [String] = []
    for record in old.records(of: entity, includingSubentities: false) {
      let identity = identity(record)
      if before.updateValue(record, forKey: identity) == nil { order.append(identity) }
    }
    for record in new.records(of: entity, includingSubentities: false) {
      let identity = identity(record)
      guard let other = before.removeValue(forKey: identity) else {
        totals.added += 1
        body("+ \(entity) \(identity): \(text(record))")
        continue
      }
      let changes = changes(other, record)
      if !changes.isEmpty {
        totals.changed += 1
        body("~ \(entity) \(identity): \(changes.joined(separator: ", "))")
      }
    }
    for identity in order {
      guard let record = before[identity] else { continue }
      totals.removed += 1
      body("- \(entity) \(identity): \(text(record))")
    }
  }

  private func identity(_ record: StoredRecord) -> String {
    if let key, !record[key].isNull { return DataDifference.short(record[key]) }
    return DataDifference.short(record.identityValue)
  }

  private func text(_ record: StoredRecord) -> String {
    values(of: record).filter { !$0.value.isNull }.prefix(4)
      .map { "\($0.name) \(DataDifference.short($0.value))" }.joined(separator: ", ")
  }

  private func changes(_ one: StoredRecord, _ two: StoredRecord) -> [String] {
    let others = Dictionary(values(of: two).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    var result: [String] = []
    for (name, value) in values(of: one) {
      guard let other = others[name], other != value else { continue }
      result.append("\(name) \(DataDifference.short(value)) → \(DataDifference.short(other))")
    }
    return result
  }

  /// The stored values of an object by name, with the identities of the objects that relationships lead to. A to-many
  /// relationship that is not ordered is compared at the other end, or as a set.
  private func values(of record: StoredRecord) -> [(name: String, value: Value)] {
    let schema = record.snapshot.schema
    return schema.allProperties(of: record.entityName).compactMap { property in
      switch property {
      case .attribute(let attribute): return attribute.isTransient ? nil : (attribute.name, record[attribute.name])
      case .relationship(let relationship):
        if relationship.isTransient { return nil }
        guard relationship.isToMany else {
          return (relationship.name, record.reference(relationship.name)?.identityValue ?? .null)
        }
        if !relationship.isOrdered, !schema.isInverseMany(of: relationship) { return nil }
        let targets = record.references(relationship.name).map(\.identityValue)
        let texts = targets.map { ValueText.json($0, .null) }
        let order = relationship.isOrdered ? Array(texts.indices) : texts.indices.sorted { texts[$0] < texts[$1] }
        return (relationship.name, .list(order.map { targets[$0] }))
      }
    }
  }

  /// A value in at most a few words.
  private static func short(_ value: Value) -> String {
    let text = ValueText.json(value, .null)
    return text.count > 60 ? text.prefix(57) + "…" : text
  }
}

extension Schema {
  /// Whether no to-one relationship says the same from the other end.
  fileprivate func isInverseMany(of relationship: Relationship) -> Bool {
    guard let name = relationship.inverse,
      case .relationship(let inverse)? = property(named: name, of: relationship.destination)
    else { return true }
    return inverse.isToMany
  }
}
