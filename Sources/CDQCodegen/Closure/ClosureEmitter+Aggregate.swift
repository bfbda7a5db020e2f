import CDQIR

extension ClosureEmitter {
  /// `@count`, `@sum`, `@min`, `@max` and their functions, as loops.
  mutating func aggregate(_ node: AggregateIR) throws(Refusal) -> Operand {
    switch node.function {
    case .count: return try count(node.collection)
    case .sum: return try sum(node)
    case .minimum, .maximum: return try extremum(node)
    case .average: return try average(node)
    case .median, .standardDeviation:
      throw Refusal("'@\(node.function.rawValue)'", "how it rounds is the engine's")
    }
  }

  private mutating func count(_ collection: CollectionIR) throws(Refusal) -> Operand {
    let type = SwiftType.named(types.standard("Int64"))
    if case .path(let path) = collection, path.steps.count == 1, let base = variables[path.variable], !base.isOptional {
      let elements = chain(base, path.steps[...])
      if !elements.isOptional {
        let size = SwiftExpression.call(type.text, SwiftArgument(.member(elements.expression, "count")))
        return Operand(size, .int64)
      }
    }
    let result = names.unique("count")
    emit(.var(result, type, .integer(0)))
    try iterate(collection, label: nil) { (emitter, _) throws(Refusal) in
      emitter.emit(.assign(.name(result), "+=", .integer(1)))
    }
    return Operand(.name(result), .int64)
  }

  private mutating func sum(_ node: AggregateIR) throws(Refusal) -> Operand {
    let total = names.unique("total")
    switch Family(node.type) {
    case .integer:
      let type = SwiftType.named(types.runtime("CDQIntegerSum"))
      emit(.var(total, type, .call(type.text)))
      try iterate(node.collection, label: nil) { (emitter, element) throws(Refusal) in
        let number = emitter.required(element)
        emitter.emit(.expression(.call(.member(.name(total), "add"), [SwiftArgument(number)])))
      }
      let result = names.unique("sum")
      emit(.let(result, .optional(.named(types.standard("Int64"))), .member(.name(total), "value")))
      return Operand(.name(result), .int64, isOptional: true)
    case .floating:
      emit(.var(total, .named(types.standard("Double")), .double(0)))
      try iterate(node.collection, label: nil) { (emitter, element) throws(Refusal) in
        let number = emitter.required(try emitter.converted(element, to: .double))
        emitter.emit(.assign(.name(total), "+=", number))
      }
      return Operand(.name(total), .double)
    case .decimal:
      needsFoundation = true
      let type = types.foundation("Decimal")
      emit(.var(total, .optional(.named(type)), .call(type, SwiftArgument(.integer(0)))))
      try iterate(node.collection, label: nil) { (emitter, element) throws(Refusal) in
        let number = emitter.required(element)
        let known = emitter.names.unique("known")
        let next = SwiftExpression.call(
          .member(.name(emitter.types.runtime("CDQDecimal")), "calculate"),
          [SwiftArgument(.name(known)), SwiftArgument(.implicitMember("add")), SwiftArgument(number)])
        emitter.emit(
          .if([.unwrap(known, .name(total))], then: [.assign(.name(total), "=", next)], else: []))
      }
      return Operand(.name(total), .decimal, isOptional: true)
    case .text, .other, .any:
      throw Refusal("a sum of \(node.type)", "its exact rules are the engine's")
    }
  }

  /// The mean; of integers from their exact sum.
  private mutating func average(_ node: AggregateIR) throws(Refusal) -> Operand {
    let total = names.unique("total")
    let count = names.unique("count")
    let double = types.standard("Double")
    let isInteger: Bool
    switch Family(node.collection.elementType) {
    case .integer: isInteger = true
    case .floating: isInteger = false
    case .decimal, .text, .other, .any:
      throw Refusal("an average of \(node.collection.elementType)", "its exact rules are the engine's")
    }
    let type = isInteger ? types.runtime("CDQIntegerSum") : double
    emit(.var(total, .named(type), isInteger ? .call(type) : .double(0)))
    emit(.var(count, .named(types.standard("Int")), .integer(0)))
    try iterate(node.collection, label: nil) { (emitter, element) throws(Refusal) in
      let number = emitter.required(isInteger ? element : try emitter.converted(element, to: .double))
      emitter.emit(
        isInteger
          ? .expression(.call(.member(.name(total), "add"), [SwiftArgument(number)]))
          : .assign(.name(total), "+=", number))
      emitter.emit(.assign(.name(count), "+=", .integer(1)))
    }
    let sum: SwiftExpression = isInteger ? .member(.name(total), "nearestDouble") : .name(total)
    let result = names.unique("average")
    emit(
      .let(
        result, .optional(.named(double)),
        .ternary(
          .binary(.name(count), "==", .integer(0)), .null,
          .binary(sum, "/", .call(double, SwiftArgument(.name(count)))))))
    return Operand(.name(result), .double, isOptional: true)
  }

  /// The element's value; a nil element is left out.
  private mutating func required(_ element: Operand) -> SwiftExpression {
    var clauses: [SwiftCondition] = []
    let value = unwrap(element, &clauses)
    if !clauses.isEmpty { emit(.guard(clauses, else: [.continue(nil)])) }
    return value
  }

  private mutating func extremum(_ node: AggregateIR) throws(Refusal) -> Operand {
    switch Family(node.type) {
    case .integer, .text, .other(.date), .other(.duration): break
    case .floating, .decimal, .other, .any:
      throw Refusal("the least or greatest \(node.type)", "how it treats NaN is the engine's")
    }
    let isLeast = node.function == .minimum
    let result = names.unique(isLeast ? "least" : "greatest")
    emit(.var(result, .optional(languageType(node.type)), .null))
    try iterate(node.collection, label: nil) { (emitter, element) throws(Refusal) in
      let value = emitter.required(element)
      let known = emitter.names.unique("known")
      let isBetter: SwiftExpression =
        if Family(node.type) == .text {
          emitter.helper("less", isLeast ? value : .name(known), isLeast ? .name(known) : value, [])
        } else {
          .binary(value, isLeast ? "<" : ">", .name(known))
        }
      let set: [SwiftStatement] = [.assign(.name(result), "=", value)]
      emitter.emit(
        .if(
          [.unwrap(known, .name(result))], then: [.if([.holds(isBetter)], then: set, else: [])], else: set))
    }
    return Operand(.name(result), node.type, isOptional: true)
  }

  /// `collection[0]`, `[FIRST]`, `[LAST]`
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
    try iterate(node.collection, label: label) { (emitter, element) throws(Refusal) in
      let set = SwiftStatement.assign(.name(result), "=", emitter.optionalNormal(element))
      if let wanted {
        emitter.emit(
          .if([.holds(.binary(.name(position), "==", wanted))], then: [set, .break(label)], else: []))
        emitter.emit(.assign(.name(position), "+=", .integer(1)))
      } else {
        emitter.emit(set)
      }
    }
    return Operand(.name(result), type, isOptional: true, form: isObject ? .object : .plain)
  }
}
