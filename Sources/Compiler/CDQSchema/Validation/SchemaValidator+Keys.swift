import CDQIR
import CDQSyntax

extension SchemaValidator {
  /// Checks the names in uniqueness constraints and indexes; a list with an unknown or unsuitable property is dropped.
  mutating func checkKeys() {
    for number in draft.entities.indices {
      let entity = draft.entities[number]
      draft.entities[number].uniqueness = entity.uniqueness.filter { check($0, "constraint", in: entity) }
      draft.entities[number].indexes = entity.indexes.filter { check($0, "index", in: entity) }
    }
  }

  private mutating func check(_ list: KeyListDraft, _ kind: String, in entity: EntityDraft) -> Bool {
    var isGood = true
    for key in list.keys {
      guard let (_, property) = property(key.name, of: entity.entity.name) else {
        isGood = false
        let names = lineage(of: entity.entity.name).flatMap { $0.properties.map(\.property.name) }
        log.report(
          .unknownKey(key.name, of: entity.entity.name, kind: kind), in: entity.file, at: key.span,
          severity: entity.isImported ? .warning : nil,
          suggestion: Suggestions.nearest(to: key.name, among: names),
          isEditable: !entity.isImported)
        continue
      }
      guard let reason = unfit(property.property) else { continue }
      isGood = false
      log.report(
        .unfitKey(key.name, reason: reason, kind: kind), in: entity.file, at: key.span,
        severity: entity.isImported ? .note : nil)
    }
    return isGood
  }

  /// The reason why a property cannot be part of a constraint or an index; nil when it can.
  private func unfit(_ property: Property) -> String? {
    switch property {
    case .relationship(let relationship): relationship.isToMany ? "leads to many objects" : nil
    case .attribute(let attribute):
      attribute.type.isComparable
        ? nil : "is \(SchemaProblem.article(attribute.type.description)) \(attribute.type)"
    }
  }
}
