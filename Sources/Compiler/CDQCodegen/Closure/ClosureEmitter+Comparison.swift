import CDQIR

extension ClosureEmitter {
  mutating func comparison(_ node: ComparisonIR) throws(Refusal) -> [SwiftCondition] {
    var left = try value(node.left)
    var right = try value(node.right)
    if case .object = left.type { left = try identity(left) }
    if case .object = right.type { right = try identity(right) }
    if case .string = left.type, !node.options.isEmpty { return try foldedComparison(node, left, right) }
    if case .string = right.type, !node.options.isEmpty { return try foldedComparison(node, left, right) }
    if let mixed = mixedNumbers(left, node.operator, right) { return [.holds(mixed)] }
    (left, right) = try aligned(left, right)
    switch node.operator {
    case .equal, .notEqual:
      return [.holds(.binary(optionalNormal(left), node.operator.rawValue, optionalNormal(right)))]
    case .less, .greater:
      return try order(node, left, right)
    case .lessOrEqual, .greaterOrEqual:
      guard left.isOptional && right.isOptional else { return try order(node, left, right) }
      // Two nils are equal, so `<=` and `>=` hold.
      let result = names.unique("isInOrder")
      let bothNil = SwiftExpression.binary(
        .binary(left.expression, "==", .null), "&&", .binary(right.expression, "==", .null))
      emit(.var(result, .named(types.standard("Bool")), bothNil))
      let clauses = try order(node, left, right)
      emit(.if(clauses, then: [.assign(.name(result), "=", .boolean(true))], else: []))
      return [.holds(.name(result))]
    }
  }

  private mutating func order(
    _ node: ComparisonIR, _ left: Operand, _ right: Operand
  ) throws(Refusal) -> [SwiftCondition] {
    var clauses: [SwiftCondition] = []
    let first = try orderedValue(left, node.left, &clauses)
    let second = try orderedValue(right, node.right, &clauses)
    return clauses + [.holds(ordered(first, node.operator, second, as: left.type))]
  }

  /// An operand of `<` or `>`. A text that is the same for all objects is a prepared `CDQTextKey`.
  private typealias OrderedValue = (expression: SwiftExpression, isKey: Bool)

  /// Unwraps an operand of `<` or `>`, or takes its prepared key.
  private mutating func orderedValue(
    _ operand: Operand, _ expression: ExpressionIR, _ clauses: inout [SwiftCondition]
  ) throws(Refusal) -> OrderedValue {
    if isText(operand.type), !operand.isOptional, let key = try preparedKey(expression) { return (key, true) }
    return (unwrap(operand, &clauses), false)
  }

  /// Compares two values that are not nil. The runtime compares texts, as `String.<` is not quite a total order.
  private func ordered(
    _ left: OrderedValue, _ relation: ComparisonIR.Operator, _ right: OrderedValue, as type: ValueType
  ) -> SwiftExpression {
    let (first, second) = (left.expression, right.expression)
    guard isText(type) else { return .binary(first, relation.rawValue, second) }
    if left.isKey || right.isKey {
      return .binary(helper("order", first, second, []), relation.rawValue, .integer(0))
    }
    switch relation {
    case .less: return helper("less", first, second, [])
    case .lessOrEqual: return helper("lessOrEqual", first, second, [])
    case .greater: return helper("less", second, first, [])
    case .greaterOrEqual: return helper("lessOrEqual", second, first, [])
    case .equal, .notEqual: return .binary(first, relation.rawValue, second)
    }
  }

  /// Whether values of a type are `String`s in the generated code; those of an enum may be integers.
  func isText(_ type: ValueType) -> Bool { schema.rawType(of: type) == .string }

  /// Emits `value BETWEEN {low, high}` as `low <= value && value <= high`.
  mutating func between(_ node: BetweenIR) throws(Refusal) -> [SwiftCondition] {
    let value = try self.value(node.value)
    // nil is equal to itself, but `nil BETWEEN {nil, nil}` is false: every optional is unwrapped.
    var clauses: [SwiftCondition] = []
    for (relation, bound) in [(ComparisonIR.Operator.greaterOrEqual, node.low), (.lessOrEqual, node.high)] {
      let limit = try self.value(bound)
      if let mixed = mixedNumbers(value, relation, limit) {
        for operand in [value, limit] where operand.isOptional {
          clauses.append(.holds(.binary(operand.expression, "!=", .null)))
        }
        clauses.append(.holds(mixed))
      } else {
        let (left, right) = try aligned(value, limit)
        let first = (expression: unwrap(left, &clauses), isKey: false)
        let second = try orderedValue(right, bound, &clauses)
        clauses.append(.holds(ordered(first, relation, second, as: left.type)))
      }
    }
    return clauses
  }

  /// A comparison of numbers of different types by the runtime, which is exact; nil when both have one type, or when
  /// one is a literal that the type of the other can hold exactly.
  private func mixedNumbers(
    _ left: Operand, _ relation: ComparisonIR.Operator, _ right: Operand
  ) -> SwiftExpression? {
    let (first, second) = (Family(left.type), Family(right.type))
    guard first.isNumeric, second.isNumeric, first != second, left.literal(as: second, types) == nil,
      right.literal(as: first, types) == nil
    else { return nil }
    return .call(
      .member(.name(types.runtime("CDQNumber")), "holds"),
      [
        SwiftArgument(optionalNormal(left)), SwiftArgument(.implicitMember(relation.caseName)),
        SwiftArgument(optionalNormal(right)),
      ])
  }

  /// Converts a literal to the type of the other operand where that is exact, so that Swift can compare the two.
  func aligned(_ left: Operand, _ right: Operand) throws(Refusal) -> (Operand, Operand) {
    let (first, second) = (Family(left.type), Family(right.type))
    if first == second || first == .any || second == .any { return (left, right) }
    if let literal = left.literal(as: second, types) { return (literal, right) }
    if let literal = right.literal(as: first, types) { return (left, literal) }
    throw Refusal(
      "a comparison of \(left.type) with \(right.type)", "plain Swift compares values of one type only",
      help: "give both sides the same type, or use the memory back end")
  }

  /// A group of types whose values have the same Swift type in generated code, such as `Int64` for all integers.
  enum Family: Hashable {
    case integer, floating, decimal, text
    case other(ValueType)
    case any

    var isNumeric: Bool {
      switch self {
      case .integer, .floating, .decimal: true
      case .text, .other, .any: false
      }
    }

    init(_ type: ValueType) {
      switch type {
      case .int16, .int32, .int64: self = .integer
      case .float, .double: self = .floating
      case .decimal: self = .decimal
      case .string, .enumeration: self = .text
      case .null: self = .any
      default: self = .other(type)
      }
    }
  }
}

extension Operand {
  /// A number literal of another type; nil when that type cannot hold its value exactly.
  fileprivate func literal(as family: ClosureEmitter.Family, _ types: SwiftTypeNames) -> Operand? {
    switch (expression, family) {
    case (.integer(let number), .floating):
      Double(exactly: number).map { Operand(.double($0), .double) }
    case (.double(let number), .integer):
      Int64(exactly: number).map { Operand(.integer($0), .int64) }
    case (.integer(let number), .decimal):
      Operand(.call(types.foundation("Decimal"), SwiftArgument(.integer(number))), .decimal)
    case (_, .integer), (_, .floating), (_, .decimal), (_, .text), (_, .other), (_, .any):
      nil
    }
  }
}

extension ComparisonIR.Operator {
  fileprivate var caseName: String {
    switch self {
    case .equal: "equal"
    case .notEqual: "notEqual"
    case .less: "less"
    case .lessOrEqual: "lessOrEqual"
    case .greater: "greater"
    case .greaterOrEqual: "greaterOrEqual"
    }
  }
}
