import CDQIR
import CDQValues
import Foundation

extension Planner {
  /// Plans `left operator right` by the table of PREDICATES §4.1: `==`, `<=` and `>=` hold between nil and nil, `!=` holds
  /// between nil and a value.
  func comparison<Row>(
    _ operation: ComparisonIR.Operator, _ left: Scalar<Row>, _ right: Scalar<Row>, _ options: TextOptions
  ) throws(ExecutionError) -> Condition<Row> {
    switch (left, right) {
    case (.null, let other), (let other, .null): return operation.withNull(isNull: other.isNull)
    case (.int(let left), .int(let right)): return IntegerComparison.plan(operation, left, right)
    case (.double(let left), .double(let right)): return DoubleComparison.plan(operation, left, right)
    case (.decimal(let left), .decimal(let right)): return relation(operation, left, right)
    case (.string(let left), .string(let right)): return texts(operation, left, right, options)
    case (.bool(let left), .bool(let right)): return relation(operation, left, right)
    case (.date(let left), .date(let right)): return relation(operation, left, right)
    case (.duration(let left), .duration(let right)): return relation(operation, left, right)
    case (.data(let left), .data(let right)): return relation(operation, left, right)
    case (.uuid(let left), .uuid(let right)): return relation(operation, left, right)
    case (.url(let left), .url(let right)): return relation(operation, left, right)
    case (.object(let left), .object(let right)): return relation(operation, try left.key(), try right.key())
    default: return try mixedNumbers(operation, left, right)
    }
  }

  private func mixedNumbers<Row>(
    _ operation: ComparisonIR.Operator, _ left: Scalar<Row>, _ right: Scalar<Row>
  ) throws(ExecutionError) -> Condition<Row> {
    switch (left, right) {
    case (.int(let left), .double(let right)): return integerAndDouble(operation, left, right)
    case (.double(let left), .int(let right)): return integerAndDouble(operation.reversed, right, left)
    case (.int(let left), .decimal(let right)): return relation(operation, left.map { Decimal($0) }, right)
    case (.decimal(let left), .int(let right)): return relation(operation, left, right.map { Decimal($0) })
    case (.decimal(let left), .double(let right)):
      return relation(operation, left, right) { ExactNumber.compare($0, $1) }
    case (.double(let left), .decimal(let right)):
      return relation(operation.reversed, right, left) { ExactNumber.compare($0, $1) }
    default: throw .incomparable(left: left.typeName, right: right.typeName)
    }
  }

  /// A constant on one side is brought to the type of the other where that loses nothing.
  private func integerAndDouble<Row>(
    _ operation: ComparisonIR.Operator, _ left: Getter<Row, Int64>, _ right: Getter<Row, Double>
  ) -> Condition<Row> {
    if case .constant(let constant?) = right, let exact = Int64(exactly: constant) {
      return IntegerComparison.plan(operation, left, .constant(exact))
    }
    if case .constant(let constant?) = left, let exact = Double(exactly: constant) {
      return DoubleComparison.plan(operation, .constant(exact), right)
    }
    return relation(operation, left, right) { ExactNumber.compare($0, $1) }
  }

  private func texts<Row>(
    _ operation: ComparisonIR.Operator, _ left: Getter<Row, String>, _ right: Getter<Row, String>,
    _ options: TextOptions
  ) -> Condition<Row> {
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
      if options.isEmpty { return relation(operation, left, right) }
      if options.contains(.localeSensitive) {
        return relation(operation, left, right) { TextOrder.localized($0, $1, options, locale) }
      }
      // A constant is folded here, once.
      return relation(
        operation, left.map { TextFolding.folded($0, options) }, right.map { TextFolding.folded($0, options) })
    }
  }

  private func relation<Row, T: ScalarType>(
    _ operation: ComparisonIR.Operator, _ left: Getter<Row, T>, _ right: Getter<Row, T>
  ) -> Condition<Row> {
    switch operation {
    case .equal: relation(left, right, bothNil: true) { T.same($0, $1) }
    case .notEqual: relation(left, right, bothNil: false, oneNil: true) { !T.same($0, $1) }
    case .less: relation(left, right, bothNil: false) { T.precedes($0, $1) }
    case .lessOrEqual: relation(left, right, bothNil: true) { T.precedes($0, $1) || T.same($0, $1) }
    case .greater: relation(left, right, bothNil: false) { T.precedes($1, $0) }
    case .greaterOrEqual: relation(left, right, bothNil: true) { T.precedes($1, $0) || T.same($0, $1) }
    }
  }

  private func relation<Row, Left, Right>(
    _ operation: ComparisonIR.Operator, _ left: Getter<Row, Left>, _ right: Getter<Row, Right>,
    _ compare: @escaping (Left, Right) -> ComparisonResult?
  ) -> Condition<Row> {
    relation(left, right, bothNil: operation.holdsForNil, oneNil: operation == .notEqual) {
      operation.holds(compare($0, $1))
    }
  }

  private func relation<Row, Left, Right>(
    _ left: Getter<Row, Left>, _ right: Getter<Row, Right>, bothNil: Bool, oneNil: Bool = false,
    _ holds: @escaping (Left, Right) -> Bool
  ) -> Condition<Row> {
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
  /// Whether it holds between nil and nil.
  var holdsForNil: Bool {
    switch self {
    case .equal, .lessOrEqual, .greaterOrEqual: true
    case .notEqual, .less, .greater: false
    }
  }

  /// Whether it holds between values that compare so; nil when one of them is NaN.
  func holds(_ result: ComparisonResult?) -> Bool {
    guard let result else { return self == .notEqual }
    return switch self {
    case .equal: result == .orderedSame
    case .notEqual: result != .orderedSame
    case .less: result == .orderedAscending
    case .lessOrEqual: result != .orderedDescending
    case .greater: result == .orderedDescending
    case .greaterOrEqual: result != .orderedAscending
    }
  }

  /// The operator that says the same with the sides exchanged.
  var reversed: ComparisonIR.Operator {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison of something with NULL.
  func withNull<Row>(isNull: Condition<Row>) -> Condition<Row> {
    switch self {
    case .equal, .lessOrEqual, .greaterOrEqual: isNull
    case .notEqual: isNull.negated
    case .less, .greater: .constant(false)
    }
  }
}
