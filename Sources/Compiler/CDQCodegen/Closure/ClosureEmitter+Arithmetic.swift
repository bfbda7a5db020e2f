import CDQIR

extension ClosureEmitter {
  mutating func arithmetic(_ node: ArithmeticIR) throws(Refusal) -> Operand {
    var result = try arithmeticOperand(node.operands[0], node)
    for (symbol, operand) in zip(node.operators, node.operands.dropFirst()) {
      let right = try arithmeticOperand(operand, node)
      switch node.type {
      case .int16, .int32, .int64: result = try integerStep(symbol, result, right)
      case .float, .double: result = try doubleStep(symbol, result, right)
      case .decimal: result = try decimalStep(symbol, result, right)
      case .string: result = try textStep(symbol, result, right)
      case let type where type.isTime: result = try timeStep(symbol, result, right, type)
      default: throw Refusal("arithmetic of \(node.type)", "its exact rules are the engine's")
      }
    }
    return result
  }

  private mutating func arithmeticOperand(
    _ expression: ExpressionIR, _ node: ArithmeticIR
  ) throws(Refusal) -> Operand {
    let operand = try value(expression)
    if case .double = node.type { return try converted(operand, to: .double) }
    if case .decimal = node.type, Family(operand.type) == .integer { return decimal(of: operand) }
    return operand
  }

  private mutating func integerStep(
    _ symbol: ArithmeticIR.Operator, _ left: Operand, _ right: Operand
  ) throws(Refusal) -> Operand {
    guard Family(left.type) == .integer, Family(right.type) == .integer else {
      throw Refusal("arithmetic of \(left.type) and \(right.type)", "plain Swift calculates in one type only")
    }
    var clauses: [SwiftCondition] = []
    let first = typed(unwrap(left, &clauses))
    let second = unwrap(right, &clauses)
    switch symbol {
    case .add: return checked("sum", clauses, first, "addingReportingOverflow", nil, second)
    case .subtract: return checked("difference", clauses, first, "subtractingReportingOverflow", nil, second)
    case .multiply: return checked("product", clauses, first, "multipliedReportingOverflow", "by", second)
    case .divide: return checked("quotient", clauses, first, "dividedReportingOverflow", "by", second)
    case .modulus: return checked("remainder", clauses, first, "remainderReportingOverflow", "dividingBy", second)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor:
      return computed("bits", .int64, clauses, .binary(first, symbol.rawValue, second))
    case .shiftLeft, .shiftRight:
      let range = SwiftExpression.binary(.integer(0), "...", .integer(63))
      let isInRange = SwiftExpression.call(.member(.tuple([SwiftArgument(range)]), "contains"), [SwiftArgument(second)])
      return computed(
        "bits", .int64, clauses + [.holds(isInRange)], .binary(first, symbol.rawValue, second))
    case .power:
      throw Refusal("'**' of integers", "its result is a Double")
    }
  }

  /// An integer literal as an `Int64`, so that its members can be called.
  private func typed(_ expression: SwiftExpression) -> SwiftExpression {
    if case .integer = expression { .call(types.standard("Int64"), SwiftArgument(expression)) } else { expression }
  }

  /// Emits a call of a method that reports overflow, such as `a.addingReportingOverflow(b)`. The result is nil where it
  /// overflows.
  private mutating func checked(
    _ hint: String, _ clauses: [SwiftCondition], _ left: SwiftExpression, _ member: String, _ label: String?,
    _ right: SwiftExpression
  ) -> Operand {
    let result = names.unique(hint)
    let value = names.unique("value")
    let overflow = names.unique("overflow")
    let call = SwiftExpression.call(.member(left, member), [SwiftArgument(label, right)])
    let type = SwiftType.optional(.named(types.standard("Int64")))
    // `Int64.min % -1` is 0, but `remainderReportingOverflow` reports an overflow.
    let failed: SwiftExpression =
      member == "remainderReportingOverflow"
      ? .binary(.name(overflow), "&&", .binary(right, "!=", .integer(-1))) : .name(overflow)
    if clauses.isEmpty {
      emit(.destructure([value, overflow], call))
      emit(.let(result, type, .ternary(failed, .null, .name(value))))
    } else {
      emit(.var(result, type, .null))
      let set = SwiftStatement.assign(.name(result), "=", .name(value))
      let succeeded: SwiftExpression =
        if case .name = failed { failed.negated } else { .prefix("!", failed) }
      emit(
        .if(
          clauses, then: [.destructure([value, overflow], call), .if([.holds(succeeded)], then: [set], else: [])],
          else: []))
    }
    return Operand(.name(result), .int64, isOptional: true)
  }

  /// Emits a variable that holds `value`, or nil unless all clauses hold.
  ///
  /// - Parameter mayFail: whether `value` is itself optional.
  mutating func computed(
    _ hint: String, _ type: ValueType, _ clauses: [SwiftCondition], _ value: SwiftExpression, mayFail: Bool = false
  ) -> Operand {
    let result = names.unique(hint)
    if clauses.isEmpty {
      emit(.let(result, mayFail ? .optional(languageType(type)) : languageType(type), value))
      return Operand(.name(result), type, isOptional: mayFail)
    }
    emit(.var(result, .optional(languageType(type)), .null))
    emit(.if(clauses, then: [.assign(.name(result), "=", value)], else: []))
    return Operand(.name(result), type, isOptional: true)
  }

  private mutating func doubleStep(
    _ symbol: ArithmeticIR.Operator, _ left: Operand, _ right: Operand
  ) throws(Refusal) -> Operand {
    var clauses: [SwiftCondition] = []
    let first = unwrap(left, &clauses)
    let second = unwrap(right, &clauses)
    switch symbol {
    case .add, .subtract, .multiply, .divide:
      return computed("result", .double, clauses, .binary(first, symbol.rawValue, second))
    case .modulus:
      let rest = SwiftExpression.call(
        .member(first, "truncatingRemainder"), [SwiftArgument("dividingBy", second)])
      return computed("remainder", .double, clauses, rest)
    case .power:
      needsFoundation = true
      return computed("power", .double, clauses, .call("Foundation.pow", SwiftArgument(first), SwiftArgument(second)))
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      throw Refusal("'\(symbol.rawValue)' of Doubles", "it is for integers")
    }
  }

  /// Converts an integer operand to a Decimal.
  private mutating func decimal(of operand: Operand) -> Operand {
    needsFoundation = true
    var clauses: [SwiftCondition] = []
    let number = unwrap(operand, &clauses)
    return computed("number", .decimal, clauses, .call(types.foundation("Decimal"), SwiftArgument(number)))
  }

  /// Emits one step of Decimal arithmetic as a call of the runtime, which returns nil where there is no result.
  private mutating func decimalStep(
    _ symbol: ArithmeticIR.Operator, _ left: Operand, _ right: Operand
  ) throws(Refusal) -> Operand {
    guard Family(left.type) == .decimal, Family(right.type) == .decimal else {
      throw Refusal("arithmetic of \(left.type) and \(right.type)", "plain Swift calculates in one type only")
    }
    needsFoundation = true
    let name: String
    switch symbol {
    case .add: name = "add"
    case .subtract: name = "subtract"
    case .multiply: name = "multiply"
    case .divide: name = "divide"
    case .modulus: name = "modulus"
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      throw Refusal("'\(symbol.rawValue)' of Decimals", "they have none")
    }
    var clauses: [SwiftCondition] = []
    let first = unwrap(left, &clauses)
    let second = unwrap(right, &clauses)
    let result = names.unique("result")
    let call = SwiftExpression.call(
      .member(.name(types.runtime("CDQDecimal")), "calculate"),
      [SwiftArgument(first), SwiftArgument(.implicitMember(name)), SwiftArgument(second)])
    let type = SwiftType.optional(.named(types.foundation("Decimal")))
    if clauses.isEmpty {
      emit(.let(result, type, call))
    } else {
      emit(.var(result, type, .null))
      emit(.if(clauses, then: [.assign(.name(result), "=", call)], else: []))
    }
    return Operand(.name(result), .decimal, isOptional: true)
  }

  /// Emits `+` of two texts, which joins them.
  private mutating func textStep(
    _ symbol: ArithmeticIR.Operator, _ left: Operand, _ right: Operand
  ) throws(Refusal) -> Operand {
    guard symbol == .add else { throw Refusal("'\(symbol.rawValue)' of texts", "they are only joined") }
    var clauses: [SwiftCondition] = []
    let first = unwrap(left, &clauses)
    let second = unwrap(right, &clauses)
    return computed("text", .string, clauses, .binary(first, "+", second))
  }

  private mutating func timeStep(
    _ symbol: ArithmeticIR.Operator, _ left: Operand, _ right: Operand, _ type: ValueType
  ) throws(Refusal) -> Operand {
    var clauses: [SwiftCondition] = []
    let first = unwrap(left, &clauses)
    let second = unwrap(right, &clauses)
    switch (left.type, right.type, symbol) {
    case (.date, .date, .subtract):
      return computed(
        "duration", .duration, clauses, .call(.member(first, "timeIntervalSince"), [SwiftArgument(second)]))
    case (.date, .duration, .add):
      return computed("date", .date, clauses, .call(.member(first, "addingTimeInterval"), [SwiftArgument(second)]))
    case (.date, .duration, .subtract):
      return computed(
        "date", .date, clauses, .call(.member(first, "addingTimeInterval"), [SwiftArgument(.prefix("-", second))]))
    case (.duration, .duration, .add), (.duration, .duration, .subtract):
      return computed("duration", .duration, clauses, .binary(first, symbol.rawValue, second))
    default:
      throw Refusal("'\(symbol.rawValue)' of \(left.type) and \(right.type)", "its rules are the engine's")
    }
  }

  mutating func negate(_ expression: ExpressionIR) throws(Refusal) -> Operand {
    let operand = try value(expression)
    switch Family(operand.type.carrier) {
    case .integer: return try integerStep(.subtract, Operand(.integer(0), .int64), operand)
    case .floating:
      var clauses: [SwiftCondition] = []
      let number = unwrap(operand, &clauses)
      return computed("negative", operand.type.evaluated, clauses, .prefix("-", number))
    case .decimal, .text, .other, .any:
      throw Refusal("the negative of a \(operand.type)", "its exact rules are the engine's")
    }
  }
}
