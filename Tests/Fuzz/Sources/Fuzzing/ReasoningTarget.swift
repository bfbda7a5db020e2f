import CDQKit
import CDQReasoning
import CDQWhy
import Foundation

/// Explains and proves conditions. The first line of an input is the name of a world; the rest is a query.
public struct ReasoningTarget: FuzzTarget {
  public static let name = "reasoning"

  public init() {}

  public static func seeds() -> [[UInt8]] { EvaluateTarget.seeds() }

  public static var dictionary: [String] { EvaluateTarget.dictionary }

  public func generate(_ random: inout SplitMix) -> [UInt8]? { EvaluateTarget().generate(&random) }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let lines = String(decoding: input, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, let world = Worlds.all.first(where: { $0.name == lines[0] }) else { return [] }
    let query: CheckedQuery
    do throws(QueryError) {
      query = try CheckedQuery(parsing: String(lines[1]), in: world.schema, limits: Limits(steps: 500_000))
    } catch {
      return Set(error.diagnostics.map { "refused \($0.code)" })
    }
    var features = try ReasoningTarget.explain(query, in: world)
    let prover = Prover(schema: world.schema)
    var whole = QueryIR(entity: query.ir.entity, parameters: query.ir.parameters, predicate: query.ir.predicate)
    whole.includesSubentities = true
    for (name, isWanted, proof) in [("never", true, prover.never(whole)), ("always", false, prover.always(whole))] {
      switch proof {
      case .undecided(let reason): features.insert("\(name): \(reason)")
      case .refuted(let witness):
        features.insert("\(name): no")
        try require(witness.truths == [isWanted], "a counterexample is one", "\(witness.lines)")
      case .proved:
        features.insert("\(name): yes")
        guard whole.parameters.isEmpty, case .records(let found)? = try? world.store.run(whole) else { continue }
        let count = isWanted ? 0 : world.store.count(of: whole.entity)
        try require(found.count == count, "what is proved holds for all objects", "\(name) \(whole.dump)")
      }
    }
    return features
  }

  /// Compares the roots of truth trees with the answers of the engine, and asks for all other explanations.
  private static func explain(_ query: CheckedQuery, in world: World) throws -> Set<String> {
    let arguments = Worlds.arguments(for: query.parameters)
    var options = query.limits.executionOptions(locale: Worlds.locale)
    options.now = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var whole = QueryIR(entity: query.ir.entity, parameters: query.ir.parameters, predicate: query.ir.predicate)
    whole.includesSubentities = true
    do {
      guard case .records(let found) = try world.store.run(whole, arguments: arguments, options: options) else { return [] }
      let keys = Set(found.map(\.key))
      for record in world.store.records(of: whole.entity).prefix(3) {
        let tree = try record.why(whole, arguments: arguments, options: options)
        try require(tree.holds == keys.contains(record.key), "the root of a tree is the answer", "\(tree)")
        _ = try record.turningChanges(of: whole, arguments: arguments, options: options)
      }
      _ = try world.store.snapshot.losses(of: whole, arguments: arguments, options: options)
      return ["explained"]
    } catch let error as ExecutionError {
      return ["fails \(error.code)"]
    }
  }
}
