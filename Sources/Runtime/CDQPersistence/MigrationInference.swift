import CDQIR
import CDQStore

/// Infers a `MigrationPlan` from two schemas, and collects all problems that prevent it.
struct MigrationInference {
  private let old: Schema
  private let new: Schema
  private let oldLayout: StoreLayout
  private let newLayout: StoreLayout
  /// The old names of entities by their new ones, and the new names by the old ones.
  private var oldNames: [String: String] = [:]
  private var newNames: [String: String] = [:]
  /// The concrete entities of the old schema that the new schema lacks.
  private(set) var removedEntities: [String] = []
  private(set) var problems: [MigrationProblem] = []

  init(from old: Schema, to new: Schema) {
    self.old = old
    self.new = new
    oldLayout = StoreLayout(schema: old)
    newLayout = StoreLayout(schema: new)
    let matching = NameMatching(old.entities, new.entities)
    for pair in matching.pairs {
      oldNames[new.entities[pair.new].name] = old.entities[pair.old].name
      newNames[old.entities[pair.old].name] = new.entities[pair.new].name
    }
    removedEntities = matching.removed.map { old.entities[$0] }.filter { !$0.isAbstract }.map(\.name)
  }

  mutating func steps() -> [MigrationPlan.EntityStep] {
    var steps: [MigrationPlan.EntityStep] = []
    for entity in new.entities {
      guard let source = oldNames[entity.name].flatMap(old.entity(named:)), !source.isAbstract else { continue }
      guard !entity.isAbstract else {
        report(entity.name, nil, "is abstract now, so its objects have no entity", "keep it concrete")
        continue
      }
      steps.append(step(entity.name, from: source.name))
    }
    return steps
  }

  /// Adds a problem once, for the entity that declares the property.
  private mutating func report(_ entity: String, _ property: String?, _ message: String, _ help: String) {
    var owner = entity
    if let property {
      owner = new.lineage(of: entity).first { $0.property(named: property) != nil }?.name ?? entity
    }
    let problem = MigrationProblem(entity: owner, property: property, message: message, help: help)
    if !problems.contains(problem) { problems.append(problem) }
  }

  private mutating func step(_ entity: String, from source: String) -> MigrationPlan.EntityStep {
    let before = old.allProperties(of: source).filter { !$0.isTransient }
    let after = new.allProperties(of: entity).filter { !$0.isTransient }
    let matching = NameMatching(before, after)
    let gone = matching.removed.map { before[$0] }
    let partners = Dictionary(matching.pairs.map { ($0.new, before[$0.old]) }, uniquingKeysWith: { first, _ in first })
    var step = MigrationPlan.EntityStep(entity: entity, source: source, attributes: [], relationships: [])
    for (index, property) in after.enumerated() {
      switch (property, partners[index]) {
      case (.attribute(let attribute), .attribute(let source)?):
        step.attributes.append(self.step(attribute, from: source, of: entity))
      case (.attribute(let attribute), nil):
        step.attributes.append(added(attribute, of: entity, gone))
      case (.relationship(let relationship), .relationship(let partner)?):
        check(relationship, from: partner, of: entity, source)
        step.relationships.append(
          .init(relationship: relationship.name, source: partner.name, isFilledFromInverse: false))
      case (.relationship(let relationship), nil):
        step.relationships.append(added(relationship, of: entity, gone))
      case (.attribute, .relationship?), (.relationship, .attribute?):
        let kind = if case .attribute = property { "an attribute" } else { "a relationship" }
        report(
          entity, property.name, "is \(kind) now and was none", "give it another name without @renamed")
      }
    }
    return step
  }

  // MARK: Attributes

  private mutating func step(
    _ attribute: Attribute, from source: Attribute, of entity: String
  ) -> MigrationPlan.AttributeStep {
    var step = MigrationPlan.AttributeStep(
      attribute: attribute.name, source: source.name, conversion: .none, absent: .null)
    switch conversion(source.type, attribute.type) {
    case .success(let conversion): step.conversion = conversion
    case .failure(let refusal): report(entity, attribute.name, refusal.message, refusal.help)
    }
    if attribute.needsValue, !source.needsValue {
      step.absent = attribute.initialValue
      if attribute.defaultValue.isNull {
        report(
          entity, attribute.name, "needs a value now and could be nil",
          "give it a default, as in '\(declaration(attribute))', or keep it optional")
      }
    }
    return step
  }

  private mutating func added(_ attribute: Attribute, of entity: String, _ gone: [Property])
    -> MigrationPlan.AttributeStep
  {
    if attribute.needsValue, attribute.initialValue.isNull {
      var help = "give it a default, as in '\(declaration(attribute))', or make it optional"
      for case .attribute(let candidate) in gone {
        guard case .success = conversion(candidate.type, attribute.type) else { continue }
        help += "; if it was '\(candidate.name)', add @renamed(from: \"\(candidate.name)\")"
        break
      }
      report(entity, attribute.name, "is new and needs a value", help)
    }
    return MigrationPlan.AttributeStep(
      attribute: attribute.name, source: nil, conversion: .none, absent: attribute.initialValue)
  }

  private struct Refusal: Error {
    var message: String
    var help: String
  }

  private func conversion(_ source: ValueType, _ target: ValueType) -> Result<MigrationPlan.Conversion, Refusal> {
    if case .enumeration(let name) = source, let enumeration = old.enumeration(named: name) {
      guard case .enumeration(let other) = target, let next = new.enumeration(named: other) else {
        return conversion(enumeration.rawType, target)
      }
      return conversion(enumeration, next)
    }
    switch (source, target) {
    case _ where source == target: return .success(.none)
    case (.int16, .int32), (.int16, .int64), (.int32, .int64), (.float, .double): return .success(.none)
    case (.int16, .float), (.int16, .double), (.int32, .double): return .success(.double)
    case (.int16, .decimal), (.int32, .decimal), (.int64, .decimal): return .success(.decimal)
    case (.collection(let element, _), .collection(let next, _)): return conversion(element, next)
    default:
      return .failure(
        Refusal(
          message: "is \(target) now and was \(source), of which not every value can be one",
          help: "keep \(source), or declare it under another name"))
    }
  }

  private func conversion(
    _ source: Enumeration, _ target: Enumeration
  ) -> Result<MigrationPlan.Conversion, Refusal> {
    let known = Set(target.cases.map(\.rawValue))
    guard let gone = source.cases.first(where: { !known.contains($0.rawValue) }) else { return .success(.none) }
    return .failure(
      Refusal(
        message: "the enum '\(target.name)' has no case for \(ValueJSON.text(gone.rawValue)) any more",
        help: "keep the case '\(gone.name) = \(ValueJSON.text(gone.rawValue))'"))
  }

  private func declaration(_ attribute: Attribute) -> String {
    let example: String? =
      switch attribute.type {
      case .bool: "false"
      case .int16, .int32, .int64: "0"
      case .float, .double: "0.0"
      case .decimal: "decimal(\"0\")"
      case .string: "\"\""
      case .date: "date(\"2001-01-01\")"
      case .enumeration(let name): new.enumeration(named: name)?.cases.first.map { ".\($0.name)" }
      default: nil
      }
    return "\(attribute.name): \(attribute.type) = \(example ?? "…")"
  }

  // MARK: Relationships

  private mutating func check(
    _ relationship: Relationship, from source: Relationship, of entity: String, _ oldEntity: String
  ) {
    let name = relationship.name
    if source.isToMany, !relationship.isToMany {
      report(
        entity, name, "leads to one object now and led to several",
        "keep it '[\(relationship.destination)]', or declare the to-one under another name")
    }
    if relationship.needsObject, !source.needsObject {
      report(
        entity, name, "needs an object now and could be nil", "keep it '\(relationship.destination)?'")
    }
    checkDestination(relationship, source, entity)
    guard let slot = newLayout.slot(name, of: entity), let oldSlot = oldLayout.slot(source.name, of: oldEntity),
      let inverse = newLayout.inverse(of: slot, of: entity),
      let partner = self.source(of: inverse.relationship, of: inverse.entity)
    else { return }
    let before = oldLayout.inverse(of: oldSlot, of: oldEntity)
    if before?.relationship != partner {
      report(
        entity, name, "is the inverse of '\(inverse.entity).\(inverse.relationship)' now and was not",
        "declare one of the two under another name; it is then filled from the other")
    }
  }

  private mutating func checkDestination(_ relationship: Relationship, _ source: Relationship, _ entity: String) {
    let name = relationship.name
    guard let destination = newNames[source.destination] else {
      report(
        entity, name, "leads to \(relationship.destination) now and led to \(source.destination), which is gone",
        "if that is \(relationship.destination) now, declare it with @@renamed(from: \"\(source.destination)\"); "
          + "else give the relationship another name")
      return
    }
    if !new.isEntity(destination, kindOf: relationship.destination) {
      report(
        entity, name, "leads to \(relationship.destination) now and led to \(destination)",
        "keep it to \(destination), or declare it under another name")
    }
  }

  private mutating func added(
    _ relationship: Relationship, of entity: String, _ gone: [Property]
  ) -> MigrationPlan.RelationshipStep {
    if relationship.needsObject {
      var help = "make it optional, '\(relationship.name): \(relationship.destination)?'"
      for case .relationship(let candidate) in gone {
        guard newNames[candidate.destination] == relationship.destination else { continue }
        help += "; if it was '\(candidate.name)', add @renamed(from: \"\(candidate.name)\")"
        break
      }
      report(entity, relationship.name, "is new and needs an object", help)
    }
    let inverse = newLayout.slot(relationship.name, of: entity).flatMap { newLayout.inverse(of: $0, of: entity) }
    let isFilled = inverse.map { source(of: $0.relationship, of: $0.entity) != nil } ?? false
    return .init(relationship: relationship.name, source: nil, isFilledFromInverse: isFilled)
  }

  /// The name of a relationship in the old schema; nil when it is new.
  private func source(of relationship: String, of entity: String) -> String? {
    guard let source = oldNames[entity] else { return nil }
    let before = old.allProperties(of: source).filter { !$0.isTransient }
    let after = new.allProperties(of: entity).filter { !$0.isTransient }
    guard let pair = NameMatching(before, after).pairs.first(where: { after[$0.new].name == relationship }),
      case .relationship(let found) = before[pair.old]
    else { return nil }
    return found.name
  }
}

extension Property {
  /// Whether the property is transient, and thus not saved in files.
  var isTransient: Bool {
    switch self {
    case .attribute(let attribute): attribute.isTransient
    case .relationship(let relationship): relationship.isTransient
    }
  }
}

extension StoreLayout {
  fileprivate func slot(_ relationship: String, of entity: String) -> Int? {
    index(of: entity).flatMap { entities[$0].relationshipSlots[relationship] }
  }

  fileprivate func inverse(of slot: Int, of entity: String) -> (entity: String, relationship: String)? {
    guard let index = index(of: entity) else { return nil }
    let relation = entities[index].relationships[slot]
    return relation.inverse.map { inverse in
      let destination = entities[relation.destination]
      return (destination.entity.name, destination.relationships[inverse].relationship.name)
    }
  }
}
