import CDQIR
import CDQRuntime
import Foundation

/// The translation of IR to expressions of Foundation's `Predicate`.
///
/// The expressions are generic types that are put together at run time, so that the functions which build them are not
/// specialized: they are not hot, and there would be one of each for every type.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct FoundationBuilder<Root> {
  typealias Condition = any StandardPredicateExpression<Bool>
  typealias Variable = PredicateExpressions.Variable<Root>

  let variable: Variable
  let keyPaths: [String: any PartialKeyPath<Root> & Sendable]

  func condition(_ node: PredicateIR) throws(ExecutionError) -> Condition {
    switch node {
    case .constant(let value): return PredicateExpressions.build_Arg(value)
    case .and(let operands): return try joined(operands, neutral: true) { FoundationBuilder.conjunction($0, $1) }
    case .or(let operands): return try joined(operands, neutral: false) { FoundationBuilder.disjunction($0, $1) }
    case .not(let operand): return FoundationBuilder.negation(try condition(operand))
    case .comparison(let node): return try comparison(node)
    case .text(let node): return try text(node)
    case .between(let node): return try between(node)
    case .membership(let node): return try membership(node)
    case .isNull(let value): return try isNull(value)
    case .boolean(let value): return try property(value).isTrue()
    case .quantified: throw refusal("ANY, ALL and NONE")
    case .whenPresent(_, let operand): return try condition(operand)
    }
  }

  /// Joins conditions in pairs, so that the types nest as little as possible.
  private func joined(
    _ operands: [PredicateIR], neutral: Bool, _ join: (Condition, Condition) -> Condition
  ) throws(ExecutionError) -> Condition {
    var conditions: [Condition] = []
    for operand in operands { conditions.append(try condition(operand)) }
    while conditions.count > 1 {
      conditions = stride(from: 0, to: conditions.count, by: 2).map { index in
        index + 1 < conditions.count ? join(conditions[index], conditions[index + 1]) : conditions[index]
      }
    }
    return conditions.first ?? PredicateExpressions.build_Arg(neutral)
  }

  static func conjunction(_ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>)
    -> Condition
  {
    PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
  }

  static func disjunction(_ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>)
    -> Condition
  {
    PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
  }

  static func negation(_ operand: some StandardPredicateExpression<Bool>) -> Condition {
    PredicateExpressions.build_Negation(operand)
  }

  // MARK: Comparisons

  private func comparison(_ node: ComparisonIR) throws(ExecutionError) -> Condition {
    if !node.options.isEmpty { throw refusal("options such as [c]") }
    if case .literal(let value, _) = node.right { return try property(node.left).compared(node.operator, with: value) }
    if case .literal(let value, _) = node.left {
      return try property(node.right).compared(node.operator.mirrored, with: value)
    }
    return try property(node.left).compared(node.operator, with: property(node.right))
  }

  private func text(_ node: TextMatchIR) throws(ExecutionError) -> Condition {
    if !node.options.isEmpty { throw refusal("options such as [c]") }
    guard case .literal(.string(let pattern), _) = node.pattern else { throw refusal("a pattern that is no value") }
    if pattern.isEmpty, node.operator.hasNeedle { return PredicateExpressions.build_Arg(false) }
    guard node.operator.place == .prefix || node.operator.place == .anywhere else {
      throw refusal(node.operator.rawValue)
    }
    return try property(node.text).text(node.operator, pattern)
  }

  private func between(_ node: BetweenIR) throws(ExecutionError) -> Condition {
    let value = try property(node.value)
    guard case .literal(let low, _) = node.low, case .literal(let high, _) = node.high else {
      throw refusal("bounds that are no values")
    }
    let isAbove = try value.compared(.greaterOrEqual, with: low)
    let isBelow = try value.compared(.lessOrEqual, with: high)
    return FoundationBuilder.conjunction(isAbove, isBelow)
  }

  private func membership(_ node: MembershipIR) throws(ExecutionError) -> Condition {
    if !node.options.isEmpty { throw refusal("options such as [c]") }
    guard case .literal(let elements, _) = node.collection else { throw refusal("IN with a collection that is no list") }
    var values: [Value] = []
    for element in elements {
      guard case .literal(let value, _) = element else { throw refusal("a list with elements that are no values") }
      // nil is in no list.
      if !value.isNull { values.append(value) }
    }
    return try property(node.value).isAmong(values)
  }

  private func isNull(_ value: ExpressionIR) throws(ExecutionError) -> Condition {
    try property(value).isNull()
  }

  // MARK: Properties

  /// The property that an expression reads.
  private func property(_ node: ExpressionIR) throws(ExecutionError) -> any FoundationProperty {
    guard case .path(let path) = node, path.variable == 0, !path.steps.isEmpty else {
      throw refusal("a value that is calculated")
    }
    let name = path.steps.map(\.name).joined(separator: ".")
    guard let keyPath = keyPaths[name] else { throw .malformedQuery("there is no key path for '\(name)'") }
    // Foundation ends the process for others.
    guard keyPath.hasOneComponent else {
      throw .malformedQuery("the key path for '\(name)' has several components, which Foundation's Predicate cannot read")
    }
    for scalar in FoundationScalars.types {
      if let property = property(keyPath, scalar) { return property }
    }
    throw .malformedQuery("the key path for '\(name)' leads to a value of a type that predicates do not compare")
  }

  private func property<Scalar: FoundationScalar>(
    _ keyPath: any PartialKeyPath<Root> & Sendable, _ scalar: Scalar.Type
  ) -> (any FoundationProperty)? {
    // A cast cannot ask for `Sendable`, which is no type at run time; the key path is known to be that.
    if keyPath is KeyPath<Root, Scalar> {
      return PlainProperty<Root, Scalar>(
        variable, unsafeBitCast(keyPath, to: (any KeyPath<Root, Scalar> & Sendable).self))
    }
    guard keyPath is KeyPath<Root, Scalar?> else { return nil }
    return OptionalProperty<Root, Scalar>(
      variable, unsafeBitCast(keyPath, to: (any KeyPath<Root, Scalar?> & Sendable).self))
  }

  private func refusal(_ part: String) -> ExecutionError {
    .malformedQuery("Foundation's Predicate cannot express \(part)")
  }
}

extension PartialKeyPath {
  /// Whether the key path consists of one property. Only its description tells: `\City.country?.name` has two.
  fileprivate var hasOneComponent: Bool {
    let text = String(describing: self)
    // A property without a name in the binary is described as `<offset 16 (Swift.String)>`.
    let named = text.replacing(/<[^>]*>+/, with: "_")
    let start = "\\\(Root.self)."
    guard named.hasPrefix(start) else { return false }
    return named.dropFirst(start.count).allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }
}
