import CDQIR

extension ClosureEmitter {
  mutating func function(_ node: FunctionIR) throws(Refusal) -> Operand {
    if case .now = node.function { return now() }
    guard let first = node.arguments.first else { throw Refusal("'\(node.function.rawValue)'", "it has no argument") }
    let operand = try value(first)
    var clauses: [SwiftCondition] = []
    switch node.function {
    case .absolute, .ceiling, .floor, .truncate:
      return try rounded(node.function, operand)
    case .squareRoot, .exponential, .naturalLogarithm, .logarithm:
      let number = unwrap(try converted(operand, to: .double), &clauses)
      return computed(node.function.rawValue, .double, clauses, root(node.function, number))
    case .uppercase, .lowercase:
      let text = unwrap(operand, &clauses)
      let member = node.function == .uppercase ? "uppercased" : "lowercased"
      return computed("text", .string, clauses, .call(.member(text, member), []))
    case .length:
      let subject = unwrap(operand, &clauses)
      let count: SwiftExpression =
        operand.type == .data ? .member(subject, "count") : .member(.member(subject, "utf16"), "count")
      return computed("length", .int64, clauses, .call(types.standard("Int64"), SwiftArgument(count)))
    case .onesComplement:
      let number = unwrap(operand, &clauses)
      return computed("bits", .int64, clauses, .prefix("~", number))
    case .seconds, .minutes, .hours, .days, .weeks:
      let number = unwrap(try converted(operand, to: .double), &clauses)
      return computed(
        "duration", .duration, clauses, .binary(number, "*", .double(node.function.secondsPerUnit)))
    case .now:
      return now()
    }
  }

  /// One instant for the whole execution.
  private mutating func now() -> Operand {
    needsFoundation = true
    if let known = made(.now, at: .prologue) { return known }
    let name = names.unique("now")
    let type = types.foundation("Date")
    prologue.append(.let(name, .named(type), .call(type)))
    let result = Operand(.name(name), .date)
    hoisted[.now] = result
    return result
  }

  private mutating func rounded(_ function: FunctionIR.Function, _ operand: Operand) throws(Refusal) -> Operand {
    var clauses: [SwiftCondition] = []
    switch Family(operand.type) {
    case .integer:
      guard function == .absolute else { return operand }
      // The magnitude of Int64.min is no Int64.
      let number = unwrap(operand, &clauses)
      let result = names.unique("magnitude")
      let type = SwiftType.optional(.named(types.standard("Int64")))
      let exact = SwiftExpression.call(
        types.standard("Int64"), SwiftArgument("exactly", .member(number, "magnitude")))
      if clauses.isEmpty {
        emit(.let(result, type, exact))
      } else {
        emit(.var(result, type, .null))
        emit(.if(clauses, then: [.assign(.name(result), "=", exact)], else: []))
      }
      return Operand(.name(result), .int64, isOptional: true)
    case .floating, .other(.duration):
      let number = unwrap(operand, &clauses)
      let value: SwiftExpression
      switch function {
      case .ceiling: value = .call(.member(number, "rounded"), [SwiftArgument(.implicitMember("up"))])
      case .floor: value = .call(.member(number, "rounded"), [SwiftArgument(.implicitMember("down"))])
      case .truncate: value = .call(.member(number, "rounded"), [SwiftArgument(.implicitMember("towardZero"))])
      default: value = .member(number, "magnitude")
      }
      return computed("number", operand.type == .duration ? .duration : .double, clauses, value)
    case .decimal:
      needsFoundation = true
      let number = unwrap(operand, &clauses)
      let call = SwiftExpression.call(
        .member(.name(types.runtime("CDQDecimal")), "rounded"),
        [SwiftArgument(number), SwiftArgument(.implicitMember(function.caseName))])
      return computed("number", .decimal, clauses, call)
    case .text, .other, .any:
      throw Refusal("'\(function.rawValue)' of a \(operand.type)", "its exact rules are the engine's")
    }
  }

  private mutating func root(_ function: FunctionIR.Function, _ number: SwiftExpression) -> SwiftExpression {
    if function == .squareRoot { return .call(.member(number, "squareRoot"), []) }
    needsFoundation = true
    let name = function == .exponential ? "exp" : function == .naturalLogarithm ? "log" : "log10"
    // A query may have the bare name.
    return .call("Foundation.\(name)", SwiftArgument(number))
  }
}

extension FunctionIR.Function {
  /// Name of the case of a function that rounds.
  fileprivate var caseName: String {
    switch self {
    case .absolute: "absolute"
    case .truncate: "truncate"
    case .ceiling, .floor, .squareRoot, .exponential, .naturalLogarithm, .logarithm, .uppercase, .lowercase, .length,
      .onesComplement, .now, .seconds, .minutes, .hours, .days, .weeks:
      rawValue
    }
  }

  /// Length of the unit that the function's name says; 1 for other functions.
  fileprivate var secondsPerUnit: Double {
    switch self {
    case .minutes: 60
    case .hours: 3600
    case .days: 86400
    case .weeks: 604_800
    case .absolute, .ceiling, .floor, .truncate, .squareRoot, .exponential, .naturalLogarithm, .logarithm, .uppercase,
      .lowercase, .length, .onesComplement, .now, .seconds:
      1
    }
  }
}
