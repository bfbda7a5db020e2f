import CDQIR
import CDQValues
import Foundation

/// The decision whether some facts can be true together: by intervals, order, finite sets of values and the shapes of
/// texts. An answer "no" is a proof; an answer "perhaps" comes with what is known about each value.
struct Theory {
  private(set) var nullness: Nullness
  private(set) var states = ExpressionTable<ValueStates>()
  private(set) var graph = OrderGraph()
  private var orders: [(Term, Term, UInt8)] = []
  private var texts: [(operation: TextMatchIR.Operator, term: Term, pattern: String, holds: Bool)] = []
  private var members: [Member] = []
  private var opaque: [PredicateIR: Bool] = [:]
  private(set) var isContradictory = false
  /// Whether a state was restricted since this was last reset.
  private var hasChanged = false
  /// The finite sets of the values that terms without options can have.
  private(set) var domains = ExpressionTable<[Value]>()

  /// The fact that a term is one of some values, or none of them.
  private struct Member {
    let term: Term
    let values: [Value]
    let holds: Bool
    /// The keys of the values; nil where options fold them.
    private let keys: Set<EqualityKey>?

    init(_ term: Term, _ values: [Value], _ holds: Bool) {
      (self.term, self.values, self.holds) = (term, values, holds)
      keys = term.options.isEmpty ? Set(values.map { EqualityKey($0) }) : nil
    }

    func contains(_ value: Value) -> Bool {
      keys?.contains(EqualityKey(value)) ?? values.contains { ValueComparison.isEqual(value, $0, term.options) }
    }
  }

  init(_ facts: [Fact], _ nullness: Nullness) {
    self.nullness = nullness
    for fact in facts {
      add(fact)
      if isContradictory { return }
    }
    settleStates()
    if isContradictory { return }
    if !graph.close() { isContradictory = true }
    if isContradictory { return }
    settleDomains()
    if !isContradictory { settleTexts() }
  }

  private mutating func add(_ fact: Fact) {
    switch fact {
    case .state(let value, let wanted): restrict(value, wanted)
    case .order(let left, let right, let orders): addOrder(left, right, orders)
    case .text(let operation, let term, let pattern, let holds):
      texts.append((operation, term, pattern, holds))
      if let constant = term.constant {
        guard case .string(let text) = constant else { return }
        if let found = ValueComparison.matches(text, operation, pattern, term.options), found != holds { isContradictory = true }
      }
    case .member(let term, let values, let holds):
      let member = Member(term, values, holds)
      members.append(member)
      if let constant = term.constant, member.contains(constant) != holds { isContradictory = true }
    case .opaque(let condition, let truth):
      if let known = opaque.updateValue(truth, forKey: condition), known != truth { isContradictory = true }
    }
  }

  private mutating func addOrder(_ left: Term, _ right: Term, _ orders: UInt8) {
    if left == right {
      if orders & 2 == 0 { isContradictory = true }
      return
    }
    if let first = left.constant, let second = right.constant {
      if let order = ValueComparison.order(first, second, left.options), order & orders == 0 { isContradictory = true }
      return
    }
    self.orders.append((left, right, orders))
    if let (bound, changed) = Theory.integerBound(left, right, orders) {
      guard let bound else {
        isContradictory = true
        return
      }
      graph.add(left, bound, changed)
    } else if let (bound, changed) = Theory.integerBound(right, left, Theory.mirrored(orders)) {
      guard let bound else {
        isContradictory = true
        return
      }
      graph.add(right, bound, changed)
    } else {
      graph.add(left, right, orders)
    }
  }

  private static func mirrored(_ orders: UInt8) -> UInt8 {
    orders & 2 | (orders & 1) << 2 | (orders & 4) >> 2
  }

  /// The same order between an integer and an integer bound without strictness: `x > 3.5` is `x >= 4`. Nil for other
  /// terms; a nil bound when no integer satisfies it.
  private static func integerBound(_ left: Term, _ right: Term, _ orders: UInt8) -> (Term?, UInt8)? {
    guard left.constant == nil, left.expression.type.isInteger, let constant = right.constant else { return nil }
    let floor: Int64
    let isWhole: Bool
    switch constant {
    case .int(let number): (floor, isWhole) = (number, true)
    case .double(let number):
      guard number.isFinite, abs(number) < 0x1p62 else { return nil }
      (floor, isWhole) = (Int64(number.rounded(.down)), number.rounded() == number)
    case .null, .bool, .decimal, .string, .date, .duration, .data, .uuid, .url, .object, .list: return nil
    }
    guard floor > .min, floor < .max else { return nil }
    func bound(_ number: Int64) -> Term { Term(.literal(.int(number), .int64)) }
    switch orders {
    case 1: return (bound(isWhole ? floor - 1 : floor), 3)
    case 3: return (bound(floor), 3)
    case 4: return (bound(floor + 1), 6)
    case 6: return (bound(isWhole ? floor : floor + 1), 6)
    case 2: return (isWhole ? bound(floor) : nil, 2)
    case 5: return isWhole ? (bound(floor), 5) : (bound(floor), 7)
    default: return (bound(floor), orders)
    }
  }

  // MARK: States

  private mutating func restrict(_ value: ExpressionIR, _ wanted: ValueStates) {
    let value = value.normalized
    let before = states[value]
    let both = (before ?? nullness.states(value)).intersection(wanted)
    if before == both { return }
    hasChanged = true
    states[value] = both
    if both.isEmpty { isContradictory = true }
  }

  /// Applies what nil at one place says about others: each property of a nil object is nil, and a computed value is nil
  /// if an operand is.
  private mutating func settleStates() {
    for (key, _) in states.entries { addPrefixes(key.expression) }
    for _ in 0..<8 {
      hasChanged = false
      for (key, state) in states.entries { settle(key.expression, state) }
      if isContradictory || !hasChanged { return }
    }
  }

  private mutating func addPrefixes(_ expression: ExpressionIR) {
    var parent = Theory.parent(of: expression)
    while let next = parent, states[next.path] == nil {
      states[next.path] = nullness.states(next.path)
      parent = Theory.parent(of: next.path)
    }
  }

  private mutating func settle(_ expression: ExpressionIR, _ state: ValueStates) {
    if let (parent, step) = Theory.parent(of: expression), let above = states[parent] {
      if above == .null { restrict(expression, .null) }
      if !state.contains(.null) { restrict(parent, .present) }
      if !above.contains(.null), nullness.isRequired(step), !Theory.startsAtArgument(expression) { restrict(expression, .present) }
    }
    guard !state.contains(.null) else { return }
    for operand in expression.operands { restrict(operand, .present) }
  }

  private static func startsAtArgument(_ expression: ExpressionIR) -> Bool {
    if case .path(let path) = expression { path.parameter != nil } else { false }
  }

  /// The object from which the last step of a path starts.
  private static func parent(of expression: ExpressionIR) -> (path: ExpressionIR, step: StepIR)? {
    guard case .path(var path) = expression, let step = path.steps.popLast() else { return nil }
    path.type = OptionalType(.object(step.entity), isOptional: true)
    return (ExpressionIR.path(path).normalized, step)
  }

  // MARK: Finite sets

  /// The most values of an interval of integers that are tried one by one.
  private static let mostIntegers = 128

  private mutating func settleDomains() {
    for (key, state) in states.entries where state.contains(.value) {
      let expression = key.expression
      guard let candidates = candidates(of: expression) else { continue }
      let kept = candidates.filter { isPossible($0, for: expression) }
      domains[expression] = kept
      if kept.isEmpty { restrict(expression, ValueStates.any.subtracting(.value)) }
      if isContradictory { return }
    }
  }

  /// The values that an expression can have, if they are few; nil otherwise.
  private func candidates(of expression: ExpressionIR) -> [Value]? {
    if let constant = Term(expression).constant { return [constant] }
    let bounds = graph.bounds(of: Term(expression))
    if let equal = bounds.equal { return [equal] }
    // The graph leaves the terms out that are too many for it, and with them the constant that the expression equals.
    if graph.isTooLarge, let equal = equal(to: Term(expression)) { return [equal] }
    if let member = members.first(where: { $0.term == Term(expression) && $0.holds }) { return member.values }
    switch expression.type {
    case .bool: return [.bool(false), .bool(true)]
    case .enumeration(let name):
      // An argument may be a raw value without a case.
      guard case .path = expression else { return nil }
      return nullness.schema.enumeration(named: name)?.cases.map(\.rawValue)
    case .int16, .int32, .int64:
      let isCount = if case .aggregate(let node) = expression { node.function == .count } else { false }
      var (low, high): (Int64?, Int64?) = (isCount ? 0 : nil, nil)
      if case .int(let number)? = bounds.low { low = max(low ?? number, bounds.lowIsStrict && number < .max ? number + 1 : number) }
      if case .int(let number)? = bounds.high { high = bounds.highIsStrict && number > .min ? number - 1 : number }
      // Attributes of the narrow types hold no other numbers.
      if case .path = expression, let range = expression.type.integerRange, expression.type != .int64 {
        low = max(low ?? range.lowerBound, range.lowerBound)
        high = min(high ?? range.upperBound, range.upperBound)
      }
      guard let low, let high else { return nil }
      if low > high { return [] }
      let (span, overflows) = high.subtractingReportingOverflow(low)
      return overflows || span > Int64(Theory.mostIntegers) ? nil : (low...high).map { .int($0) }
    default: return nil
    }
  }

  /// The constant that a fact says a term equals; nil if none does.
  private func equal(to term: Term) -> Value? {
    for (left, right, accepted) in orders where accepted == 2 {
      if left == term, let constant = right.constant { return constant }
      if right == term, let constant = left.constant { return constant }
    }
    return nil
  }

  /// Whether a value contradicts no fact about the expression that is about constants otherwise.
  func isPossible(_ value: Value, for expression: ExpressionIR) -> Bool {
    let key = ExpressionKey(expression)
    for (left, right, accepted) in orders {
      if left.key == key, let constant = right.constant,
        let order = ValueComparison.order(value, constant, left.options), order & accepted == 0
      {
        return false
      }
      if right.key == key, let constant = left.constant,
        let order = ValueComparison.order(constant, value, right.options), order & accepted == 0
      {
        return false
      }
    }
    for member in members where member.term.key == key {
      if member.contains(value) != member.holds { return false }
    }
    guard case .string(let text) = value else { return true }
    for fact in texts where fact.term.key == key {
      // A regular expression tells equal texts in different normal forms apart.
      if fact.operation == .matches, !Theory.hasOneForm(text) { continue }
      if let found = ValueComparison.matches(text, fact.operation, fact.pattern, fact.term.options), found != fact.holds {
        return false
      }
    }
    return true
  }

  /// Whether no other text is canonically equivalent: of ASCII, but for three characters with a twin.
  private static func hasOneForm(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "K") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "`") }
  }

  // MARK: Texts

  private mutating func settleTexts() {
    for (index, fact) in texts.enumerated() where fact.holds {
      if fact.pattern.isEmpty, fact.operation.hasNeedle { isContradictory = true }
      if isRefutedByEqual(fact.term, fact.operation, fact.pattern, holds: true) { isContradictory = true }
      guard let shape = TextShape(fact.operation, fact.pattern, fact.term.options) else { continue }
      for (other, second) in texts.enumerated() where other != index && second.term == fact.term {
        if second == fact { continue }
        guard let secondShape = TextShape(second.operation, second.pattern, second.term.options) else { continue }
        if second.holds ? shape.excludes(secondShape) : shape.implies(secondShape) { isContradictory = true }
      }
      guard fact.term.options.isEmpty else { continue }
      for (left, right, accepted) in orders {
        if left == fact.term, case .string(let constant)? = right.constant, shape.excludes(order: accepted, to: constant) {
          isContradictory = true
        }
        if right == fact.term, case .string(let constant)? = left.constant,
          shape.excludes(order: Theory.mirrored(accepted), to: constant)
        {
          isContradictory = true
        }
      }
    }
    for (index, fact) in texts.enumerated() {
      // `LIKE "*"` matches every text.
      if !fact.holds, fact.operation == .like, !fact.pattern.isEmpty, fact.pattern.allSatisfy({ $0 == "*" }) {
        isContradictory = true
      }
      if !fact.holds, isRefutedByEqual(fact.term, fact.operation, fact.pattern, holds: false) { isContradictory = true }
      for second in texts[(index + 1)...]
      where second.term == fact.term && second.operation == fact.operation && second.pattern == fact.pattern {
        if second.holds != fact.holds { isContradictory = true }
      }
    }
  }

  /// Whether a folded text equals a constant that contradicts a pattern under the same folding.
  private func isRefutedByEqual(
    _ term: Term, _ operation: TextMatchIR.Operator, _ pattern: String, holds: Bool
  ) -> Bool {
    // A regular expression sees more of a text than its folded form.
    guard operation != .matches, !term.options.isEmpty, case .string(let text)? = graph.bounds(of: term).equal else { return false }
    return ValueComparison.matches(text, operation, pattern, term.options).map { $0 != holds } ?? false
  }

  /// The shapes that a text must have, under the options of its facts.
  func patterns(of expression: ExpressionIR) -> [(operation: TextMatchIR.Operator, pattern: String, holds: Bool)] {
    let key = ExpressionKey(expression)
    return texts.filter { $0.term.key == key }.map { ($0.operation, $0.pattern, $0.holds) }
  }

  /// The terms of one expression under all options.
  func bounds(of expression: ExpressionIR) -> [OrderGraph.Bounds] {
    let key = ExpressionKey(expression)
    return graph.terms.filter { $0.key == key }.map { graph.bounds(of: $0) }
  }

  /// The terms that an expression is compared with, and the orders in which they may be.
  func relations(of expression: ExpressionIR) -> [(other: Term, orders: UInt8)] {
    let key = ExpressionKey(expression)
    return orders.compactMap { left, right, accepted in
      if left.key == key { return (right, accepted) }
      return right.key == key ? (left, Theory.mirrored(accepted)) : nil
    }
  }
}
