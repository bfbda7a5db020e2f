import CDQIR
import CDQSemantics

/// Turns the condition of a query into the expression of a `#Predicate`, which can say less than Swift.
///
/// A `#Predicate` captures variables but reads no members of them, so that everything that does not depend on the
/// object is computed before.
struct ModelPredicate {
  let types: SwiftTypeNames
  let query: QueryIR
  let parameterNames: [String]
  var names: SwiftNameScope
  /// Statements before the predicate.
  var prologue: [SwiftStatement] = []
  var hoisted: [String: SwiftExpression] = [:]
  /// Objects and elements in scope, by variable id.
  var variables: [Int: Value] = [:]
  var isThrowing = false
  var needsFoundation = false
  /// What may not run, each as a sentence.
  var warnings: [Doubt] = []
  /// The condition that is being written.
  private var current: PredicateIR?

  /// A value in the predicate.
  struct Value {
    var expression: SwiftExpression
    var type: ValueType
    var isOptional = false
    /// Whether it is an optional chain whose last member is not optional itself.
    var isChained = false
    var isNull = false
    /// A parameter or a value that is computed before.
    var isCaptured = false
    /// A literal, which takes the type of the other side.
    var isLiteral = false
  }

  init(_ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope) {
    self.query = query
    self.types = types
    self.parameterNames = parameterNames
    self.names = names
  }

  var schema: Schema { types.schema }

  /// The expression over `object`; nil when all objects match.
  mutating func expression(object: String) throws(Refusal) -> SwiftExpression? {
    variables[0] = Value(expression: .name(object), type: .object(query.entity))
    let predicate = query.predicate.simplified
    if predicate == .constant(true) { return nil }
    let result = try condition(predicate)
    // Without its parts an AND is true by itself.
    let present: SwiftExpression? = if case .and = predicate { nil } else { try presence(of: predicate) }
    guard let present else { return result }
    return .binary(present.negated, "||", result)
  }

  mutating func warn(_ text: String) {
    if !warnings.contains(where: { $0.text == text }) {
      warnings.append(Doubt(text: text, nodes: current.map { [.predicate($0)] } ?? []))
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
    switch predicate {
    case .constant(let value): return .boolean(value)
    case .and(let operands): return try joined(operands, "&&")
    case .or(let operands): return try joined(operands, "||")
    case .not(let operand): return try condition(operand).negated
    case .whenPresent(_, let inner): return try condition(inner)
    case .comparison(let node): return try comparison(node)
    case .text(let node): return try textMatch(node)
    case .between(let node):
      let low = try comparison(ComparisonIR(.greaterOrEqual, node.value, node.low))
      let high = try comparison(ComparisonIR(.lessOrEqual, node.value, node.high))
      let value = try value(node.value)
      let range = SwiftExpression.binary(low, "&&", high)
      return value.isOptional ? .binary(.binary(value.expression, "!=", .null), "&&", range) : range
    case .membership(let node): return try membership(node)
    case .isNull(let expression): return isNull(try value(expression))
    case .boolean(let expression):
      let flag = try value(expression)
      return flag.isOptional ? .binary(flag.expression, "==", .boolean(true)) : flag.expression
    case .quantified(let node): return try quantified(node)
    }
  }

  /// Operands that may be absent are true in an AND and false in an OR without their parameters.
  private mutating func joined(_ operands: [PredicateIR], _ symbol: String) throws(Refusal) -> SwiftExpression {
    var result: SwiftExpression?
    for operand in operands {
      var part = try condition(operand)
      // An absent part leaves a chain as it is, and so does a chain of the same kind without parts.
      let isSame: Bool =
        switch operand {
        case .and: symbol == "&&"
        case .or: symbol == "||"
        case .constant, .not, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified, .whenPresent:
          false
        }
      if !isSame, let present = try presence(of: operand) {
        part = symbol == "&&" ? .binary(present.negated, "||", part) : .binary(present, "&&", part)
      }
      result = result.map { .binary($0, symbol, part) } ?? part
    }
    return result ?? .boolean(symbol == "&&")
  }

  /// A variable that says whether a condition is there; nil when it always is.
  private mutating func presence(of predicate: PredicateIR) throws(Refusal) -> SwiftExpression? {
    guard let value = presenceValue(of: predicate) else { return nil }
    return hoist("presence \(value)", "isGiven", .named(types.standard("Bool")), value)
  }

  private func presenceValue(of predicate: PredicateIR) -> SwiftExpression? {
    switch predicate {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean: return nil
    case .and(let operands), .or(let operands):
      var parts: [SwiftExpression] = []
      for operand in operands {
        guard let part = presenceValue(of: operand) else { return nil }
        if !parts.contains(part) { parts.append(part) }
      }
      return ModelPredicate.chain(parts, "||")
    case .not(let operand): return presenceValue(of: operand)
    case .quantified(let node): return presenceValue(of: node.predicate)
    case .whenPresent(let parameters, let inner):
      var parts = parameters.map { SwiftExpression.binary(.name(parameterNames[$0]), "!=", .null) }
      if let part = presenceValue(of: inner) { parts.append(part) }
      return ModelPredicate.chain(parts, "&&")
    }
  }

  private static func chain(_ parts: [SwiftExpression], _ symbol: String) -> SwiftExpression? {
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { .binary($0, symbol, $1) }
  }

  /// A variable before the predicate.
  mutating func hoist(_ key: String, _ hint: String, _ type: SwiftType, _ value: SwiftExpression) -> SwiftExpression {
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
