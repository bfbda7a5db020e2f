import CDQIR

/// The variables that a part of a query reads. A part that reads none has one value for all rows, which can be computed
/// before the request is made.
struct RowVariables {
  /// The variables that the part reads and does not bind, without the objects that are parameters.
  let free: Set<Int>
  /// Indices of the parameters that the part reads.
  let parameters: Set<Int>
  /// Whether the part has an aggregate of a group.
  let readsGroup: Bool

  init(_ expression: ExpressionIR) { self.init(.expression(expression)) }
  init(_ predicate: PredicateIR) { self.init(.predicate(predicate)) }

  var isRowFree: Bool { free.isEmpty && !readsGroup }

  private init(_ node: IRNode) {
    var free: Set<Int> = []
    var bound: Set<Int> = []
    var parameters: Set<Int> = []
    var readsGroup = false
    node.walk { node in
      switch node {
      case .expression(.path(let path)), .collection(.path(let path)):
        if let parameter = path.parameter { parameters.insert(parameter) } else { free.insert(path.variable) }
      case .expression(.parameter(let index, _)), .collection(.parameter(let index, _)): parameters.insert(index)
      case .expression(.groupAggregate):
        readsGroup = true
        return false
      case .predicate(.whenPresent(let indexes, _)): parameters.formUnion(indexes)
      case .predicate(.quantified(let node)): bound.insert(node.variable.id)
      case .collection(.filter(_, let variable, _)), .collection(.map(_, let variable, _)),
        .collection(.flatMap(_, let variable, _)):
        bound.insert(variable.id)
      case .predicate, .expression, .collection: break
      }
      return true
    }
    // Variable ids are unique in a query, so a variable that is bound anywhere is not free.
    self.free = free.subtracting(bound)
    (self.parameters, self.readsGroup) = (parameters, readsGroup)
  }
}

extension ExpressionIR {
  /// Whether the value is the same for all rows.
  var isRowFree: Bool { RowVariables(self).isRowFree }
}
