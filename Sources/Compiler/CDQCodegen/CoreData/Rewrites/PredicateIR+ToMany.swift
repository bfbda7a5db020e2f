import CDQIR

extension PredicateIR {
  /// The number of tests over to-many relationships in a predicate, without counts.
  var toManyTests: Int {
    var count = 0
    IRNode.predicate(self).walk { node in
      switch node {
      case .predicate(.quantified): count += 1
      case .predicate(.membership(let node)):
        switch node.collection {
        case .literal, .parameter: break
        case .set: count += 2
        default: count += 1
        }
      case .predicate: break
      case .expression, .collection: return false
      }
      return true
    }
    return count
  }

  /// Optional parameters in the conditions of TERNARYs among the operands of a test.
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
      // A condition in a SUBQUERY may disappear without the test around it.
      case .collection: return false
      }
      return true
    }
    return found
  }
}
