import CDQIR
import CDQSyntax

/// The clauses of an `update`.
extension Checker {
  /// Checks the new values of an `update`; nil when one of them, or its clauses, have an error.
  mutating func checkAssignments(_ node: QueryNode, _ entity: Entity) -> [TypedAssignment]? {
    guard let word = node.cardinality, word.kind == .update else { return [] }
    if let other = node.parts.first(where: { !Clause.changing.contains($0.clause) }) {
      report(
        .clauseOfUpdate(other.clause.words), at: other.span, labels: [.init(word.span, "")],
        help: ["it changes every object that 'where' finds"])
      return nil
    }
    if node.assignments.isEmpty {
      let name = schema.allAttributes(of: entity.name).first { $0.derivation == nil && !$0.isTransient }?.name
      report(
        .updateWithoutSet, at: node.entity.span,
        help: ["name the new values: update \(entity.name) where … set \(name ?? "name") = …"])
      return nil
    }
    var places: [String: SourceSpan] = [:]
    var assignments: [TypedAssignment] = []
    for assignment in node.assignments {
      if let checked = checkAssignment(assignment, entity, &places) { assignments.append(checked) }
    }
    return assignments.count == node.assignments.count ? assignments : nil
  }

  private mutating func checkAssignment(
    _ node: QueryNode.Assignment, _ entity: Entity, _ places: inout [String: SourceSpan]
  ) -> TypedAssignment? {
    guard let property = assignedProperty(node, entity) else {
      _ = check(node.value, expecting: nil)
      return nil
    }
    let span = node.property.span
    if let twin = places[property.name] {
      report(.notAssignable(property.name, reason: "it is set twice"), at: span, labels: [.init(twin, "")])
      return nil
    }
    places[property.name] = span
    guard let value = checkKnown(node.value, expecting: property.type) else { return nil }
    if case .parameter(let index) = value.kind { parameters.noteUse(index, "\(entity.name).\(property.name)") }
    return fitted(value, to: property, at: span).map { TypedAssignment(property: property.name, span: span, value: $0) }
  }

  /// The property that an assignment sets, if it can be set.
  private mutating func assignedProperty(_ node: QueryNode.Assignment, _ entity: Entity) -> Property? {
    let span = node.property.span
    guard case .path(let path) = node.property, case .property(let name)? = path.components.first else { return nil }
    guard path.components.count == 1 else {
      report(
        .notAssignable(text(span), reason: "it belongs to another object"), at: span,
        help: ["update the entity whose property it is"])
      return nil
    }
    guard let property = schema.property(named: name.text, of: entity.name) else {
      // The check of the path reports the unknown name.
      _ = checkKnown(node.property)
      return nil
    }
    switch property {
    case .attribute(let attribute) where attribute.derivation != nil:
      report(.notAssignable(name.text, reason: "it is computed from other properties"), at: span)
    case .attribute(let attribute) where attribute.isTransient:
      report(.notAssignable(name.text, reason: "it is not stored"), at: span)
    case .relationship(let relationship) where relationship.isToMany:
      let help = relationship.inverse.flatMap { inverse -> String? in
        guard case .relationship(let back)? = schema.property(named: inverse, of: relationship.destination), !back.isToMany
        else { return nil }
        return "set the other side: update \(relationship.destination) where … set \(inverse) = …"
      }
      report(
        .notAssignable(name.text, reason: "it leads to many objects"), at: span,
        help: [help ?? "a program adds and removes objects in a transaction"])
    case .attribute, .relationship: return property
    }
    return nil
  }

  /// The value in the form that the property has; nil when it is of another type.
  private mutating func fitted(
    _ value: TypedExpression, to property: Property, at span: SourceSpan
  ) -> TypedExpression? {
    if value.isNullLiteral {
      guard property.type.isOptional else {
        report(.notAssignable(property.name, reason: "it needs a value"), at: span, labels: [.init(value.span, "")])
        return nil
      }
      return adapt(value, to: property.type.base)
    }
    var isParameter = false
    if case .parameter = value.kind { isParameter = true }
    switch property {
    case .relationship where !isParameter:
      report(
        .notAssignable(property.name, reason: "a relationship is set to a parameter or nil"), at: value.span,
        help: ["pass the object: \(property.name) = $\(property.name)"])
      return nil
    case .attribute where property.type.base.element != nil && !isParameter:
      report(
        .notAssignable(property.name, reason: "a list is set to a parameter or nil"), at: value.span,
        help: ["pass the list: \(property.name) = $\(property.name)"])
      return nil
    case .attribute, .relationship: break
    }
    let type = property.type.base
    let result = Coercion.adapts(value, to: type) ? adapt(value, to: type) : value
    guard isAssignable(result, to: type) else {
      report(
        .assignedType(property.name, property.type, value.type), at: value.span, labels: [.init(span, "\(property.type)")],
        help: assignmentHelp(value, type))
      return nil
    }
    return result
  }

  /// Whether a value can be stored in a property of a type. The number in an expression is tested when the query runs.
  private func isAssignable(_ value: TypedExpression, to type: ValueType) -> Bool {
    let given = value.type.base
    switch (type, value.literalValue) {
    case (.int16, .int(let number)?): return Int16(exactly: number) != nil
    case (.int32, .int(let number)?): return Int32(exactly: number) != nil
    default: break
    }
    if case .object(let destination) = type, case .object(let entity) = given {
      return schema.isEntity(entity, kindOf: destination) || schema.isEntity(destination, kindOf: entity)
    }
    if let element = type.element, let other = given.element { return element == other }
    if given == type || (given.isInteger && type.isInteger) { return true }
    switch type {
    case .float, .double: return given.isInteger || given == .float || given == .double
    case .decimal: return given.isInteger
    default: return false
    }
  }

  private func assignmentHelp(_ value: TypedExpression, _ type: ValueType) -> [String] {
    if value.literalValue != nil {
      return value.type.base.isNumeric && type.isNumeric ? ["the number is too large, or has decimal places"] : []
    }
    let isConvertible = type == .string ? value.type.base != .opaque : value.type.base.isNumeric && type.isNumeric
    // An Int16 is made of an Int64, whose size is tested when the query runs.
    let names = CallTable.castTargets.filter { $0.value == type && !$0.key.hasPrefix("NS") }.keys
    let name = type.isInteger ? "Int64" : names.min()
    guard isConvertible, value.type.base.element == nil, let name else { return [] }
    return ["convert it: CAST(\(text(value.span)), \"\(name)\")"]
  }
}
