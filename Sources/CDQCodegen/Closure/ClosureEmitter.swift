import CDQIR

/// Writes the body of one query as plain Swift over values of the user's own types.
///
/// Every value that needs more than a member access gets a statement of its own with an explicit type, so that swiftc
/// has nothing to infer; conditions are lists of `guard` or `if` clauses, which Swift evaluates from the left as the
/// language does.
struct ClosureEmitter: PresenceWriter {
  let types: SwiftTypeNames
  var query: QueryIR
  /// The struct of the rows of a `select`.
  var rowType: String?
  /// What the parameters are called inside the function.
  let parameterNames: [String]
  var names: SwiftNameScope
  /// Statements before the loop: what is the same for every object.
  var prologue: [SwiftStatement] = []
  /// Values of the prologue, so that each is computed once.
  var hoisted: [HoistKey: Operand] = [:]
  /// The blocks that are being written, from the outside in.
  var blocks: [Block] = []
  /// The objects and elements in scope, by variable id.
  var variables: [Int: Operand] = [:]
  /// How many blocks were open when a variable was bound, by its id.
  var depths: [Int: Int] = [:]
  /// What the variables that were bound last meant before.
  var bindings: [Binding] = []
  /// Parameters that are objects themselves and not what identifies them, because paths start there.
  var objectParameters: Set<Int> = []
  /// Whether more parameters can become objects.
  var takesObjects = false
  /// What a `delete` removes objects from.
  var removedSource = ""
  /// What a sort is of, when it is of all there is.
  var sortedSource: String?
  var isThrowing = false
  var needsFoundation = false
  /// Entities and enums of whose types members are read.
  var readEntities: Set<String> = []

  init(_ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope) {
    self.query = query
    self.types = types
    self.parameterNames = parameterNames
    self.names = names
  }

  var schema: Schema { types.schema }

  /// The object or element that a path starts from.
  mutating func start(of path: PathIR) throws(Refusal) -> Operand {
    if let start = variables[path.variable] { return start }
    if let index = path.parameter {
      guard takesObjects else {
        throw Refusal("a path from an object parameter", "the object is known by its identity only")
      }
      // Where that was not known, the body is written anew.
      objectParameters.insert(index)
      return parameter(index)
    }
    throw Refusal("a path of the only row", "it may be of no object")
  }

  /// The language's value of `expression`, which is not optional and has an operand's form.
  func normal(_ operand: Operand, _ expression: SwiftExpression) -> SwiftExpression {
    switch operand.form {
    case .plain, .object: expression
    case .integer: .call(types.standard("Int64"), SwiftArgument(expression))
    case .floating: .call(types.standard("Double"), SwiftArgument(expression))
    case .textEnum: .member(expression, "rawValue")
    case .integerEnum: .call(types.standard("Int64"), SwiftArgument(.member(expression, "rawValue")))
    }
  }

  /// The language's value without its optionality; where it is optional a clause unwraps it.
  mutating func unwrap(_ operand: Operand, _ clauses: inout [SwiftCondition]) -> SwiftExpression {
    guard operand.isOptional else { return normal(operand, operand.expression) }
    if let name = knownName(operand.expression) { return normal(operand, .name(name)) }
    for case .unwrap(let name, operand.expression) in clauses { return normal(operand, .name(name)) }
    if case .name(let name) = operand.expression {
      clauses.append(.unwrap(name, operand.expression))
      return normal(operand, operand.expression)
    }
    let name = names.unique(operand.hint)
    clauses.append(.unwrap(name, operand.expression))
    return normal(operand, .name(name))
  }

  /// The language's value with its optionality, for `==` and `!=`, which treat nil as the language does.
  func optionalNormal(_ operand: Operand) -> SwiftExpression {
    guard operand.isOptional, operand.form != .plain, operand.form != .object else {
      return normal(operand, operand.expression)
    }
    if let name = knownName(operand.expression) { return normal(operand, .name(name)) }
    let rawValue: SwiftExpression =
      operand.isChained ? .member(operand.expression, "rawValue") : .optionalMember(operand.expression, "rawValue")
    // Without parentheses `map` would belong to the chain's last member.
    let whole = operand.isChained ? SwiftExpression.tuple([SwiftArgument(operand.expression)]) : operand.expression
    switch operand.form {
    case .textEnum: return rawValue
    case .integerEnum: return .call(.member(.tuple([SwiftArgument(rawValue)]), "map"), [conversion("Int64")])
    case .integer: return .call(.member(whole, "map"), [conversion("Int64")])
    case .floating: return .call(.member(whole, "map"), [conversion("Double")])
    case .plain, .object: return operand.expression
    }
  }

  private func conversion(_ type: String) -> SwiftArgument {
    let type = types.standard(type)
    let body: [SwiftStatement] = [.expression(.call(type, SwiftArgument(.name("$0"))))]
    return SwiftArgument(nil, .closure(SwiftClosure(parameters: [], result: .named(type), body: body)))
  }

  /// A clause list as one Bool: itself where it is one, else a variable.
  mutating func boolean(_ clauses: [SwiftCondition], _ hint: String) -> SwiftExpression {
    if clauses.isEmpty { return .boolean(true) }
    if clauses.count == 1, case .holds(let value) = clauses[0] { return value }
    let name = names.unique(hint)
    emit(.var(name, .named(types.standard("Bool")), .boolean(false)))
    emit(.if(clauses, then: [.assign(.name(name), "=", .boolean(true))], else: []))
    return .name(name)
  }
}
