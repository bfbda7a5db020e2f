import CDQIR

/// Writes the body of one query as plain Swift over values of the user's own types. For the query
/// `Town where isPort and rank > 2` it writes
///
/// ```swift
/// var matches: [Town] = []
/// for town in towns {
///   guard town.isPort else { continue }
///   guard Int64(town.rank) > 2 else { continue }
///   matches.append(town)
/// }
/// return matches
/// ```
///
/// Every value that needs more than a member access gets a statement of its own with an explicit type, so that swiftc
/// has nothing to infer. Conditions are lists of `guard` or `if` clauses, which Swift evaluates from left to right as
/// the language does.
struct ClosureEmitter: PresenceWriter {
  let types: SwiftTypeNames
  var query: QueryIR
  /// The struct of the rows of a `select`.
  var rowType: String?
  /// The names of the parameters inside the function.
  let parameterNames: [String]
  /// Cases of the dynamic sort's enum, and the sort keys they choose.
  let sortCases: [(name: String, key: String)]
  var names: SwiftNameScope
  /// Statements before the loop: checks of arguments, and values that are the same for every object.
  var prologue: [SwiftStatement] = []
  /// The hoisted values of the prologue, so that each is computed once.
  var hoisted: [HoistKey: Operand] = [:]
  /// The open blocks, from the outermost to the innermost.
  var blocks: [Block] = []
  /// The objects and elements in scope, by variable id.
  var variables: [Int: Operand] = [:]
  /// The number of open blocks when a variable was bound, by the variable's id.
  var depths: [Int: Int] = [:]
  /// The operands that bindings have shadowed, in the order of the bindings.
  var bindings: [Binding] = []
  /// Parameters that the function takes as objects, because paths start there. It takes others as the values of their
  /// identifying attributes.
  var objectParameters: Set<Int> = []
  /// Whether paths may start at object parameters.
  var takesObjects = false
  /// The name of the collection from which a `delete` removes objects.
  var removedSource = ""
  /// The source, where the query sorts all its objects without a filter; else nil.
  var sortedSource: String?
  var isThrowing = false
  var needsFoundation = false
  /// Entities and enums whose members the code reads; the file must import their modules.
  var readEntities: Set<String> = []

  init(
    _ query: QueryIR, types: SwiftTypeNames, parameterNames: [String], names: SwiftNameScope,
    sortCases: [(name: String, key: String)] = []
  ) {
    self.query = query
    self.types = types
    self.parameterNames = parameterNames
    self.sortCases = sortCases
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
      // The caller writes the body again when a parameter has turned into an object.
      objectParameters.insert(index)
      return parameter(index)
    }
    throw Refusal("a path of the only row", "it may be of no object")
  }

  /// Converts `expression`, an unwrapped value of the operand, to the language's type.
  func normal(_ operand: Operand, _ expression: SwiftExpression) -> SwiftExpression {
    switch operand.form {
    case .plain, .object: expression
    case .integer: .call(types.standard("Int64"), SwiftArgument(expression))
    case .floating: .call(types.standard("Double"), SwiftArgument(expression))
    case .textEnum: .member(expression, "rawValue")
    case .integerEnum: .call(types.standard("Int64"), SwiftArgument(.member(expression, "rawValue")))
    }
  }

  /// The operand's value, unwrapped and in the language's type; an optional operand adds a clause that unwraps it.
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

  /// The operand's value as an optional in the language's type, for `==` and `!=`, which treat nil as the language
  /// does.
  func optionalNormal(_ operand: Operand) -> SwiftExpression {
    guard operand.isOptional, operand.form != .plain, operand.form != .object else {
      return normal(operand, operand.expression)
    }
    if let name = knownName(operand.expression) { return normal(operand, .name(name)) }
    let rawValue: SwiftExpression =
      operand.isChained ? .member(operand.expression, "rawValue") : .optionalMember(operand.expression, "rawValue")
    // Without parentheses, `map` would be called on the last member of the chain.
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

  /// The conjunction of clauses as one Bool expression: a single Bool clause itself, else a variable.
  mutating func boolean(_ clauses: [SwiftCondition], _ hint: String) -> SwiftExpression {
    if clauses.isEmpty { return .boolean(true) }
    if clauses.count == 1, case .holds(let value) = clauses[0] { return value }
    let name = names.unique(hint)
    emit(.var(name, .named(types.standard("Bool")), .boolean(false)))
    emit(.if(clauses, then: [.assign(.name(name), "=", .boolean(true))], else: []))
    return .name(name)
  }
}
