import CDQIR
import CDQValues

extension Elements {
  /// Plans the test of an element of a SUBQUERY, ANY or ALL.
  ///
  /// A condition with a collection in it may take long, and nested ones take as long as the product of their collections.
  /// If it reads nothing but the element, and other rows may have the same element, each object is tested once.
  func test(
    _ predicate: PredicateIR, _ inner: RowScope, _ planner: Planner
  ) throws(ExecutionError) -> (Row) -> Bool {
    let test = try planner.condition(predicate, inner).closure
    guard mayRepeat, let place = access.shape?.place, let outer = inner.outerReads(of: predicate) else { return test }
    // The answers take some 20 MB.
    let memory = ObjectMemory<Bool>(planner.execution, outer: outer.slot, most: 1 << 20)
    return { row in
      guard row != nil else { return test(row) }
      return memory.answer(place(row)) { test(row) }
    }
  }
}

extension RowScope {
  /// The slot of the one outer variable that a condition on this variable reads, or none. Nil if answers should not be
  /// remembered: the condition has no collection, or reads a variable that changes with each element.
  fileprivate func outerReads(of predicate: PredicateIR) -> (slot: RowSlot?, Void)? {
    var hasCollection = false
    var isRefused = false
    var (read, bound): (Set<Int>, Set<Int>) = ([], [])
    IRNode.predicate(predicate).walk { node in
      switch node {
      case .expression(.path(let path)): read.insert(path.variable)
      case .expression(.groupAggregate): isRefused = true
      case .collection(.path(let path)):
        hasCollection = true
        read.insert(path.variable)
      case .collection(.filter(_, let variable, _)), .collection(.map(_, let variable, _)),
        .collection(.flatMap(_, let variable, _)):
        bound.insert(variable.id)
      case .predicate(.quantified(let node)): bound.insert(node.variable.id)
      case .predicate, .expression, .collection: break
      }
      return true
    }
    // A variable that has the id of an outer one would hide what is read.
    guard hasCollection, !isRefused, bound.isDisjoint(with: enclosingIDs) else { return nil }
    let outer = read.subtracting(bound).filter { $0 >= 0 && $0 != id }
    guard let one = outer.first else { return (nil, ()) }
    guard outer.count == 1, let slot = slot(of: one) else { return nil }
    return (slot, ())
  }

  private var enclosingIDs: Set<Int> {
    var ids: Set<Int> = [id]
    var scope = parent
    while let next = scope {
      ids.insert(next.id)
      scope = next.parent
    }
    return ids
  }

  /// The slot of a variable beyond the enclosing one; nil for the enclosing one.
  private func slot(of variable: Int) -> RowSlot? {
    var scope = parent?.parent
    while let next = scope {
      if next.id == variable { return (next as? RowScope)?.slot }
      scope = next.parent
    }
    return nil
  }
}
