import CDQIR
import CDQSemantics

/// Translates the predicate of a query to the expression of a `#Predicate`, which supports only a part of Swift:
/// `name == $name` becomes `city.name == name`.
///
/// A `#Predicate` captures variables but cannot read their members, so everything that does not depend on the object is
/// computed before it. Each test has a form of which `AppleStoreReport` says that it runs on all systems since the
/// deployment target, and is true for the same objects with Swift's two truth values and with SQL's three.
struct ModelPredicate: PresenceWriter, PrologueWriter {
  let types: SwiftTypeNames
  let query: QueryIR
  let parameterNames: [String]
  /// The first release of Apple's systems on which the code runs.
  let deployment: AppleRelease
  var names: SwiftNameScope
  /// Statements before the predicate.
  var prologue: [SwiftStatement] = []
  var hoisted: [HoistKey: SwiftExpression] = [:]
  /// Objects and elements in scope, by variable id.
  var variables: [Int: Binding] = [:]
  /// The relationships that the current test unwraps, in the order in which they are unwrapped.
  var hops: [Hop] = []
  /// The names of the elements of the collections around the current test.
  var elements: [String] = []
  var isThrowing = false
  var needsFoundation = false
  /// Constructs that SwiftData may not run, each described in a sentence.
  var warnings: [UncertainConstruct] = []
  /// The predicate that is being translated, at which warnings point.
  private var current: PredicateIR?

  /// The identity of a variable before the predicate, so that two uses share it.
  enum HoistKey: Hashable {
    case presence(SwiftExpression)
    case value(ExpressionIR)
    /// A value that may be nil.
    case optionalValue(ExpressionIR)
    /// A test that is the same for all objects.
    case test(PredicateIR)
    case rawValue(parameter: Int)
    case identity(parameter: Int)
    case list(parameter: Int)
    case values([SwiftExpression], ValueType)
    case optionalValues([SwiftExpression], ValueType)
    case number(SwiftExpression, ValueType)
    case capturedTest(SwiftExpression)
    case given(SwiftExpression)
    case hasNeedle(SwiftExpression)
    case needle(SwiftExpression)
    /// Any value of a type, as the default for a value that is nil.
    case anyValue(ValueType)
  }

  /// A value in the predicate.
  struct Value {
    var expression: SwiftExpression
    var type: ValueType
    var isOptional = false
    /// Whether it is an optional chain whose last member is not optional itself.
    var isChained = false
    var isNull = false
    /// Whether the value is a parameter or a variable that is computed before the predicate.
    var isCaptured = false
    /// Whether the value is a literal, which takes the type of the other operand.
    var isLiteral = false
    /// The path to an object whose identifier the value is.
    var object: PathIR?

    /// Whether the value is read from the object.
    var isStored: Bool { !isCaptured && !isLiteral && !isNull }
  }

  /// What a variable of the query stands for: the object or element of a closure, and steps from it.
  struct Binding {
    var name: String
    var entity: String
    var steps: [StepIR] = []

    var object: Value { Value(expression: .name(name), type: .object(entity)) }
  }

  init(
    _ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope,
    deployment: AppleRelease = .first
  ) {
    self.query = query
    self.types = types
    self.parameterNames = parameterNames
    self.names = names
    self.deployment = deployment
  }

  var schema: Schema { types.schema }

  /// The Bool expression over `object`; nil when all objects match.
  mutating func expression(object: String) throws(Refusal) -> SwiftExpression? {
    variables[0] = Binding(name: object, entity: query.entity)
    let predicate = query.predicate.simplified
    if predicate == .constant(true) { return nil }
    let result = try condition(predicate)
    // An AND whose operands have all disappeared is already true.
    if case .and = predicate { return result }
    guard let present = presence(of: predicate) else { return result }
    return .binary(presenceVariable(present).negated, "||", result)
  }

  mutating func warn(_ text: String) {
    if !warnings.contains(where: { $0.text == text }) {
      warnings.append(UncertainConstruct(text: text, nodes: current.map { [.predicate($0)] } ?? []))
    }
  }

  func refusal(_ construct: String, _ reason: String) -> Refusal { Refusal(construct, reason) }

  // MARK: conditions

  /// The expression that is true where the predicate's value is `wanted`. To SQL a comparison with NULL is neither true
  /// nor false, so a negation is translated with the test and not put in front of it.
  mutating func condition(_ predicate: PredicateIR, _ wanted: Bool = true) throws(Refusal) -> SwiftExpression {
    switch predicate {
    case .constant(let value): return .boolean(value == wanted)
    case .and(let operands), .or(let operands): return try joined(operands, predicate, wanted)
    case .not(let operand): return try condition(operand, !wanted)
    case .whenPresent(_, let inner): return try condition(inner, wanted)
    default: break
    }
    let outer = (current, hops)
    (current, hops) = (predicate, [])
    defer { (current, hops) = outer }
    do throws(Refusal) {
      let (result, isJudged) = try test(predicate, wanted)
      if !isJudged { try judge(result) }
      return result
    } catch {
      throw error.at(.predicate(predicate))
    }
  }

  /// A single test; `isJudged` says that its parts have been judged already.
  private mutating func test(
    _ predicate: PredicateIR, _ wanted: Bool
  ) throws(Refusal) -> (SwiftExpression, isJudged: Bool) {
    let parameters = query.parameters
    if let dates = predicate.withoutYears(mayBeNil: { parameters[$0].mayBeNil }) {
      return (try condition(dates, wanted), true)
    }
    if let known = computed(predicate) { return (wanted ? known : known.negated, false) }
    let result: SwiftExpression
    switch predicate {
    case .comparison(let node): result = try comparison(node, wanted)
    case .text(let node): result = try definite(textMatch(node), wanted)
    case .between(let node): result = try definite(between(node), wanted)
    case .membership(let node): result = try definite(membership(node), wanted)
    case .isNull(let expression): result = try isNull(expression, wanted)
    case .boolean(let expression): result = try flag(expression, wanted)
    case .quantified(let node): return (try quantified(node, wanted), true)
    case .constant, .and, .or, .not, .whenPresent: return (try condition(predicate, wanted), true)
    }
    return (try unwrapping(predicate, wanted, result), false)
  }

  /// A test that SQL, too, decides for every object.
  func definite(_ test: SwiftExpression, _ wanted: Bool) -> SwiftExpression { wanted ? test : test.negated }

  /// Joins operands by `&&` or `||`. Without its parameters, an operand that may disappear is true in an AND and false
  /// in an OR.
  private mutating func joined(
    _ operands: [PredicateIR], _ predicate: PredicateIR, _ wanted: Bool
  ) throws(Refusal) -> SwiftExpression {
    let isAnd = if case .and = predicate { true } else { false }
    let symbol = isAnd == wanted ? "&&" : "||"
    var parts: [SwiftExpression] = []
    for operand in operands {
      var part = try condition(operand, wanted)
      // A missing operand must not change the result, which a nested chain of the same operator ensures by itself.
      let isSame: Bool =
        switch operand {
        case .and: isAnd
        case .or: !isAnd
        default:
          false
        }
      if !isSame, let present = presence(of: operand).map({ presenceVariable($0) }) {
        part = symbol == "&&" ? .binary(present.negated, "||", part) : .binary(present, "&&", part)
      }
      parts.append(part)
    }
    return parts.isEmpty ? .boolean(symbol == "&&") : SwiftExpression.chain(parts[...], symbol)
  }

  mutating func presenceVariable(_ value: SwiftExpression) -> SwiftExpression {
    hoist(.presence(value), "isGiven", .named(types.standard("Bool")), value)
  }

  /// The name of a variable before the predicate, which is declared on first use.
  mutating func hoist(_ key: HoistKey, _ hint: String, _ type: SwiftType, _ value: SwiftExpression) -> SwiftExpression {
    if let known = hoisted[key] { return known }
    let name = names.unique(hint)
    prologue.append(.let(name, type, value))
    hoisted[key] = .name(name)
    return .name(name)
  }

  private mutating func flag(_ expression: ExpressionIR, _ wanted: Bool) throws(Refusal) -> SwiftExpression {
    let flag = try value(expression)
    if flag.isNull { return .boolean(!wanted) }
    if !flag.isOptional { return wanted ? flag.expression : flag.expression.negated }
    let isEqual = SwiftExpression.binary(flag.expression, "==", .boolean(wanted))
    return wanted ? isEqual : .binary(isEqual, "||", .binary(flag.expression, "==", .null))
  }

  // MARK: reports

  /// Refuses a test with a construct that is reported to fail, and warns about one that nobody has reported to run.
  private mutating func judge(_ test: SwiftExpression) throws(Refusal) {
    var scope: [String: String] = [:]
    for binding in variables.values { scope[binding.name] = binding.entity }
    var lowering = AppleStoreLowering(schema, variables: scope)
    for shape in AppleStoreJudge.shapes(of: lowering.condition(test), elements: elements) { try allow(shape) }
  }

  func verdict(on shape: AppleStoreShape) -> AppleStoreReport.Verdict {
    AppleStoreReport.verdict(on: shape, in: .swiftData, since: deployment)
  }

  mutating func allow(_ shape: AppleStoreShape) throws(Refusal) {
    let verdict = verdict(on: shape)
    if verdict.outcome.isRefused {
      throw Refusal(shape.rawValue, "a fetch fails with it (\(verdict.note))")
    }
    if verdict.outcome == .unknown { warn("it has \(shape.rawValue) (\(verdict.note))") }
  }
}
