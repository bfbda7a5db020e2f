import CDQIR

extension PredicateIR {
  /// The number of tests over relationships to many in a condition, other than counts.
  var toManyTests: Int {
    var count = 0
    IRNode.predicate(self).walk { node in
      switch node {
      case .predicate(.quantified): count += 1
      case .predicate(.membership(let node)):
        switch node.collection {
        case .literal, .parameter: break
        case .path, .filter, .map, .flatMap, .distinct, .mode: count += 1
        case .set: count += 2
        }
      case .predicate: break
      case .expression, .collection: return false
      }
      return true
    }
    return count
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
    var found: [Int] = []
    IRNode.predicate(self).walk { node in
      switch node {
      case .predicate(.whenPresent(let parameters, _)): found += parameters
      case .predicate, .expression, .collection(.literal): break
      // The conditions of a SUBQUERY may be absent without the test that holds it.
      case .collection: return false
      }
      return true
    }
    return found
  }
}
