import CDQIR
import CDQValues

/// The rules that take a condition apart: each truth becomes facts about values, by the language's rules for nil and NaN.
struct Expansion {
  var nullness: Nullness
  /// Whether conditions on omittable parameters are present. If not, they may have any truth, which is right whichever of
  /// the parameters a caller omits.
  let assumesPresent: Bool

  /// The goal that is reached exactly where the condition has the truth. Where the reasoner cannot look into a
  /// condition, the goal is reached more often.
  func goal(_ predicate: PredicateIR, _ truth: Bool) -> Goal {
    if !assumesPresent, predicate.hidesOmittable { return .reached }
    switch predicate {
    case .constant(let value): return value == truth ? .reached : .unreachable
    case .and(let operands): return joined(operands, truth, isAll: truth)
    case .or(let operands): return joined(operands, truth, isAll: !truth)
    case .not(let operand): return .truth(operand, !truth)
    case .comparison(let node): return comparison(node, truth)
    case .text(let node): return text(node, truth)
    case .between(let node): return between(node, truth)
    case .membership(let node): return membership(node, truth)
    case .isNull(let value): return state(value, truth ? .null : .present)
    case .boolean(let value): return boolean(value, truth)
    case .quantified(let node):
      let isExistence = (node.kind == .any) == truth
      return isExistence
        ? .exists(node.collection, node.variable, node.predicate, truth)
        : .forAll(node.collection, node.variable, node.predicate, truth)
    case .whenPresent(_, let operand): return assumesPresent ? .truth(operand, truth) : .reached
    }
  }

  private func joined(_ operands: [PredicateIR], _ truth: Bool, isAll: Bool) -> Goal {
    let goals = operands.map { Goal.truth($0, truth) }
    return isAll ? .all(goals) : .any(goals)
  }

  /// The goal that a value is in some states: without those that its type excludes.
  private func state(_ value: ExpressionIR, _ wanted: ValueStates) -> Goal {
    let possible = nullness.states(value)
    let both = possible.intersection(wanted)
    if both.isEmpty { return .unreachable }
    return .fact(.state(value, both))
  }

  private func any(_ goals: [Goal]) -> Goal {
    let open = goals.filter { if case .any(let parts) = $0 { !parts.isEmpty } else { true } }
    return open.count == 1 ? open[0] : .any(open)
  }

  // MARK: Comparisons

  private func comparison(_ node: ComparisonIR, _ truth: Bool) -> Goal {
    if let split = ExpressionSplit(node.left) {
      return split.goal(truth) { .comparison(ComparisonIR(node.operator, $0, node.right, options: node.options)) }
    }
    if let split = ExpressionSplit(node.right) {
      return split.goal(truth) { .comparison(ComparisonIR(node.operator, node.left, $0, options: node.options)) }
    }
    if let existence = CountTest(node) { return .truth(existence.predicate, existence.truth == truth) }
    // The order by the rules of a locale is not known before a run.
    if node.options.contains(.localeSensitive) { return .fact(.opaque(.comparison(node), truth)) }
    let (left, right) = (node.left, node.right)
    let accepted = truth ? node.operator.accepted : ~node.operator.accepted & 15
    var goals: [Goal] = []
    if accepted & 7 != 0 {
      goals.append(
        .all([
          state(left, .value), state(right, .value),
          .fact(.order(Term(left, node.options), Term(right, node.options), accepted & 7)),
        ]))
    }
    if accepted & 8 != 0 {
      goals.append(.all([state(left, .notANumber), state(right, .present)]))
      goals.append(.all([state(left, .value), state(right, .notANumber)]))
    }
    if node.operator.holdsForEqual == truth { goals.append(.all([state(left, .null), state(right, .null)])) }
    if node.operator.holdsForOneNil == truth {
      goals.append(.all([state(left, .null), state(right, .present)]))
      goals.append(.all([state(left, .present), state(right, .null)]))
    }
    return any(goals.filter { !$0.isUnreachable })
  }

  private func boolean(_ value: ExpressionIR, _ truth: Bool) -> Goal {
    let isTrue = Goal.all([
      state(value, .value), .fact(.order(Term(value), Term(.literal(.bool(truth), .bool)), 2)),
    ])
    return truth ? isTrue : any([isTrue, state(value, .null)].filter { !$0.isUnreachable })
  }

  private func between(_ node: BetweenIR, _ truth: Bool) -> Goal {
    let (value, low, high) = (node.value, node.low, node.high)
    let lower = ComparisonIR(.lessOrEqual, low, value)
    let upper = ComparisonIR(.lessOrEqual, value, high)
    let isPresent = [value, low, high].map { state($0, .present) }
    if truth { return .all(isPresent + [comparison(lower, true), comparison(upper, true)]) }
    let isMissing = [value, low, high].map { state($0, .null) }
    return any((isMissing + [comparison(lower, false), comparison(upper, false)]).filter { !$0.isUnreachable })
  }

  // MARK: Texts

  private func text(_ node: TextMatchIR, _ truth: Bool) -> Goal {
    let unknown = truth ? Goal.all([state(node.text, .value), state(node.pattern, .value)]) : .reached
    guard case .literal(let value, _) = node.pattern else {
      return .all([unknown, .fact(.opaque(.text(node), truth))])
    }
    guard case .string(let pattern) = value else { return truth ? .unreachable : .reached }
    guard !node.options.contains(.localeSensitive) else {
      return .all([unknown, .fact(.opaque(.text(node), truth))])
    }
    let fact = Goal.all([
      state(node.text, .value),
      .fact(.text(node.operator, Term(node.text, node.options), pattern: pattern, holds: truth)),
    ])
    return truth ? fact : any([fact, state(node.text, .null)].filter { !$0.isUnreachable })
  }

  // MARK: Collections

  private func membership(_ node: MembershipIR, _ truth: Bool) -> Goal {
    if node.options.contains(.localeSensitive) {
      return .all([truth ? state(node.value, .present) : .reached, .fact(.opaque(.membership(node), truth))])
    }
    let isMissing = state(node.value, .null)
    if let values = Expansion.constants(node.collection) {
      let fact = Goal.fact(.member(Term(node.value, node.options), values, holds: truth))
      if truth { return .all([state(node.value, .value), fact]) }
      return any(
        [.all([state(node.value, .value), fact]), isMissing, state(node.value, .notANumber)].filter { !$0.isUnreachable })
    }
    let element = VariableIR(id: Expansion.elementVariable, type: OptionalType(node.collection.elementType, isOptional: true))
    let equality = PredicateIR.comparison(
      ComparisonIR(
        .equal, .path(PathIR(variable: element.id, steps: [], type: element.type)), node.value, options: node.options))
    if truth {
      return .all([state(node.value, .present), .exists(node.collection, element, equality, true)])
    }
    return any([isMissing, .forAll(node.collection, element, equality, false)].filter { !$0.isUnreachable })
  }

  /// The id of the variable that membership tests make. A branch replaces it by a fresh one for each element.
  static let elementVariable = 1 << 40

  private static func constants(_ collection: CollectionIR) -> [Value]? {
    guard case .literal(let elements, _) = collection else { return nil }
    var values: [Value] = []
    for element in elements {
      guard case .literal(let value, _) = element else { return nil }
      if !value.isNull { values.append(value) }
    }
    return values
  }
}

extension Goal {
  var isUnreachable: Bool {
    switch self {
    case .any(let parts): parts.isEmpty
    case .all(let parts): parts.contains { $0.isUnreachable }
    case .truth, .fact, .exists, .forAll: false
    }
  }
}

/// `TERNARY(c, a, b)` as an operand: the comparison is that of `a` where `c` holds, and that of `b` elsewhere.
private struct ExpressionSplit {
  let node: ConditionalIR

  init?(_ expression: ExpressionIR) {
    guard case .conditional(let node) = expression else { return nil }
    self.node = node
  }

  func goal(_ truth: Bool, _ make: (ExpressionIR) -> PredicateIR) -> Goal {
    .any([
      .all([.truth(node.condition, true), .truth(make(node.then), truth)]),
      .all([.truth(node.condition, false), .truth(make(node.otherwise), truth)]),
    ])
  }
}

/// A comparison of the number of a SUBQUERY's elements with 0 or 1, which tests whether there are any.
private struct CountTest {
  let predicate: PredicateIR
  let truth: Bool

  init?(_ node: ComparisonIR) {
    guard case .aggregate(let aggregate) = node.left, aggregate.function == .count,
      case .filter(let source, let variable, let condition) = aggregate.collection,
      case .literal(.int(let number), _) = node.right
    else { return nil }
    switch (node.operator, number) {
    case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0): truth = true
    case (.equal, 0), (.less, 1), (.lessOrEqual, 0): truth = false
    default: return nil
    }
    predicate = .quantified(QuantifiedIR(.any, variable, in: source, condition))
  }
}

extension PredicateIR {
  /// Whether a condition on an omittable parameter is inside this one, elsewhere than as an operand of AND and OR, where
  /// it may just as well have any truth.
  fileprivate var hidesOmittable: Bool {
    switch self {
    case .and, .or, .not, .constant, .whenPresent: false
    default:
      IRNode.predicate(self).contains { if case .predicate(.whenPresent) = $0 { true } else { false } }
    }
  }
}
