public import CDQIR
import CDQWhy

/// Small objects that show what a query matches: test data for a condition.
public struct QueryExample: Sendable {
  /// Whether the query matches the object.
  public var isMatch: Bool
  /// The condition that the object does not satisfy, as query text; nil for a match.
  public var unmet: String?
  /// The object, in a store of its own with those that it needs.
  public var witness: Witness
}

extension Prover {
  /// The smallest objects that match a query, and for each operand of its AND one that satisfies all others and just not
  /// this one.
  ///
  /// An operand for which no object is found is left out: another one implies it, or it depends on what the prover does
  /// not look into.
  public func examples(of query: QueryIR) -> [QueryExample] {
    var result: [QueryExample] = []
    if case .refuted(let witness) = never(query) {
      result.append(QueryExample(isMatch: true, unmet: nil, witness: witness))
    }
    let conditions = query.predicate.conjuncts
    let text = IRPrinter(parameters: query.parameters)
    for (index, condition) in conditions.enumerated().prefix(Prover.mostExamples) {
      var others = query
      var kept = conditions
      kept.remove(at: index)
      others.predicate = kept.isEmpty ? .constant(true) : .and(kept)
      var alone = query
      alone.predicate = condition
      guard case .refuted(let witness) = implies(others, alone) else { continue }
      result.append(QueryExample(isMatch: false, unmet: text.text(condition), witness: witness))
    }
    return result
  }

  private static let mostExamples = 24
}
