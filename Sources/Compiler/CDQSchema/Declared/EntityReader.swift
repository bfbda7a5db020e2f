import CDQIR
import CDQSyntax

/// Reads the `entity` declarations of one file, after all type names of the schema are known.
struct EntityReader {
  let file: String
  let names: TypeNames
  var log = ProblemLog()

  var literals: SchemaLiteralReader { SchemaLiteralReader(enumerations: names.enumerations) }

  mutating func read(_ declaration: EntityDeclaration) -> EntityDraft {
    var entity = EntityDraft(
      entity: Entity(
        name: declaration.name.text, parent: declaration.parent?.text, isAbstract: declaration.isAbstract,
        documentation: declaration.documentation),
      file: file, nameSpan: declaration.name.span, parentSpan: declaration.parent?.span, isImported: false)
    // `@unique` and `@index` of properties come before those of the entity, whatever their order in the text.
    for case .property(let property) in declaration.members { readProperty(property, into: &entity) }
    for case .annotation(let annotation) in declaration.members { readMember(annotation, into: &entity) }
    return entity
  }

  private mutating func readProperty(_ declaration: PropertyDeclaration, into entity: inout EntityDraft) {
    guard let type = names.type(declaration.type.name) else {
      reportUnknownType(declaration.type.name)
      addPlaceholder(declaration, into: &entity)
      return
    }
    if case .object(let destination) = type {
      readRelationship(declaration, to: destination, into: &entity)
    } else {
      readAttribute(declaration, of: type, into: &entity)
    }
  }

  /// Adds a placeholder for a property of unknown type, so that uses of the property are not reported too.
  private mutating func addPlaceholder(_ declaration: PropertyDeclaration, into entity: inout EntityDraft) {
    let attribute = Attribute(name: declaration.name.text, type: .opaque, isOptional: true)
    entity.properties.append(
      PropertyDraft(
        property: .attribute(attribute), nameSpan: declaration.name.span, typeSpan: declaration.type.span))
  }

  private mutating func reportUnknownType(_ name: Identifier) {
    if names.isIncomplete || name.text.isEmpty { return }
    let suggestion = names.suggestion(for: name.text)
    report(
      .unknownType(name.text), at: name.span, suggestion: suggestion,
      help: suggestion == nil ? ["types: " + TypeNames.builtIn.keys.sorted().joined(separator: ", ")] : [])
  }

  private mutating func readAttribute(
    _ declaration: PropertyDeclaration, of element: ValueType, into entity: inout EntityDraft
  ) {
    let reference = declaration.type
    var type = element
    if reference.isCollection {
      if element == .opaque { report(.collectionOfOpaque, at: reference.span) }
      if reference.isOrdered { report(.orderedAttribute, at: reference.span) }
      type = .collection(element: element == .opaque ? .data : element, isOrdered: true)
    }
    if let inverse = declaration.inverse {
      report(.inverseOnAttribute(declaration.name.text), at: inverse.span)
    }
    var attribute = Attribute(
      name: declaration.name.text, type: type, isOptional: reference.isOptional,
      documentation: declaration.documentation)
    if let node = declaration.defaultValue { attribute.defaultValue = defaultValue(node, of: attribute) }
    var seen: [String: SourceSpan] = [:]
    for annotation in declaration.annotations where isFirst(annotation, &seen) {
      applyToAttribute(annotation, &attribute, &entity)
    }
    entity.properties.append(
      PropertyDraft(property: .attribute(attribute), nameSpan: declaration.name.span, typeSpan: reference.span))
  }

  private mutating func defaultValue(_ node: ExpressionNode, of attribute: Attribute) -> Value {
    if case .invalid = node { return .null }
    if SchemaLiteralReader.isNull(node) {
      if !attribute.isOptional { report(.nullDefault(attribute.name, attribute.type), at: node.span) }
      return .null
    }
    return literal(node, as: attribute.type) ?? .null
  }

  /// The value of a literal; nil after reporting why it is not a value of the type.
  mutating func literal(_ node: ExpressionNode, as type: ValueType) -> Value? {
    if case .invalid = node { return nil }
    do {
      return try literals.value(node, as: type)
    } catch {
      report(error.problem, at: error.span, suggestion: error.suggestion)
      return nil
    }
  }

  private mutating func readRelationship(
    _ declaration: PropertyDeclaration, to destination: String, into entity: inout EntityDraft
  ) {
    let reference = declaration.type
    var relationship = Relationship(
      name: declaration.name.text, destination: destination, isToMany: reference.isCollection,
      isOrdered: reference.isOrdered, isOptional: reference.isOptional || reference.isCollection,
      inverse: declaration.inverse?.text, documentation: declaration.documentation)
    if let node = declaration.defaultValue { report(.defaultOnRelationship, at: node.span) }
    var seen: [String: SourceSpan] = [:]
    var draft = PropertyDraft(
      property: .relationship(relationship), nameSpan: declaration.name.span, typeSpan: reference.span,
      inverse: declaration.inverse.map { InverseDraft(name: $0.text, span: $0.span) })
    for annotation in declaration.annotations where isFirst(annotation, &seen) {
      applyToRelationship(annotation, &relationship)
      if annotation.name.text == "delete" { draft.deleteRuleSpan = annotation.span }
    }
    // A minimum above 0 makes the relationship required, unless its type has a `?`.
    if relationship.isToMany, !reference.isOptional, (relationship.minimumCount ?? 0) > 0 {
      relationship.isOptional = false
    }
    draft.property = .relationship(relationship)
    entity.properties.append(draft)
  }

  /// False, with a report, for the second of two equal annotations; `@userInfo` may be repeated.
  mutating func isFirst(_ annotation: Annotation, _ seen: inout [String: SourceSpan]) -> Bool {
    let name = annotation.name.text
    if name == "userInfo" { return true }
    if let first = seen[name] {
      log.report(
        .duplicateAnnotation(name), in: file, at: annotation.span,
        notes: [.init("it is first given here", file: file, at: first)],
        fixIts: [FixIt("remove the second '@\(name)'", .safe, [.init(annotation.span, "")])])
      return false
    }
    seen[name] = annotation.span
    return true
  }

  mutating func report(
    _ problem: SchemaProblem, at span: SourceSpan, suggestion: String? = nil, help: [String] = [],
    fixIts: [FixIt] = []
  ) {
    log.report(problem, in: file, at: span, suggestion: suggestion, help: help, fixIts: fixIts)
  }
}
