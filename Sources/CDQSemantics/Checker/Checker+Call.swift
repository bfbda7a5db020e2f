import CDQIR
import CDQSyntax

/// Calls: functions, typed literals, CAST (PREDICATES §7).
extension Checker {
  mutating func checkCall(_ node: CallNode, expecting expected: OptionalType?) -> Checked {
    let key = FunctionTable.key(node.name.text)
    guard let shape = FunctionTable.shapes[key],
      !options.strictNSPredicate || FunctionTable.isApple(key, shape)
    else {
      reportUnknownFunction(node)
      return .failed
    }
    if let distinct = node.distinct {
      guard group != nil, case .aggregate = shape else {
        report(
          .unsupported("'distinct' here", reason: "it belongs to the aggregates of a grouped query"), at: distinct)
        return .failed
      }
    }
    switch shape {
    case .refused(let reason):
      report(.unsupported("'\(key)'", reason: reason), at: node.name.span)
      return .failed
    case .literal(let kind): return checkTypedLiteral(kind, node)
    case .aggregate(let function): return checkAggregateCall(function, node, key: key)
    case .arithmetic(let operation): return checkArithmeticCall(operation, node, expected)
    case .cast: return checkCast(node)
    case .now:
      guard expectArguments(0, node) else { return .failed }
      return .value(TypedExpression(.function(.now, []), OptionalType(.date), node.span))
    case .sameNumber, .double, .text, .length, .complement, .duration, .mode, .distinct, .noIndex:
      return checkUnaryCall(shape, node, expecting: expected)
    }
  }

  private mutating func expectArguments(_ count: Int, _ node: CallNode) -> Bool {
    if node.arguments.count == count { return true }
    report(.argumentCount(node.name.text, expected: count, found: node.arguments.count), at: node.span)
    return false
  }

  private mutating func checkUnaryCall(
    _ shape: FunctionTable.Shape, _ node: CallNode, expecting expected: OptionalType?
  ) -> Checked {
    guard expectArguments(1, node) else { return .failed }
    let hint = Checker.argumentHint(shape, expected)
    guard let argument = checkKnown(node.arguments[0], expecting: hint) else { return .failed }
    guard let result = apply(shape, to: argument, node) else { return .failed }
    return .value(result)
  }

  /// The type that a parameter takes as the argument of a function.
  private static func argumentHint(_ shape: FunctionTable.Shape, _ expected: OptionalType?) -> OptionalType? {
    switch shape {
    case .sameNumber: expected.flatMap { $0.base.isNumeric ? OptionalType($0.base) : nil } ?? OptionalType(.double)
    case .double, .duration: OptionalType(.double)
    case .text, .length: OptionalType(.string)
    case .complement: OptionalType(.int64)
    case .noIndex, .mode, .distinct: expected
    case .now, .arithmetic, .aggregate, .literal, .cast, .refused: nil
    }
  }

  private mutating func apply(
    _ shape: FunctionTable.Shape, to argument: TypedExpression, _ node: CallNode
  ) -> TypedExpression? {
    let isOptional = argument.type.isOptional
    let base = argument.type.base
    switch shape {
    case .sameNumber(let function):
      guard base.isNumeric || argument.isNullLiteral else { break }
      let type: ValueType = base.isInteger || base == .null ? .int64 : base
      return TypedExpression(
        .function(function, [argument]), OptionalType(type, isOptional: isOptional || type == .int64), node.span)
    case .double(let function):
      guard base.isNumeric || argument.isNullLiteral else { break }
      return TypedExpression(
        .function(function, [argument]), OptionalType(.double, isOptional: isOptional), node.span)
    case .duration(let function):
      guard base.isNumeric else { break }
      return TypedExpression(
        .function(function, [argument]), OptionalType(.duration, isOptional: isOptional), node.span)
    case .complement:
      guard base.isInteger else {
        report(.needsInteger(operation: "'\(node.name.text)'", argument.type), at: argument.span)
        return nil
      }
      return TypedExpression(
        .function(.onesComplement, [argument]), OptionalType(.int64, isOptional: isOptional), node.span)
    case .text(let function):
      guard base == .string || argument.isNullLiteral else {
        report(.needsText(operation: "'\(node.name.text)'", argument.type), at: argument.span)
        return nil
      }
      return TypedExpression(
        .function(function, [argument]), OptionalType(.string, isOptional: isOptional), node.span)
    case .length:
      guard base == .string || base == .data || argument.isNullLiteral else {
        report(.needsText(operation: "'\(node.name.text)'", argument.type), at: argument.span)
        return nil
      }
      return TypedExpression(
        .function(.length, [argument]), OptionalType(.int64, isOptional: isOptional), node.span)
    case .noIndex:
      return argument
    case .mode, .distinct:
      guard let element = argument.elementType else {
        report(.needsCollection(operation: "'\(node.name.text)'", argument.type), at: argument.span)
        return nil
      }
      let type = OptionalType(.collection(element: element, isOrdered: true))
      return TypedExpression(shape == .mode ? .mode(argument) : .distinct(argument), type, node.span)
    case .now, .arithmetic, .aggregate, .literal, .cast, .refused:
      return nil
    }
    report(.needsNumber(operation: "'\(node.name.text)'", argument.type), at: argument.span)
    return nil
  }

  /// `sum:(x)` over a collection, `sum(1, 2)` over its arguments, or over the rows of a group.
  private mutating func checkAggregateCall(_ function: AggregateFunction, _ node: CallNode, key: String) -> Checked {
    if node.arguments.isEmpty {
      guard function == .count else {
        report(.argumentCount(node.name.text, expected: 1, found: 0), at: node.span)
        return .failed
      }
      return checkGroupAggregate(function, node, argument: nil, key: key)
    }
    guard node.arguments.count == 1 else {
      let list = ExpressionNode.aggregate(AggregateNode(node.arguments, span: node.span))
      guard let operand = checkKnown(list) else { return .failed }
      return aggregate(function, operand, named: "'\(key)'", span: node.span).map { .value($0) } ?? .failed
    }
    let outer = group
    // Inside an aggregate bare paths range over the rows, so they need be no grouping keys.
    group?.isInsideAggregate = true
    let checked = checkKnown(node.arguments[0])
    group = outer
    guard let operand = checked else { return .failed }
    if operand.elementType == nil { return checkGroupAggregate(function, node, argument: operand, key: key) }
    let ranged = node.distinct == nil ? operand : TypedExpression(.distinct(operand), operand.type, operand.span)
    return aggregate(function, ranged, named: "'\(key)'", span: node.span).map { .value($0) } ?? .failed
  }

  private mutating func checkGroupAggregate(
    _ function: AggregateFunction, _ node: CallNode, argument: TypedExpression?, key: String
  ) -> Checked {
    guard let current = group, !current.isInsideAggregate else {
      if let argument {
        report(.needsCollection(operation: "'\(key)'", argument.type), at: argument.span)
      } else {
        report(.aggregateOutsideGroup(key), at: node.span)
      }
      return .failed
    }
    var type: OptionalType?
    if let argument {
      type = resultType(of: function, over: argument.type.base, named: "'\(key)'", at: argument.span)
    } else {
      type = OptionalType(.int64)
    }
    guard let type else { return .failed }
    group?.sawAggregate = true
    return .value(
      TypedExpression(
        .reduceGroup(function, isDistinct: node.distinct != nil, argument), type, node.span))
  }

  private mutating func checkArithmeticCall(
    _ operation: ArithmeticIR.Operator, _ node: CallNode, _ expected: OptionalType?
  ) -> Checked {
    guard expectArguments(2, node) else { return .failed }
    let numeric = expected.flatMap { $0.base.isNumeric ? OptionalType($0.base) : nil } ?? OptionalType(.int64)
    guard let first = checkKnown(node.arguments[0], expecting: numeric),
      let second = checkKnown(node.arguments[1], expecting: numeric)
    else { return .failed }
    var type = ValueType.int64
    for operand in [first, second] {
      guard operand.type.base.isNumeric || operand.isNullLiteral else {
        report(.needsNumber(operation: "'\(node.name.text)'", operand.type), at: operand.span)
        return .failed
      }
      if operation.needsIntegers, !operand.type.base.isInteger {
        report(.needsInteger(operation: "'\(node.name.text)'", operand.type), at: operand.span)
        return .failed
      }
      type = Coercion.join(type, operand.type.base) ?? type
    }
    if operation == .power || type == .float { type = .double }
    if type.isInteger { type = .int64 }
    let adapted = type == .int64 ? [first, second] : [adapt(first, to: type), adapt(second, to: type)]
    let isOptional = type != .double || first.type.isOptional || second.type.isOptional
    return .value(
      TypedExpression(
        .arithmetic([operation], adapted), OptionalType(type, isOptional: isOptional),
        node.span))
  }

  private mutating func checkCast(_ node: CallNode) -> Checked {
    guard expectArguments(2, node) else { return .failed }
    guard let value = checkKnown(node.arguments[0], expecting: OptionalType(.string)) else { return .failed }
    guard case .literal(let literal) = node.arguments[1], case .string(let name) = literal.kind else {
      report(.literalNeedsText(node.name.text), at: node.arguments[1].span)
      return .failed
    }
    guard let target = FunctionTable.castTargets[name] else {
      report(
        .castTarget(name), at: literal.span,
        help: ["types: \(FunctionTable.castTargets.keys.sorted().joined(separator: ", "))"])
      return .failed
    }
    guard Checker.canCast(value.type.base, to: target) else {
      report(.castImpossible(value.type, target), at: node.span)
      return .failed
    }
    return .value(TypedExpression(.cast(value), OptionalType(target, isOptional: true), node.span))
  }

  /// Text converts to and from everything, numbers among themselves, dates to and from seconds since 2001.
  private static func canCast(_ from: ValueType, to target: ValueType) -> Bool {
    if from == target || from == .null || from == .string { return true }
    switch from {
    case .int16, .int32, .int64, .float, .double, .decimal, .bool:
      return target.isNumeric || target == .string || target == .date || target == .bool
    case .date, .duration: return target.isNumeric || target == .string
    case .uuid, .url, .data, .enumeration: return target == .string
    case .string, .null: return true
    case .object, .opaque, .collection: return false
    }
  }
}

extension ArithmeticIR.Operator {
  fileprivate var needsIntegers: Bool {
    switch self {
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: true
    case .add, .subtract, .multiply, .divide, .modulus, .power: false
    }
  }
}
