public import CDQIR
import CDQStore
import CDQValues

/// A prover of statements about the conditions of queries over one schema.
///
/// A proof holds for all data that the schema allows and for all arguments; a refutation comes with an object for which
/// the engine confirmed it. The prover takes apart Boolean structure, comparisons, ranges, IN, nil, beginnings and ends
/// of texts, quantifiers and SUBQUERYs. It does not look into arithmetic and functions, so that it may not decide what
/// depends on them.
///
/// ```swift
/// let prover = Prover(schema: schema)
/// let proof = prover.implies(large.ir, notEmpty.ir)    // .proved
/// ```
public struct Prover: Sendable {
  private let schema: Schema

  /// A prover for queries that were checked against a schema.
  public init(schema: Schema) {
    self.schema = schema
  }

  /// The answer to a question about conditions.
  public enum Proof: Sendable {
    /// The statement holds for all objects and arguments.
    case proved
    /// The statement does not hold for this object.
    case refuted(Witness)
    /// The prover found neither a proof nor such an object, for this reason.
    case undecided(String)
  }

  /// Whether two queries match the same objects.
  public func equivalent(_ first: QueryIR, _ second: QueryIR) -> Proof {
    let forward = implies(first, second)
    guard case .proved = forward else {
      if case .undecided = forward, case .refuted(let witness) = backward(first, second) { return .refuted(witness) }
      return forward
    }
    return backward(first, second)
  }

  /// Whether the second query implies the first, with the truths of a witness in the order of the arguments.
  private func backward(_ first: QueryIR, _ second: QueryIR) -> Proof {
    proof([first, second], [false, true])
  }

  /// Whether each object that the first query matches is matched by the second, too.
  public func implies(_ first: QueryIR, _ second: QueryIR) -> Proof { proof([first, second], [true, false]) }

  /// Whether no object matches both queries.
  public func disjoint(_ first: QueryIR, _ second: QueryIR) -> Proof { proof([first, second], [true, true]) }

  /// Whether no object matches the query.
  public func never(_ query: QueryIR) -> Proof { proof([query], [true]) }

  /// Whether all objects of its entity match the query.
  public func always(_ query: QueryIR) -> Proof { proof([query], [false]) }

  /// Proves that no object gives the conditions of the queries these truths.
  func proof(_ queries: [QueryIR], _ truths: [Bool]) -> Proof {
    guard let joint = JointConditions(queries) else {
      return .undecided("the queries are about different entities, or a parameter has another type in each")
    }
    let omittable = joint.parameters.indices.filter { joint.parameters[$0].isOmittable }
    guard omittable.count <= 4 else { return .undecided("there are more than 4 omittable parameters") }
    var undecided: String?
    for choice in 0..<(1 << omittable.count) {
      let absent = Set(omittable.enumerated().filter { choice & 1 << $0.offset != 0 }.map(\.element))
      let conditions = joint.conditions.map { $0.removing(absent: absent) ?? .constant(true) }
      let result = search(joint, conditions, truths, absent)
      switch result {
      case .proved: continue
      case .refuted: return result
      case .undecided(let reason): undecided = undecided ?? reason
      }
    }
    return undecided.map { .undecided($0) } ?? .proved
  }

  // MARK: Search

  /// The number of branches for which objects are sought, and of attempts for each.
  private static let mostModels = 40
  private static let attempts = 16
  /// The number of steps that the engine may take for one object: nested SUBQUERYs take exponential time.
  fileprivate static let mostSteps = 20_000
  /// The number of parts of conditions that may be planned for all objects of a search: a plan takes time for each part.
  private static let mostParts = 100_000

  private func search(
    _ joint: JointConditions, _ conditions: [PredicateIR], _ truths: [Bool], _ absent: Set<Int>
  ) -> Proof {
    // A condition has one truth, however long it is.
    if conditions.count == 2, truths[0] != truths[1], conditions[0] == conditions[1] { return .proved }
    let nullness = Nullness(schema: schema, parameters: joint.parameters)
    var tableau = Tableau(Array(zip(conditions, truths)), nullness, assumesPresent: true, .patient)
    var found: Witness?
    var models = 0
    var parts = 0
    for condition in joint.conditions {
      IRNode.predicate(condition).walk { _ in
        parts += 1
        return true
      }
    }
    var left = max(1, Prover.mostParts / max(1, parts))
    let outcome = tableau.run { branch, theory in
      models += 1
      var values = ModelValues(branch, theory)
      for attempt in 0..<(values.inputs.isEmpty ? 1 : Prover.attempts) where found == nil && left > 0 {
        left -= 1
        values.choose(attempt: attempt)
        found = witness(joint, conditions, truths, absent, branch, theory, values)
      }
      return found != nil || models >= Prover.mostModels || left == 0
    }
    if let found { return .refuted(found) }
    switch outcome {
    case .closed: return .proved
    case .exhausted: return .undecided("the conditions have too many cases")
    case .open: return .undecided(Prover.reason(conditions))
    }
  }

  /// The reason for which neither a proof nor an object was found: the part that the prover does not look into.
  private static func reason(_ conditions: [PredicateIR]) -> String {
    var reason: String?
    for condition in conditions {
      IRNode.predicate(condition).walk { node in
        switch node {
        case .expression(.arithmetic), .expression(.negate): reason = reason ?? "it depends on arithmetic"
        case .expression(.function(let call)): reason = reason ?? "it depends on the function '\(call.function.rawValue)'"
        case .expression(.aggregate), .expression(.element): reason = reason ?? "it depends on the number or the order of elements"
        case .expression(.cast): reason = reason ?? "it depends on a conversion"
        case .predicate(.text(let node)) where !node.operator.hasNeedle:
          reason = reason ?? "it depends on a pattern of \(node.operator.rawValue)"
        case .predicate, .expression, .collection: break
        }
        return true
      }
    }
    return reason ?? "no object was found for which it does not hold, and no proof"
  }

  /// Makes the objects of a branch, and asks the engine whether the conditions have the truths for them.
  private func witness(
    _ joint: JointConditions, _ conditions: [PredicateIR], _ truths: [Bool], _ absent: Set<Int>,
    _ branch: Tableau.Branch, _ theory: Theory, _ values: ModelValues
  ) -> Witness? {
    guard var model = ModelWorld.model(joint.entity, schema, joint.parameters, branch, theory, values) else { return nil }
    for index in absent { model.arguments[joint.parameters[index].name] = nil }
    guard let record = model.store.record(model.key) else { return nil }
    var found: [Bool] = []
    for condition in joint.conditions {
      let query = QueryIR(entity: joint.entity, parameters: joint.parameters, predicate: condition)
      guard let tree = try? record.holds(query, model.arguments) else { return nil }
      found.append(tree)
    }
    guard found == truths else { return nil }
    return Witness(store: model.store, key: model.key, arguments: model.arguments, truths: found)
  }
}

extension StoredRecord {
  /// Whether a query matches the object, according to the engine.
  fileprivate func holds(_ query: QueryIR, _ arguments: Arguments) throws -> Bool {
    let prepared = try PreparedStoreQuery(query, schema: snapshot.schema)
    guard case .records(let found) = try snapshot.run(
      prepared, arguments: arguments, options: ExecutionOptions(maximumSteps: Prover.mostSteps, engine: .row))
    else { return false }
    return found.contains { $0.key == key }
  }
}

/// The conditions of several queries over one list of parameters.
struct JointConditions {
  let entity: String
  private(set) var parameters: [ParameterIR] = []
  private(set) var conditions: [PredicateIR] = []

  /// Nil when the queries are about different entities, or use a parameter as different types.
  init?(_ queries: [QueryIR]) {
    guard let first = queries.first, queries.allSatisfy({ $0.entity == first.entity }) else { return nil }
    entity = first.entity
    var known: [String: Int] = [:]
    for query in queries {
      var places: [Int: Int] = [:]
      let used = IRNode.predicate(query.predicate).usedParameters
      for (index, parameter) in query.parameters.enumerated() where used.contains(index) {
        if let place = known[parameter.name] {
          guard parameters[place] == parameter else { return nil }
          places[index] = place
        } else {
          known[parameter.name] = parameters.count
          places[index] = parameters.count
          parameters.append(parameter)
        }
      }
      var renumbering = ParameterRenumbering(places: places)
      guard let condition = renumbering.rewrite(query.predicate) else { return nil }
      conditions.append(condition)
    }
  }
}

extension IRNode {
  /// The indexes of the parameters that the part uses.
  fileprivate var usedParameters: Set<Int> {
    var used: Set<Int> = []
    walk { node in
      switch node {
      case .expression(.parameter(let index, _)), .collection(.parameter(let index, _)): used.insert(index)
      case .expression(.path(let path)), .collection(.path(let path)):
        if let index = path.parameter { used.insert(index) }
      case .predicate(.whenPresent(let parameters, _)): used.formUnion(parameters)
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return used
  }
}

/// Gives parameters other indexes.
private struct ParameterRenumbering: IRRewriter {
  let places: [Int: Int]

  mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
    guard case .whenPresent(let parameters, let operand) = predicate else { return rewriteChildren(of: predicate) }
    return rewrite(operand).map { .whenPresent(parameters: parameters.map { places[$0] ?? $0 }, $0) }
  }

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    switch expression {
    case .parameter(let index, let type): return .parameter(places[index] ?? index, type)
    case .path(let path): return .path(renumbered(path))
    default: return rewriteChildren(of: expression)
    }
  }

  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? {
    switch collection {
    case .parameter(let index, let element): return .parameter(places[index] ?? index, element: element)
    case .path(let path): return .path(renumbered(path))
    default: return rewriteChildren(of: collection)
    }
  }

  private func renumbered(_ path: PathIR) -> PathIR {
    guard let parameter = path.parameter else { return path }
    var path = path
    path.variable = PathIR.variable(ofParameter: places[parameter] ?? parameter)
    return path
  }
}
