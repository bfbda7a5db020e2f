package import CDQIR

/// The changes from one version of a schema to another, each with its impact on queries.
///
/// Documentation comments and the order of declarations do not count as changes.
package struct SchemaDiff: Hashable, Sendable {
  /// The changes: entities in the order of the new version, each with its properties, then added and removed entities,
  /// then enums.
  package private(set) var changes: [SchemaChange] = []
  package private(set) var renames = SchemaRenames()

  let old: Schema
  let new: Schema

  package init(from old: Schema, to new: Schema) {
    self.old = old
    self.new = new
    let entities = NameMatching(old.entities, new.entities)
    var properties: [NameMatching] = []
    // The first pass collects all renames, because facts of one entity mention names of others.
    for (before, after) in entities.pairs {
      let (was, now) = (old.entities[before], new.entities[after])
      let matching = NameMatching(was.properties, now.properties)
      renames.entities[was.name] = now.name
      renames.properties[was.name] = Dictionary(
        matching.pairs.map { (was.properties[$0.old].name, now.properties[$0.new].name) },
        uniquingKeysWith: { first, _ in first })
      properties.append(matching)
    }
    for ((before, after), matching) in zip(entities.pairs, properties) {
      compare(old.entities[before], new.entities[after], matching)
    }
    for index in entities.added {
      add(.entity(new.entities[index].name), .added(nil), .compatible)
    }
    for index in entities.removed {
      add(.entity(old.entities[index].name), .removed(nil), .breaking)
    }
    compareEnumerations()
  }

  package func count(_ impact: SchemaChange.Impact) -> Int {
    changes.count { $0.impact == impact }
  }

  mutating func add(_ subject: SchemaChange.Subject, _ kind: SchemaChange.Kind, _ impact: SchemaChange.Impact) {
    changes.append(SchemaChange(subject, kind, impact))
  }

  /// Adds a change of a fact unless both values are equal.
  mutating func compare(
    _ subject: SchemaChange.Subject, _ fact: SchemaChange.Fact, _ before: String?, _ after: String?,
    _ impact: SchemaChange.Impact = .compatible
  ) {
    if before != after { add(subject, .changed(fact, from: before, to: after), impact) }
  }

  // MARK: Entities

  private mutating func compare(_ before: Entity, _ after: Entity, _ matching: NameMatching) {
    let subject = SchemaChange.Subject.entity(after.name)
    if before.name != after.name {
      add(subject, .renamed(from: before.name), .breaking)
    } else {
      compare(subject, .renamedFrom, before.renamedFrom, after.renamedFrom)
    }
    compare(subject, .parent, before.parent.map(renames.entity), after.parent, parentImpact(before, after))
    compare(subject, .abstract, SchemaDiff.flag(before.isAbstract), SchemaDiff.flag(after.isAbstract))
    compare(subject, .className, before.className, after.className)
    compare(subject, .userInfo, SchemaDiff.text(before.userInfo), SchemaDiff.text(after.userInfo))
    compareLists(subject, .unique, uniqueness(before), after.uniquenessConstraints.map { $0.joined(separator: ", ") })
    compareLists(subject, .index, indexes(before), after.indexes.map(SchemaDiff.text))
    for (old, new) in matching.pairs {
      compare(before.properties[old], after.properties[new], of: before.name, after.name)
    }
    for index in matching.added {
      let property = after.properties[index]
      add(.property(entity: after.name, name: property.name), .added(SchemaDiff.type(property)), .compatible)
    }
    let removed = matching.removed.map { before.properties[$0] }
    let owners = removed.contains { new.property(named: $0.name, of: after.name) != nil } ? inherited(after) : [:]
    for property in removed {
      let subject = SchemaChange.Subject.property(entity: after.name, name: property.name)
      if let (owner, found) = owners[property.name] {
        let isSame = found.type == renames.type(property.type)
        add(subject, .inherited(from: owner), isSame ? .compatible : .breaking)
      } else {
        add(subject, .removed(SchemaDiff.type(property)), .breaking)
      }
    }
  }

  /// The inherited properties of a new entity by name, each with the nearest ancestor that has it.
  private func inherited(_ entity: Entity) -> [String: (owner: String, property: Property)] {
    let properties = new.lineage(of: entity.name).dropFirst().flatMap { owner in owner.properties.map { ($0.name, (owner.name, $0)) } }
    return Dictionary(properties, uniquingKeysWith: { nearest, _ in nearest })
  }

  /// Compatible if the entity keeps its ancestors: queries can use it wherever they could before.
  private func parentImpact(_ before: Entity, _ after: Entity) -> SchemaChange.Impact {
    let ancestors = Set(new.lineage(of: after.name).map(\.name))
    let kept = old.lineage(of: before.name).dropFirst().allSatisfy { ancestors.contains(renames.entity($0.name)) }
    return kept ? .compatible : .breaking
  }

  private func uniqueness(_ entity: Entity) -> [String] {
    entity.uniquenessConstraints.map { names in
      names.map { renames.property($0, of: entity.name, in: old) }.joined(separator: ", ")
    }
  }

  private func indexes(_ entity: Entity) -> [String] {
    entity.indexes.map { index in
      var index = index
      for key in index.keys.indices {
        index.keys[key].attribute = renames.property(index.keys[key].attribute, of: entity.name, in: old)
      }
      return SchemaDiff.text(index)
    }
  }

  /// Adds a change for each item that only one version has.
  private mutating func compareLists(
    _ subject: SchemaChange.Subject, _ fact: SchemaChange.Fact, _ before: [String], _ after: [String]
  ) {
    if before == after { return }
    let (was, now) = (Set(before), Set(after))
    for item in before where !now.contains(item) { compare(subject, fact, "(\(item))", nil) }
    for item in after where !was.contains(item) { compare(subject, fact, nil, "(\(item))") }
  }

  // MARK: Enums

  private mutating func compareEnumerations() {
    for after in new.enumerations {
      guard let before = old.enumeration(named: after.name) else {
        add(.enumeration(after.name), .added(after.rawType.description), .compatible)
        continue
      }
      compare(.enumeration(after.name), .type, before.rawType.description, after.rawType.description, .breaking)
      let cases = Dictionary(before.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let kept = Set(after.cases.map(\.name))
      for item in after.cases {
        let subject = SchemaChange.Subject.enumerationCase(enumeration: after.name, name: item.name)
        guard let was = cases[item.name] else {
          add(subject, .added(LiteralText.text(item.rawValue)), .compatible)
          continue
        }
        compare(subject, .rawValue, LiteralText.text(was.rawValue), LiteralText.text(item.rawValue))
      }
      for item in before.cases where !kept.contains(item.name) {
        add(
          .enumerationCase(enumeration: after.name, name: item.name), .removed(LiteralText.text(item.rawValue)),
          .breaking)
      }
    }
    for before in old.enumerations where new.enumeration(named: before.name) == nil {
      add(.enumeration(before.name), .removed(before.rawType.description), .breaking)
    }
  }
}
