import CDQIR

extension PredicateIR {
  /// How many tests of relationships to many a condition has, other than counts.
  var toManyTests: Int {
    switch self {
    case .constant, .comparison, .text, .between, .isNull, .boolean: return 0
    case .and(let operands), .or(let operands): return operands.reduce(0) { $0 + $1.toManyTests }
    case .not(let operand), .whenPresent(_, let operand): return operand.toManyTests
    case .quantified(let node): return 1 + node.predicate.toManyTests
    case .membership(let node):
      switch node.collection {
      case .literal, .parameter: return 0
      case .path, .filter, .map, .flatMap, .distinct, .mode: return 1
      case .set: return 2
      }
    }
  }

  /// Parameters that may be absent in the conditions by which a test chooses its values.
  var choosingParameters: [Int] {
    var found: [Int] = []
    var rest = operands
    while let next = rest.popLast() {
      if case .conditional(let node) = next {
        found += node.condition.omittedParameters
        rest += [node.then, node.otherwise]
      } else {
        rest += next.operands
      }
    }
    return found
  }

  private var omittedParameters: [Int] {
    switch self {
    case .constant: return []
    case .and(let operands), .or(let operands): return operands.flatMap(\.omittedParameters)
    case .not(let operand): return operand.omittedParameters
    case .whenPresent(let parameters, let operand): return parameters + operand.omittedParameters
    case .quantified(let node): return node.predicate.omittedParameters
    case .comparison, .text, .between, .membership, .isNull, .boolean: return choosingParameters
    }
  }
}
