import CDQIR
import CDQSyntax

/// Comparisons: the parts that the families of operators share. Each family has a file of its own.
extension Checker {
  mutating func checkComparison(_ node: ComparisonPredicate) -> TypedPredicate? {
    if reportComparisonWithEntity(node) { return nil }
    wanted = Checker.glance(node)
    defer { wanted = nil }
    return checkOperator(node)
  }

  /// The type that a comparison calls for by its operator or by a literal on its right, without checking anything.
  private static func glance(_ node: ComparisonPredicate) -> ValueType? {
    if node.operator.entry.family == .text { return .string }
    guard case .literal(let literal) = node.right else { return nil }
    switch literal.kind {
    case .string: return .string
    case .integer, .number: return .double
    case .boolean: return .bool
    case .null: return nil
    }
  }

  private mutating func checkOperator(_ node: ComparisonPredicate) -> TypedPredicate? {
    switch node.operator.entry.family {
    case .equality, .order:
      guard let relation = ComparisonIR.Operator(rawValue: node.operator.rawValue) else { return nil }
      return checkRelation(node, relation)
    case .text:
      guard let match = TextMatchIR.Operator(rawValue: node.operator.rawValue) else { return nil }
      return checkTextMatch(node, match)
    case .containment: return checkContains(node)
    case .membership: return checkIn(node)
    case .range: return checkBetween(node)
    case .refused(let reason):
      let name = node.operator == .selector ? "a method name as operator" : node.operator.rawValue
      report(.unsupported(name, reason: reason), at: node.span, point: node.operatorSpan)
      return nil
    }
  }

  /// The two operands of a comparison.
  struct Sides {
    var left: TypedExpression
    var right: TypedExpression
  }

  /// Checks both operands. A parameter takes the type that a hint derives from the other operand.
  ///
  /// - Parameters:
  ///   - rightHint: the type of the right operand, from the left one.
  ///   - leftHint: the type of the left operand, from the right one.
  mutating func checkSides(
    _ node: ComparisonPredicate, rightHint: (TypedExpression) -> OptionalType?,
    leftHint: (TypedExpression) -> OptionalType?
  ) -> Sides? {
    // This function recurses with the nesting of the text, so what else there is to do has frames of its own.
    var left = check(node.left, expecting: nil)
    if reportUnquotedText(node, after: left) { return nil }
    let right = check(node.right, expecting: hinted(rightHint, by: left))
    if case .unknown = left { left = check(node.left, expecting: hinted(leftHint, by: right)) }
    return sides(node, left, right)
  }

  private func hinted(_ hint: (TypedExpression) -> OptionalType?, by other: Checked) -> OptionalType? {
    if case .value(let value) = other, !value.isNullLiteral { hint(value) } else { nil }
  }

  private mutating func sides(_ node: ComparisonPredicate, _ left: Checked, _ right: Checked) -> Sides? {
    guard case .value(let first) = left, case .value(let second) = right else {
      noteUnknownSide(node, left, right)
      return nil
    }
    noteUse(of: first, meeting: second)
    noteUse(of: second, meeting: first)
    return Sides(left: first, right: second)
  }

  /// Checks the operands of `IN` and `BETWEEN`, whose right operand is a collection of values like the left one.
  mutating func checkValueAndCollection(_ node: ComparisonPredicate) -> Sides? {
    let quantifier = node.quantifier
    return checkSides(
      node,
      rightHint: { left in
        let element = quantifier == nil ? left.type.base : left.elementType ?? left.type.base
        return OptionalType(.collection(element: element.element ?? element, isOrdered: true))
      },
      leftHint: { right in
        let element = right.elementType ?? right.type.base
        return OptionalType(quantifier == nil ? element : .collection(element: element, isOrdered: true))
      })
  }

  /// Notes a parameter that got no type. An operand with an error is the mistake itself, and two parameters without a
  /// type are one mistake, as a type for one is a type for both.
  private mutating func noteUnknownSide(_ node: ComparisonPredicate, _ left: Checked, _ right: Checked) {
    switch (left, right) {
    case (.failed, _), (_, .failed): break
    case (.unknown, _): noteUnknown(node.left)
    case (.value, .unknown): noteUnknown(node.right)
    case (.value, .value): break
    }
  }

  /// Remembers the property that a parameter is compared with, for documentation.
  private mutating func noteUse(of expression: TypedExpression, meeting other: TypedExpression) {
    guard case .parameter(let index) = expression.kind, case .path(_, let steps) = other.kind, let last = steps.last
    else { return }
    parameters.noteUse(index, "\(last.entity).\(last.name)")
  }

  /// The type that is compared: under a quantifier that of an element.
  func compared(_ expression: TypedExpression, _ quantifier: QuantifierNode?) -> OptionalType {
    guard quantifier != nil, let element = expression.elementType else { return expression.type }
    return OptionalType(element, isOptional: true)
  }

  /// Refuses a quantifier over a single value, and a collection without a quantifier.
  mutating func checkQuantifier(_ node: ComparisonPredicate, _ sides: Sides) -> Bool {
    if let quantifier = node.quantifier {
      guard sides.left.elementType != nil else {
        reportQuantifierWithoutCollection(quantifier, sides.left)
        return false
      }
      return true
    }
    guard sides.left.elementType != nil else { return true }
    reportToManyWithoutQuantifier(sides.left, comparison: node)
    return false
  }

  func textOptions(_ node: OptionsNode?) -> TextOptions {
    guard let node else { return [] }
    var options: TextOptions = []
    if node.caseInsensitive { options.insert(.caseInsensitive) }
    if node.diacriticInsensitive { options.insert(.diacriticInsensitive) }
    if node.localeSensitive { options.insert(.localeSensitive) }
    return options
  }

  /// Refuses options such as `[cd]` where no texts are compared.
  mutating func checkOptions(_ node: OptionsNode?, on type: OptionalType) -> Bool {
    guard let node else { return true }
    if type.base == .string || type.base == .null { return true }
    report(
      .optionsNeedText(type), at: node.span, help: ["remove the brackets"],
      fixIts: [FixIt("remove '\(text(node.span))'", .safe, [.init(node.span, "")])])
    return false
  }
}
