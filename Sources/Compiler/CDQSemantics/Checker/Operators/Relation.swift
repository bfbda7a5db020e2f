import CDQIR
import CDQSyntax

/// The operators `== != < <= > >=`.
extension Checker {
  mutating func checkRelation(_ node: ComparisonPredicate, _ relation: ComparisonIR.Operator) -> TypedPredicate? {
    let isEquality = relation.isEquality
    let quantifier = node.quantifier
    let schema = schema
    guard
      let sides = checkSides(
        node,
        rightHint: { left in
          // Without a quantifier the collection is the mistake, and not the case of an enum that an element is compared with.
          let type =
            quantifier == nil && left.elementType?.enumerationName == nil
            ? left.type : OptionalType(left.elementType ?? left.type.base, isOptional: Checker.mayHoldNil(left, schema))
          return OptionalType(type.base, isOptional: isEquality && type.isOptional)
        },
        leftHint: { right in
          // NULL gives no type to the value that it is compared with.
          guard !right.isNullLiteral else { return nil }
          let type = OptionalType(right.type.base, isOptional: isEquality && right.type.isOptional)
          return quantifier == nil ? type : OptionalType(.collection(element: type.base, isOrdered: true))
        })
    else { return nil }
    return settle(node, relation, sides)
  }

  /// Whether an element of a collection can be nil: at the end of a path with an optional property after the last
  /// collection, as in `cities.country.code`.
  private static func mayHoldNil(_ collection: TypedExpression, _ schema: Schema) -> Bool {
    guard case .path(_, let steps) = collection.kind else { return true }
    return steps.reduce(false) { isOptional, step in
      switch step.kind {
      case .toMany, .scalarCollection: false
      case .attribute, .toOne: isOptional || schema.property(named: step.name, of: step.entity)?.type.isOptional != false
      }
    }
  }

  private mutating func settle(
    _ node: ComparisonPredicate, _ relation: ComparisonIR.Operator, _ sides: Sides
  ) -> TypedPredicate? {
    if sides.right.isNullLiteral || sides.left.isNullLiteral {
      return checkNull(node, relation, sides)
    }
    guard checkRightIsSingle(node, sides) else { return nil }
    guard checkQuantifier(node, sides) else { return nil }
    guard var meeting = bringTogether(node, sides) else { return nil }
    let type = compared(meeting.left, node.quantifier)
    guard checkOptions(node.options, on: type) else { return nil }
    if !relation.isEquality {
      for side in [type, meeting.right.type] where !side.base.isOrdered {
        let isBool = side.base == .bool
        report(
          .notOrdered(side), at: node.span, point: node.operatorSpan,
          help: isBool ? ["a Bool is tested alone, or compared: \(text(node.left.span)) == TRUE"] : [])
        return nil
      }
    }
    meeting.left.span = node.left.span
    return .comparison(
      TypedComparison(
        quantifier: node.quantifier?.kind, form: .relation(relation), left: meeting.left, right: meeting.right,
        options: textOptions(node.options), span: node.span))
  }

  /// Adapts a literal to the type of the other operand, and refuses types that cannot be compared.
  mutating func bringTogether(_ node: ComparisonPredicate, _ sides: Sides) -> Sides? {
    var result = sides
    let leftType = compared(sides.left, node.quantifier)
    if Coercion.adapts(sides.right, to: leftType.base) {
      result.right = adapt(sides.right, to: leftType.base)
    } else if node.quantifier == nil, Coercion.adapts(sides.left, to: sides.right.type.base) {
      result.left = adapt(sides.left, to: sides.right.type.base)
    }
    let left = compared(result.left, node.quantifier)
    switch Coercion.meeting(left.base, result.right.type.base, schema: schema) {
    case .comparable: return result
    case .incompatible:
      reportMismatch(node, left: left, result)
      return nil
    }
  }

  /// A comparison with NULL, such as `x == NULL`.
  private mutating func checkNull(
    _ node: ComparisonPredicate, _ relation: ComparisonIR.Operator, _ sides: Sides
  ) -> TypedPredicate? {
    let isLeftNull = sides.left.isNullLiteral && !sides.right.isNullLiteral
    let tested = isLeftNull ? sides.right : sides.left
    let null = isLeftNull ? sides.left : sides.right
    if tested.elementType != nil && (node.quantifier == nil || isLeftNull) {
      let path = text(tested.span)
      report(
        .toManyComparedWithNull(path), at: node.span, point: node.operatorSpan,
        help: ["to find those without any, write \(path).@count == 0"],
        fixIts: [
          FixIt(
            "replace with '\(path).@count \(relation == .notEqual ? ">" : "==") 0'", .maybe,
            [.init(node.span, "\(path).@count \(relation == .notEqual ? ">" : "==") 0")])
        ])
      return nil
    }
    if case .parameter(let index) = tested.kind { parameters.learn(index, tested.type.optional, at: tested.span) }
    if let quantifier = node.quantifier, tested.elementType == nil {
      reportQuantifierWithoutCollection(quantifier, tested)
      return nil
    }
    let form: TypedComparison.Form
    switch relation {
    case .equal: form = .isNull
    case .notEqual: form = .isNotNull
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      form = .relation(relation)
    }
    return .comparison(
      TypedComparison(
        quantifier: node.quantifier?.kind, form: form, left: tested, right: null, options: [], span: node.span))
  }

  /// Refuses a collection on the right, with `ANY` and exchanged operands as help where they say the same.
  private mutating func checkRightIsSingle(_ node: ComparisonPredicate, _ sides: Sides) -> Bool {
    guard sides.right.elementType != nil else { return true }
    if case .parameter = sides.right.kind, sides.left.elementType == nil {
      reportMismatch(node, left: compared(sides.left, node.quantifier), sides)
      return false
    }
    if case .aggregate = sides.right.kind, sides.left.elementType == nil, node.quantifier == nil {
      let membership = "\(text(sides.left.span)) IN \(text(sides.right.span))"
      let written = [.equal: membership, .notEqual: "NOT \(membership)"][node.operator]
      report(
        .listOnRight, at: sides.right.span,
        fixIts: written.map { [FixIt("write \($0)", .maybe, [.init(node.span, $0)])] } ?? [])
      return false
    }
    if sides.left.elementType != nil && node.quantifier == nil {
      report(
        .collectionEquality, at: node.span, point: node.operatorSpan,
        labels: [.init(sides.left.span, "\(sides.left.type)"), .init(sides.right.span, "\(sides.right.type)")],
        help: ["compare elements with ANY or ALL, or sizes with @count"])
      return false
    }
    guard node.quantifier == nil, let flipped = ComparisonIR.Operator(rawValue: node.operator.rawValue)?.mirrored else {
      report(.toManyOnRight, at: sides.right.span, help: ["compare it with a single value"])
      return false
    }
    let text = "ANY \(text(sides.right.span)) \(flipped.rawValue) \(text(sides.left.span))"
    report(
      .toManyOnRight, at: sides.right.span, help: ["write \(text)"],
      fixIts: [FixIt("replace with '\(text)'", .maybe, [.init(node.span, text)])])
    return false
  }
}
