import CDQIR

// Each kind of node has a function of its own, as frames count where the query decides how deep calls go.

/// Conditions.
extension QueryJSON {
  mutating func write(_ predicate: PredicateIR) {
    switch predicate {
    case .constant(let value): writeConstant(value)
    case .and(let operands): write("and", operands)
    case .or(let operands): write("or", operands)
    case .not(let operand): writeNot(operand)
    case .comparison(let node): write(node)
    case .text(let node): write(node)
    case .between(let node): write(node)
    case .membership(let node): write(node)
    case .isNull(let value): write("isNull", value)
    case .boolean(let value): write("boolean", value)
    case .quantified(let node): write(node)
    case .whenPresent(let parameters, let operand): write(operand, whenPresent: parameters)
    }
  }

  private mutating func writeConstant(_ value: Bool) {
    beginCase("constant")
    key("_0")
    write(value)
    endCase()
  }

  private mutating func write(_ name: StaticString, _ operands: [PredicateIR]) {
    beginCase(name)
    key("_0")
    write(operands) { $0.write($1) }
    endCase()
  }

  private mutating func writeNot(_ operand: PredicateIR) {
    beginCase("not")
    key("_0")
    write(operand)
    endCase()
  }

  private mutating func write(_ operand: PredicateIR, whenPresent parameters: [Int]) {
    beginCase("whenPresent")
    key("_1")
    write(operand)
    key("parameters")
    write(parameters) { $0.write($1) }
    endCase()
  }

  private mutating func write(_ node: ComparisonIR) {
    beginNode("comparison")
    key("left")
    write(node.left)
    key("operator")
    write(node.operator.rawValue)
    key("options")
    write(Int(node.options.rawValue))
    key("right")
    write(node.right)
    endNode()
  }

  private mutating func write(_ node: TextMatchIR) {
    beginNode("text")
    key("operator")
    write(node.operator.rawValue)
    key("options")
    write(Int(node.options.rawValue))
    key("pattern")
    write(node.pattern)
    key("text")
    write(node.text)
    endNode()
  }

  private mutating func write(_ node: BetweenIR) {
    beginNode("between")
    key("high")
    write(node.high)
    key("low")
    write(node.low)
    key("value")
    write(node.value)
    endNode()
  }

  private mutating func write(_ node: MembershipIR) {
    beginNode("membership")
    key("collection")
    write(node.collection)
    key("options")
    write(Int(node.options.rawValue))
    key("value")
    write(node.value)
    endNode()
  }

  private mutating func write(_ node: QuantifiedIR) {
    beginNode("quantified")
    key("collection")
    write(node.collection)
    key("kind")
    write(node.kind.rawValue)
    key("predicate")
    write(node.predicate)
    key("variable")
    write(node.variable)
    endNode()
  }

  mutating func write(_ variable: VariableIR) {
    begin()
    key("id")
    write(variable.id)
    key("type")
    write(variable.type)
    end()
  }
}
