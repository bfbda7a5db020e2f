import CDQIR
import CDQSyntax

/// `value BETWEEN {low, high}`; under a quantifier each element is tested.
extension Checker {
  mutating func checkBetween(_ node: ComparisonPredicate) -> TypedPredicate? {
    guard let sides = checkValueAndCollection(node) else { return nil }
    guard checkQuantifier(node, sides) else { return nil }
    guard let bounds = checkBounds(node, sides) else { return nil }
    if let options = node.options {
      report(
        .optionsNotAllowed(operation: "BETWEEN"), at: options.span,
        fixIts: [FixIt("remove '\(text(options.span))'", .safe, [.init(options.span, "")])])
      return nil
    }
    return .comparison(
      TypedComparison(
        quantifier: node.quantifier?.kind, form: .between, left: sides.left, right: bounds, options: [],
        span: node.span))
  }

  private mutating func checkBounds(_ node: ComparisonPredicate, _ sides: Sides) -> TypedExpression? {
    let left = compared(sides.left, node.quantifier)
    guard let element = sides.right.elementType else {
      report(
        .needsCollection(operation: "BETWEEN", sides.right.type), at: sides.right.span,
        help: ["write the bounds in braces: BETWEEN {1, 10}"])
      return nil
    }
    var bounds = sides.right
    if case .parameter(let index) = bounds.kind { parameters.requireSize(2, of: index) }
    if case .aggregate(let elements) = bounds.kind {
      guard elements.count == 2 else {
        report(.betweenBounds(elements.count), at: bounds.span, help: ["write BETWEEN {low, high}"])
        return nil
      }
      if Coercion.adapts(bounds, to: .collection(element: left.base, isOrdered: true)) {
        bounds = adapt(bounds, to: .collection(element: left.base, isOrdered: true))
      }
    }
    guard Coercion.meeting(left.base, bounds.elementType ?? element, schema: schema) == .comparable else {
      reportMismatch(node, left: left, Sides(left: sides.left, right: bounds))
      return nil
    }
    for type in [left.base, bounds.elementType ?? element] where !type.isOrdered && type != .null {
      report(.notOrdered(OptionalType(type)), at: node.span, point: node.operatorSpan)
      return nil
    }
    return bounds
  }
}
