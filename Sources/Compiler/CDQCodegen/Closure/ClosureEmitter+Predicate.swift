import CDQIR
import CDQSemantics

extension ClosureEmitter {
  /// Emits statements that leave the current turn of the loop through `exit` unless the predicate holds.
  mutating func require(_ predicate: PredicateIR, else exit: [SwiftStatement]) throws(Refusal) {
    switch predicate {
    case .constant(true):
      return
    case .and(let operands):
      for operand in operands { try requireIfPresent(operand, else: exit) }
    case .constant(false), .or, .not, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified,
      .whenPresent:
      let clauses = try condition(predicate)
      if clauses.isEmpty { return }
      emit(.guard(clauses, else: exit))
      for case .unwrap(let name, let expression) in clauses {
        blocks[blocks.count - 1].unwrapped[expression] = name
      }
    }
  }

  /// Like `require`, for a predicate that disappears when an optional parameter is nil.
  mutating func requireIfPresent(_ predicate: PredicateIR, else exit: [SwiftStatement]) throws(Refusal) {
    // Each operand of an AND disappears independently of the others.
    if case .and = predicate { return try require(predicate, else: exit) }
    guard let presence = presence(of: predicate) else { return try require(predicate, else: exit) }
    open()
    try require(predicate, else: exit)
    let body = close()
    if !body.isEmpty { emit(.if([.holds(presence)], then: body, else: [])) }
  }

  /// The predicate as Swift conditions that must all hold, evaluated from left to right. Emits the statements they
  /// need.
  mutating func condition(_ predicate: PredicateIR) throws(Refusal) -> [SwiftCondition] {
    do throws(Refusal) {
      return try clauses(predicate)
    } catch {
      throw error.at(.predicate(predicate))
    }
  }

  private mutating func clauses(_ predicate: PredicateIR) throws(Refusal) -> [SwiftCondition] {
    switch predicate {
    case .constant(let value):
      // `simplified` has folded the constants that it could; the others would give code for which swiftc warns.
      throw Refusal(value ? "TRUEPREDICATE" : "FALSEPREDICATE", "it makes code that is never executed")
    case .and(let operands): return try conjunction(operands)
    case .or(let operands): return [.holds(try disjunction(operands))]
    case .not(let operand): return [.holds(try negation(operand))]
    case .comparison(let node): return try comparison(node)
    case .text(let node): return try textMatch(node)
    case .between(let node): return try between(node)
    case .membership(let node): return try membership(node)
    case .isNull(let operand): return [.holds(try isNull(operand))]
    case .boolean(let operand): return try truth(operand)
    case .quantified(let node): return [.holds(try quantified(node))]
    case .whenPresent(_, let inner): return try condition(inner)
    }
  }

  /// The predicate as one Bool expression.
  mutating func holds(_ predicate: PredicateIR, _ hint: String = "isMatch") throws(Refusal) -> SwiftExpression {
    boolean(try condition(predicate), hint)
  }

  private mutating func conjunction(_ operands: [PredicateIR]) throws(Refusal) -> [SwiftCondition] {
    var clauses: [SwiftCondition] = []
    // The variable with the intermediate result, once the operands no longer fit into one condition list.
    var result: SwiftExpression?
    for (index, operand) in operands.enumerated() {
      let present = presence(of: operand)
      // The first operand is always evaluated, so its statements need no block of their own.
      if index == 0, present == nil {
        clauses = try condition(operand)
        continue
      }
      open()
      let found = try condition(operand)
      // As long as operands need no statements, their conditions form one list.
      if result == nil, present == nil, blocks[blocks.count - 1].statements.isEmpty {
        _ = close()
        clauses += found
        continue
      }
      let variable = result ?? .name(names.unique("isMatch"))
      set(variable, to: found)
      let body = close()
      var open = result == nil && clauses.isEmpty ? [] : [SwiftCondition.holds(variable)]
      if let present { open.append(.holds(present)) }
      if result == nil { declare(variable, as: clauses) }
      result = variable
      if open.isEmpty { emit(body) } else { emit(.if(open, then: body, else: [])) }
    }
    return result.map { [.holds($0)] } ?? clauses
  }

  /// Declares a Bool variable that is true if all conditions hold.
  private mutating func declare(_ variable: SwiftExpression, as clauses: [SwiftCondition]) {
    guard case .name(let name) = variable else { return }
    let type = SwiftType.named(types.standard("Bool"))
    if clauses.isEmpty {
      emit(.var(name, type, .boolean(true)))
    } else if clauses.count == 1, case .holds(let value) = clauses[0] {
      emit(.var(name, type, value))
    } else {
      emit(.var(name, type, .boolean(false)))
      emit(.if(clauses, then: [.assign(variable, "=", .boolean(true))], else: []))
    }
  }

  /// Assigns to a variable that is true whether all conditions hold.
  private mutating func set(_ variable: SwiftExpression, to clauses: [SwiftCondition]) {
    if clauses.count == 1, case .holds(let value) = clauses[0] {
      emit(.assign(variable, "=", value))
    } else if !clauses.isEmpty {
      emit(.assign(variable, "=", .boolean(false)))
      emit(.if(clauses, then: [.assign(variable, "=", .boolean(true))], else: []))
    }
  }

  private mutating func disjunction(_ operands: [PredicateIR]) throws(Refusal) -> SwiftExpression {
    if operands.count == 1 { return try holds(operands[0]) }
    let result = names.unique("isAny")
    let variable = SwiftExpression.name(result)
    var isFirst = true
    for operand in operands {
      open()
      let clauses = try condition(operand)
      var body = close()
      let present = presence(of: operand).map { [SwiftCondition.holds($0)] } ?? []
      if isFirst, present.isEmpty, clauses.count == 1, case .holds(let value) = clauses[0] {
        emit(body)
        emit(.var(result, .named(types.standard("Bool")), value))
        isFirst = false
        continue
      }
      if isFirst { emit(.var(result, .named(types.standard("Bool")), .boolean(false))) }
      let open = (isFirst ? [] : [SwiftCondition.holds(variable.negated)]) + present
      isFirst = false
      let set = [SwiftStatement.assign(variable, "=", .boolean(true))]
      if body.isEmpty {
        let all = open + clauses
        if all.isEmpty { emit(set) } else { emit(.if(all, then: set, else: [])) }
      } else {
        if clauses.isEmpty { body += set } else { body.append(.if(clauses, then: set, else: [])) }
        if open.isEmpty { emit(body) } else { emit(.if(open, then: body, else: [])) }
      }
    }
    return isFirst ? .boolean(false) : variable
  }

  private mutating func negation(_ operand: PredicateIR) throws(Refusal) -> SwiftExpression {
    if case .comparison(let node) = operand, node.operator == .equal || node.operator == .notEqual {
      let opposite: ComparisonIR.Operator = node.operator == .equal ? .notEqual : .equal
      let inverse = ComparisonIR(opposite, node.left, node.right, options: node.options)
      return boolean(try comparison(inverse), "isMatch")
    }
    if case .isNull(let expression) = operand {
      switch try isNull(expression) {
      case .binary(let value, "==", .null): return .binary(value, "!=", .null)
      case let other: return other.negated
      }
    }
    return try holds(operand, "isExcluded").negated
  }

  private mutating func isNull(_ expression: ExpressionIR) throws(Refusal) -> SwiftExpression {
    let operand = try value(expression)
    if case .null = operand.type, case .null = operand.expression { return .boolean(true) }
    guard operand.isOptional else { return .boolean(false) }
    return .binary(operand.expression, "==", .null)
  }

  private mutating func truth(_ expression: ExpressionIR) throws(Refusal) -> [SwiftCondition] {
    var clauses: [SwiftCondition] = []
    let operand = try value(expression)
    let flag = unwrap(operand, &clauses)
    return clauses + [.holds(flag)]
  }

  /// Emits `ANY` or `ALL` as a loop that stops at the first element that decides the result.
  private mutating func quantified(_ node: QuantifiedIR) throws(Refusal) -> SwiftExpression {
    let isAny = node.kind == .any
    let result = names.unique(isAny ? "isFound" : "isEach")
    let label = isNestedLoop(node.collection) ? names.unique("search") : nil
    emit(.var(result, .named(types.standard("Bool")), .boolean(!isAny)))
    let decide: [SwiftStatement] = [.assign(.name(result), "=", .boolean(isAny)), .break(label)]
    let scope = scope
    bind(node.variable, to: try iterate(node.collection, label: label))
    if isAny {
      try require(node.predicate, else: [.continue(nil)])
      emit(decide)
    } else {
      let value = try holds(node.predicate)
      emit(.if([.holds(value.negated)], then: decide, else: []))
    }
    close(scope)
    return .name(result)
  }
}
