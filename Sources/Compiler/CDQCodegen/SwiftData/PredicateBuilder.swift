/// Writes the expression of a `#Predicate` in the form to which the macro expands, with a statement for each step:
/// `let part = PredicateExpressions.build_Equal(lhs: …, rhs: …)`.
///
/// Swift's type checker takes an expanded `#Predicate` as one expression, for which a handful of operators is too many:
/// ten take minutes. Statements of one step each need no noticeable time.
struct PredicateBuilder {
  private var statements: [SwiftStatement] = []
  /// The number of closures around the current expression; a closure in a predicate cannot have statements.
  private var depth = 0
  private var names: SwiftNameScope

  /// The most operators of an expression that becomes a `#Predicate`, and the weight of a method call: such expressions
  /// type-check within a tenth of a second.
  private static let mostOperators = 4
  private static let operatorsOfCall = 4
  /// The most operators of a predicate, about 250 conditions, whose statements type-check within some seconds. The time
  /// grows with the square of their number, since each is a type in the type of those around it.
  private static let most = 500
  /// The operators of a calculation that are one statement.
  private static let mostCalculated = 3

  private init(_ names: SwiftNameScope) {
    self.names = names
  }

  /// The predicate: a `#Predicate` where the expression is small, else the expanded form.
  static func predicate(
    _ expression: SwiftExpression, object: String, model: SwiftType, result: SwiftType, type: String,
    names: SwiftNameScope
  ) throws(Refusal) -> SwiftExpression {
    let count = operators(expression)
    if count > most {
      throw Refusal(
        "a predicate with more than \(most) operators",
        "each is a type in the type of the next one, and Swift's compiler would take minutes or more",
        help: "pass values as a list, such as 'id IN $ids', or use the memory back end")
    }
    if count <= mostOperators {
      let closure = SwiftClosure(
        parameters: ["\(SwiftNames.quoted(object)): \(model.text)"], result: result, body: [.expression(expression)])
      return .call(.name("#Predicate<\(model.text)>"), [SwiftArgument(.closure(closure))])
    }
    var builder = PredicateBuilder(names)
    let value = builder.step(expression)
    let closure = SwiftClosure(
      parameters: [object], result: .named("any StandardPredicateExpression<\(result.text)>"),
      body: builder.statements + [.return(value)])
    return .call(.name("\(type)<\(model.text)>"), [SwiftArgument(.closure(closure))])
  }

  private static func operators(_ expression: SwiftExpression) -> Int {
    switch expression {
    case .binary(let left, _, let right): 1 + operators(left) + operators(right)
    case .prefix(_, let operand): 1 + operators(operand)
    // The macro takes the method of `(a?.b).flatMap` for a part of the chain.
    case .call(.member(.tuple, "flatMap"), _): mostOperators + 1
    case .call(.member(_, "flatMap"), let arguments):
      arguments.contains { isLong($0.value) } ? mostOperators + 1 : operatorsOfCall - 1
    case .call(.optionalMember, _): operatorsOfCall - 2
    case .call(let function, let arguments):
      arguments.reduce(operators(function) + operatorsOfCall) { $0 + operators($1.value) }
    case .closure(let closure):
      closure.body.reduce(1) { if case .expression(let value) = $1 { $0 + operators(value) } else { $0 } }
    case .member(let base, _), .optionalMember(let base, _), .forced(let base): operators(base)
    case .tuple(let elements): elements.reduce(0) { $0 + operators($1.value) }
    case .name, .integer, .double, .string, .boolean, .null, .implicitMember, .ternary, .array, .subscript, .attempt,
      .wrappedString, .lines:
      0
    }
  }

  /// Whether a closure in a predicate has more than one test.
  private static func isLong(_ argument: SwiftExpression) -> Bool {
    guard case .closure(let closure) = argument, case .expression(let body)? = closure.body.first else { return true }
    if case .binary(_, "??", _) = body { return true }
    return operators(body) > operatorsOfCall
  }

  private static func build(_ name: String, _ arguments: [SwiftArgument]) -> SwiftExpression {
    .call(.path("PredicateExpressions.build_\(name)"), arguments)
  }

  /// Translates an expression with a statement for each operand of a logical operator and each value that may be nil;
  /// all else is one expression.
  private mutating func step(_ expression: SwiftExpression) -> SwiftExpression {
    switch expression {
    case .binary(let left, let symbol, let right) where symbol == "&&" || symbol == "||":
      let first = named(left)
      let second = named(right)
      return PredicateBuilder.build(
        symbol == "&&" ? "Conjunction" : "Disjunction", [SwiftArgument("lhs", first), SwiftArgument("rhs", second)])
    case .binary(let left, "??", let right):
      return PredicateBuilder.operation("??", named(left), value(right))
    case .prefix("!", let operand):
      return PredicateBuilder.build("Negation", [SwiftArgument(named(operand))])
    default:
      return value(expression)
    }
  }

  private mutating func named(_ expression: SwiftExpression) -> SwiftExpression {
    stated(step(expression))
  }

  /// The name of a statement with a translated expression.
  private mutating func stated(_ value: SwiftExpression) -> SwiftExpression {
    let name = names.unique("part")
    statements.append(.let(name, nil, value))
    return .name(name)
  }

  /// Translates a comparison or one of its operands.
  private mutating func value(_ expression: SwiftExpression) -> SwiftExpression {
    switch expression {
    case .binary(let left, let symbol, let right):
      let first = operand(left)
      return PredicateBuilder.operation(symbol, first, operand(right))
    case .prefix("!", let operand): return PredicateBuilder.build("Negation", [SwiftArgument(value(operand))])
    case .null: return PredicateBuilder.build("NilLiteral", [])
    case .tuple(let elements) where elements.count == 1: return value(elements[0].value)
    case .member(let base, let name): return member(base, name)
    case .optionalMember(let base, let name):
      return flatMap(base, [name])
    case .call(.member(let base, "flatMap"), let arguments) where depth == 0:
      return call(stated(value(base)), "flatMap", arguments)
    case .call(.member(let base, let method), let arguments): return call(value(base), method, arguments)
    case .call(.optionalMember(let base, let method), let arguments):
      let body = call(PredicateBuilder.build("Arg", [SwiftArgument(.name("value"))]), method, arguments)
      return PredicateBuilder.build(
        "flatMap",
        [
          SwiftArgument(value(base)),
          SwiftArgument(
            .closure(SwiftClosure(parameters: ["value"], result: .named(""), body: [.expression(body)]))),
        ])
    case .name, .integer, .double, .string, .boolean, .implicitMember, .call, .prefix, .ternary, .array, .tuple,
      .subscript, .attempt, .forced, .wrappedString, .lines, .closure:
      return PredicateBuilder.build("Arg", [SwiftArgument(expression)])
    }
  }

  /// Translates an operand; a long calculation has statements for its parts.
  private mutating func operand(_ expression: SwiftExpression) -> SwiftExpression {
    let value = value(expression)
    guard depth == 0, case .binary = expression,
      PredicateBuilder.operators(expression) % PredicateBuilder.mostCalculated == 0
    else { return value }
    return stated(value)
  }

  private mutating func call(
    _ base: SwiftExpression, _ method: String, _ arguments: [SwiftArgument]
  ) -> SwiftExpression {
    let list = arguments.map { argument -> SwiftArgument in
      guard case .closure(let closure) = argument.value else {
        return SwiftArgument(argument.label, value(argument.value))
      }
      return SwiftArgument(argument.label, .closure(self.closure(closure)))
    }
    return PredicateBuilder.build(method, [SwiftArgument(base)] + list)
  }

  /// Translates a member: `a?.b.c` is the key path `b.c` on the value of `a`.
  private mutating func member(_ base: SwiftExpression, _ name: String) -> SwiftExpression {
    var names = [name]
    var rest = base
    while true {
      switch rest {
      case .member(let inner, let next):
        names.insert(next, at: 0)
        rest = inner
      case .optionalMember(let inner, let next):
        return flatMap(inner, [next] + names)
      default:
        return PredicateBuilder.keyPath(value(rest), names)
      }
    }
  }

  private mutating func flatMap(_ base: SwiftExpression, _ names: [String]) -> SwiftExpression {
    let body = PredicateBuilder.keyPath(PredicateBuilder.build("Arg", [SwiftArgument(.name("value"))]), names)
    let closure = SwiftClosure(parameters: ["value"], result: .named(""), body: [.expression(body)])
    let made = PredicateBuilder.build("flatMap", [SwiftArgument(value(base)), SwiftArgument(.closure(closure))])
    if depth > 0 { return made }
    let name = self.names.unique(SwiftNames.camelCase(names.joined(separator: ".")))
    statements.append(.let(name, nil, made))
    return .name(name)
  }

  private static func keyPath(_ root: SwiftExpression, _ names: [String]) -> SwiftExpression {
    names.reduce(root) { root, name in
      build(
        "KeyPath",
        [
          SwiftArgument("root", root), SwiftArgument("keyPath", .name("\\.\(SwiftNames.quotedMember(name))")),
        ])
    }
  }

  private mutating func closure(_ closure: SwiftClosure) -> SwiftClosure {
    guard case .expression(let body)? = closure.body.first else { return closure }
    depth += 1
    defer { depth -= 1 }
    return SwiftClosure(parameters: closure.parameters, result: .named(""), body: [.expression(value(body))])
  }

  private static func operation(
    _ symbol: String, _ left: SwiftExpression, _ right: SwiftExpression
  ) -> SwiftExpression {
    let sides = [SwiftArgument("lhs", left), SwiftArgument("rhs", right)]
    func with(_ name: String, _ operation: String) -> SwiftExpression {
      build(name, sides + [SwiftArgument("op", .implicitMember(operation))])
    }
    switch symbol {
    case "&&": return build("Conjunction", sides)
    case "||": return build("Disjunction", sides)
    case "==": return build("Equal", sides)
    case "!=": return build("NotEqual", sides)
    case "??": return build("NilCoalesce", sides)
    case "<": return with("Comparison", "lessThan")
    case "<=": return with("Comparison", "lessThanOrEqual")
    case ">": return with("Comparison", "greaterThan")
    case ">=": return with("Comparison", "greaterThanOrEqual")
    case "+": return with("Arithmetic", "add")
    case "-": return with("Arithmetic", "subtract")
    case "*": return with("Arithmetic", "multiply")
    default: return build("Division", sides)
    }
  }
}
