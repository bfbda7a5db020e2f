import CDQIR
import CDQSyntax

/// Validates the parts of a schema against each other and assembles the schema.
///
/// Mistakes that Xcode tolerates are warnings in a model and errors in a `.cdq` file. The resulting schema keeps the
/// invariant of `Schema` whatever the mistakes are: duplicates, unknown parents, inheritance cycles and relationships
/// to unknown entities are removed.
struct SchemaValidator {
  var draft: SchemaDraft
  let isIncomplete: Bool
  var log = ProblemLog()
  /// Indexes into `draft.entities` by name, without duplicates.
  var entityNumbers: [String: Int] = [:]

  init(_ draft: SchemaDraft, isIncomplete: Bool) {
    self.draft = draft
    self.isIncomplete = isIncomplete
  }

  mutating func validate() -> CheckedSchema {
    dropDuplicates()
    checkParents()
    checkRedeclarations()
    checkDestinations()
    checkInverses()
    checkDeleteRules()
    checkKeys()
    checkAbstractEntities()
    checkNames()
    checkTemplates()
    return assemble()
  }

  // MARK: Looking things up

  func entity(named name: String) -> EntityDraft? {
    entityNumbers[name].map { draft.entities[$0] }
  }

  /// The entity and its ancestors, nearest first. Parents exist and have no cycle once `checkParents` has run.
  func lineage(of name: String) -> [EntityDraft] {
    var result: [EntityDraft] = []
    var seen: Set<String> = []
    var next: String? = name
    while let current = next, seen.insert(current).inserted, let entity = entity(named: current) {
      result.append(entity)
      next = entity.entity.parent
    }
    return result
  }

  func isEntity(_ name: String, kindOf ancestor: String) -> Bool {
    lineage(of: name).contains { $0.entity.name == ancestor }
  }

  /// An own or inherited property of an entity, with the entity that declares it.
  func property(_ name: String, of entity: String) -> (owner: EntityDraft, property: PropertyDraft)? {
    var next = entityNumbers[entity]
    // `checkParents` has removed cycles and limited the depth.
    while let number = next {
      let owner = draft.entities[number]
      if let found = owner.property(named: name) { return (owner, found) }
      next = owner.entity.parent.flatMap { entityNumbers[$0] }
    }
    return nil
  }

  // MARK: Names within the schema

  private mutating func dropDuplicates() {
    var types: [String: SourceLocation] = [:]
    var enumerations: [EnumerationDraft] = []
    var entities: [EntityDraft] = []
    for enumeration in draft.enumerations {
      let place = SourceLocation(file: enumeration.file, span: enumeration.nameSpan)
      if isFirst("enum", enumeration.enumeration.name, place, &types) { enumerations.append(enumeration) }
    }
    for var entity in draft.entities {
      let place = SourceLocation(file: entity.file, span: entity.nameSpan)
      guard isFirst("entity", entity.entity.name, place, &types) else { continue }
      dropDuplicateProperties(&entity)
      entityNumbers[entity.entity.name] = entities.count
      entities.append(entity)
    }
    draft.enumerations = enumerations
    draft.entities = entities
    noteSimilar("entity", entities.map { ($0.entity.name, SourceLocation(file: $0.file, span: $0.nameSpan)) })
  }

  private mutating func dropDuplicateProperties(_ entity: inout EntityDraft) {
    var seen: [String: SourceLocation] = [:]
    var kept: [PropertyDraft] = []
    for property in entity.properties {
      let place = SourceLocation(file: entity.file, span: property.nameSpan)
      if isFirst("property", property.property.name, place, &seen) { kept.append(property) }
    }
    entity.properties = kept
    entity.index()
    let file = entity.file
    noteSimilar("property", kept.map { ($0.property.name, SourceLocation(file: file, span: $0.nameSpan)) })
  }

  private mutating func isFirst(
    _ kind: String, _ name: String, _ place: SourceLocation, _ seen: inout [String: SourceLocation]
  ) -> Bool {
    guard let first = seen[name] else {
      seen[name] = place
      return true
    }
    log.report(
      .duplicate(kind, name), in: place.file, at: place.span,
      notes: [.init("'\(name)' is first declared here", file: first.file, at: first.span)])
    return false
  }

  /// Reports names that differ only in case, as they collide in files and in SQL.
  private mutating func noteSimilar(_ kind: String, _ names: [(String, SourceLocation)]) {
    var seen: [String: (name: String, place: SourceLocation)] = [:]
    for (name, place) in names {
      let key = name.lowercased()
      guard let first = seen[key] else {
        seen[key] = (name, place)
        continue
      }
      log.report(
        .similarName(kind, name, first.name), in: place.file, at: place.span,
        notes: [.init("'\(first.name)' is declared here", file: first.place.file, at: first.place.span)])
    }
  }

  // MARK: The result

  private func assemble() -> CheckedSchema {
    var declarations: [CheckedSchema.Declaration: SourceLocation] = [:]
    var entities: [Entity] = []
    for item in draft.entities {
      var entity = item.entity
      entity.properties = item.properties.map(\.property)
      entity.uniquenessConstraints = item.uniqueness.map { $0.keys.map(\.name) }
      entity.indexes = item.indexes.map { list in
        Entity.Index(name: list.name, keys: list.keys.map { .init($0.name, isDescending: $0.isDescending) })
      }
      declarations[.entity(entity.name)] = SourceLocation(file: item.file, span: item.nameSpan)
      for property in item.properties {
        declarations[.property(entity: entity.name, name: property.property.name)] = SourceLocation(
          file: item.file, span: property.nameSpan)
      }
      entities.append(entity)
    }
    for item in draft.enumerations {
      let name = item.enumeration.name
      declarations[.enumeration(name)] = SourceLocation(file: item.file, span: item.nameSpan)
      for (enumerationCase, span) in zip(item.enumeration.cases, item.caseSpans) {
        declarations[.enumerationCase(enumeration: name, name: enumerationCase.name)] = SourceLocation(
          file: item.file, span: span)
      }
    }
    var checked = CheckedSchema(
      schema: Schema(entities: entities, enumerations: draft.enumerations.map(\.enumeration)),
      declarations: declarations, templates: draft.templates)
    checked.entitiesOfXcode = Set(draft.entities.filter(\.isOfXcode).map(\.entity.name))
    return checked
  }
}
