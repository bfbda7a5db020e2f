import CDQIR

extension ModelPredicate {
  mutating func value(_ expression: ExpressionIR) throws(Refusal) -> Value {
    switch expression {
    case .literal(let value, let type): return try literal(value, type)
    case .parameter(let index, _): return try parameter(index)
    case .path(let path):
      var value = try self.path(path)
      if case .object = path.type.base { value.object = path }
      return value
    case .arithmetic, .negate, .function, .cast:
      if expression.isInvariant { return try computed(expression) }
      return try calculation(expression)
    case .aggregate(let node): return try aggregate(node)
    case .element: throw refusal("an index", "a '#Predicate' has no positions")
    case .conditional: throw refusal("TERNARY", "SwiftData has no SQL for it")
    case .groupAggregate: throw refusal("'group by'", "SwiftData gives objects only")
    }
  }

  private mutating func literal(_ value: CDQIR.Value, _ type: ValueType) throws(Refusal) -> Value {
    switch value {
    case .null: return Value(expression: .null, type: .null, isOptional: true, isNull: true, isLiteral: true)
    case .object, .list: throw refusal("a literal object", "a '#Predicate' has no literal for it")
    default:
      guard let literal = SwiftLiterals.plain(value) else { return try computed(.literal(value, type)) }
      return Value(expression: literal, type: type, isLiteral: true)
    }
  }

  /// A parameter; for an enum or object, a variable with the raw value or identifier that the store compares.
  private mutating func parameter(_ index: Int) throws(Refusal) -> Value {
    let parameter = query.parameters[index]
    let name = SwiftExpression.name(parameterNames[index])
    let isOptional = parameter.mayBeNil
    var result = Value(
      expression: name, type: parameter.type.base, isOptional: isOptional, isCaptured: true)
    switch parameter.type.base {
    case .enumeration:
      result.expression = hoist(
        .rawValue(parameter: index), parameterNames[index] + "RawValue", storedType(parameter.type.base, isOptional),
        isOptional ? .optionalMember(name, "rawValue") : .member(name, "rawValue"))
    case .object:
      result.expression = hoist(
        .identity(parameter: index), parameterNames[index] + "ID", optional(.named("PersistentIdentifier"), isOptional),
        isOptional ? .optionalMember(name, "persistentModelID") : .member(name, "persistentModelID"))
    default: break
    }
    return result
  }

  func optional(_ type: SwiftType, _ isOptional: Bool) -> SwiftType { isOptional ? .optional(type) : type }

  /// The type that the store has for values of a type: the raw type of an enum.
  func storedType(_ type: ValueType, _ isOptional: Bool) -> SwiftType {
    optional(types.type(schema.rawType(of: type)), isOptional)
  }

  /// A value that is the same for all objects, computed by plain Swift statements before the predicate.
  private mutating func computed(_ expression: ExpressionIR) throws(Refusal) -> Value {
    if let known = hoisted[.value(expression)] {
      return Value(expression: known, type: expression.type, isCaptured: true)
    }
    if let known = hoisted[.optionalValue(expression)] {
      return Value(expression: known, type: expression.type, isOptional: true, isCaptured: true)
    }
    let (operand, emitter) = try compute { emitter throws(Refusal) in try emitter.value(expression) }
    var value = emitter.optionalNormal(operand)
    if case .name = value {
    } else {
      let name = names.unique("value")
      prologue.append(.let(name, optional(types.type(expression.type), operand.isOptional), value))
      value = .name(name)
    }
    hoisted[operand.isOptional ? .optionalValue(expression) : .value(expression)] = value
    return Value(expression: value, type: expression.type, isOptional: operand.isOptional, isCaptured: true)
  }

  // MARK: paths

  func members(_ start: Value, _ steps: ArraySlice<StepIR>) throws(Refusal) -> Value {
    var value = start
    var mayBeNil = start.isOptional && !start.isChained
    for step in steps {
      var name = step.name
      var isOptional = false
      switch schema.property(named: step.name, of: step.entity) {
      case .attribute(let attribute):
        if attribute.isTransient {
          throw refusal("'\(step.name)' in a '#Predicate'", "it is transient, so no store has it")
        }
        switch attribute.type {
        case .opaque:
          throw refusal("'\(step.name)' in a '#Predicate'", "a Transformable is not stored by SwiftData here")
        case .collection: throw refusal("the elements of '\(step.name)'", "SwiftData keeps them as one value")
        case .enumeration: name += "RawValue"
        default: break
        }
        value.type = attribute.type
        isOptional = attribute.isOptional
      case .relationship(let relationship):
        value.type = relationship.type.base
        // In a model class, every to-one relationship is optional.
        isOptional = !relationship.isToMany
      case nil: break
      }
      value.expression = mayBeNil ? .optionalMember(value.expression, name) : .member(value.expression, name)
      value.isChained = value.isChained || mayBeNil
      mayBeNil = isOptional
    }
    value.isOptional = value.isChained || mayBeNil
    value.isChained = value.isChained && !mayBeNil
    return value
  }

  /// Replaces an object by its `persistentModelID`.
  func identity(_ value: Value) -> Value {
    guard case .object = value.type else { return value }
    // `parameter` has already replaced a parameter by its identifier.
    if value.isCaptured || value.isNull { return value }
    var result = value
    let isPlain = !value.isOptional || value.isChained
    result.expression =
      isPlain ? .member(value.expression, "persistentModelID") : .optionalMember(value.expression, "persistentModelID")
    result.isChained = value.isOptional
    return result
  }

  // MARK: calculations

  /// The most operators of a calculation. Sixteen type-check within a second, thirty do not within a minute.
  private static let mostCalculations = 16
  /// The same for elements of a collection, whose closure cannot have a statement for a part.
  private static let mostCalculationsOfElements = 4

  private mutating func calculation(_ expression: ExpressionIR) throws(Refusal) -> Value {
    guard case .arithmetic(let node) = expression else {
      throw refusal("a function of stored values", "a '#Predicate' has none that SwiftData runs")
    }
    var operators = 0
    IRNode.expression(expression).walk { child in
      if case .expression(.arithmetic(let inner)) = child { operators += inner.operators.count }
      return true
    }
    let most = elements.isEmpty ? ModelPredicate.mostCalculations : ModelPredicate.mostCalculationsOfElements
    if operators > most {
      throw refusal(
        "a calculation with more than \(most) operators",
        "each is a type in the type of the next one, and Swift's compiler would take minutes or more")
    }
    switch node.type {
    case .double, .float, .int16, .int32, .int64: break
    case .string:
      throw Refusal(
        "'+' of stored texts", "SwiftData has no SQL for it",
        help: "compare each text by itself, as in 'first == $first AND last == $last'")
    default: throw refusal("arithmetic of \(node.type)", "a '#Predicate' calculates with integers and Doubles only")
    }
    var result = try value(node.operands[0])
    for (symbol, next) in zip(node.operators, node.operands.dropFirst()) {
      let right = try value(next)
      switch symbol {
      case .add, .subtract, .multiply: break
      case .divide where node.type == .double: break
      case .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
        throw refusal("'\(symbol.rawValue)' of \(node.type)", "SwiftData has no SQL for it")
      }
      if result.isOptional || right.isOptional {
        throw refusal("arithmetic of what may be nil", "a '#Predicate' would need its value unwrapped")
      }
      try sameType(result, right, in: "arithmetic")
      let type = result.isLiteral ? right.type : result.type
      if type.isInteger { warn("integer arithmetic that overflows is a run-time error in a '#Predicate'") }
      result = Value(
        expression: .binary(result.expression, symbol.rawValue, right.expression), type: type,
        isLiteral: result.isLiteral && right.isLiteral)
    }
    return result
  }

  /// Refuses operands of different types, which no Swift operator takes.
  func sameType(_ left: Value, _ right: Value, in construct: String) throws(Refusal) {
    if left.isNull || right.isNull || left.type == right.type { return }
    if left.isLiteral, right.isLiteral { return }
    if left.isLiteral || right.isLiteral {
      let (literal, other) = left.isLiteral ? (left, right) : (right, left)
      switch (literal.expression, other.type.carrier) {
      case (.integer, .int16), (.integer, .int32), (.integer, .int64), (.integer, .float), (.integer, .double),
        (.double, .float), (.double, .double), (.string, .string), (.string, .enumeration),
        (.integer, .enumeration), (.integer, .decimal):
        return
      default: break
      }
    }
    throw refusal("\(construct) of \(left.type) and \(right.type)", "a '#Predicate' takes values of one type only")
  }

  private mutating func aggregate(_ node: AggregateIR) throws(Refusal) -> Value {
    guard node.function == .count else {
      if IRNode.collection(node.collection).readsAllObjects {
        throw refusal("'@\(node.function.rawValue)' of all objects", "a '#Predicate' ranges over relationships only")
      }
      throw refusal("'@\(node.function.rawValue)'", "SwiftData counts relationships and computes nothing of them")
    }
    let elements = try collection(node.collection)
    return Value(expression: .member(elements, "count"), type: .int64, isLiteral: false)
  }

  /// A to-many relationship, or for a SUBQUERY its elements that `filter` keeps.
  mutating func collection(_ collection: CollectionIR) throws(Refusal) -> SwiftExpression {
    switch collection {
    case .path(let path):
      guard let binding = variables[path.variable] else {
        throw refusal("the objects of an object parameter", "a '#Predicate' reads no members of what it captures")
      }
      let steps = binding.steps + path.steps
      guard steps.last?.kind == .toMany, steps.count(where: { $0.kind == .toMany }) == 1 else {
        throw refusal("such a collection", "a '#Predicate' ranges over one relationship")
      }
      let value = try members(binding.object, steps[...])
      guard !value.isOptional else {
        throw refusal(
          "a relationship of an optional object", "SwiftData has no SQL for a chain that ends in a collection")
      }
      return value.expression
    case .filter(let source, let variable, let predicate):
      let elements = try self.collection(source)
      let closure = try elementClosure(variable, type: source.elementType, predicate)
      return .call(.member(elements, "filter"), [SwiftArgument(.closure(closure))])
    default:
      throw refusal("such a collection", "a '#Predicate' ranges over relationships only")
    }
  }

  /// The closure for a predicate on elements: `{ (order) -> Bool in … }`.
  ///
  /// - Parameters:
  ///   - steps: the steps from the element to the value that the variable stands for.
  ///   - wanted: the value of the predicate for which the closure is true.
  mutating func elementClosure(
    _ variable: VariableIR, type: ValueType, _ predicate: PredicateIR, steps: [StepIR] = [], _ wanted: Bool = true
  ) throws(Refusal) -> SwiftClosure {
    guard case .object(let entity) = type else {
      throw refusal("a collection of values", "SwiftData keeps it as one value")
    }
    if !elements.isEmpty { try allow(.nestedSubquery) }
    let name = names.unique(SwiftNames.lowerFirst(entity))
    let outer = variables[variable.id]
    variables[variable.id] = Binding(name: name, entity: entity, steps: steps)
    elements.append(name)
    defer {
      variables[variable.id] = outer
      elements.removeLast()
    }
    let body = try condition(predicate.simplified, wanted)
    return SwiftClosure(parameters: [name], result: .named(types.standard("Bool")), body: [.expression(body)])
  }
}
