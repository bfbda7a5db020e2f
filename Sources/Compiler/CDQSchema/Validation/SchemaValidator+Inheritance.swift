import CDQIR
import CDQSyntax

extension SchemaValidator {
  /// Reports unknown parents and inheritance cycles, and removes those parents from the draft.
  mutating func checkParents() {
    for number in draft.entities.indices {
      let entity = draft.entities[number]
      guard let parent = entity.entity.parent, entityNumbers[parent] == nil else { continue }
      draft.entities[number].entity.parent = nil
      if isIncomplete { continue }
      log.report(
        .unknownParent(parent), in: entity.file, at: entity.parentSpan ?? entity.nameSpan,
        suggestion: Suggestions.nearest(to: parent, among: draft.entities.map(\.entity.name)),
        isEditable: !entity.isImported)
    }
    // 0: not visited, 1: an ancestor of the start entity, 2: known to have a root.
    var state = [Int](repeating: 0, count: draft.entities.count)
    var depths = state
    for start in draft.entities.indices where state[start] == 0 {
      var way: [Int] = []
      var next: Int? = start
      while let number = next, state[number] == 0 {
        state[number] = 1
        way.append(number)
        next = draft.entities[number].entity.parent.flatMap { entityNumbers[$0] }
      }
      if let number = next, state[number] == 1, let first = way.firstIndex(of: number) {
        reportCycle(Array(way[first...]))
      }
      for number in way.reversed() {
        state[number] = 2
        checkDepth(number, &depths)
      }
    }
  }

  /// Limits the length of a chain of parents, and so the time that walking up from an entity takes.
  private mutating func checkDepth(_ number: Int, _ depths: inout [Int]) {
    guard let parent = draft.entities[number].entity.parent.flatMap({ entityNumbers[$0] }) else { return }
    depths[number] = depths[parent] + 1
    guard depths[number] > SchemaValidator.maximumDepth else { return }
    let entity = draft.entities[number]
    log.report(
      .inheritanceTooDeep(limit: SchemaValidator.maximumDepth), in: entity.file,
      at: entity.parentSpan ?? entity.nameSpan)
    draft.entities[number].entity.parent = nil
    depths[number] = 0
  }

  private static let maximumDepth = 100

  private mutating func reportCycle(_ cycle: [Int]) {
    guard let last = cycle.last else { return }
    let names = cycle.map { draft.entities[$0].entity.name }
    let entity = draft.entities[last]
    log.report(
      .inheritanceCycle(names), in: entity.file, at: entity.parentSpan ?? entity.nameSpan,
      notes: cycle.dropLast().prefix(3).map { number in
        let other = draft.entities[number]
        return .init("'\(other.entity.name)' inherits here", file: other.file, at: other.parentSpan ?? other.nameSpan)
      })
    draft.entities[last].entity.parent = nil
  }

  /// Reports and removes properties that an ancestor has already: a sub-entity inherits them.
  mutating func checkRedeclarations() {
    for number in draft.entities.indices {
      let entity = draft.entities[number]
      guard let parent = entity.entity.parent else { continue }
      var kept: [PropertyDraft] = []
      for property in entity.properties {
        guard let (owner, inherited) = self.property(property.property.name, of: parent) else {
          kept.append(property)
          continue
        }
        let isSame = property.property.type == inherited.property.type
        log.report(
          .redeclared(property.property.name, owner: owner.entity.name), in: entity.file, at: property.nameSpan,
          severity: entity.isImported && isSame ? .warning : .error,
          notes: [.init("it is declared here", file: owner.file, at: inherited.nameSpan)])
      }
      draft.entities[number].properties = kept
      draft.entities[number].index()
    }
  }

  mutating func checkAbstractEntities() {
    let parents = Set(draft.entities.compactMap(\.entity.parent))
    for entity in draft.entities where entity.entity.isAbstract && !parents.contains(entity.entity.name) {
      log.report(
        .abstractWithoutChildren(entity.entity.name), in: entity.file, at: entity.nameSpan,
        severity: entity.isImported ? .note : .warning)
    }
  }

  mutating func checkTemplates() {
    for (template, span) in zip(draft.templates, draft.templateEntitySpans)
    where entityNumbers[template.entity] == nil {
      log.report(.unknownTemplateEntity(template.entity), in: template.location.file, at: span)
    }
    draft.templates.removeAll { entityNumbers[$0.entity] == nil }
    for index in draft.templates.indices where !draft.templates[index].includesSubentities {
      let template = draft.templates[index]
      guard entity(named: template.entity)?.entity.isAbstract == true else { continue }
      draft.templates[index].includesSubentities = true
      log.report(
        .abstractTemplateEntity(template.entity), in: template.nameLocation.file, at: template.nameLocation.span)
    }
    TemplateNames.assign(&draft.templates, &log)
  }
}
