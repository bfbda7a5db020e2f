import CDQIR
import Foundation

/// Equal forms of what Core Data's SQLite store cannot run, or answers otherwise than the language.
///
/// From IR to IR, and one test at a time: what it gives holds for exactly the objects for which the test does, so that
/// it can be proved by running both (`FetchFormTests`). What to do about nil in SQL is no rewriting of the query but
/// the translator's concern.
struct FetchRewriter {
  /// Ids of variables for the elements of collections that a rule ranges over; those of queries are smaller.
  private var nextVariable = 1 << 40

  /// An equal condition without one construct that the store does not know; nil where there is nothing to be done. What
  /// it gives may hold others.
  mutating func rewrite(_ test: PredicateIR) -> PredicateIR? {
    // Each choice doubles the test.
    if test.choices > 4 { return nil }
    if let equal = FetchRewriter.arithmetic(in: test) { return equal }
    if let equal = choice(in: test) { return equal }
    if let equal = sum(in: test) { return equal }
    switch test {
    case .comparison(let node): return FetchRewriter.length(node) ?? count(node)
    case .text(let node): return FetchRewriter.text(node)
    case .membership(let node): return membership(node)
    case .quantified(let node): return quantified(node)
    case .constant, .and, .or, .not, .between, .isNull, .boolean, .whenPresent: return nil
    }
  }

  mutating func makeVariable(_ type: ValueType) -> VariableIR {
    defer { nextVariable += 1 }
    return VariableIR(id: nextVariable, type: OptionalType(type, isOptional: true))
  }

  /// A comparison of two literals, which rules leave behind.
  static func constant(_ test: PredicateIR) -> PredicateIR? {
    guard case .comparison(let node) = test, case .literal(let left, _) = node.left,
      case .literal(let right, _) = node.right
    else { return nil }
    switch (left, right) {
    case (.int(let a), .int(let b)): return .constant(node.operator.holds(a, b))
    case (.double(let a), .double(let b)): return .constant(node.operator.holds(a, b))
    case (.decimal(let a), .decimal(let b)): return .constant(node.operator.holds(a, b))
    // Other texts may be equal too.
    case (.string(let a), .string(let b)) where a.utf8.elementsEqual(b.utf8):
      return .constant(node.operator.holds(0, 0))
    default: return nil
    }
  }
}

extension ComparisonIR.Operator {
  /// What it says of two numbers.
  func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// The relation of the operands the other way round.
  var mirrored: ComparisonIR.Operator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension ComparisonIR {
  /// The comparison read so that an integer literal stands right; nil where there is none.
  var withNumber: (value: ExpressionIR, relation: Operator, number: Int64)? {
    if case .literal(.int(let number), _) = right { return (left, self.operator, number) }
    if case .literal(.int(let number), _) = left { return (right, self.operator.mirrored, number) }
    return nil
  }
}
