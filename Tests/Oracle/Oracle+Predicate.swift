import CDQIR
import CDQSemantics
import CDQSyntax
import Foundation

extension Oracle {
  // MARK: Conditions

  func holds(_ predicate: TypedPredicate, _ scope: Scope) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .and(let operands): return operands.allSatisfy { holds($0, scope) }
    case .or(let operands): return operands.contains { holds($0, scope) }
    case .not(let operand): return !holds(operand, scope)
    case .bare(let quantifier, let operand):
      return quantified(quantifier, operand, scope) { $0 == .scalar(.bool(true)) }
    case .comparison(let node):
      return quantified(node.quantifier, node.left, scope) { holds(node, left: $0, scope) }
    }
  }

  private func quantified(
    _ quantifier: QuantifierNode.Kind?, _ operand: TypedExpression, _ scope: Scope, _ test: (Datum) -> Bool
  ) -> Bool {
    let operand = value(operand, scope)
    switch quantifier {
    case nil: return test(operand)
    case .any?, .some?: return operand.elements.contains(where: test)
    case .all?: return operand.elements.allSatisfy(test)
    case QuantifierNode.Kind.none?: return !operand.elements.contains(where: test)
    }
  }

  func holds(_ node: TypedComparison, left: Datum, _ scope: Scope) -> Bool {
    switch node.form {
    case .isNull: return left.isNull
    case .isNotNull: return !left.isNull
    case .relation(let relation): return relates(left, relation, value(node.right, scope), node.options)
    case .text(let operation): return textMatch(operation, left, value(node.right, scope), node.options)
    case .substring: return textMatch(.contains, value(node.right, scope), left, node.options)
    case .membership:
      return value(node.right, scope).elements.contains { !left.isNull && relates($0, .equal, left, node.options) }
    case .between:
      let bounds = value(node.right, scope).elements
      guard bounds.count >= 2, !left.isNull else { return false }
      // Every comparison with a nil bound that `BETWEEN` makes is false, as `left` is not nil.
      return relates(left, .greaterOrEqual, bounds[0], []) && relates(left, .lessOrEqual, bounds[1], [])
    }
  }

  /// Compares two values. The rules for nil are the table in the DocC article Operators, section Nil.
  private func relates(
    _ left: Datum, _ relation: ComparisonIR.Operator, _ right: Datum, _ options: TextOptions
  ) -> Bool {
    if left.isNull || right.isNull {
      let isBoth = left.isNull && right.isNull
      switch relation {
      case .equal, .lessOrEqual, .greaterOrEqual: return isBoth
      case .notEqual: return !isBoth
      case .less, .greater: return false
      }
    }
    if isNaN(left) || isNaN(right) { return relation == .notEqual }
    let order = order(left, right, options)
    switch relation {
    case .equal: return order == 0
    case .notEqual: return order != 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    }
  }

  private func textMatch(
    _ operation: TextMatchIR.Operator, _ text: Datum, _ pattern: Datum, _ options: TextOptions
  ) -> Bool {
    guard case .scalar(.string(let text)) = text, case .scalar(.string(let pattern)) = pattern else { return false }
    let rules = OracleText(options: options, locale: locale)
    switch operation {
    case .beginsWith: return rules.contains(text, pattern, fromStart: true)
    case .endsWith: return rules.contains(text, pattern, toEnd: true)
    case .contains: return rules.contains(text, pattern)
    case .like: return rules.isLike(text, pattern)
    case .matches: return rules.matches(text, pattern)
    }
  }

  // MARK: Order

  private func isNaN(_ datum: Datum) -> Bool {
    switch datum {
    case .scalar(.date(let date)): date.timeIntervalSinceReferenceDate.isNaN
    case .scalar(.duration(let seconds)): seconds.isNaN
    case .scalar(let value): OracleNumber.isNaN(value)
    case .null, .object, .list: false
    }
  }

  /// -1, 0 or 1 for two values that are not nil. For types without an order, only 0 has a meaning: the values are
  /// equal.
  func order(_ left: Datum, _ right: Datum, _ options: TextOptions) -> Int {
    switch (left, right) {
    case (.object(let a), .object(let b)): return a == b ? 0 : a < b ? -1 : 1
    case (.scalar(let a), .scalar(let b)): return order(a, b, options)
    default: return left == right ? 0 : 1
    }
  }

  private func order(_ left: Value, _ right: Value, _ options: TextOptions) -> Int {
    if left.isNumber && right.isNumber { return OracleNumber.order(left, right) }
    switch (left, right) {
    case (.string(let a), .string(let b)): return OracleText(options: options, locale: locale).order(a, b)
    case (.bool(let a), .bool(let b)): return a == b ? 0 : b ? -1 : 1
    case (.date(let a), .date(let b)):
      return OracleNumber.order(.double(a.timeIntervalSinceReferenceDate), .double(b.timeIntervalSinceReferenceDate))
    case (.duration(let a), .duration(let b)): return OracleNumber.order(.double(a), .double(b))
    case (.url(let a), .url(let b)): return a.absoluteString == b.absoluteString ? 0 : 1
    default: return left == right ? 0 : 1
    }
  }

  /// Whether `distinct`, grouping and set operators take two values for one. For them NaN equals NaN, and nil equals
  /// nil.
  func isSame(_ left: Datum, _ right: Datum) -> Bool {
    if left.isNull || right.isNull { return left.isNull && right.isNull }
    return order(left, right, []) == 0
  }

  // MARK: Absent parameters

  /// The predicate without the comparisons that use absent parameters; nil when nothing is left. The DocC article
  /// Literals has the rules in its section Optional parameters.
  func reduced(_ predicate: TypedPredicate) -> TypedPredicate? {
    if absent.isEmpty { return predicate }
    switch predicate {
    case .constant: return predicate
    case .and(let operands):
      let left = operands.compactMap { reduced($0) }
      return left.isEmpty ? nil : .and(left)
    case .or(let operands):
      let left = operands.compactMap { reduced($0) }
      return left.isEmpty ? nil : .or(left)
    case .not(let operand): return reduced(operand).map { .not($0) }
    case .bare(let quantifier, let value): return reduced(value).map { .bare(quantifier: quantifier, $0) }
    case .comparison(var node):
      guard let left = reduced(node.left), let right = reduced(node.right) else { return nil }
      (node.left, node.right) = (left, right)
      return .comparison(node)
    }
  }

  /// The expression with reduced predicates in it; nil when it uses an absent parameter or when one of its predicates
  /// disappears.
  private func reduced(_ expression: TypedExpression) -> TypedExpression? {
    var result = expression
    switch expression.kind {
    case .literal, .objects: break
    case .parameter(let index): if absent.contains(index) { return nil }
    case .path(let variable, _): if variable < 0, absent.contains(-1 - variable) { return nil }
    case .aggregate(let elements):
      guard let left = reduced(elements) else { return nil }
      result.kind = .aggregate(left)
    case .arithmetic(let operators, let operands):
      guard let left = reduced(operands) else { return nil }
      result.kind = .arithmetic(operators, left)
    case .function(let function, let arguments):
      guard let left = reduced(arguments) else { return nil }
      result.kind = .function(function, left)
    case .negate(let operand): return one(operand, result) { .negate($0) }
    case .cast(let operand): return one(operand, result) { .cast($0) }
    case .reduce(let function, let operand): return one(operand, result) { .reduce(function, $0) }
    case .first(let operand): return one(operand, result) { .first($0) }
    case .last(let operand): return one(operand, result) { .last($0) }
    case .distinct(let operand): return one(operand, result) { .distinct($0) }
    case .mode(let operand): return one(operand, result) { .mode($0) }
    case .reduceGroup(let function, let isDistinct, let argument):
      guard let argument else { break }
      return one(argument, result) { .reduceGroup(function, isDistinct: isDistinct, $0) }
    case .element(let source, let position):
      guard let left = reduced([source, position]) else { return nil }
      result.kind = .element(left[0], at: left[1])
    case .set(let operation, let first, let second):
      guard let left = reduced([first, second]) else { return nil }
      result.kind = .set(operation, left[0], left[1])
    case .subquery(let source, let variable, let condition):
      guard let source = reduced(source), let condition = reduced(condition) else { return nil }
      result.kind = .subquery(source, variable, condition)
    case .map(let source, let variable, let inner):
      guard let left = reduced([source, inner]) else { return nil }
      result.kind = .map(left[0], variable, left[1])
    case .conditional(let condition, let then, let otherwise):
      guard let condition = reduced(condition), let left = reduced([then, otherwise]) else { return nil }
      result.kind = .conditional(condition, left[0], left[1])
    }
    return result
  }

  private func one(
    _ operand: TypedExpression, _ whole: TypedExpression, _ make: (TypedExpression) -> TypedExpression.Kind
  ) -> TypedExpression? {
    guard let operand = reduced(operand) else { return nil }
    var result = whole
    result.kind = make(operand)
    return result
  }

  private func reduced(_ expressions: [TypedExpression]) -> [TypedExpression]? {
    let left = expressions.compactMap { reduced($0) }
    return left.count == expressions.count ? left : nil
  }
}
