import CDQIR

extension ClosureEmitter {
  /// Emits an aggregate as a loop over the collection: `@count`, `@sum`, `@min`, `@max` and the functions of the same
  /// meaning. The median, the standard deviation and the average of Decimals are calls of the runtime.
  mutating func aggregate(_ node: AggregateIR) throws(Refusal) -> Operand {
    switch node.function {
    case .count: return try count(node.collection)
    case .sum: return try sum(node)
    case .minimum, .maximum: return try extremum(node)
    case .average:
      if Family(node.collection.elementType) == .decimal { return try statistic(node, "average") }
      return try average(node)
    case .median: return try statistic(node, "median")
    case .standardDeviation: return try statistic(node, "standardDeviation")
    }
  }

  /// Emits an aggregate that needs all values at once: a loop collects them in an array, and a function of
  /// `CDQStatistics` computes the result.
  private mutating func statistic(_ node: AggregateIR, _ member: String) throws(Refusal) -> Operand {
    let element: ValueType
    switch Family(node.collection.elementType.carrier) {
    case .integer, .floating: element = .double
    case .decimal: element = .decimal
    case .text, .other, .any:
      throw Refusal("'@\(node.function.rawValue)' of \(node.collection.elementType)", "it has no numbers")
    }
    if element == .decimal { needsFoundation = true }
    let values = names.unique("values")
    emit(.var(values, .array(languageType(element)), .array([])))
    let scope = scope
    let item = try iterate(node.collection, label: nil)
    let number = required(element == .double ? try converted(item, to: .double) : item)
    emit(.expression(.call(.member(.name(values), "append"), [SwiftArgument(number)])))
    close(scope)
    let type: ValueType = element == .decimal && member != "standardDeviation" ? .decimal : .double
    let result = names.unique(member)
    let call = SwiftExpression.call(
      .member(.name(types.runtime("CDQStatistics")), member), [SwiftArgument(.name(values))])
    emit(.let(result, .optional(languageType(type)), call))
    return Operand(.name(result), resultType(type, of: node), isOptional: true)
  }

  /// The result type of an aggregate: the type of the elements where it has no Swift type of its own, as durations,
  /// else `type`.
  private func resultType(_ type: ValueType, of node: AggregateIR) -> ValueType {
    node.collection.elementType.hasOwnSwiftType ? type : node.collection.elementType
  }

  private mutating func count(_ collection: CollectionIR) throws(Refusal) -> Operand {
    let type = SwiftType.named(types.standard("Int64"))
    if case .path(let path) = collection, path.variable == ClosureEmitter.groupVariable,
      let members = variables[path.variable]
    {
      return Operand(.call(type.text, SwiftArgument(.member(members.expression, "count"))), .int64)
    }
    if case .path(let path) = collection, path.steps.count == 1, let base = variables[path.variable], !base.isOptional {
      let elements = chain(base, path.steps[...])
      if !elements.isOptional {
        let size = SwiftExpression.call(type.text, SwiftArgument(.member(elements.expression, "count")))
        return Operand(size, .int64)
      }
    }
    let result = names.unique("count")
    emit(.var(result, type, .integer(0)))
    let scope = scope
    _ = try iterate(collection, label: nil)
    emit(.assign(.name(result), "+=", .integer(1)))
    close(scope)
    return Operand(.name(result), .int64)
  }

  private mutating func sum(_ node: AggregateIR) throws(Refusal) -> Operand {
    let total = names.unique("total")
    switch Family(node.type.carrier) {
    case .integer:
      let type = SwiftType.named(types.runtime("CDQIntegerSum"))
      emit(.var(total, type, .call(type.text)))
      let scope = scope
      let number = required(try iterate(node.collection, label: nil))
      emit(.expression(.call(.member(.name(total), "add"), [SwiftArgument(number)])))
      close(scope)
      let result = names.unique("sum")
      emit(.let(result, .optional(.named(types.standard("Int64"))), .member(.name(total), "value")))
      return Operand(.name(result), .int64, isOptional: true)
    case .floating:
      emit(.var(total, .named(types.standard("Double")), .double(0)))
      let scope = scope
      let element = try iterate(node.collection, label: nil)
      emit(.assign(.name(total), "+=", required(try converted(element, to: .double))))
      close(scope)
      return Operand(.name(total), resultType(.double, of: node))
    case .decimal:
      needsFoundation = true
      let type = types.foundation("Decimal")
      emit(.var(total, .optional(.named(type)), .call(type, SwiftArgument(.integer(0)))))
      let scope = scope
      let number = required(try iterate(node.collection, label: nil))
      let known = names.unique("known")
      let next = SwiftExpression.call(
        .member(.name(types.runtime("CDQDecimal")), "calculate"),
        [SwiftArgument(.name(known)), SwiftArgument(.implicitMember("add")), SwiftArgument(number)])
      emit(.if([.unwrap(known, .name(total))], then: [.assign(.name(total), "=", next)], else: []))
      close(scope)
      return Operand(.name(total), .decimal, isOptional: true)
    case .text, .other, .any:
      throw Refusal("a sum of \(node.type)", "its exact rules are the engine's")
    }
  }

  /// Emits the average of a collection; the average of integers is computed from their exact sum.
  private mutating func average(_ node: AggregateIR) throws(Refusal) -> Operand {
    let total = names.unique("total")
    let count = names.unique("count")
    let double = types.standard("Double")
    let isInteger: Bool
    switch Family(node.collection.elementType.carrier) {
    case .integer: isInteger = true
    case .floating: isInteger = false
    case .decimal, .text, .other, .any:
      throw Refusal("an average of \(node.collection.elementType)", "its exact rules are the engine's")
    }
    let type = isInteger ? types.runtime("CDQIntegerSum") : double
    emit(.var(total, .named(type), isInteger ? .call(type) : .double(0)))
    emit(.var(count, .named(types.standard("Int")), .integer(0)))
    let scope = scope
    let element = try iterate(node.collection, label: nil)
    let number = required(isInteger ? element : try converted(element, to: .double))
    emit(
      isInteger
        ? .expression(.call(.member(.name(total), "add"), [SwiftArgument(number)]))
        : .assign(.name(total), "+=", number))
    emit(.assign(.name(count), "+=", .integer(1)))
    close(scope)
    let sum: SwiftExpression = isInteger ? .member(.name(total), "nearestDouble") : .name(total)
    let result = names.unique("average")
    emit(
      .let(
        result, .optional(.named(double)),
        .ternary(
          .binary(.name(count), "==", .integer(0)), .null,
          .binary(sum, "/", .call(double, SwiftArgument(.name(count)))))))
    return Operand(.name(result), resultType(.double, of: node), isOptional: true)
  }

  /// Unwraps an element in the body of a loop, which skips nil elements with `guard … else { continue }`.
  private mutating func required(_ element: Operand) -> SwiftExpression {
    var clauses: [SwiftCondition] = []
    let value = unwrap(element, &clauses)
    if !clauses.isEmpty { emit(.guard(clauses, else: [.continue(nil)])) }
    return value
  }

  private mutating func extremum(_ node: AggregateIR) throws(Refusal) -> Operand {
    switch Family(node.type) {
    case .integer, .floating, .decimal, .text: break
    case .other(let type) where type.isOrdered: break
    case .other, .any:
      throw Refusal("the least or greatest \(node.type)", "its values have no order")
    }
    let isLeast = node.function == .minimum
    let result = names.unique(isLeast ? "least" : "greatest")
    emit(.var(result, .optional(languageType(node.type)), .null))
    let scope = scope
    let value = required(try iterate(node.collection, label: nil))
    let known = names.unique("known")
    let (low, high) = isLeast ? (value, SwiftExpression.name(known)) : (.name(known), value)
    let isBetter: SwiftExpression
    switch Family(node.type.carrier) {
    case .text: isBetter = helper("less", low, high, [])
    case .floating, .decimal:
      isBetter = .call(
        .member(.name(types.runtime("CDQStatistics")), "precedes"), [SwiftArgument(low), SwiftArgument(high)])
    case .integer, .other, .any: isBetter = .binary(value, isLeast ? "<" : ">", .name(known))
    }
    let set: [SwiftStatement] = [.assign(.name(result), "=", value)]
    emit(.if([.unwrap(known, .name(result))], then: [.if([.holds(isBetter)], then: set, else: [])], else: set))
    close(scope)
    return Operand(.name(result), node.type, isOptional: true)
  }

  /// Emits a loop that finds one element: `collection[0]`, `collection[FIRST]` or `collection[LAST]`.
  mutating func element(_ node: ElementIR) throws(Refusal) -> Operand {
    let type = node.collection.elementType
    let isObject: Bool
    if case .object = type { isObject = true } else { isObject = false }
    let swiftType: SwiftType
    if case .object(let entity) = type { swiftType = types.declared(entity) } else { swiftType = languageType(type) }
    let result = names.unique("element")
    var wanted: SwiftExpression?
    var position = ""
    var label: String?
    switch node.position {
    case .last: break
    case .first:
      wanted = .integer(0)
    case .index(let index):
      wanted = optionalNormal(try value(index))
    }
    emit(.var(result, .optional(swiftType), .null))
    if wanted != nil {
      position = names.unique("position")
      label = isNestedLoop(node.collection) ? names.unique("search") : nil
      emit(.var(position, .named(types.standard("Int64")), .integer(0)))
    }
    let scope = scope
    let element = try iterate(node.collection, label: label)
    let set = SwiftStatement.assign(.name(result), "=", optionalNormal(element))
    if let wanted {
      emit(.if([.holds(.binary(.name(position), "==", wanted))], then: [set, .break(label)], else: []))
      emit(.assign(.name(position), "+=", .integer(1)))
    } else {
      emit(set)
    }
    close(scope)
    return Operand(.name(result), type, isOptional: true, form: isObject ? .object : .plain)
  }
}
