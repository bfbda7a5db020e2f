import CDQIR
import CDQSyntax

/// Applies the annotations after `@` and `@@` to a draft.
extension EntityReader {
  private static let attributeAnnotations = [
    "unique", "index", "renamed", "json", "transient", "range", "length", "matches", "derived", "scalar", "class",
    "column", "userInfo",
  ]
  private static let relationshipAnnotations = [
    "delete", "count", "renamed", "json", "transient", "column", "userInfo",
  ]
  private static let memberAnnotations = ["unique", "index", "renamed", "class", "table", "userInfo"]

  mutating func applyToAttribute(
    _ annotation: Annotation, _ attribute: inout Attribute, _ entity: inout EntityDraft
  ) {
    switch annotation.name.text {
    case "unique":
      guard takesNothing(annotation), isKey(attribute, annotation) else { return }
      entity.uniqueness.append(key(of: attribute, annotation))
    case "index":
      guard takesNothing(annotation), isKey(attribute, annotation) else { return }
      entity.indexes.append(key(of: attribute, annotation))
    case "renamed": attribute.renamedFrom = renamed(annotation) ?? attribute.renamedFrom
    case "json": attribute.jsonKey = oneText(annotation) ?? attribute.jsonKey
    case "transient": if takesNothing(annotation) { attribute.isTransient = true }
    case "derived": attribute.derivation = oneText(annotation) ?? attribute.derivation
    case "scalar":
      guard let value = flag(annotation) else { return }
      attribute.usesScalarType = value == attribute.isUsuallyScalar ? nil : value
    case "class":
      guard attribute.type == .opaque else { return reportMisplaced(annotation, EntityReader.noun(attribute.type), []) }
      attribute.className = oneText(annotation) ?? attribute.className
    case "column": if let name = databaseName(annotation) { attribute.userInfo[Attribute.columnKey] = name }
    case "userInfo": if let (key, value) = userInfo(annotation) { attribute.userInfo[key] = value }
    case "range", "length", "matches": applyConstraint(annotation, &attribute)
    case let name where Self.relationshipAnnotations.contains(name):
      reportMisplaced(annotation, "an attribute", Self.attributeAnnotations)
    default: reportUnknown(annotation, Self.attributeAnnotations)
    }
  }

  mutating func applyToRelationship(_ annotation: Annotation, _ relationship: inout Relationship) {
    switch annotation.name.text {
    case "delete": relationship.deleteRule = deleteRule(annotation) ?? relationship.deleteRule
    case "count":
      guard relationship.isToMany else { return reportMisplaced(annotation, "a relationship to one object", []) }
      guard let (least, most) = counts(annotation) else { return }
      relationship.minimumCount = least.flatMap { $0 > 0 ? $0 : nil }
      relationship.maximumCount = most
    case "renamed": relationship.renamedFrom = renamed(annotation) ?? relationship.renamedFrom
    case "json": relationship.jsonKey = oneText(annotation) ?? relationship.jsonKey
    case "transient": if takesNothing(annotation) { relationship.isTransient = true }
    case "column":
      guard !relationship.isToMany else { return reportMisplaced(annotation, "a relationship to many objects", []) }
      if let name = databaseName(annotation) { relationship.userInfo[Attribute.columnKey] = name }
    case "userInfo": if let (key, value) = userInfo(annotation) { relationship.userInfo[key] = value }
    case let name where Self.attributeAnnotations.contains(name):
      reportMisplaced(annotation, "a relationship", Self.relationshipAnnotations)
    default: reportUnknown(annotation, Self.relationshipAnnotations)
    }
  }

  mutating func readMember(_ annotation: Annotation, into entity: inout EntityDraft) {
    guard annotation.isCompound else {
      report(.loneAnnotation(annotation.name.text), at: annotation.span)
      return
    }
    switch annotation.name.text {
    case "unique": if let list = keys(annotation, isIndex: false) { entity.uniqueness.append(list) }
    case "index": if let list = keys(annotation, isIndex: true) { entity.indexes.append(list) }
    case "renamed": entity.entity.renamedFrom = renamed(annotation) ?? entity.entity.renamedFrom
    case "class": entity.entity.className = oneText(annotation) ?? entity.entity.className
    case "table": if let name = databaseName(annotation) { entity.entity.userInfo[Entity.tableKey] = name }
    case "userInfo": if let (key, value) = userInfo(annotation) { entity.entity.userInfo[key] = value }
    default: reportUnknown(annotation, Self.memberAnnotations)
    }
  }

  private mutating func applyConstraint(_ annotation: Annotation, _ attribute: inout Attribute) {
    let isText = attribute.type == .string
    switch annotation.name.text {
    case "range":
      guard attribute.type.isNumeric || attribute.type == .date else {
        return reportMisplaced(annotation, EntityReader.noun(attribute.type), [])
      }
      guard let (least, most) = range(annotation, attribute.type) else { return }
      attribute.constraints.append(.range(least, most))
    case "length":
      guard isText else { return reportMisplaced(annotation, EntityReader.noun(attribute.type), []) }
      guard let (least, most) = counts(annotation) else { return }
      attribute.constraints.append(.length(least, most))
    default:
      guard isText else { return reportMisplaced(annotation, EntityReader.noun(attribute.type), []) }
      guard let pattern = oneText(annotation) else { return }
      guard RegularExpressionSyntax.isValid(pattern) else {
        return report(.invalidPattern(pattern), at: annotation.arguments?.first?.span ?? annotation.span)
      }
      attribute.constraints.append(.matches(pattern))
    }
  }

  /// Whether an attribute may be a key. An attribute whose values cannot be compared is reported.
  private mutating func isKey(_ attribute: Attribute, _ annotation: Annotation) -> Bool {
    if attribute.type.isComparable { return true }
    reportMisplaced(annotation, EntityReader.noun(attribute.type), [])
    return false
  }

  private func key(of attribute: Attribute, _ annotation: Annotation) -> KeyListDraft {
    KeyListDraft(keys: [.init(name: attribute.name, span: annotation.span)], span: annotation.span)
  }

  /// The type with its article: `a String`, `an Int64`.
  private static func noun(_ type: ValueType) -> String {
    "\(SchemaProblem.article("\(type)")) \(type)"
  }

  private mutating func reportMisplaced(_ annotation: Annotation, _ what: String, _ allowed: [String]) {
    report(
      .misplacedAnnotation(annotation.name.text, what), at: annotation.span,
      help: allowed.isEmpty ? [] : ["allowed here: " + allowed.map { "@\($0)" }.joined(separator: ", ")])
  }

  private mutating func reportUnknown(_ annotation: Annotation, _ known: [String]) {
    let mark = annotation.isCompound ? "@@" : "@"
    let name = annotation.name.text
    let suggestion = Suggestions.nearest(to: name, among: known).map { mark + $0 }
    log.report(
      .unknownAnnotation(mark + name), in: file, at: annotation.name.span, suggestion: suggestion,
      help: suggestion == nil ? ["allowed here: " + known.map { mark + $0 }.joined(separator: ", ")] : [])
  }
}
