import CDQIR
import CDQSemantics

extension ClosureEmitter {
  /// Emits a function call in the Swift form of the function's entry in the function table.
  mutating func function(_ node: FunctionIR) throws(Refusal) -> Operand {
    if case .now = node.function { return now() }
    let entry = node.function.entry
    guard entry.argumentCounts.contains(node.arguments.count) else {
      throw Refusal("'\(node.function.rawValue)'", "it has \(node.arguments.count) arguments")
    }
    if entry.swift == .byType {
      let operand = try value(node.arguments[0])
      return node.function == .length ? length(operand) : try rounded(node.function, operand)
    }
    var clauses: [SwiftCondition] = []
    var arguments: [SwiftExpression] = []
    for (argument, parameter) in zip(node.arguments, entry.parameters) {
      arguments.append(try self.argument(argument, parameter, &clauses))
    }
    let call: SwiftExpression
    switch entry.swift {
    case .byType: throw Refusal("'\(node.function.rawValue)'", "it has no form in Swift")
    case .method(let name): call = .call(.member(arguments[0], name), [])
    case .prefix(let symbol): call = .prefix(symbol, arguments[0])
    case .product(let factor): call = .binary(arguments[0], "*", .double(factor))
    case .foundation(let name):
      needsFoundation = true
      // `Foundation.sqrt` and not `sqrt`, because a query may have that name.
      call = .call("Foundation.\(name)", SwiftArgument(arguments[0]))
    case .runtime(let type, let name):
      call = .call(
        .member(.name(types.runtime(type)), name),
        zip(arguments, entry.parameters).map { SwiftArgument($1 == .timeZone ? "in" : nil, $0) })
    case .throwing(let type, let name):
      isThrowing = true
      call = .attempt(.call(.member(.name(types.runtime(type)), name), arguments.map { SwiftArgument($0) }))
    }
    if node.type == .date { needsFoundation = true }
    return computed(
      SwiftNames.camelCase(node.function.rawValue), node.type, clauses, call, mayFail: entry.mayFail)
  }

  private mutating func argument(
    _ expression: ExpressionIR, _ parameter: FunctionEntry.Parameter, _ clauses: inout [SwiftCondition]
  ) throws(Refusal) -> SwiftExpression {
    switch parameter {
    case .timeZone: unwrap(try timeZone(expression), &clauses)
    case .double, .amount: unwrap(try converted(try value(expression), to: .double), &clauses)
    case .number, .integer, .text, .textOrData, .date: unwrap(try value(expression), &clauses)
    }
  }

  /// Emits a time zone before the loop, so that the code looks up its name once.
  private mutating func timeZone(_ expression: ExpressionIR) throws(Refusal) -> Operand {
    if let known = made(.timeZone(expression), at: .prologue) { return known }
    let detour = go(to: .prologue, for: .timeZone(expression))
    let identifier = try value(expression)
    isThrowing = true
    let type = types.runtime("CDQTimeZone")
    let name = names.unique("timeZone")
    let text = SwiftArgument(optionalNormal(identifier))
    if identifier.isOptional {
      emit(.let(name, .optional(.named(type)), .attempt(.call(.member(.name(type), "named"), [text]))))
    } else {
      emit(.let(name, .named(type), .attempt(.call(.name(type), [text]))))
    }
    return comeBack(from: detour, with: Operand(.name(name), .opaque, isOptional: identifier.isOptional))
  }

  private mutating func length(_ operand: Operand) -> Operand {
    var clauses: [SwiftCondition] = []
    let subject = unwrap(operand, &clauses)
    let count: SwiftExpression =
      operand.type == .data ? .member(subject, "count") : .member(.member(subject, "utf16"), "count")
    return computed("length", .int64, clauses, .call(types.standard("Int64"), SwiftArgument(count)))
  }

  /// Emits the value of `now()` before the loop: it is one instant for the whole execution.
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
    switch Family(operand.type.carrier) {
    case .integer:
      guard function == .absolute else { return operand }
      // The magnitude of `Int64.min` does not fit into an `Int64`; then the result is nil.
      let number = unwrap(operand, &clauses)
      let exact = SwiftExpression.call(
        types.standard("Int64"), SwiftArgument("exactly", .member(number, "magnitude")))
      return computed("magnitude", .int64, clauses, exact, mayFail: true)
    case .floating:
      let number = unwrap(operand, &clauses)
      let value: SwiftExpression
      switch function {
      case .ceiling: value = .call(.member(number, "rounded"), [SwiftArgument(.implicitMember("up"))])
      case .floor: value = .call(.member(number, "rounded"), [SwiftArgument(.implicitMember("down"))])
      case .truncate: value = .call(.member(number, "rounded"), [SwiftArgument(.implicitMember("towardZero"))])
      default: value = .member(number, "magnitude")
      }
      return computed("number", operand.type.evaluated, clauses, value)
    case .decimal:
      needsFoundation = true
      let number = unwrap(operand, &clauses)
      let call = SwiftExpression.call(
        .member(.name(types.runtime("CDQDecimal")), "rounded"),
        [SwiftArgument(number), SwiftArgument(.implicitMember(String(describing: function)))])
      return computed("number", .decimal, clauses, call)
    case .text, .other, .any:
      throw Refusal("'\(function.rawValue)' of a \(operand.type)", "its exact rules are the engine's")
    }
  }
}
