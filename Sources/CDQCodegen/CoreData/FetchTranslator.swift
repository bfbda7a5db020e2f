import CDQIR
import CDQSemantics

/// Turns the conditions of a query into those of a fetch request, with the meaning the language gives them: a
/// comparison with nil is true or false, which SQL alone does not say.
struct FetchTranslator {
  /// Why a translation ends.
  enum Stop: Error {
    case refused(Refusal)
    /// It has to be known first whether this optional variable has a value.
    case undecided(Int)
  }

  /// An optional variable of the function.
  struct Variable {
    var name: String
    var isOmittable: Bool
  }

  /// What a variable of the query stands for in the format: `$x.country`, or the object itself.
  struct Binding {
    var start: String
    var steps: [StepIR]
  }

  let types: SwiftTypeNames
  let query: QueryIR
  let parameterNames: [String]
  var names: SwiftNameScope
  /// Parameters, and behind them values that are computed before the request.
  var variables: [Variable]
  /// Optional variables that are known to have a value (`true`) or none (`false`) where the translation stands.
  var decided: [Int: Bool] = [:]
  /// Statements before the request.
  var prologue: [SwiftStatement] = []
  var hoisted: [ExpressionIR: FetchOperand] = [:]
  /// Tests that are computed before the request, and the names of their values.
  var hoistedTests: [PredicateIR: String] = [:]
  var bindings: [Int: Binding] = [0: Binding(start: "", steps: [])]
  /// How many SUBQUERYs surround the translation.
  var depth = 0
  var isThrowing = false
  var needsFoundation = false
  /// What may not run, each as a sentence.
  var warnings: [Doubt] = []
  /// What is being written, from the outside in.
  var context: [IRNode] = []
  var rewriter: FetchRewriter
  /// The variable of the SUBQUERY in which the translation stands.
  var element: String?
  /// Whether the query has one test of a relationship to many at most: the store takes no second ANY.
  let hasOneToManyTest: Bool

  init(_ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope) {
    self.query = query
    self.types = types
    self.parameterNames = parameterNames
    self.names = names
    variables = zip(query.parameters, parameterNames).map { Variable(name: $1, isOmittable: $0.isOmittable) }
    hasOneToManyTest = query.predicate.toManyTests < 2
    rewriter = FetchRewriter(query.parameters)
  }

  /// The whole condition of the query.
  mutating func condition() throws(Refusal) -> FetchCondition {
    do throws(Stop) {
      return try condition(query.predicate.simplified, true)
    } catch {
      switch error {
      case .refused(let refusal): throw refusal
      case .undecided: throw Refusal("an optional parameter here", "its presence cannot be tested first")
      }
    }
  }

  /// True exactly when the condition's value is `wanted`.
  mutating func condition(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    switch predicate {
    case .constant(let value):
      return .constant(value == wanted)
    case .and(let operands), .or(let operands):
      var parts: [FetchCondition] = []
      for operand in operands { parts.append(try condition(operand, wanted)) }
      if case .and = predicate { return wanted ? .and(parts) : .or(parts) }
      return wanted ? .or(parts) : .and(parts)
    case .not(let operand):
      return try condition(operand, !wanted)
    case .whenPresent(let parameters, let inner):
      return try whenPresent(parameters, inner, wanted)
    case .comparison, .text, .between, .membership, .isNull, .boolean, .quantified:
      if depth > 0 { return try test(predicate, wanted) }
      return try deciding(predicate, wanted)
    }
  }

  private mutating func whenPresent(
    _ parameters: [Int], _ inner: PredicateIR, _ wanted: Bool
  ) throws(Stop) -> FetchCondition {
    let open = parameters.filter { decided[$0] != true }
    guard !open.isEmpty else { return try condition(inner, wanted) }
    // Inside of a SUBQUERY, which is one text, the choice has to be made around it.
    if depth > 0 { throw .undecided(open[0]) }
    for index in open { decided[index] = true }
    defer { for index in open { decided[index] = nil } }
    return .whenPresent(open.map { variables[$0].name }, try condition(inner, wanted), else: nil)
  }

  /// A test, once for each state of the optional variables it uses.
  private mutating func deciding(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    let index: Int
    let place = Place(self)
    do throws(Stop) {
      return try test(predicate, wanted)
    } catch {
      guard case .undecided(let open) = error else { throw error }
      index = open
    }
    place.restore(&self)
    if decided.count >= 4 {
      throw refusal("so many optional parameters in one comparison", "each needs a format for both of its states")
    }
    decided[index] = true
    let then = try condition(predicate, wanted)
    decided[index] = false
    defer { decided[index] = nil }
    let otherwise: FetchCondition?
    if variables[index].isOmittable {
      if let rest = predicate.removing(absent: [index]) {
        otherwise = try condition(rest.simplified, wanted)
      } else {
        otherwise = nil
      }
    } else {
      otherwise = try condition(predicate, wanted)
    }
    let name = variables[index].name
    // Two values without which the condition is the same are asked for together.
    if case .whenPresent(let names, let inner, let rest) = then, rest == otherwise {
      return .whenPresent([name] + names, inner, else: rest)
    }
    return .whenPresent([name], then, else: otherwise)
  }

  private mutating func test(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    context.append(.predicate(predicate))
    let condition = try tested(predicate, wanted)
    context.removeLast()
    return condition
  }

  private mutating func tested(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    // A choice by a condition that may be absent is absent with it.
    if let index = predicate.choosingParameters.first(where: { decided[$0] == nil }) { throw .undecided(index) }
    if let known = FetchRewriter.constant(predicate) { return try condition(known, wanted) }
    if let known = try computed(predicate, wanted) { return known }
    let copies = rewriter.copies
    if let equal = rewriter.rewrite(predicate) {
      let condition = try condition(equal.simplified, wanted)
      rewriter.copies = copies
      return condition
    }
    return try format(predicate, wanted)
  }

  /// Where a translation stands, so that it can begin again there.
  private struct Place {
    private let bindings: [Int: Binding]
    private let depth: Int
    private let element: String?
    private let context: Int
    private let copies: FetchRewriter.Copies

    init(_ translator: FetchTranslator) {
      bindings = translator.bindings
      (depth, element) = (translator.depth, translator.element)
      (context, copies) = (translator.context.count, translator.rewriter.copies)
    }

    func restore(_ translator: inout FetchTranslator) {
      translator.bindings = bindings
      (translator.depth, translator.element) = (depth, element)
      translator.context.removeLast(translator.context.count - context)
      translator.rewriter.copies = copies
    }
  }

  private mutating func format(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    switch predicate {
    case .comparison(let node): return try comparison(node, wanted)
    case .text(let node): return try textMatch(node, wanted)
    case .between(let node): return try between(node, wanted)
    case .membership(let node): return try membership(node, wanted)
    case .isNull(let expression):
      let value = try operand(expression)
      return wanted ? value.isNil : value.isNotNil
    case .boolean(let expression):
      let value = try operand(expression)
      if value.isNull { return .constant(!wanted) }
      return wanted
        ? .format(value.format + " == YES") : .or([.format(value.format + " == NO"), value.isNil])
    case .quantified(let node): return try quantified(node, wanted)
    case .constant, .and, .or, .not, .whenPresent: return try condition(predicate, wanted)
    }
  }

  /// Notes that something may not run.
  mutating func warn(_ text: String) {
    if !warnings.contains(where: { $0.text == text }) {
      warnings.append(Doubt(text: text, nodes: context.reversed()))
    }
  }

  /// That a part of the query cannot be said, where the translation stands.
  func refusal(_ construct: String, _ reason: String, help: String? = nil) -> Stop {
    refusal(Refusal(construct, reason, help: help ?? "the memory back end can run it"))
  }

  func refusal(_ refusal: Refusal) -> Stop {
    .refused(context.reversed().reduce(refusal) { $0.at($1) })
  }
}
