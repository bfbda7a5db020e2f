import CDQIR
import CDQSyntax

extension Lowering {
  mutating func lower(_ predicate: TypedPredicate) -> PredicateIR {
    switch predicate {
    case .constant(let value): .constant(value)
    case .and(let operands): .and(lower(operands))
    case .or(let operands): .or(lower(operands))
    case .not(let operand): .not(lower(operand))
    case .comparison(let comparison): lowerComparison(comparison)
    case .bare(let quantifier, let value): lowerBare(quantifier, value)
    }
  }

  private mutating func lower(_ operands: [TypedPredicate]) -> [PredicateIR] {
    var result: [PredicateIR] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(lower(operand)) }
    return result
  }

  private mutating func lowerBare(_ quantifier: QuantifierNode.Kind?, _ value: TypedExpression) -> PredicateIR {
    let absent = omittableParameters(in: [value])
    guard let quantifier else { return guarded(absent, .boolean(lower(value))) }
    let range = elements(of: value)
    let result = quantified(quantifier, range, .boolean(range.element))
    if notesPlaces { note(.predicate(result), value.span) }
    return guarded(absent, result)
  }

  private mutating func lowerComparison(_ node: TypedComparison) -> PredicateIR {
    let absent = omittableParameters(in: [node.left, node.right])
    guard let quantifier = node.quantifier else {
      let left = lower(node.left)
      return guarded(absent, lower(node, left: left))
    }
    let range = elements(of: node.left)
    if notesPlaces { note(.collection(range.collection), node.left.span) }
    let result = quantified(quantifier, range, lower(node, left: range.element))
    if notesPlaces { note(.predicate(result), node.span) }
    return guarded(absent, result)
  }

  /// Lowers a comparison whose left operand is a single value or the element of a quantifier.
  private mutating func lower(_ node: TypedComparison, left: ExpressionIR) -> PredicateIR {
    let result = lowered(node, left: left)
    if notesPlaces { note(.predicate(result), node.span) }
    return result
  }

  private mutating func lowered(_ node: TypedComparison, left: ExpressionIR) -> PredicateIR {
    switch node.form {
    case .relation(let relation):
      return .comparison(ComparisonIR(relation, left, lower(node.right), options: node.options))
    case .isNull: return .isNull(left)
    case .isNotNull: return .not(.isNull(left))
    case .text(let operation):
      return .text(TextMatchIR(operation, left, lower(node.right), options: node.options))
    case .substring:
      return .text(TextMatchIR(.contains, lower(node.right), left, options: node.options))
    case .membership:
      return .membership(MembershipIR(left, in: collection(node.right), options: node.options))
    case .between:
      if case .aggregate(let bounds) = node.right.kind, bounds.count == 2 {
        return .between(BetweenIR(left, lower(bounds[0]), lower(bounds[1])))
      }
      let bounds = collection(node.right)
      return .between(
        BetweenIR(
          left, .element(ElementIR(.index(.literal(.int(0), .int64)), of: bounds)),
          .element(ElementIR(.index(.literal(.int(1), .int64)), of: bounds))))
    }
  }

  private func quantified(
    _ kind: QuantifierNode.Kind, _ range: ElementRange, _ predicate: PredicateIR
  ) -> PredicateIR {
    switch kind {
    case .any, .some: .quantified(QuantifiedIR(.any, range.variable, in: range.collection, predicate))
    case .all: .quantified(QuantifiedIR(.all, range.variable, in: range.collection, predicate))
    case .none: .not(.quantified(QuantifiedIR(.any, range.variable, in: range.collection, predicate)))
    }
  }

  /// Wraps a condition in `whenPresent` when it uses omittable parameters.
  private func guarded(_ parameters: Set<Int>, _ predicate: PredicateIR) -> PredicateIR {
    parameters.isEmpty ? predicate : .whenPresent(parameters: parameters.sorted(), predicate)
  }

  /// The omittable parameters that occur directly in the operands. Those inside a SUBQUERY belong to its own
  /// conditions.
  private func omittableParameters(in expressions: [TypedExpression]) -> Set<Int> {
    guard hasOmittable else { return [] }
    var found: Set<Int> = []
    var rest = expressions
    while let next = rest.popLast() {
      if let index = next.parameter {
        if omittable.indices.contains(index), omittable[index] { found.insert(index) }
      } else {
        rest += next.operands
      }
    }
    return found
  }
}
