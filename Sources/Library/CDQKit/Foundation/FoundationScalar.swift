import CDQIR
import CDQRuntime
import Foundation

/// A type whose values Foundation's predicates compare. The functions give nil for what a type does not have.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
protocol FoundationScalar: Hashable, Codable, Sendable, StoredScalar {
  typealias Condition = any StandardPredicateExpression<Bool>

  /// The comparison of two expressions by `<`, `<=`, `>` or `>=`.
  static func ordered(
    _ left: some StandardPredicateExpression<Self>, _ relation: ComparisonIR.Operator,
    _ right: some StandardPredicateExpression<Self>
  ) -> Condition?
  /// The comparison of an optional with a value; false where it is nil.
  static func ordered(
    optional left: some StandardPredicateExpression<Self?>, _ relation: ComparisonIR.Operator, _ right: Self
  ) -> Condition?
  /// The test whether a text begins with another one.
  static func begins(_ text: some StandardPredicateExpression<Self>, with pattern: String) -> Condition?
  /// The test whether an optional text begins with another one; false where it is nil.
  static func begins(optional text: some StandardPredicateExpression<Self?>, with pattern: String) -> Condition?
  /// The test whether a text contains another one.
  static func contains(_ text: some StandardPredicateExpression<Self>, _ pattern: String) -> Condition?
  /// The test whether an optional text contains another one; false where it is nil.
  static func contains(optional text: some StandardPredicateExpression<Self?>, _ pattern: String) -> Condition?
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FoundationScalar {
  static func ordered(
    _ left: some StandardPredicateExpression<Self>, _ relation: ComparisonIR.Operator,
    _ right: some StandardPredicateExpression<Self>
  ) -> Condition? { nil }

  static func ordered(
    optional left: some StandardPredicateExpression<Self?>, _ relation: ComparisonIR.Operator, _ right: Self
  ) -> Condition? { nil }

  static func begins(_ text: some StandardPredicateExpression<Self>, with pattern: String) -> Condition? { nil }

  static func begins(optional text: some StandardPredicateExpression<Self?>, with pattern: String) -> Condition? { nil }

  static func contains(_ text: some StandardPredicateExpression<Self>, _ pattern: String) -> Condition? { nil }

  static func contains(optional text: some StandardPredicateExpression<Self?>, _ pattern: String) -> Condition? { nil }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FoundationScalar where Self: Comparable {
  static func ordered(
    _ left: some StandardPredicateExpression<Self>, _ relation: ComparisonIR.Operator,
    _ right: some StandardPredicateExpression<Self>
  ) -> Condition? {
    switch relation {
    case .less: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThan)
    case .lessOrEqual: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThanOrEqual)
    case .greater: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThan)
    case .greaterOrEqual: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual)
    case .equal, .notEqual: nil
    }
  }

  static func ordered(
    optional left: some StandardPredicateExpression<Self?>, _ relation: ComparisonIR.Operator, _ right: Self
  ) -> Condition? {
    let operation: PredicateExpressions.ComparisonOperator
    switch relation {
    case .less: operation = .lessThan
    case .lessOrEqual: operation = .lessThanOrEqual
    case .greater: operation = .greaterThan
    case .greaterOrEqual: operation = .greaterThanOrEqual
    case .equal, .notEqual: return nil
    }
    // What `if let` becomes in the macro.
    return PredicateExpressions.build_NilCoalesce(
      lhs: PredicateExpressions.build_flatMap(left) {
        PredicateExpressions.build_Comparison(lhs: $0, rhs: PredicateExpressions.build_Arg(right), op: operation)
      }, rhs: PredicateExpressions.build_Arg(false))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Bool: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Int64: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Int32: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Int16: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Double: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Float: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Decimal: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Date: FoundationScalar {}
// UUIDs have no order in Foundation of the oldest systems.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension UUID: FoundationScalar {
  static func ordered(
    _ left: some StandardPredicateExpression<UUID>, _ relation: ComparisonIR.Operator,
    _ right: some StandardPredicateExpression<UUID>
  ) -> Condition? { nil }

  static func ordered(
    optional left: some StandardPredicateExpression<UUID?>, _ relation: ComparisonIR.Operator, _ right: UUID
  ) -> Condition? { nil }
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension URL: FoundationScalar {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Data: FoundationScalar {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension String: FoundationScalar {
  static func begins(_ text: some StandardPredicateExpression<String>, with pattern: String) -> Condition? {
    PredicateExpressions.build_starts(text, with: PredicateExpressions.build_Arg(pattern))
  }

  static func begins(optional text: some StandardPredicateExpression<String?>, with pattern: String) -> Condition? {
    PredicateExpressions.build_NilCoalesce(
      lhs: PredicateExpressions.build_flatMap(text) {
        PredicateExpressions.build_starts($0, with: PredicateExpressions.build_Arg(pattern))
      }, rhs: PredicateExpressions.build_Arg(false))
  }

  static func contains(_ text: some StandardPredicateExpression<String>, _ pattern: String) -> Condition? {
    PredicateExpressions.build_contains(text, PredicateExpressions.build_Arg(pattern))
  }

  static func contains(optional text: some StandardPredicateExpression<String?>, _ pattern: String) -> Condition? {
    PredicateExpressions.build_NilCoalesce(
      lhs: PredicateExpressions.build_flatMap(text) {
        PredicateExpressions.build_contains($0, PredicateExpressions.build_Arg(pattern))
      }, rhs: PredicateExpressions.build_Arg(false))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Int: FoundationScalar, StoredScalar {
  /// The payload of an `.int`; nil for other values.
  public init?(stored value: Value) {
    guard case .int(let payload) = value, let number = Int(exactly: payload) else { return nil }
    self = number
  }

  /// The number as `Value.int`.
  public var storedValue: Value { .int(Int64(self)) }
}

/// The types that key paths may lead to, beside optionals of them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum FoundationScalars {
  static let types: [any FoundationScalar.Type] = [
    String.self, Int64.self, Int.self, Int32.self, Int16.self, Double.self, Float.self, Decimal.self, Bool.self,
    Date.self, UUID.self, URL.self, Data.self,
  ]
}
