import CDQIR

/// Writes the body of one query as plain Swift over values of the user's own types.
///
/// Every value that needs more than a member access gets a statement of its own with an explicit type, so that swiftc
/// has nothing to infer; conditions are lists of `guard` or `if` clauses, which Swift evaluates from the left as the
/// language does.
struct ClosureEmitter {
  /// Statements that are being collected, and what has been unwrapped in them.
  struct Block {
    var statements: [SwiftStatement] = []
    /// Optional expressions that a `guard` of this block has unwrapped, and the name of the value.
    var unwrapped: [SwiftExpression: String] = [:]
    /// Values that were made here because a loop inside needs them.
    var made: [HoistKey: Operand] = [:]
    /// Whether they are the body of a loop over the elements of a collection.
    var isLoop = false
  }

  /// What a value that is made before a loop is of.
  enum HoistKey: Hashable {
    case now
    case constant(SwiftExpression)
    case needle(ExpressionIR, TextOptions)
    case textKey(ExpressionIR)
    case like(ExpressionIR, TextOptions)
    case regex(ExpressionIR, TextOptions)
    case set(CollectionIR, TextOptions, ValueType)
  }

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
  var blocks: [Block] = []
  /// The objects and elements in scope, by variable id.
  var variables: [Int: Operand] = [:]
  /// How many blocks were open when a variable was bound, by its id.
  var depths: [Int: Int] = [:]
  /// Parameters that are objects themselves and not what identifies them, because paths start there.
  var objectParameters: Set<Int> = []
  /// A parameter that would have to be one of them.
  var missingObject: Int?
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
      if objectParameters.contains(index) { return parameter(index) }
      // The body is written anew, with the object itself as the parameter.
      missingObject = index
      throw Refusal("a path from an object parameter", "the object is known by its identity only")
    }
    throw Refusal("a path of the only row", "it may be of no object")
  }

  mutating func emit(_ statement: SwiftStatement) {
    blocks[blocks.count - 1].statements.append(statement)
  }

  /// The statements that `body` emits.
  ///
  /// - Parameter isLoop: whether they will be the body of a loop.
  mutating func collecting(
    isLoop: Bool = false, _ body: (inout ClosureEmitter) throws(Refusal) -> Void
  ) throws(Refusal) -> [SwiftStatement] {
    blocks.append(Block(isLoop: isLoop))
    do {
      try body(&self)
    } catch {
      blocks.removeLast()
      throw error
    }
    return blocks.removeLast().statements
  }

  /// Emits into the prologue; the result is remembered under `key`.
  mutating func hoisting(
    _ key: HoistKey, _ body: (inout ClosureEmitter) throws(Refusal) -> Operand
  ) throws(Refusal) -> Operand {
    if let known = hoisted[key] { return known }
    let saved = blocks
    blocks = [Block()]
    defer { blocks = saved }
    let result = try body(&self)
    prologue += blocks[0].statements
    hoisted[key] = result
    return result
  }

  /// The outermost of the open loops whose turns all see the same value of `expression`; nil where there is none.
  func loop(around expression: ExpressionIR) -> Int? {
    guard let variables = expression.variables else { return nil }
    var outermost = 0
    for variable in variables {
      guard let depth = depths[variable] else { return nil }
      outermost = max(outermost, depth)
    }
    return blocks.indices.dropFirst(outermost).first { blocks[$0].isLoop }
  }

  /// Emits what `body` does before an open loop; the result is remembered under `key` as long as that loop is written.
  mutating func hoisting(
    _ key: HoistKey, outOf loop: Int, _ body: (inout ClosureEmitter) throws(Refusal) -> Operand
  ) throws(Refusal) -> Operand {
    guard loop > 0 else { return try body(&self) }
    for block in blocks[..<loop] {
      if let known = block.made[key] { return known }
    }
    let inner = blocks[loop...]
    blocks.removeSubrange(loop...)
    defer { blocks += inner }
    let result = try body(&self)
    blocks[loop - 1].made[key] = result
    return result
  }

  /// The name of an already unwrapped optional.
  func knownName(_ expression: SwiftExpression) -> String? {
    for block in blocks.reversed() {
      if let name = block.unwrapped[expression] { return name }
    }
    return nil
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
