import CDQIR
import CDQSyntax

/// `IN` and `CONTAINS`, between a value and a collection or between two texts.
extension Checker {
  mutating func checkContains(_ node: ComparisonPredicate) -> TypedPredicate? {
    let quantifier = node.quantifier
    guard
      let sides = checkSides(
        node,
        rightHint: { left in
          guard quantifier == nil, let element = left.elementType else { return OptionalType(.string) }
          return OptionalType(element)
        },
        leftHint: { right in
          let single = right.type.base == .string ? right.type.base : .collection(element: right.type.base, isOrdered: true)
          return OptionalType(quantifier == nil ? single : .collection(element: .string, isOrdered: true))
        })
    else { return nil }
    if quantifier == nil, sides.left.elementType != nil {
      return checkMembership(node, value: sides.right, collection: sides.left)
    }
    if quantifier == nil, sides.left.type.base != .string, !sides.left.isNullLiteral {
      if sides.right.elementType != nil {
        let swapped = "\(text(sides.left.span)) IN \(text(sides.right.span))"
        report(
          .needsCollection(operation: "CONTAINS", sides.left.type), at: sides.left.span,
          help: ["the collection stands on the left of CONTAINS: write \(swapped)"],
          fixIts: [FixIt("replace with '\(swapped)'", .maybe, [.init(node.span, swapped)])])
      } else {
        report(
          .needsText(operation: "CONTAINS", sides.left.type), at: sides.left.span,
          help: ["CONTAINS needs a String or a collection on the left"])
      }
      return nil
    }
    return settleText(node, .contains, sides)
  }

  mutating func checkIn(_ node: ComparisonPredicate) -> TypedPredicate? {
    guard let sides = checkValueAndCollection(node) else { return nil }
    let right = sides.right
    guard right.elementType != nil else {
      return checkSubstring(node, sides)
    }
    guard checkQuantifier(node, sides) else { return nil }
    return checkMembership(node, value: sides.left, collection: right)
  }

  private mutating func checkSubstring(_ node: ComparisonPredicate, _ sides: Sides) -> TypedPredicate? {
    let left = compared(sides.left, node.quantifier)
    guard sides.right.type.base == .string, left.base == .string || sides.left.isNullLiteral else {
      if left.base == .date, case .int(let year)? = sides.right.literalValue, (1000...2999).contains(year),
        node.quantifier == nil
      {
        let written = "year(\(text(sides.left.span))) == \(year)"
        report(
          .needsCollection(operation: "IN", sides.right.type), at: sides.right.span, help: ["a year is compared: \(written)"],
          fixIts: [FixIt("write \(written)", .maybe, [.init(node.span, written)])])
        return nil
      }
      report(
        .needsCollection(operation: "IN", sides.right.type), at: sides.right.span,
        help: sides.right.literalValue == nil ? [] : ["write a list in braces: IN {\(text(sides.right.span))}"])
      return nil
    }
    guard checkQuantifier(node, sides) else { return nil }
    return .comparison(
      TypedComparison(
        quantifier: node.quantifier?.kind, form: .substring, left: sides.left, right: sides.right,
        options: textOptions(node.options), span: node.span))
  }

  private mutating func checkMembership(
    _ node: ComparisonPredicate, value: TypedExpression, collection: TypedExpression
  ) -> TypedPredicate? {
    var value = value
    var collection = collection
    let type = node.quantifier == nil ? value.type : compared(value, node.quantifier)
    guard let element = collection.elementType else { return nil }
    if Coercion.adapts(collection, to: .collection(element: type.base, isOrdered: true)) {
      collection = adapt(collection, to: .collection(element: type.base, isOrdered: true))
    } else if node.quantifier == nil, Coercion.adapts(value, to: element) {
      value = adapt(value, to: element)
    }
    let compared = self.compared(value, node.quantifier)
    let held = collection.elementType ?? element
    guard value.isNullLiteral || Coercion.meeting(compared.base, held, schema: schema) == .comparable else {
      var (help, fixIts): ([String], [FixIt]) = ([], [])
      if case .aggregate(let elements) = collection.kind { (help, fixIts) = aggregateHelp(elements, compared.base) }
      // `cities CONTAINS "Paris"`: a text names an object.
      if case .object(let entity) = held, compared.base == .string, node.quantifier == nil, node.operator == .contains {
        let texts = schema.allAttributes(of: entity).filter { $0.type == .string }.map(\.name)
        if let name = texts.first(where: { ["name", "title"].contains($0) }) ?? texts.first {
          let written = "ANY \(text(collection.span)).\(name) == \(text(value.span))"
          help = ["its elements are objects; compare one of their properties"]
          fixIts = [FixIt("write \(written)", .maybe, [.init(node.span, written)])]
        }
      }
      report(
        .membershipMismatch(element: held, value: compared), at: node.span, point: node.operatorSpan,
        labels: [.init(value.span, "\(compared)"), .init(collection.span, "\(collection.type)")], help: help,
        fixIts: fixIts)
      return nil
    }
    guard checkOptions(node.options, on: compared) else { return nil }
    return .comparison(
      TypedComparison(
        quantifier: node.quantifier?.kind, form: .membership, left: value, right: collection,
        options: textOptions(node.options), span: node.span))
  }
}
