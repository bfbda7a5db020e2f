import CDQIR
import CDQSemantics

/// Translates the predicate of a query to conditions of a fetch request. It adds tests for nil where the language has
/// true or false and SQL has NULL: `name != "Rome"` becomes `name != "Rome" OR name == nil` for an optional `name`.
struct FetchTranslator: PrologueWriter {
  /// The reason why a translation stops.
  enum Stop: Error {
    case refused(Refusal)
    /// The condition depends on whether this optional variable is nil, which must be decided first.
    case undecided(Int)
  }

  /// An optional parameter, or an optional value that the generated function computes.
  struct Variable {
    var name: String
    var isOmittable: Bool
  }

  /// The format of a variable of the query: a start such as `$x`, empty for the object itself, and the steps after it.
  struct Binding {
    var start: String
    var steps: [StepIR]
  }

  let types: SwiftTypeNames
  let query: QueryIR
  let parameterNames: [String]
  /// The first release of Apple's systems on which the code runs.
  let deployment: AppleRelease
  var names: SwiftNameScope
  /// The parameters, and after them the optional values that are computed before the request.
  var variables: [Variable]
  /// Optional variables that have a value (`true`) or are nil (`false`) in the current branch of the translation.
  var decided: [Int: Bool] = [:]
  /// Statements before the request.
  var prologue: [SwiftStatement] = []
  var hoisted: [ExpressionIR: FetchOperand] = [:]
  /// The names of Bool variables for tests that are evaluated before the request.
  var hoistedTests: [PredicateIR: String] = [:]
  var bindings: [Int: Binding] = [0: Binding(start: "", steps: [])]
  /// The number of SUBQUERYs around the condition that is being translated.
  var depth = 0
  var isThrowing = false
  var needsFoundation = false
  /// Constructs that the store may not run, each described in a sentence.
  var warnings: [UncertainConstruct] = []
  /// The nodes around the current one, from the outermost to the innermost; diagnostics point at them.
  var context: [IRNode] = []
  var rewriter: FetchRewriter
  /// The variable of the innermost SUBQUERY; nil outside of all.
  var element: String?
  /// Whether the query tests at most one to-many relationship: the store takes no second ANY.
  let hasOneToManyTest: Bool

  init(
    _ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope,
    deployment: AppleRelease = .first
  ) {
    self.query = query
    self.deployment = deployment
    self.types = types
    self.parameterNames = parameterNames
    self.names = names
    variables = zip(query.parameters, parameterNames).map { Variable(name: $1, isOmittable: $0.isOmittable) }
    hasOneToManyTest = query.predicate.toManyTests < 2
    rewriter = FetchRewriter(query.parameters)
  }

  /// Translates the whole predicate of the query.
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

  /// A condition that is true exactly where the predicate's value is `wanted`.
  mutating func condition(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    switch predicate {
    case .constant(let value):
      return .constant(value == wanted)
    case .and(let operands), .or(let operands):
      try requireFewLevels(operands.count)
      var parts: [FetchCondition] = []
      for operand in operands { parts.append(try condition(operand, wanted)) }
      if case .and = predicate { return wanted ? .and(parts) : .or(parts) }
      return wanted ? .or(parts) : .and(parts)
    case .not(let operand):
      return try condition(operand, !wanted)
    case .whenPresent(let parameters, let inner):
      return try whenPresent(parameters, inner, wanted)
    default:
      if depth > 0 { return try test(predicate, wanted) }
      return try deciding(predicate, wanted)
    }
  }

  private mutating func whenPresent(
    _ parameters: [Int], _ inner: PredicateIR, _ wanted: Bool
  ) throws(Stop) -> FetchCondition {
    let open = parameters.filter { decided[$0] != true }
    guard !open.isEmpty else { return try condition(inner, wanted) }
    // A SUBQUERY is one format, so the test of the variable must be outside of it.
    if depth > 0 { throw .undecided(open[0]) }
    for index in open { decided[index] = true }
    defer { for index in open { decided[index] = nil } }
    return .whenPresent(open.map { variables[$0].name }, try condition(inner, wanted), else: nil)
  }

  /// Translates a test. Where it depends on an optional variable, translates it for both states, for an
  /// `if let name { … } else { … }`.
  private mutating func deciding(_ predicate: PredicateIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    let index: Int
    let place = SavedState(self)
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
    // Variables whose absence leads to the same condition are tested together: `if let a, let b`.
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
    // A test with a TERNARY disappears with the optional parameter of the TERNARY's condition, which is decided first.
    if let index = predicate.choosingParameters.first(where: { decided[$0] == nil }) { throw .undecided(index) }
    if let known = FetchRewriter.constant(predicate) { return try condition(known, wanted) }
    if let known = computed(predicate, wanted) { return known }
    let copies = rewriter.copies
    if let equal = rewriter.rewrite(predicate) {
      let condition = try condition(equal.simplified, wanted)
      rewriter.copies = copies
      return condition
    }
    return try format(predicate, wanted)
  }

  /// The state of a translation, to which `restore` goes back.
  private struct SavedState {
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

  /// Adds a warning that the store may not run a construct, such as `'**'`, unless the list of reports says that it
  /// runs on all systems since the deployment target.
  mutating func warn(of shape: AppleStoreShape, _ construct: String) {
    warn(of: shape, saying: construct + " is not among what is known to run")
  }

  /// Adds a warning with a sentence on a construct, and with what the list of reports says of it.
  mutating func warn(of shape: AppleStoreShape, saying text: String) {
    let verdict = AppleStoreReport.verdict(on: shape, in: .coreData, since: deployment)
    if verdict.outcome > .runs { warn("\(text) (\(verdict.note))") }
  }

  /// Adds a warning; the same text is added once.
  private mutating func warn(_ text: String) {
    if !warnings.contains(where: { $0.text == text }) {
      warnings.append(UncertainConstruct(text: text, nodes: context.reversed()))
    }
  }

  /// A refusal of the current node, with the nodes around it.
  func refusal(_ construct: String, _ reason: String, help: String? = nil) -> Stop {
    refusal(Refusal(construct, reason, help: help ?? "the memory back end can run it"))
  }

  func refusal(_ refusal: Refusal) -> Stop {
    .refused(context.reversed().reduce(refusal) { $0.at($1) })
  }
}
