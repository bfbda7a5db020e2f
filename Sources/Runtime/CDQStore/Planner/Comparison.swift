import CDQIR
import CDQValues
import Foundation

extension Planner {
  /// Plans `left operator right`. Between nil and nil, `==`, `<=` and `>=` are true; between nil and a value, only `!=`
  /// is true.
  func comparison(
    _ operation: ComparisonIR.Operator, _ left: Scalar, _ right: Scalar, _ options: TextOptions
  ) throws(ExecutionError) -> Condition {
    switch (left, right) {
    case (.null, let other), (let other, .null): return operation.withNull(isNull: other.isNull)
    case (.int(let left), .int(let right)): return IntegerComparison.plan(operation, left, right)
    case (.doubles(let left, let kind), .doubles(let right, let other)) where kind == other:
      return DoubleComparison.plan(operation, left, right)
    case (.decimal(let left), .decimal(let right)):
      return relation(operation, left, right, same: Decimal.same, precedes: Decimal.precedes)
    case (.string(let left), .string(let right)): return texts(operation, left, right, options)
    case (.bool(let left), .bool(let right)):
      return IntegerComparison.plan(operation, left.map { $0 ? 1 : 0 }, right.map { $0 ? 1 : 0 })
    case (.values(let left, let kind), .values(let right, let other)) where kind == other:
      return relation(operation, left, right, same: ==, precedes: Value.precedes)
    case (.object(let left), .object(let right)):
      return relation(operation, try left.key(), try right.key(), same: ==, precedes: Value.precedes)
    default: return try mixedNumbers(operation, left, right)
    }
  }

  private func mixedNumbers(
    _ operation: ComparisonIR.Operator, _ left: Scalar, _ right: Scalar
  ) throws(ExecutionError) -> Condition {
    switch (left, right) {
    case (.int(let left), .doubles(let right, .double)): return integerAndDouble(operation, left, right)
    case (.doubles(let left, .double), .int(let right)): return integerAndDouble(operation.mirrored, right, left)
    case (.int(let left), .decimal(let right)):
      return try comparison(operation, .decimal(left.map { Decimal($0) }), .decimal(right), [])
    case (.decimal(let left), .int(let right)):
      return try comparison(operation, .decimal(left), .decimal(right.map { Decimal($0) }), [])
    case (.decimal(let left), .doubles(let right, .double)):
      return relation(operation, left, right) { ExactNumber.compare($0, $1) }
    case (.doubles(let left, .double), .decimal(let right)):
      return relation(operation.mirrored, right, left) { ExactNumber.compare($0, $1) }
    default: throw .incomparable(left: left.typeName, right: right.typeName)
    }
  }

  /// Converts a constant on one side to the type of the other side where the conversion is exact: `population > 5.0`
  /// compares integers.
  private func integerAndDouble(
    _ operation: ComparisonIR.Operator, _ left: Getter<Int64>, _ right: Getter<Double>
  ) -> Condition {
    if case .constant(let constant?) = right, let exact = Int64(exactly: constant) {
      return IntegerComparison.plan(operation, left, .constant(exact))
    }
    if case .constant(let constant?) = left, let exact = Double(exactly: constant) {
      return DoubleComparison.plan(operation, .constant(exact), right)
    }
    return relation(operation, left, right) { ExactNumber.compare($0, $1) }
  }

  private func texts(
    _ operation: ComparisonIR.Operator, _ left: Getter<String>, _ right: Getter<String>,
    _ options: TextOptions
  ) -> Condition {
    let locale = execution.locale
    switch (operation, left, right) {
    case (.equal, .row(let get), .constant(let text?)), (.equal, .constant(let text?), .row(let get)):
      let needle = TextNeedle(comparing: text, options, locale: locale)
      return .row { get($0).map { needle.isEqual(to: $0) } ?? false }
    case (.notEqual, .row(let get), .constant(let text?)), (.notEqual, .constant(let text?), .row(let get)):
      let needle = TextNeedle(comparing: text, options, locale: locale)
      return .row { get($0).map { !needle.isEqual(to: $0) } ?? true }
    case (.equal, _, _), (.notEqual, _, _), (.less, _, _), (.lessOrEqual, _, _), (.greater, _, _),
      (.greaterOrEqual, _, _):
      if options.isEmpty { return relation(operation, left, right, same: ==, precedes: String.precedes) }
      if options.contains(.localeSensitive) {
        return relation(operation, left, right) { TextOrder.localized($0, $1, options, locale) }
      }
      // `map` folds a constant here, once.
      return relation(
        operation, left.map { TextFolding.folded($0, options) }, right.map { TextFolding.folded($0, options) },
        same: ==, precedes: String.precedes)
    }
  }

  private func relation<T>(
    _ operation: ComparisonIR.Operator, _ left: Getter<T>, _ right: Getter<T>,
    same: @escaping (T, T) -> Bool, precedes: @escaping (T, T) -> Bool
  ) -> Condition {
    let holds: (T, T) -> Bool
    switch operation {
    case .equal: holds = same
    case .notEqual: holds = { !same($0, $1) }
    case .less: holds = precedes
    case .lessOrEqual: holds = { precedes($0, $1) || same($0, $1) }
    case .greater: holds = { precedes($1, $0) }
    case .greaterOrEqual: holds = { precedes($1, $0) || same($0, $1) }
    }
    return relation(left, right, bothNil: operation.holdsForEqual, oneNil: operation.holdsForOneNil, holds)
  }

  private func relation<Left, Right>(
    _ operation: ComparisonIR.Operator, _ left: Getter<Left>, _ right: Getter<Right>,
    _ compare: @escaping (Left, Right) -> ComparisonResult?
  ) -> Condition {
    relation(left, right, bothNil: operation.holdsForEqual, oneNil: operation.holdsForOneNil) {
      operation.holds(compare($0, $1))
    }
  }

  private func relation<Left, Right>(
    _ left: Getter<Left>, _ right: Getter<Right>, bothNil: Bool, oneNil: Bool,
    _ holds: @escaping (Left, Right) -> Bool
  ) -> Condition {
    switch (left, right) {
    case (.constant(let left), .constant(let right)):
      guard let left, let right else { return .constant(left == nil && right == nil ? bothNil : oneNil) }
      return .constant(holds(left, right))
    case (.row(let get), .constant(let right)):
      guard let right else { return .row { get($0) == nil ? bothNil : oneNil } }
      return .row { row in
        guard let left = get(row) else { return oneNil }
        return holds(left, right)
      }
    case (.constant(let left), .row(let get)):
      guard let left else { return .row { get($0) == nil ? bothNil : oneNil } }
      return .row { row in
        guard let right = get(row) else { return oneNil }
        return holds(left, right)
      }
    case (.row(let getLeft), .row(let getRight)):
      return .row { row in
        switch (getLeft(row), getRight(row)) {
        case (let left?, let right?): holds(left, right)
        case (nil, nil): bothNil
        case (nil, _), (_, nil): oneNil
        }
      }
    }
  }
}

extension ComparisonIR.Operator {
  /// The comparison of an operand with NULL: `isNull` for `==`, `<=` and `>=`, its negation for `!=`, and false for `<`
  /// and `>`.
  func withNull(isNull: Condition) -> Condition {
    if holdsForEqual { return isNull }
    return holdsForOneNil ? isNull.negated : .constant(false)
  }
}
