import CDQIR
import CDQSyntax

extension SchemaValidator {
  /// Removes relationships to entities that do not exist, and reports them.
  mutating func checkDestinations() {
    for number in draft.entities.indices {
      let entity = draft.entities[number]
      draft.entities[number].properties.removeAll { property in
        guard case .relationship(let relationship) = property.property else { return false }
        return entityNumbers[relationship.destination] == nil
      }
      draft.entities[number].index()
      if isIncomplete { continue }
      for case (let property, let relationship?) in entity.properties.map({ ($0, $0.relationship) })
      where entityNumbers[relationship.destination] == nil {
        log.report(
          .unknownDestination(relationship.destination), in: entity.file, at: property.typeSpan,
          suggestion: Suggestions.nearest(to: relationship.destination, among: draft.entities.map(\.entity.name)),
          isEditable: !entity.isImported)
      }
    }
  }

  /// Checks that each inverse names a relationship of the destination that leads back; removes an inverse that does
  /// not.
  mutating func checkInverses() {
    let claimed = claimedInverses()
    for number in draft.entities.indices {
      let entity = draft.entities[number]
      for (place, property) in entity.properties.enumerated() {
        guard let relationship = property.relationship else { continue }
        if let inverse = property.inverse {
          if !check(inverse, of: relationship, property, in: entity), var fixed = property.relationship {
            fixed.inverse = nil
            draft.entities[number].properties[place].property = .relationship(fixed)
          }
        } else if !lineage(of: entity.entity.name).contains(where: {
          claimed.contains([$0.entity.name, relationship.name])
        }) {
          // When the other side names this relationship, `check` reports that instead.
          log.report(
            .missingInverse(relationship.name), in: entity.file, at: property.nameSpan,
            help: entity.isImported
              ? ["add one in Xcode"] : ["write 'inverse name' with a relationship of '\(relationship.destination)'"])
        }
      }
    }
  }

  /// True when the inverse leads back and names this relationship as its own inverse; else the finding is reported.
  private mutating func check(
    _ inverse: InverseDraft, of relationship: Relationship, _ property: PropertyDraft, in entity: EntityDraft
  ) -> Bool {
    let destination = relationship.destination
    guard
      let (owner, back) = self.property(inverse.name, of: inverse.entity ?? destination)
        ?? self.property(inverse.name, of: destination)
    else {
      reportUnknownInverse(inverse, of: relationship, in: entity)
      return false
    }
    let note = Diagnostic.Note(
      "'\(inverse.name)' is declared here", file: owner.file, at: back.nameSpan)
    guard let other = back.relationship else {
      log.report(
        .inverseIsAttribute(inverse.name, of: owner.entity.name), in: entity.file, at: inverse.span, notes: [note])
      return false
    }
    let severity: Diagnostic.Severity? = entity.isImported ? .warning : nil
    if let named = inverse.entity, !isEntity(named, kindOf: destination), !isEntity(destination, kindOf: named) {
      log.report(
        .inverseOfOtherEntity(named, destination: destination), in: entity.file, at: inverse.entitySpan ?? inverse.span,
        severity: severity)
      return false
    }
    let leadsBack =
      isEntity(other.destination, kindOf: entity.entity.name)
      || isEntity(entity.entity.name, kindOf: other.destination)
    guard leadsBack else {
      log.report(
        .inverseLeadsElsewhere(relationship.name, inverse.name, of: owner.entity.name, to: other.destination),
        in: entity.file, at: inverse.span, severity: severity, notes: [note])
      return false
    }
    // `back.inverse` is the text of the declaration; a wrong inverse has been removed from `other`.
    if back.inverse?.name == relationship.name { return true }
    if let named = back.inverse?.name {
      // An inverse that does not exist is reported at its own place.
      guard self.property(named, of: other.destination) != nil else { return false }
      log.report(
        .inverseNamesOther(inverse.name, of: owner.entity.name, named: named, not: relationship.name), in: entity.file,
        at: inverse.span, severity: severity, notes: [note])
    } else {
      let edit = FixIt.Edit(SourceSpan(at: back.typeSpan.end), " inverse \(relationship.name)")
      log.report(
        .oneSidedInverse(inverse.name, of: owner.entity.name), in: owner.file, at: back.nameSpan, severity: severity,
        help: owner.isImported ? [] : ["write 'inverse \(relationship.name)' after the type of '\(inverse.name)'"],
        notes: [
          .init("'\(relationship.name)' names it as its inverse here", file: entity.file, at: inverse.span)
        ],
        fixIts: owner.isImported ? [] : [FixIt("add 'inverse \(relationship.name)'", .safe, [edit])])
    }
    return false
  }

  private mutating func reportUnknownInverse(
    _ inverse: InverseDraft, of relationship: Relationship, in entity: EntityDraft
  ) {
    let candidates = lineage(of: relationship.destination).flatMap { owner in
      owner.properties.compactMap { property -> Suggestions.Candidate? in
        guard let other = property.relationship else { return nil }
        return Suggestions.Candidate(other.name, weight: other.destination == entity.entity.name ? 0 : 1)
      }
    }
    let leading = lineage(of: relationship.destination).flatMap { owner in
      owner.properties.compactMap { property -> String? in
        guard let other = property.relationship, other.destination == entity.entity.name else { return nil }
        return other.name
      }
    }
    log.report(
      .unknownInverse(inverse.name, of: relationship.destination), in: entity.file, at: inverse.span,
      suggestion: Suggestions.nearest(to: inverse.name, among: candidates),
      isEditable: !entity.isImported,
      help: leading.isEmpty
        ? [] : ["relationships that lead back: " + leading.map { "'\($0)'" }.joined(separator: ", ")])
  }

  /// The relationships that another relationship names as its inverse, as pairs of destination entity and name.
  private func claimedInverses() -> Set<[String]> {
    Set(
      draft.entities.flatMap { entity in
        entity.properties.compactMap { property in
          guard let relationship = property.relationship, let inverse = property.inverse else { return nil }
          return [relationship.destination, inverse.name]
        }
      })
  }

  /// Warns of delete rules that can leave data which the schema forbids.
  mutating func checkDeleteRules() {
    for entity in draft.entities {
      for property in entity.properties {
        guard let relationship = property.relationship else { continue }
        let span = property.deleteRuleSpan ?? property.nameSpan
        let severity: Diagnostic.Severity? = entity.isImported ? .note : nil
        switch relationship.deleteRule {
        case .noAction:
          log.report(
            .noAction(relationship.name, destination: relationship.destination), in: entity.file, at: span,
            severity: severity)
        case .nullify:
          guard let inverse = relationship.inverse,
            let (owner, back) = self.property(inverse, of: relationship.destination), let other = back.relationship,
            !other.isToMany, !other.isOptional
          else { continue }
          log.report(
            .nullifiesRequired(inverse, of: owner.entity.name), in: entity.file, at: span, severity: severity,
            notes: [.init("'\(inverse)' is not optional", file: owner.file, at: back.nameSpan)])
        case .cascade, .deny: break
        }
      }
    }
  }
}

extension PropertyDraft {
  var relationship: Relationship? {
    if case .relationship(let relationship) = property { relationship } else { nil }
  }

  var attribute: Attribute? {
    if case .attribute(let attribute) = property { attribute } else { nil }
  }
}
