import CDQIR
import CDQSemantics

/// Translates the predicate of a query to the expression of a `#Predicate`, which supports only a part of Swift:
/// `name == $name` becomes `city.name == name`.
///
/// A `#Predicate` captures variables but cannot read their members, so everything that does not depend on the object is
/// computed before it.
struct ModelPredicate: PresenceWriter {
  let types: SwiftTypeNames
  let query: QueryIR
  let parameterNames: [String]
  var names: SwiftNameScope
  /// Statements before the predicate.
  var prologue: [SwiftStatement] = []
  var hoisted: [HoistKey: SwiftExpression] = [:]
  /// Objects and elements in scope, by variable id.
  var variables: [Int: Value] = [:]
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
    case rawValue(parameter: Int)
    case identity(parameter: Int)
    case list(parameter: Int)
    case values([SwiftExpression], ValueType)
    case number(SwiftExpression, ValueType)
    case isThere(SwiftExpression)
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
  }

  init(_ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope) {
    self.query = query
    self.types = types
    self.parameterNames = parameterNames
    self.names = names
  }

  var schema: Schema { types.schema }

  /// The Bool expression over `object`; nil when all objects match.
  mutating func expression(object: String) throws(Refusal) -> SwiftExpression? {
    variables[0] = Value(expression: .name(object), type: .object(query.entity))
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

  mutating func condition(_ predicate: PredicateIR) throws(Refusal) -> SwiftExpression {
    let outer = current
    current = predicate
    defer { current = outer }
    do throws(Refusal) {
      return try test(predicate)
    } catch {
      throw error.at(.predicate(predicate))
    }
  }

  private mutating func test(_ predicate: PredicateIR) throws(Refusal) -> SwiftExpression {
    let parameters = query.parameters
    if let dates = predicate.withoutYears(mayBeNil: { parameters[$0].mayBeNil }) {
      return try test(dates)
    }
    switch predicate {
    case .constant(let value): return .boolean(value)
    case .and(let operands): return try joined(operands, "&&")
    case .or(let operands): return try joined(operands, "||")
    case .not(let operand): return try condition(operand).negated
    case .whenPresent(_, let inner): return try condition(inner)
    case .comparison(let node): return try comparison(node)
    case .text(let node): return try textMatch(node)
    case .between(let node): return try between(node)
    case .membership(let node): return try membership(node)
    case .isNull(let expression): return isNull(try value(expression))
    case .boolean(let expression):
      let flag = try value(expression)
      return flag.isOptional ? .binary(flag.expression, "==", .boolean(true)) : flag.expression
    case .quantified(let node): return try quantified(node)
    }
  }

  /// Joins operands by `&&` or `||`. Without its parameters, an operand that may disappear is true in an AND and false
  /// in an OR.
  private mutating func joined(_ operands: [PredicateIR], _ symbol: String) throws(Refusal) -> SwiftExpression {
    var result: SwiftExpression?
    for operand in operands {
      var part = try condition(operand)
      // A missing operand must not change the result, which a nested chain of the same operator ensures by itself.
      let isSame: Bool =
        switch operand {
        case .and: symbol == "&&"
        case .or: symbol == "||"
        case .constant, .not, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified, .whenPresent:
          false
        }
      if !isSame, let present = presence(of: operand).map({ presenceVariable($0) }) {
        part = symbol == "&&" ? .binary(present.negated, "||", part) : .binary(present, "&&", part)
      }
      result = result.map { .binary($0, symbol, part) } ?? part
    }
    return result ?? .boolean(symbol == "&&")
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

  private func isNull(_ value: Value) -> SwiftExpression {
    if value.isNull { return .boolean(true) }
    return value.isOptional ? .binary(value.expression, "==", .null) : .boolean(false)
  }
}
