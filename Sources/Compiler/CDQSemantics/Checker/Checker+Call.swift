import CDQIR
import CDQSyntax

/// Calls: functions, aggregates, typed literals and CAST.
extension Checker {
  mutating func checkCall(_ node: CallNode, expecting expected: OptionalType?) -> Checked {
    let key = CallTable.key(node.name.text)
    guard let callee = CallTable.callees[key], !options.strictNSPredicate || CallTable.isApple(key, callee) else {
      reportUnknownFunction(node)
      return .failed
    }
    if let distinct = node.distinct {
      guard state.group != nil, case .aggregate = callee else {
        report(
          .unsupported("'distinct' here", reason: "it belongs to the aggregates of a grouped query"), at: distinct)
        return .failed
      }
      guard node.arguments.count < 2 else {
        reportSeveralDistinct(node)
        return .failed
      }
    }
    switch callee {
    case .refused(let reason):
      report(.unsupported("'\(key)'", reason: reason), at: node.name.span)
      return .failed
    case .literal(let kind): return checkTypedLiteral(kind, node)
    case .aggregate(let function): return checkAggregateCall(function, node, key: key)
    case .arithmetic(let operation): return checkArithmeticCall(operation, node, expected)
    case .cast: return checkCast(node)
    case .function(let function): return checkFunction(function, node, expected)
    case .noIndex:
      guard expectArguments(1...1, node), let argument = checkKnown(node.arguments[0], expecting: expected) else {
        return .failed
      }
      return .value(argument)
    case .mode: return checkElements(node, expected) { .mode($0) }
    case .distinct: return checkElements(node, expected) { .distinct($0) }
    }
  }

  private mutating func expectArguments(_ counts: ClosedRange<Int>, _ node: CallNode) -> Bool {
    if counts.contains(node.arguments.count) { return true }
    report(.argumentCount(node.name.text, expected: counts, found: node.arguments.count), at: node.span)
    return false
  }

  // The functions that recurse have small stack frames, so that a deep text fits the stack; the others do the work.

  /// A call of a scalar function, checked by its entry in the function table.
  private mutating func checkFunction(
    _ function: FunctionIR.Function, _ node: CallNode, _ expected: OptionalType?
  ) -> Checked {
    guard expectArguments(function.entry.argumentCounts, node),
      let arguments = checkArguments(function.entry.parameters, node, expected)
    else { return .failed }
    return Checker.call(function, arguments, node)
  }

  private mutating func checkArguments(
    _ parameters: [FunctionEntry.Parameter], _ node: CallNode, _ expected: OptionalType?
  ) -> [TypedExpression]? {
    var arguments: [TypedExpression] = []
    for index in node.arguments.indices {
      guard let value = checkKnown(node.arguments[index], expecting: parameters[index].hint(expected)),
        accepts(value, parameters[index], node)
      else { return nil }
      arguments.append(value)
    }
    return arguments
  }

  private static func call(
    _ function: FunctionIR.Function, _ arguments: [TypedExpression], _ node: CallNode
  ) -> Checked {
    let entry = function.entry
    let isOptional = entry.mayFail || arguments.contains { $0.type.isOptional }
    let type: OptionalType
    switch entry.result {
    case .type(let base): type = OptionalType(base, isOptional: isOptional)
    case .sameNumber:
      let base = arguments[0].type.base
      // `abs` of the least Int64 is nil, so every integer result is optional.
      type =
        base.isInteger || base == .null
        ? OptionalType(.int64, isOptional: true) : OptionalType(base, isOptional: isOptional)
    }
    return .value(TypedExpression(.function(function, arguments), type, node.span))
  }

  /// Whether a value is allowed as such an argument; reports the reason if it is not.
  private mutating func accepts(
    _ value: TypedExpression, _ parameter: FunctionEntry.Parameter, _ call: CallNode
  ) -> Bool {
    let operation = "'\(call.name.text)'"
    let (base, isNull) = (value.type.base, value.isNullLiteral)
    switch parameter {
    case .number, .double:
      if base.isNumeric || isNull { return true }
      report(.needsNumber(operation: operation, value.type), at: value.span)
    case .amount:
      if base.isNumeric { return true }
      report(.needsNumber(operation: operation, value.type), at: value.span)
    case .integer:
      if base.isInteger { return true }
      report(.needsInteger(operation: operation, value.type), at: value.span)
    case .text:
      if base == .string || isNull { return true }
      report(.needsText(operation: operation, value.type), at: value.span)
    case .textOrData:
      if base == .string || base == .data || isNull { return true }
      report(.needsText(operation: operation, value.type), at: value.span)
    case .date:
      if base == .date || isNull { return true }
      report(.needsDate(operation: operation, value.type), at: value.span)
    case .timeZone: return checkTimeZone(value, call)
    }
    return false
  }

  /// Checks the name of a time zone: a literal or a parameter, so that it is the same for all objects.
  private mutating func checkTimeZone(_ value: TypedExpression, _ call: CallNode) -> Bool {
    switch value.kind {
    case .parameter where value.type.base == .string: return true
    case .literal(.string(let name)):
      guard SystemTimeZones.contains(name) == false else { return true }
      let near = SystemTimeZones.nearest(to: name)
      report(
        .unknownTimeZone(name), at: value.span, label: near.map { "did you mean '\($0)'?" },
        help: near == nil ? ["names are those of the IANA database, such as \"Europe/Oslo\" or \"UTC\""] : [],
        fixIts: near.map { [FixIt("replace with '\($0)'", .maybe, [.init(value.span, "\"\($0)\"")])] } ?? [])
    default:
      report(
        .needsTimeZone(operation: "'\(call.name.text)'"), at: value.span,
        help: ["write \"Europe/Oslo\", or a parameter: $zone"])
    }
    return false
  }

  /// A function from a collection to a collection of some of its elements: `mode` and `distinct`.
  private mutating func checkElements(
    _ node: CallNode, _ expected: OptionalType?, _ make: (TypedExpression) -> TypedExpression.Kind
  ) -> Checked {
    guard expectArguments(1...1, node), let argument = checkKnown(node.arguments[0], expecting: expected) else {
      return .failed
    }
    guard let element = argument.elementType else {
      report(.needsCollection(operation: "'\(node.name.text)'", argument.type), at: argument.span)
      return .failed
    }
    return .value(
      TypedExpression(make(argument), OptionalType(.collection(element: element, isOrdered: true)), node.span))
  }

  /// `sum:(x)` over a collection, `sum(1, 2)` over its arguments, or `sum(x)` over the rows of a group.
  private mutating func checkAggregateCall(_ function: AggregateFunction, _ node: CallNode, key: String) -> Checked {
    if node.arguments.isEmpty {
      guard function == .count else {
        report(.argumentCount(node.name.text, expected: 1...1, found: 0), at: node.span)
        return .failed
      }
      return checkGroupAggregate(function, node, argument: nil, key: key)
    }
    guard node.arguments.count == 1 else {
      let list = ExpressionNode.aggregate(AggregateNode(node.arguments, span: node.span))
      guard let operand = checkKnown(list) else { return .failed }
      return aggregate(function, operand, named: "'\(key)'", span: node.span).map { .value($0) } ?? .failed
    }
    if reportAggregateOfEntity(function, node) { return .failed }
    let outer = state.group
    // Inside an aggregate bare paths range over the rows of a group, so they need not be grouping keys.
    state.group?.isInsideAggregate = true
    let checked = checkKnown(node.arguments[0])
    state.group = outer
    guard let operand = checked else { return .failed }
    if operand.elementType == nil { return checkGroupAggregate(function, node, argument: operand, key: key) }
    let ranged = node.distinct == nil ? operand : TypedExpression(.distinct(operand), operand.type, operand.span)
    return aggregate(function, ranged, named: "'\(key)'", span: node.span).map { .value($0) } ?? .failed
  }

  /// Reports `count(distinct name, email)`: combinations are counted by rows or by groups.
  private mutating func reportSeveralDistinct(_ node: CallNode) {
    let values = node.arguments.map { text($0.span) }
    let list = values.joined(separator: ", ")
    let help =
      CallTable.callees[CallTable.key(node.name.text)] == .aggregate(.count)
      ? [
        "the different combinations are the rows of \(state.scope.entity) select distinct \(list)",
        "with the number of objects of each: \(state.scope.entity) group by \(list) select \(list), count() as number",
      ] : ["different values of one kind are those of \(node.name.text)(distinct \(values[0]))"]
    report(.argumentCount("\(node.name.text)(distinct …)", expected: 1...1, found: values.count), at: node.span, help: help)
  }

  private mutating func checkGroupAggregate(
    _ function: AggregateFunction, _ node: CallNode, argument: TypedExpression?, key: String
  ) -> Checked {
    guard let current = state.group, !current.isInsideAggregate else {
      if state.group?.isKey == true {
        report(
          .aggregateOutsideGroup(key), at: node.span,
          help: ["groups are made by a value of each object, and \(text(node.span)) is one of the groups' columns: select \(text(node.span)) as value"])
      } else if let argument {
        if reportOverAllObjects(function, node, argument) { return .failed }
        let isInCondition = state.group == nil && !state.scope.entity.isEmpty
        report(
          .needsCollection(operation: "'\(key)'", argument.type), at: argument.span,
          help: isInCondition
            ? [
              "a condition tests one object: get the value over all of them first, and pass it as a parameter",
              "\(state.scope.entity) select \(text(node.span)) as value",
            ] : [])
      } else {
        report(
          .aggregateOutsideGroup(key), at: node.span,
          help: state.group == nil
            ? ["a condition on groups stands after 'group by': having \(text(node.span)) > 5"] : [])
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
    state.group?.sawAggregate = true
    return .value(
      TypedExpression(
        .reduceGroup(function, isDistinct: node.distinct != nil, argument), type, node.span))
  }

  private mutating func checkArithmeticCall(
    _ operation: ArithmeticIR.Operator, _ node: CallNode, _ expected: OptionalType?
  ) -> Checked {
    guard expectArguments(2...2, node) else { return .failed }
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
    guard expectArguments(2...2, node) else { return .failed }
    guard let value = checkKnown(node.arguments[0], expecting: OptionalType(.string)) else { return .failed }
    guard case .literal(let literal) = node.arguments[1], case .string(let name) = literal.kind else {
      report(.literalNeedsText(node.name.text), at: node.arguments[1].span)
      return .failed
    }
    guard let target = CallTable.castTargets[name] else {
      report(
        .castTarget(name), at: literal.span,
        help: ["types: \(CallTable.castTargets.keys.sorted().joined(separator: ", "))"])
      return .failed
    }
    guard Checker.canCast(value.type.base, to: target) else {
      report(.castImpossible(value.type, target), at: node.span)
      return .failed
    }
    return .value(TypedExpression(.cast(value), OptionalType(target, isOptional: true), node.span))
  }

  /// Whether CAST converts one type to another: text to every type, scalars to text, numbers and Bools among themselves
  /// and to dates, dates and durations to numbers (of seconds; those of a date count from 2001).
  private static func canCast(_ from: ValueType, to target: ValueType) -> Bool {
    if from == target || from == .null || from == .string { return true }
    if from.isNumeric || from == .bool {
      return target.isNumeric || target == .string || target == .date || target == .bool
    }
    if from.isTime { return target.isNumeric || target == .string }
    switch from {
    case .object, .opaque, .collection: return false
    default: return target == .string
    }
  }
}

extension FunctionEntry.Parameter {
  /// The type that a `$parameter` takes as such an argument.
  ///
  /// - Parameter expected: the type that the call is expected to have.
  fileprivate func hint(_ expected: OptionalType?) -> OptionalType {
    switch self {
    case .number: expected.flatMap { $0.base.isNumeric ? OptionalType($0.base) : nil } ?? OptionalType(.double)
    case .double, .amount: OptionalType(.double)
    case .integer: OptionalType(.int64)
    case .text, .textOrData, .timeZone: OptionalType(.string)
    case .date: OptionalType(.date)
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
