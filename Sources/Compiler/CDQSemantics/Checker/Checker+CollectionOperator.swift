import CDQIR
import CDQSyntax

/// The collection operators, such as `@count` and `@sum.population`.
extension Checker {
  static let operatorNames = [
    "count", "size", "sum", "avg", "min", "max", "distinctUnionOfObjects", "unionOfObjects",
  ]

  mutating func reduce(
    _ current: TypedExpression, by name: Identifier, over rest: ArraySlice<PathComponent>
  ) -> TypedExpression? {
    guard Checker.operatorNames.contains(name.text) else {
      reportUnknownOperator(name)
      return nil
    }
    guard current.elementType != nil else {
      report(.needsCollection(operation: "@\(name.text)", current.type), at: name.span, labels: labels(current))
      return nil
    }
    if name.text == "count" || name.text == "size" {
      guard rest.isEmpty else {
        report(
          .unsupported("'.' after @count", reason: "@count must stand at the end of a key path"),
          at: rest.first?.span ?? name.span)
        return nil
      }
      return TypedExpression(.reduce(.count, current), OptionalType(.int64), current.span.union(name.span))
    }
    guard let operand = rightPath(rest, of: current, after: name) else { return nil }
    let whole = operand.span.union(name.span)
    switch name.text {
    case "distinctUnionOfObjects":
      return TypedExpression(.distinct(operand), unordered(operand.type), whole)
    case "unionOfObjects":
      return TypedExpression(operand.kind, unordered(operand.type), whole)
    case "sum": return aggregate(.sum, operand, named: "@sum", span: whole)
    case "avg": return aggregate(.average, operand, named: "@avg", span: whole)
    case "min": return aggregate(.minimum, operand, named: "@min", span: whole)
    default: return aggregate(.maximum, operand, named: "@max", span: whole)
    }
  }

  private func labels(_ expression: TypedExpression) -> [Diagnostic.Label] {
    [.init(expression.span, "\(expression.type)")]
  }

  private func unordered(_ type: OptionalType) -> OptionalType {
    OptionalType(.collection(element: type.base.element ?? type.base, isOrdered: false))
  }

  /// The path after an operator. A collection of objects needs one; a collection of scalars may omit it or have
  /// `self`.
  private mutating func rightPath(
    _ rest: ArraySlice<PathComponent>, of current: TypedExpression, after name: Identifier
  ) -> TypedExpression? {
    for component in rest {
      if case .collectionOperator(let second) = component {
        report(
          .unsupported("a second collection operator", reason: "a key path has at most one"), at: second.span)
        return nil
      }
    }
    if rest.isEmpty, case .object(let entity)? = current.elementType {
      report(
        .argumentCount("@\(name.text)", expected: 1...1, found: 0), at: name.span,
        help: ["name an attribute of '\(entity)': @\(name.text).\(firstNumber(of: entity) ?? "attribute")"])
      return nil
    }
    return follow(rest, from: current)
  }

  private func firstNumber(of entity: String) -> String? {
    schema.allAttributes(of: entity).first { $0.type.isNumeric }?.name
  }

  /// Checks the elements of an aggregate function and makes its node with the type of the result.
  mutating func aggregate(
    _ function: AggregateFunction, _ operand: TypedExpression, named name: String, span: SourceSpan
  ) -> TypedExpression? {
    guard let element = operand.elementType else {
      report(.needsCollection(operation: name, operand.type), at: operand.span)
      return nil
    }
    guard let type = resultType(of: function, over: element, named: name, at: operand.span) else { return nil }
    return TypedExpression(.reduce(function, operand), type, span)
  }

  /// The result type of an aggregate function over values of a type; nil after reporting a type that it does not take.
  mutating func resultType(
    of function: AggregateFunction, over element: ValueType, named name: String, at span: SourceSpan
  ) -> OptionalType? {
    switch function {
    case .count:
      return OptionalType(.int64)
    case .sum:
      if element == .null { return OptionalType(.int64) }
      guard element.isQuantity else { break }
      return OptionalType(
        element.isInteger ? .int64 : element == .float ? .double : element, isOptional: element.isInteger)
    case .average, .median:
      if element == .null { return OptionalType(.double, isOptional: true) }
      guard element.isQuantity else { break }
      return OptionalType(element.isNumeric && element != .decimal ? .double : element, isOptional: true)
    case .standardDeviation:
      guard element.isNumeric || element == .null else { break }
      return OptionalType(.double, isOptional: true)
    case .minimum, .maximum:
      if element == .null { return OptionalType(.int64, isOptional: true) }
      guard element.isOrdered else {
        report(.notOrdered(OptionalType(element)), at: span)
        return nil
      }
      return OptionalType(element, isOptional: true)
    }
    report(.needsNumber(operation: name, OptionalType(element)), at: span)
    return nil
  }
}
