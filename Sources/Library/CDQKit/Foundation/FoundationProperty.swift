import CDQIR
import CDQRuntime
import Foundation

/// A property that Foundation's predicates read through a key path.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
protocol FoundationProperty {
  typealias Condition = any StandardPredicateExpression<Bool>

  func compared(_ relation: ComparisonIR.Operator, with value: Value) throws(ExecutionError) -> Condition
  func compared(_ relation: ComparisonIR.Operator, with other: any FoundationProperty) throws(ExecutionError) -> Condition
  func text(_ operation: TextMatchIR.Operator, _ pattern: String) throws(ExecutionError) -> Condition
  func isAmong(_ values: [Value]) throws(ExecutionError) -> Condition
  func isNull() -> Condition
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FoundationProperty {
  func isTrue() throws(ExecutionError) -> Condition { try compared(.equal, with: true) }

  fileprivate func refusal(_ part: String) -> ExecutionError {
    .malformedQuery("Foundation's Predicate cannot express \(part)")
  }

  /// The values as those of a Swift type.
  fileprivate func scalars<Scalar: FoundationScalar>(
    _ values: [Value], _ type: Scalar.Type
  ) throws(ExecutionError) -> [Scalar] {
    var result: [Scalar] = []
    for value in values {
      guard let scalar = Scalar(stored: value) else { throw refusal("a \(value.described) as a \(type)") }
      result.append(scalar)
    }
    return result
  }
}

/// A property that is never nil.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct PlainProperty<Root, Scalar: FoundationScalar>: FoundationProperty {
  let expression: PredicateExpressions.KeyPath<PredicateExpressions.Variable<Root>, Scalar>

  init(_ variable: PredicateExpressions.Variable<Root>, _ keyPath: any KeyPath<Root, Scalar> & Sendable) {
    expression = PredicateExpressions.build_KeyPath(root: variable, keyPath: keyPath)
  }

  func compared(_ relation: ComparisonIR.Operator, with value: Value) throws(ExecutionError) -> Condition {
    // Nothing but nil is equal to nil, and nothing is before or after it.
    if value.isNull { return PredicateExpressions.build_Arg(relation == .notEqual) }
    let scalar = PredicateExpressions.build_Arg(try scalars([value], Scalar.self)[0])
    switch relation {
    case .equal: return PredicateExpressions.build_Equal(lhs: expression, rhs: scalar)
    case .notEqual: return PredicateExpressions.build_NotEqual(lhs: expression, rhs: scalar)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let result = Scalar.ordered(expression, relation, scalar) else { throw refusal(relation.rawValue) }
      return result
    }
  }

  func compared(
    _ relation: ComparisonIR.Operator, with other: any FoundationProperty
  ) throws(ExecutionError) -> Condition {
    guard let other = other as? PlainProperty<Root, Scalar> else { throw refusal("properties of different types") }
    switch relation {
    case .equal: return PredicateExpressions.build_Equal(lhs: expression, rhs: other.expression)
    case .notEqual: return PredicateExpressions.build_NotEqual(lhs: expression, rhs: other.expression)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let result = Scalar.ordered(expression, relation, other.expression) else {
        throw refusal(relation.rawValue)
      }
      return result
    }
  }

  func text(_ operation: TextMatchIR.Operator, _ pattern: String) throws(ExecutionError) -> Condition {
    let isStart = operation.place == .prefix
    guard let result = isStart ? Scalar.begins(expression, with: pattern) : Scalar.contains(expression, pattern) else {
      throw refusal("\(operation.rawValue) of a property that is no text")
    }
    return result
  }

  func isAmong(_ values: [Value]) throws(ExecutionError) -> Condition {
    let scalars = try scalars(values, Scalar.self)
    return PredicateExpressions.build_contains(PredicateExpressions.build_Arg(scalars), expression)
  }

  func isNull() -> Condition { PredicateExpressions.build_Arg(false) }
}

/// A property that may be nil.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct OptionalProperty<Root, Scalar: FoundationScalar>: FoundationProperty {
  let expression: PredicateExpressions.KeyPath<PredicateExpressions.Variable<Root>, Scalar?>

  init(_ variable: PredicateExpressions.Variable<Root>, _ keyPath: any KeyPath<Root, Scalar?> & Sendable) {
    expression = PredicateExpressions.build_KeyPath(root: variable, keyPath: keyPath)
  }

  func compared(_ relation: ComparisonIR.Operator, with value: Value) throws(ExecutionError) -> Condition {
    if value.isNull {
      // `<=` and `>=` hold between nil and nil.
      switch relation {
      case .equal, .lessOrEqual, .greaterOrEqual: return isNull()
      case .notEqual: return FoundationBuilder<Root>.negation(isNull())
      case .less, .greater: return PredicateExpressions.build_Arg(false)
      }
    }
    let scalar = try scalars([value], Scalar.self)[0]
    switch relation {
    case .equal:
      return PredicateExpressions.build_Equal(lhs: expression, rhs: PredicateExpressions.build_Arg(Optional(scalar)))
    case .notEqual:
      return PredicateExpressions.build_NotEqual(lhs: expression, rhs: PredicateExpressions.build_Arg(Optional(scalar)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let result = Scalar.ordered(optional: expression, relation, scalar) else {
        throw refusal(relation.rawValue)
      }
      return result
    }
  }

  func compared(
    _ relation: ComparisonIR.Operator, with other: any FoundationProperty
  ) throws(ExecutionError) -> Condition {
    guard let other = other as? OptionalProperty<Root, Scalar> else { throw refusal("properties of different types") }
    switch relation {
    case .equal: return PredicateExpressions.build_Equal(lhs: expression, rhs: other.expression)
    case .notEqual: return PredicateExpressions.build_NotEqual(lhs: expression, rhs: other.expression)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: throw refusal("the order of two properties that may be nil")
    }
  }

  func text(_ operation: TextMatchIR.Operator, _ pattern: String) throws(ExecutionError) -> Condition {
    let isStart = operation.place == .prefix
    let result =
      isStart
      ? Scalar.begins(optional: expression, with: pattern) : Scalar.contains(optional: expression, pattern)
    guard let result else { throw refusal("\(operation.rawValue) of a property that is no text") }
    return result
  }

  func isAmong(_ values: [Value]) throws(ExecutionError) -> Condition {
    let scalars: [Scalar?] = try scalars(values, Scalar.self)
    return PredicateExpressions.build_contains(PredicateExpressions.build_Arg(scalars), expression)
  }

  func isNull() -> Condition {
    PredicateExpressions.build_Equal(
      lhs: expression, rhs: PredicateExpressions.build_NilLiteral() as PredicateExpressions.NilLiteral<Scalar>)
  }
}
