extension PredicateIR: IRChoice, Codable {
  static var blank: PredicateIR { .constant(false) }

  static let cases: [(name: String, blank: PredicateIR)] = [
    ("constant", .blank), ("and", .and([])), ("or", .or([])), ("not", .not(.blank)),
    ("comparison", .comparison(.blank)), ("text", .text(.blank)), ("between", .between(.blank)),
    ("membership", .membership(.blank)), ("isNull", .isNull(.blank)), ("boolean", .boolean(.blank)),
    ("quantified", .quantified(.blank)), ("whenPresent", .whenPresent(parameters: [], .blank)),
  ]

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .constant(var flag):
      coder.begin("constant", &flag)
      self = .constant(flag)
    case .and(var operands):
      coder.begin("and", &operands)
      self = .and(operands)
    case .or(var operands):
      coder.begin("or", &operands)
      self = .or(operands)
    case .not(var operand):
      coder.begin("not", &operand)
      self = .not(operand)
    case .comparison(var node):
      coder.begin("comparison", &node)
      self = .comparison(node)
    case .text(var node):
      coder.begin("text", &node)
      self = .text(node)
    case .between(var node):
      coder.begin("between", &node)
      self = .between(node)
    case .membership(var node):
      coder.begin("membership", &node)
      self = .membership(node)
    case .isNull(var value):
      coder.begin("isNull", &value)
      self = .isNull(value)
    case .boolean(var value):
      coder.begin("boolean", &value)
      self = .boolean(value)
    case .quantified(var node):
      coder.begin("quantified", &node)
      self = .quantified(node)
    case .whenPresent(var parameters, var operand):
      coder.begin("whenPresent")
      coder.code("_1", &operand)
      coder.code("parameters", &parameters)
      self = .whenPresent(parameters: parameters, operand)
    }
  }
}

extension ComparisonIR: IRRecord, Codable {
  static var blank: ComparisonIR { ComparisonIR(.equal, .blank, .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("left", &left)
    coder.code("operator", &`operator`)
    coder.code("options", &options)
    coder.code("right", &right)
  }
}

extension ComparisonIR.Operator: IRWord {
  static var blank: ComparisonIR.Operator { .equal }
}

extension TextMatchIR: IRRecord, Codable {
  static var blank: TextMatchIR { TextMatchIR(.like, .blank, .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("operator", &`operator`)
    coder.code("options", &options)
    coder.code("pattern", &pattern)
    coder.code("text", &text)
  }
}

extension TextMatchIR.Operator: IRWord {
  static var blank: TextMatchIR.Operator { .like }
}

extension TextOptions: IRCoded {
  static var blank: TextOptions { [] }

  mutating func code(_ coder: inout IRCoder) {
    var bits = Int64(rawValue)
    coder.code(&bits)
    if let read = UInt8(exactly: bits) { self = TextOptions(rawValue: read) } else { coder.fail("\(bits) is no set of options") }
  }
}

extension BetweenIR: IRRecord, Codable {
  static var blank: BetweenIR { BetweenIR(.blank, .blank, .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("high", &high)
    coder.code("low", &low)
    coder.code("value", &value)
  }
}

extension MembershipIR: IRRecord, Codable {
  static var blank: MembershipIR { MembershipIR(.blank, in: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("collection", &collection)
    coder.code("options", &options)
    coder.code("value", &value)
  }
}

extension QuantifiedIR: IRRecord, Codable {
  static var blank: QuantifiedIR { QuantifiedIR(.any, .blank, in: .blank, .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("collection", &collection)
    coder.code("kind", &kind)
    coder.code("predicate", &predicate)
    coder.code("variable", &variable)
  }
}

extension QuantifiedIR.Kind: IRWord {
  static var blank: QuantifiedIR.Kind { .any }
}

extension VariableIR: IRRecord, Codable {
  static var blank: VariableIR { VariableIR(id: 0, type: .blank) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("id", &id)
    coder.code("type", &type)
  }
}
