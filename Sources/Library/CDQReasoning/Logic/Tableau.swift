import CDQIR

/// The search for objects for which some conditions have given truths: it takes the conditions apart, branch by branch,
/// until the facts of a branch contradict each other or nothing is left to take apart.
struct Tableau {
  private let expansion: Expansion
  private let limits: Limits
  /// The branches that are not yet closed.
  private var branches: [Branch] = []
  private var steps = 0

  /// Limits of the search, after which the answer is "not decided".
  struct Limits {
    var branches: Int
    var steps: Int
    var facts: Int

    /// For a command that a person waits for.
    static let patient = Limits(branches: 3_000, steps: 60_000, facts: 400)
    /// For lints, which run on each query of a target.
    static let quick = Limits(branches: 48, steps: 1_500, facts: 60)
  }

  /// The outcome of a search.
  enum Outcome {
    /// All branches are closed: there are no such objects.
    case closed
    /// There may be such objects: the visitor stopped at one, or refused all that were found.
    case open
    /// The search reached a limit.
    case exhausted
  }

  /// A branch: what has to be reached in it, and what is true in it.
  struct Branch {
    fileprivate var goals: [Goal] = []
    fileprivate var choices: [[Goal]] = []
    fileprivate(set) var facts: [Fact] = []
    /// The elements that collections must have.
    fileprivate(set) var elements: [CollectionIR: [VariableIR]] = [:]
    fileprivate var universals: [CollectionIR: [(variable: VariableIR, condition: PredicateIR, truth: Bool)]] = [:]
    fileprivate var nextVariable: Int
    fileprivate(set) var presentVariables: Set<Int> = [0]
  }

  init(_ conditions: [(PredicateIR, Bool)], _ nullness: Nullness, assumesPresent: Bool, _ limits: Limits) {
    expansion = Expansion(nullness: nullness, assumesPresent: assumesPresent)
    self.limits = limits
    var branch = Branch(nextVariable: 1 << 41)
    branch.goals = conditions.map { .truth($0.0, $0.1) }
    branches = [branch]
  }

  /// Searches until all branches are closed, a limit is reached or the visitor stops.
  ///
  /// - Parameter visit: gets a branch in which nothing is left to take apart, with what is known about its values;
  ///   returns whether to stop.
  mutating func run(_ visit: (Branch, Theory) -> Bool) -> Outcome {
    var hasOpen = false
    var count = 0
    while var branch = branches.popLast() {
      count += 1
      if count > limits.branches || steps > limits.steps { return .exhausted }
      guard takeApart(&branch) else { continue }
      if branch.facts.count > limits.facts { return .exhausted }
      var nullness = expansion.nullness
      nullness.presentVariables = branch.presentVariables
      let theory = Theory(branch.facts, nullness)
      steps += branch.facts.count
      if theory.isContradictory { continue }
      guard let place = branch.choices.indices.min(by: { branch.choices[$0].count < branch.choices[$1].count }) else {
        if visit(branch, theory) { return .open }
        hasOpen = true
        continue
      }
      let choice = branch.choices.remove(at: place)
      // The first alternative is searched first.
      for alternative in choice.reversed() {
        var copy = branch
        copy.goals = [alternative]
        branches.append(copy)
      }
    }
    return hasOpen ? .open : .closed
  }

  /// Takes the goals of a branch apart until only choices are left; false when one of them cannot be reached.
  private mutating func takeApart(_ branch: inout Branch) -> Bool {
    while let goal = branch.goals.popLast() {
      steps += 1
      if steps > limits.steps { return true }
      switch goal {
      case .truth(let predicate, let truth):
        var expansion = expansion
        expansion.nullness.presentVariables = branch.presentVariables
        branch.goals.append(expansion.goal(predicate, truth))
      case .fact(let fact): branch.facts.append(fact)
      case .all(let parts): branch.goals += parts.reversed()
      case .any(let parts):
        if parts.isEmpty { return false }
        if parts.count == 1 { branch.goals.append(parts[0]) } else { branch.choices.append(parts) }
      case .exists(let collection, let variable, let condition, let truth):
        if !addElement(collection, variable, condition, truth, to: &branch) { return false }
      case .forAll(let collection, let variable, let condition, let truth):
        addUniversal(collection, variable, condition, truth, to: &branch)
      }
    }
    return true
  }

  // MARK: Elements

  private mutating func addElement(
    _ collection: CollectionIR, _ variable: VariableIR, _ condition: PredicateIR, _ truth: Bool, to branch: inout Branch
  ) -> Bool {
    switch collection {
    case .literal(let elements, _):
      let goals = elements.compactMap { element in
        Substitution.replace(variable.id, by: element, in: condition).map { Goal.truth($0, truth) }
      }
      guard goals.count == elements.count else { return true }
      branch.goals.append(.any(goals))
    case .filter(let source, let inner, let filter):
      let element = fresh(variable, &branch)
      guard let kept = Substitution.rename(inner.id, to: element.id, in: filter),
        let rest = Substitution.rename(variable.id, to: element.id, in: condition)
      else { return true }
      let both = truth ? PredicateIR.and([kept, rest]) : .and([kept, .not(rest)])
      branch.goals.append(.exists(source, element, both, true))
    case .path, .objects, .parameter, .map, .flatMap, .distinct, .set, .mode:
      let element = fresh(variable, &branch)
      guard let instance = Substitution.rename(variable.id, to: element.id, in: condition) else { return true }
      if collection.hasPresentElements { branch.presentVariables.insert(element.id) }
      branch.elements[collection, default: []].append(element)
      branch.goals.append(.truth(instance, truth))
      for universal in branch.universals[collection] ?? [] { add(universal, for: element, to: &branch) }
      let count = Term(.aggregate(AggregateIR(.count, collection, type: .int64)))
      branch.facts.append(.state(count.expression, .value))
      branch.facts.append(.order(count, Term(.literal(.int(1), .int64)), 6))
    }
    return true
  }

  private mutating func addUniversal(
    _ collection: CollectionIR, _ variable: VariableIR, _ condition: PredicateIR, _ truth: Bool, to branch: inout Branch
  ) {
    switch collection {
    case .literal(let elements, _):
      for element in elements {
        guard let instance = Substitution.replace(variable.id, by: element, in: condition) else { continue }
        branch.goals.append(.truth(instance, truth))
      }
    case .filter(let source, let inner, let filter):
      let element = fresh(variable, &branch)
      guard let kept = Substitution.rename(inner.id, to: element.id, in: filter),
        let rest = Substitution.rename(variable.id, to: element.id, in: condition)
      else { return }
      branch.goals.append(.forAll(source, element, .or([.not(kept), truth ? rest : .not(rest)]), true))
    case .path, .objects, .parameter, .map, .flatMap, .distinct, .set, .mode:
      branch.universals[collection, default: []].append((variable, condition, truth))
      for element in branch.elements[collection] ?? [] { add((variable, condition, truth), for: element, to: &branch) }
    }
  }

  private func add(
    _ universal: (variable: VariableIR, condition: PredicateIR, truth: Bool), for element: VariableIR,
    to branch: inout Branch
  ) {
    guard let instance = Substitution.rename(universal.variable.id, to: element.id, in: universal.condition) else { return }
    branch.goals.append(.truth(instance, universal.truth))
  }

  private func fresh(_ variable: VariableIR, _ branch: inout Branch) -> VariableIR {
    defer { branch.nextVariable += 1 }
    return VariableIR(id: branch.nextVariable, type: variable.type)
  }
}

extension CollectionIR {
  /// Whether no element is nil: of a to-many, of a scalar collection, and of all objects.
  fileprivate var hasPresentElements: Bool {
    if case .objects = self { return true }
    guard case .path(let path) = self, let last = path.steps.last else { return false }
    return last.kind == .toMany || last.kind == .scalarCollection
  }
}
