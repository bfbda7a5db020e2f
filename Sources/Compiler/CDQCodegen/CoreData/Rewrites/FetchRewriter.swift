import CDQIR
import Foundation

/// Replaces constructs that Core Data's SQLite store cannot run, or evaluates differently from the language, by
/// equivalent ones. `TERNARY(c, a, b) == x` becomes `(c AND a == x) OR (NOT c AND b == x)`.
///
/// A rule rewrites one test in the IR. The result holds for exactly the objects for which the test does, so
/// `FetchFormTests` can check a rule by running both. The translator, not a rule, adds the tests for nil that SQL
/// needs.
struct FetchRewriter {
  /// The number of copies of the current test that rules have written, one inside the result of another.
  struct Copies {
    /// The factor of the rules that write a test twice.
    var choices = 1
    /// The factor of the rules that write a test once for each element of a list.
    var elements = 1
  }

  /// Indices of the parameters that may be nil.
  private let optionalParameters: Set<Int>
  /// The next id of a variable for elements; variables of queries have smaller ids.
  private var nextVariable = 1 << 40
  /// The copies of the current test. A rule multiplies the number, and the translator restores it when it has
  /// translated the result.
  var copies = Copies()
  /// Limits of the copies: without them, nested tests would grow exponentially.
  private static let most = Copies(choices: 32, elements: 256)

  init(_ parameters: [ParameterIR]) {
    optionalParameters = Set(parameters.indices.filter { parameters[$0].mayBeNil })
  }

  /// Rewrites one construct of a test; nil where no rule applies. The result may need further rewrites.
  mutating func rewrite(_ test: PredicateIR) -> PredicateIR? {
    // Each TERNARY and each sum doubles the test.
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
    default: return nil
    }
  }

  /// Whether a rule may write its test twice; counts the copies if it may.
  mutating func mayDouble() -> Bool {
    guard copies.choices < FetchRewriter.most.choices else { return false }
    copies.choices *= 2
    return true
  }

  /// Whether a rule may write its test once for each of `count` elements; counts the copies if it may.
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

  /// The value of a comparison of two literals, which other rules produce; nil for any other test.
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
    // Texts with different bytes may be equal too, so they are not folded.
    case (.string(let left), .string(let right)) where left.utf8.elementsEqual(right.utf8): return holds(0, 0)
    default: return nil
    }
  }
}

extension ComparisonIR {
  /// The comparison with its integer literal on the right: `0 < n` is `n > 0`. nil where no operand is such a literal.
  var withNumber: (value: ExpressionIR, relation: Operator, number: Int64)? {
    if case .literal(.int(let number), _) = right { return (left, self.operator, number) }
    if case .literal(.int(let number), _) = left { return (right, self.operator.mirrored, number) }
    return nil
  }
}
