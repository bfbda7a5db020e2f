public import CDQIR
public import CDQStore
public import CDQValues
import Foundation

/// How a store answers a query, measured: the engine, the index, the conditions in the order in which they are tested,
/// with the rows and the time of each step, and what would make the query faster.
public struct QueryPlan: Hashable, Sendable {
  /// What runs the query.
  public enum Engine: String, Hashable, Sendable {
    /// A lookup in a unique index; nothing is tested.
    case lookup
    /// Conditions are tested on thousands of rows at once.
    case column
    /// Conditions are tested on one object after the other.
    case row
  }

  /// One condition of the query.
  public struct Step: Hashable, Sendable {
    /// The condition as query text, with arguments as literals.
    public var text: String
    /// The number of rows that the step was given.
    public var rowsBefore: Int
    /// The number of rows that the step left.
    public var rowsAfter: Int
    /// The time of the step, in seconds: that of the query up to this step without that up to the one before.
    public var seconds: Double
    /// Whether the column engine tests it on whole columns; if not, it is tested object by object.
    public var isByColumns: Bool
  }

  /// What runs the query.
  public var engine: Engine
  /// The number of objects of the entity.
  public var total: Int
  /// The number of objects that an index gives; nil when no index is used.
  public var candidates: Int?
  /// The conditions in the order in which they are tested. Beyond 64 conditions the last step tests all that are left.
  public var steps: [Step]
  /// The time of the whole run, in seconds.
  public var seconds: Double
  /// What would make the query faster, one sentence each; empty when nothing is known.
  public var advice: [String]
}

extension Snapshot {
  /// Runs a query in steps and reports how it was answered. It takes a few times as long as the query.
  ///
  /// - Throws: `ExecutionError` as a run of the query does.
  public func plan(
    of query: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryPlan {
    let bound = try ObjectQuery(query, arguments, options)
    let conditions = bound.ir.predicate.conjuncts
    let prepared = try PreparedStoreQuery(bound.ir, schema: schema)
    let facts = try facts(of: prepared, conditions, bound.arguments, bound.options)
    let counter = ConditionCounter(snapshot: self, query: bound)
    let total = try counter.count([])
    let order =
      facts.access == .rows
      ? Array(conditions.indices) : conditions.indices.sorted { (facts.costs[$0], $0) < (facts.costs[$1], $1) }

    let text = IRPrinter(parameters: bound.ir.parameters)
    var steps: [QueryPlan.Step] = []
    var tested: [PredicateIR] = []
    var (rows, time) = (total, 0.0)
    // A run for each of many conditions, with all conditions before it, would take quadratic time.
    let shown = order.count <= ConditionCounter.mostConditions ? order.count : ConditionCounter.mostConditions - 1
    for last in order.indices where last <= shown {
      let part = last < shown ? order[last...last] : order[last...]
      tested += part.map { conditions[$0] }
      let (left, seconds) = try QueryPlan.timed { () throws(ExecutionError) in try counter.count(tested) }
      steps.append(
        QueryPlan.Step(
          text: part.count == 1 ? text.text(conditions[order[last]]) : "… and \(part.count) more conditions",
          rowsBefore: rows, rowsAfter: left, seconds: max(0, seconds - time),
          isByColumns: facts.access != .rows && part.allSatisfy { facts.hasKernel[$0] }))
      (rows, time) = (left, max(time, seconds))
    }
    let names = Set(query.parameters.map(\.name))
    let given = Arguments(arguments.values.filter { names.contains($0.key) })
    var whole = query
    if whole.cardinality.changesObjects { (whole.cardinality, whole.assignments) = (.count, []) }
    let (_, seconds) = try QueryPlan.timed { () throws(ExecutionError) in
      try run(PreparedStoreQuery(whole, schema: schema), arguments: given, options: bound.options)
    }
    var plan = QueryPlan(
      engine: facts.access == .lookup ? .lookup : facts.access == .rows ? .row : .column, total: total,
      candidates: nil, steps: steps, seconds: seconds, advice: [])
    if case .index(let count) = facts.access { plan.candidates = count }
    if facts.access == .lookup { plan.candidates = min(1, rows) }
    let advisor = PlanAdvisor(schema: schema, entity: bound.ir.entity, plan: plan)
    plan.advice = try advisor.advice(order.prefix(shown).map { conditions[$0] }) { condition throws(ExecutionError) in
      try counter.count([condition])
    }
    return plan
  }
}

extension QueryPlan {
  /// A result and the shortest time in seconds of three calls. A long call
  /// is not repeated.
  fileprivate static func timed<Result>(
    _ body: () throws(ExecutionError) -> Result
  ) throws(ExecutionError) -> (Result, Double) {
    var best = Double.infinity
    var calls = 0
    while true {
      let start = ContinuousClock.now
      let result = try body()
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      best = min(best, Double(seconds) + Double(attoseconds) / 1e18)
      calls += 1
      if calls == 3 || best > 0.1 { return (result, best) }
    }
  }
}

/// The rules that find what would make a query faster.
struct PlanAdvisor {
  let schema: Schema
  let entity: String
  let plan: QueryPlan

  /// An index is used if it leaves one row in this many, or fewer.
  private static let rarity = 16
  /// In smaller tables a scan is as fast as an index, so that the store makes none.
  private static let fewestRows = 12_289

  func advice(
    _ conditions: [PredicateIR], _ count: (PredicateIR) throws(ExecutionError) -> Int
  ) throws(ExecutionError) -> [String] {
    guard plan.engine != .lookup else { return [] }
    var advice: [String] = []
    for (condition, step) in zip(conditions, plan.steps) {
      if let attribute = condition.rangeAttribute, plan.total >= PlanAdvisor.fewestRows {
        let isIndexed = self.isIndexed(attribute)
        let left = try count(condition)
        if left * PlanAdvisor.rarity > plan.total {
          if isIndexed {
            advice.append(
              "the index on '\(attribute)' is not used, since the condition keeps \(left) of \(plan.total) rows, more than one in \(PlanAdvisor.rarity)"
            )
          }
        } else if !isIndexed, canBeIndexed(attribute) {
          advice.append("'@index' on '\(attribute)' would leave \(left) of \(plan.total) rows to test")
        }
      }
      if let word = condition.patternWord, plan.candidates == nil {
        advice.append(
          "no index answers \(word) in '\(step.text)', so each text is searched that the conditions before it leave")
      }
      if plan.engine == .column, !step.isByColumns, !condition.usesHashTable {
        advice.append("'\(step.text)' is tested object by object")
      }
    }
    if plan.engine == .row {
      advice.append(
        "the objects are tested one by one: the row engine was asked for, or a pattern is stored in the objects")
    }
    return advice
  }

  private func isIndexed(_ attribute: String) -> Bool {
    schema.lineage(of: entity).contains { ancestor in
      ancestor.uniquenessConstraints.contains([attribute])
        || ancestor.indexes.contains { $0.keys.first?.attribute == attribute }
    }
  }

  /// Whether a store makes a sorted index for the attribute: for numbers and dates.
  private func canBeIndexed(_ attribute: String) -> Bool {
    guard case .attribute(let found)? = schema.property(named: attribute, of: entity) else { return false }
    let type = schema.rawType(of: found.type)
    return type.isInteger || type == .float || type == .double || type.isTime
  }
}

extension PredicateIR {
  /// The attribute of the object under test whose range this condition limits; nil for other conditions.
  fileprivate var rangeAttribute: String? {
    func attribute(_ expression: ExpressionIR) -> String? {
      guard case .path(let path) = expression, path.variable == 0, path.steps.count == 1,
        path.steps[0].kind == .attribute
      else { return nil }
      return path.steps[0].name
    }
    switch self {
    case .comparison(let node):
      guard node.operator != .notEqual, node.options.isEmpty else { return nil }
      if case .literal = node.right { return attribute(node.left) }
      if case .literal = node.left { return attribute(node.right) }
      return nil
    case .between(let node): return attribute(node.value)
    case .membership(let node):
      if case .literal = node.collection { return attribute(node.value) }
      return nil
    default: return nil
    }
  }

  /// The text operator of a condition, which no index answers; nil for other conditions.
  fileprivate var patternWord: String? {
    if case .text(let node) = self { node.operator.rawValue } else { nil }
  }
}
