package import CDQIR
import CDQValues

/// The choices of the column engine for a query, for those who explain it.
package struct PlanFacts: Sendable {
  /// How a run finds the rows that it tests.
  package enum Access: Hashable, Sendable {
    /// The unique index gives the only candidate, and nothing else is tested.
    case lookup
    /// A sorted or unique index gives this many candidates.
    case index(candidates: Int)
    /// All rows are tested.
    case scan
    /// All objects are tested by the row plan, one by one.
    case rows
  }

  package var access: Access
  /// For each of the given conditions its approximate cost for a row, in comparisons of two numbers. The engine tests
  /// the cheapest first.
  package var costs: [Int]
  /// For each of the given conditions whether it has a kernel; the others are tested object by object.
  package var hasKernel: [Bool]
}

extension Snapshot {
  /// The choices for a run of a query whose condition is an AND of `conditions`.
  package func facts(
    of query: PreparedStoreQuery, _ conditions: [PredicateIR], _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> PlanFacts {
    let options = finding(options)
    let run = try query.prepared.unplannedRun(arguments, options)
    let columns = try ColumnRun(query, run, on: self, arguments, options)
    guard let entity = state.layout.index(of: query.ir.entity) else { return PlanFacts(access: .scan, costs: [], hasKernel: []) }
    var facts = PlanFacts(access: columns.access, costs: [], hasKernel: [])
    for condition in conditions {
      let planned = try columns.planner.wholeCondition(condition, ColumnPlanner.Scope(variable: 0, entity: entity))
      facts.costs.append(planned.cost)
      facts.hasKernel.append(!(planned is RowCondition))
    }
    if query.mayDependOnTestedRows || options.engine == .row {
      _ = try run.condition()
      if options.engine == .row || run.execution.dependsOnTestedRows { facts.access = .rows }
    }
    if facts.access != .rows, query.lookup != nil, options.allowsLookup { facts.access = .lookup }
    return facts
  }
}

extension PredicateIR {
  /// Whether the condition finds objects or values by a hash table, as in `SUBQUERY(Order, $o, $o.email == email).@count > 0`
  /// and `email IN Order.@unionOfObjects.email`.
  package var usesHashTable: Bool {
    var isFound = false
    IRNode.predicate(self).walk { node in
      switch node {
      case .collection(.filter(.objects, let variable, let condition)):
        isFound = isFound || condition.correlation(of: variable.id) != nil
      case .predicate(.membership(let node)): isFound = isFound || IRNode.collection(node.collection).isOfAllObjects
      default: break
      }
      return !isFound
    }
    return isFound
  }
}
