extension ExpressionIR: IRChoice, Codable {
  static var blank: ExpressionIR { .literal(.null, .null) }

  static let cases: [(name: String, blank: ExpressionIR)] = [
    ("literal", .blank), ("parameter", .parameter(0, .null)), ("path", .path(.blank)),
    ("arithmetic", .arithmetic(.blank)), ("negate", .negate(.blank)), ("function", .function(.blank)),
    ("aggregate", .aggregate(.blank)), ("groupAggregate", .groupAggregate(.blank)), ("element", .element(.blank)),
    ("conditional", .conditional(.blank)), ("cast", .cast(.blank, .null)),
  ]

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .literal, .parameter, .path, .groupAggregate, .cast: codeOther(&coder)
    case .arithmetic(var node):
      coder.begin("arithmetic", &node)
      self = .arithmetic(node)
    case .negate(var operand):
      coder.begin("negate", &operand)
      self = .negate(operand)
    case .function(var node):
      coder.begin("function", &node)
      self = .function(node)
    case .aggregate(var node):
      coder.begin("aggregate", &node)
      self = .aggregate(node)
    case .element(var node):
      coder.begin("element", &node)
      self = .element(node)
    case .conditional(var node):
      coder.begin("conditional", &node)
      self = .conditional(node)
    }
  }

  /// The cases that are rarely nested in each other. They have a function of their own because a stack frame reserves
  /// room for the values of all cases of its `switch`.
  private mutating func codeOther(_ coder: inout IRCoder) {
    switch self {
    case .literal(var value, var type):
      coder.begin("literal", &value)
      coder.code("_1", &type)
      self = .literal(value, type)
    case .parameter(var index, var type):
      coder.begin("parameter", &index)
      coder.code("_1", &type)
      self = .parameter(index, type)
    case .path(var path):
      coder.begin("path", &path)
      self = .path(path)
    case .groupAggregate(var node):
      coder.begin("groupAggregate", &node)
      self = .groupAggregate(node)
    case .cast(var operand, var type):
      coder.begin("cast", &operand)
      coder.code("_1", &type)
      self = .cast(operand, type)
    case .arithmetic, .negate, .function, .aggregate, .element, .conditional: break
    }
  }
}

extension PathIR: IRRecord, Codable {
  static var blank: PathIR { PathIR(variable: 0, steps: [], type: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("steps", &steps)
    coder.code("type", &type)
    coder.code("variable", &variable)
  }
}

extension StepIR: IRRecord, Codable {
  static var blank: StepIR { StepIR("", .attribute, of: "") }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("entity", &entity)
    coder.code("kind", &kind)
    coder.code("name", &name)
  }
}

extension StepIR.Kind: IRWord {
  static var blank: StepIR.Kind { .attribute }
}

extension ArithmeticIR: IRRecord, Codable {
  static var blank: ArithmeticIR { ArithmeticIR([], [], type: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("operands", &operands)
    coder.code("operators", &operators)
    coder.code("type", &type)
  }
}

extension ArithmeticIR.Operator: IRWord {
  static var blank: ArithmeticIR.Operator { .add }
}

extension FunctionIR: IRRecord, Codable {
  static var blank: FunctionIR { FunctionIR(.now, [], type: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("arguments", &arguments)
    coder.code("function", &function)
    coder.code("type", &type)
  }
}

extension FunctionIR.Function: IRWord {
  static var blank: FunctionIR.Function { .now }
}

extension AggregateFunction: IRWord {
  static var blank: AggregateFunction { .count }
}

extension AggregateIR: IRRecord, Codable {
  static var blank: AggregateIR { AggregateIR(.count, .blank, type: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("collection", &collection)
    coder.code("function", &function)
    coder.code("type", &type)
  }
}

extension GroupAggregateIR: IRRecord, Codable {
  static var blank: GroupAggregateIR { GroupAggregateIR(.count, isDistinct: false, argument: nil, type: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("argument", &argument)
    coder.code("function", &function)
    coder.code("isDistinct", &isDistinct)
    coder.code("type", &type)
  }
}

extension ElementIR: IRRecord, Codable {
  static var blank: ElementIR { ElementIR(.first, of: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("collection", &collection)
    coder.code("position", &position)
  }
}

extension ElementIR.Position: IRChoice, Codable {
  static var blank: ElementIR.Position { .first }

  static var cases: [(name: String, blank: ElementIR.Position)] {
    [("first", .first), ("last", .last), ("index", .index(.blank))]
  }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .first: coder.empty("first")
    case .last: coder.empty("last")
    case .index(var index):
      coder.begin("index", &index)
      self = .index(index)
    }
  }
}

extension ConditionalIR: IRRecord, Codable {
  static var blank: ConditionalIR { ConditionalIR(.blank, .blank, .blank, type: .null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("condition", &condition)
    coder.code("otherwise", &otherwise)
    coder.code("then", &then)
    coder.code("type", &type)
  }
}
