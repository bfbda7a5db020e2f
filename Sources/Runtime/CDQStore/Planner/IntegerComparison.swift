import CDQIR
import CDQValues

/// Plans comparisons of two integers. They are written out for this type: a closure that is generic over the type costs
/// about as much again as reading the row.
enum IntegerComparison {
  static func plan(
    _ operation: ComparisonIR.Operator, _ left: Getter<Int64>, _ right: Getter<Int64>
  ) -> Condition {
    switch (left, right) {
    case (.constant(let left), .constant(let right)): .constant(holds(operation, left, right))
    case (.row(let get), .constant(let right?)): .row(test(operation, get, right))
    case (.constant(let left?), .row(let get)): .row(test(operation.mirrored, get, left))
    case (.row(let get), .constant(nil)), (.constant(nil), .row(let get)):
      operation.withNull(isNull: .row { get($0) == nil })
    case (.row(let getLeft), .row(let getRight)): .row { holds(operation, getLeft($0), getRight($0)) }
    }
  }

  private static func test(
    _ operation: ComparisonIR.Operator, _ get: @escaping (Row) -> Int64?, _ right: Int64
  ) -> (Row) -> Bool {
    switch operation {
    case .equal: { if let left = get($0) { left == right } else { false } }
    case .notEqual: { if let left = get($0) { left != right } else { true } }
    case .less: { if let left = get($0) { left < right } else { false } }
    case .lessOrEqual: { if let left = get($0) { left <= right } else { false } }
    case .greater: { if let left = get($0) { left > right } else { false } }
    case .greaterOrEqual: { if let left = get($0) { left >= right } else { false } }
    }
  }

  private static func holds(_ operation: ComparisonIR.Operator, _ left: Int64?, _ right: Int64?) -> Bool {
    guard let left, let right else {
      return left == nil && right == nil ? operation.holdsForEqual : operation.holdsForOneNil
    }
    return switch operation {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
