public import CDQIR
public import CDQStore
public import CDQValues
import Foundation

/// What each condition of a query removes: the answer to a query without results.
///
/// For `City where population > 50000000 AND isCapital` it says that the first condition removes all 7,343 cities, and
/// that 205 are left without it.
public struct ConditionLosses: Hashable, Sendable {
  /// The number of objects of the entity.
  public var total: Int
  /// The number of objects that match all conditions.
  public var matching: Int
  /// The operands of the query's AND, or the whole condition: those that remove the most objects first.
  public var conditions: [Loss]
  /// Of a query without results for which no single condition is to blame, two conditions without which there are the
  /// most; nil otherwise.
  public var pair: Pair?

  /// What one condition removes.
  public struct Loss: Hashable, Sendable {
    /// The condition as query text, with arguments as literals.
    public var text: String
    /// The number of objects that it alone removes.
    public var removed: Int
    /// The number of objects that match the other conditions.
    public var leftWithout: Int
  }

  /// Two conditions that together leave nothing.
  public struct Pair: Hashable, Sendable {
    /// The conditions as query text.
    public var texts: [String]
    /// The number of objects that match the other conditions.
    public var leftWithout: Int
  }
}

extension Snapshot {
  /// Counts what each condition of a query removes.
  ///
  /// Sorting, `limit`, `offset` and `select` are not considered.
  ///
  /// - Throws: `ExecutionError` as a run of the query does.
  public func losses(
    of query: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> ConditionLosses {
    let bound = try ObjectQuery(query, arguments, options)
    let counter = ConditionCounter(snapshot: self, query: bound)
    let conditions = bound.ir.predicate.conjuncts
    let text = IRPrinter(parameters: bound.ir.parameters)
    let total = try counter.count([])
    var losses: [ConditionLosses.Loss] = []
    let (shown, selected) = try counter.split(conditions, after: ConditionCounter.mostConditions)
    for (index, condition) in shown.prefix(ConditionCounter.mostConditions).enumerated() {
      var others = shown
      others.remove(at: index)
      losses.append(
        ConditionLosses.Loss(
          text: text.text(condition), removed: total - (try counter.count([condition])),
          leftWithout: try selected.count(others)))
    }
    let matching = try selected.count(shown)
    var pair: ConditionLosses.Pair?
    if matching == 0, conditions.count > 2, losses.allSatisfy({ $0.leftWithout == 0 }) {
      pair = try selected.pair(shown, text)
    }
    losses.sort { ($0.removed, $0.leftWithout) > ($1.removed, $1.leftWithout) }
    return ConditionLosses(total: total, matching: matching, conditions: losses, pair: pair)
  }
}

/// Counts of the objects that match some conditions of a query.
struct ConditionCounter {
  let snapshot: Snapshot
  let query: ObjectQuery
  /// The objects that are counted; nil for all of the entity.
  private var objects: [StoredRecord]?

  init(snapshot: Snapshot, query: ObjectQuery) {
    (self.snapshot, self.query) = (snapshot, query)
  }

  static let mostConditions = 64
  /// The number of conditions of which pairs are tried.
  private static let mostOfPairs = 10

  /// The first of many conditions, and the counter of the objects that match the others: each of many runs then tests
  /// few conditions. All conditions if they are few, or if a run about them needs the store.
  func split(
    _ conditions: [PredicateIR], after count: Int
  ) throws(ExecutionError) -> (conditions: [PredicateIR], counter: ConditionCounter) {
    guard conditions.count > ConditionCounter.mostConditions, query.ir.parameters.isEmpty,
      !conditions.contains(where: { IRNode.predicate($0).readsAllObjects })
    else { return (conditions, self) }
    var counter = self
    counter.objects = try records(Array(conditions[count...]), most: nil)
    return (Array(conditions[..<count]), counter)
  }

  /// A run on the objects; nil if all of the entity are counted.
  private func prepared(
    _ ir: QueryIR
  ) throws(ExecutionError) -> (query: PreparedQuery<StoredRecord>, objects: [StoredRecord])? {
    guard let objects, let access = RecordAccess.stored(ir.entity, in: snapshot.schema) else { return nil }
    return (try PreparedQuery(ir, access: access), objects)
  }

  func count(_ conditions: [PredicateIR]) throws(ExecutionError) -> Int {
    var ir = query.ir
    ir.predicate = conditions.isEmpty ? .constant(true) : conditions.count == 1 ? conditions[0] : .and(conditions)
    ir.cardinality = .count
    if let (query, objects) = try prepared(ir) { return try query.count(in: objects, options: self.query.options) }
    let prepared = try PreparedStoreQuery(ir, schema: snapshot.schema)
    guard case .count(let count) = try snapshot.run(prepared, arguments: query.arguments, options: query.options) else {
      return 0
    }
    return count
  }

  /// The two conditions without which the most objects match; nil when none do.
  func pair(_ conditions: [PredicateIR], _ text: IRPrinter) throws(ExecutionError) -> ConditionLosses.Pair? {
    var best: ConditionLosses.Pair?
    let indexes = conditions.indices.prefix(ConditionCounter.mostOfPairs)
    for first in indexes {
      for second in indexes where second > first {
        let others = conditions.enumerated().filter { $0.offset != first && $0.offset != second }.map(\.element)
        let left = try count(others)
        guard left > best?.leftWithout ?? 0 else { continue }
        best = ConditionLosses.Pair(
          texts: [text.text(conditions[first]), text.text(conditions[second])], leftWithout: left)
      }
    }
    return best
  }
}

extension PredicateIR {
  /// The operands of an AND, those of ANDs in it included; the condition itself if it is none, and none for true.
  package var conjuncts: [PredicateIR] {
    var result: [PredicateIR] = []
    var open = [self]
    while let next = open.popLast() {
      switch next {
      case .and(let operands): open += operands.reversed()
      case .whenPresent(_, let operand): open.append(operand)
      case .constant(true): break
      default:
        result.append(next)
      }
    }
    return result
  }
}

extension Snapshot {
  /// The objects that a query does not match but nearly does: those that fail one operand of its AND, then two, then any;
  /// of these the ones whose truth trees have the fewest false parts.
  ///
  /// - Parameter most: the greatest number of objects.
  /// - Throws: `ExecutionError` as a run of the query does.
  public func nearMisses(
    of query: QueryIR, arguments: Arguments = [:], most: Int, options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [StoredRecord] {
    let bound = try ObjectQuery(query, arguments, options)
    let counter = ConditionCounter(snapshot: self, query: bound)
    let conditions = bound.ir.predicate.conjuncts
    var found: [StoredRecord] = []
    let (near, selected) = try counter.split(conditions, after: ConditionCounter.mostNear)
    for wanted in ConditionCounter.nearQueries(near) where found.count < most {
      for record in try selected.records(wanted, most: most) where !found.contains(record) { found.append(record) }
    }
    if found.count < most {
      for record in try counter.records([.not(.and(conditions))], most: most) where !found.contains(record) {
        found.append(record)
      }
    }
    var ranked: [(distance: Int, place: Int, record: StoredRecord)] = []
    for (place, record) in found.enumerated() {
      ranked.append((try record.why(query, arguments: arguments, options: bound.options).distance, place, record))
    }
    ranked.sort { ($0.distance, $0.place) < ($1.distance, $1.place) }
    return ranked.prefix(most).map(\.record)
  }
}

extension ConditionCounter {
  /// The number of conditions of which objects may fail one or two to be near.
  fileprivate static let mostNear = 12

  /// Conditions that objects satisfy which fail one of the given ones, or two of them.
  fileprivate static func nearQueries(_ conditions: [PredicateIR]) -> [[PredicateIR]] {
    let few = conditions.indices.prefix(mostNear)
    func without(_ left: [Int]) -> [PredicateIR] {
      conditions.enumerated().map { left.contains($0.offset) ? .not($0.element) : $0.element }
    }
    var result = few.map { without([$0]) }
    for first in few { result += few.filter { $0 > first }.map { without([first, $0]) } }
    return result
  }

  /// The first objects that match some conditions; all of them if `most` is nil.
  fileprivate func records(_ conditions: [PredicateIR], most: Int?) throws(ExecutionError) -> [StoredRecord] {
    var ir = query.ir
    ir.predicate = .and(conditions)
    ir.limit = most.map { .constant($0) }
    if let (query, objects) = try prepared(ir) { return try query.records(in: objects, options: self.query.options) }
    let prepared = try PreparedStoreQuery(ir, schema: snapshot.schema)
    guard case .records(let found) = try snapshot.run(prepared, arguments: query.arguments, options: query.options) else {
      return []
    }
    return found
  }
}
