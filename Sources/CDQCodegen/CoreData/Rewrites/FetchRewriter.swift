import CDQIR
import Foundation

/// Equal forms of what Core Data's SQLite store cannot run, or answers otherwise than the language.
///
/// From IR to IR, and one test at a time: what it gives holds for exactly the objects for which the test does, so that
/// it can be proved by running both (`FetchFormTests`). What to do about nil in SQL is no rewriting of the query but
/// the translator's concern.
struct FetchRewriter {
  /// How often the test is written that rules are applied to, because it stands in what they made of others.
  struct Copies {
    /// By rules that make two tests of one.
    var choices = 1
    /// By lists whose elements are each put into a test.
    var elements = 1
  }

  /// Indices of the parameters that may be nil.
  private let optionalParameters: Set<Int>
  /// Ids of variables for the elements of collections that a rule ranges over; those of queries are smaller.
  private var nextVariable = 1 << 40
  /// Each rule that copies its test multiplies it, and whoever is done with what the rule made sets it back.
  var copies = Copies()
  /// Copies that are too many: of tests that stand in one another they would be as many as there are branches of a tree.
  private static let most = Copies(choices: 32, elements: 256)

  init(_ parameters: [ParameterIR]) {
    optionalParameters = Set(parameters.indices.filter { parameters[$0].type.isOptional || parameters[$0].isOmittable })
  }

  /// An equal condition without one construct that the store does not know; nil where there is nothing to be done. What
  /// it gives may hold others.
  mutating func rewrite(_ test: PredicateIR) -> PredicateIR? {
    // Each choice doubles the test.
    if test.choices > 4 { return nil }
    if let equal = test.withoutYears(mayBeNil: optionalParameters.contains) { return equal }
    if let equal = arithmetic(in: test) { return equal }
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

  /// Whether a test may be written twice, which is then counted.
  mutating func mayDouble() -> Bool {
    guard copies.choices < FetchRewriter.most.choices else { return false }
    copies.choices *= 2
    return true
  }

  /// Whether a test may be written for each of so many elements, which is then counted.
  mutating func mayCopy(forEachOf count: Int) -> Bool {
    let product = copies.elements * max(1, count)
    guard copies.elements == 1 || product <= FetchRewriter.most.elements else { return false }
    copies.elements = product
    return true
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
    func holds<Number: Comparable>(_ left: Number, _ right: Number) -> PredicateIR {
      let order: ComparisonResult? =
        left < right ? .orderedAscending : left > right ? .orderedDescending : left == right ? .orderedSame : nil
      return .constant(node.operator.holds(order))
    }
    switch (left, right) {
    case (.int(let left), .int(let right)): return holds(left, right)
    case (.double(let left), .double(let right)): return holds(left, right)
    case (.decimal(let left), .decimal(let right)): return holds(left, right)
    // Other texts may be equal too.
    case (.string(let left), .string(let right)) where left.utf8.elementsEqual(right.utf8): return holds(0, 0)
    default: return nil
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
