import CDQIR

extension ClosureEmitter {
  /// Opens the loops over the elements of a collection, and returns the element of the innermost loop.
  ///
  /// The caller takes the scope before, emits the body and closes the scope. In the body, `continue` goes on with the
  /// next element; `label` is the label of the outermost loop.
  mutating func iterate(_ collection: CollectionIR, label: String?) throws(Refusal) -> Operand {
    switch collection {
    case .path(let path): return try iterate(path, label)
    case .objects: throw ClosureEmitter.allObjects(collection)
    case .literal(let elements, let type): return try iterateLiteral(elements, type, label)
    case .parameter(let index, let type):
      let element = Operand(.null, scalarType(type), form: elementForm(type))
      return openLoop("element", list(of: index), label, over: element)
    case .filter(let source, let variable, let predicate):
      let element = try iterate(source, label: label)
      bind(variable, to: element)
      try requireIfPresent(predicate.simplified, else: [.continue(nil)])
      return element
    case .map(let source, let variable, let expression):
      bind(variable, to: try iterate(source, label: label))
      return try value(expression)
    case .flatMap(let source, let variable, let inner):
      bind(variable, to: try iterate(source, label: label))
      return try iterate(inner, label: nil)
    case .distinct(let source): return try iterateDistinct(source, label)
    case .set(let operation, let left, let right): return try iterateSet(operation, left, right, label)
    case .mode(let source): return try iterateMode(source, label)
    }
  }

  /// The refusal of a collection of all objects. It is made in a function of its own, since `iterate` is on the stack once for
  /// each level of a query.
  private static func allObjects(_ collection: CollectionIR) -> Refusal {
    let reason = "generated code reads the tested object, and those that its relationships lead to"
    guard case .object(let entity) = collection.elementType else { return Refusal("all objects of an entity", reason) }
    return Refusal("'\(entity)' as the collection of all its objects", reason)
  }

  /// Whether `iterate` opens more than one loop, so that a `break` needs a label.
  func isNestedLoop(_ collection: CollectionIR) -> Bool {
    switch collection {
    case .path(let path): path.steps.count { $0.kind == .toMany || $0.kind == .scalarCollection } > 1
    case .objects, .literal, .parameter, .mode: false
    case .filter(let source, _, _), .map(let source, _, _), .distinct(let source): isNestedLoop(source)
    case .set(let operation, let left, _): operation != .union && isNestedLoop(left)
    case .flatMap: true
    }
  }

  /// Opens a loop for each to-many relationship and each collection attribute of a path.
  private mutating func iterate(_ path: PathIR, _ label: String?) throws(Refusal) -> Operand {
    if path.variable == ClosureEmitter.groupVariable, let members = variables[path.variable] {
      let object = Operand(.null, .object(query.entity), form: .object)
      return openLoop(SwiftNames.lowerFirst(query.entity), members.expression, label, over: object)
    }
    var base = try start(of: path)
    var steps = path.steps[...]
    var label = label
    while let index = steps.firstIndex(where: { $0.kind == .toMany || $0.kind == .scalarCollection }) {
      let source = chain(base, steps[...index])
      let elements: SwiftExpression =
        source.isOptional ? .binary(source.expression, "??", .array([])) : source.expression
      let type = source.type.element ?? source.type
      let hint = if case .object(let entity) = type { SwiftNames.lowerFirst(entity) } else { "element" }
      base = openLoop(hint, elements, label, over: Operand(.null, type, form: form(of: type)))
      steps = steps[(index + 1)...]
      label = nil
    }
    return chain(base, steps)
  }

  private mutating func iterateLiteral(
    _ elements: [ExpressionIR], _ type: ValueType, _ label: String?
  ) throws(Refusal) -> Operand {
    var operands: [Operand] = []
    for expression in elements { operands.append(try converted(try value(expression), to: type)) }
    // Objects stay objects, so that paths can start at them. Where one element is known by its identity only, all
    // elements become identities.
    var element = Operand(.null, type)
    var elementType = languageType(type)
    if case .object(let entity) = type {
      if operands.allSatisfy({ $0.form == .object }) {
        elementType = types.declared(entity)
        element.form = .object
      } else {
        for index in operands.indices { operands[index] = try identity(operands[index]) }
        element.type = scalarType(type)
      }
    }
    element.isOptional = operands.contains(where: \.isOptional)
    let list = names.unique("elements")
    let listType = SwiftType.array(element.isOptional ? .optional(elementType) : elementType)
    emit(.let(list, listType, .array(operands.map { optionalNormal($0) })))
    return openLoop("element", .name(list), label, over: element)
  }

  private mutating func iterateDistinct(_ source: CollectionIR, _ label: String?) throws(Refusal) -> Operand {
    let seen = names.unique("seen")
    emit(.var(seen, .generic(types.standard("Set"), [keyType(source.elementType)]), .array([])))
    let element = try iterate(source, label: label)
    try requireNew(element, seen)
    return element
  }

  /// Skips an element that is nil or that an earlier turn of the loop had, using the set `seen`.
  mutating func requireNew(_ element: Operand, _ seen: String) throws(Refusal) {
    var clauses: [SwiftCondition] = []
    let key = try key(of: element, &clauses)
    let inserted = SwiftExpression.member(
      .call(.member(.name(seen), "insert"), [SwiftArgument(key)]), "inserted")
    emit(.guard(clauses + [.holds(inserted)], else: [.continue(nil)]))
  }

  /// The value of a list parameter; an absent one is an empty list.
  func list(of index: Int) -> SwiftExpression {
    let parameter = query.parameters[index]
    let name = SwiftExpression.name(parameterNames[index])
    return parameter.mayBeNil ? .binary(name, "??", .array([])) : name
  }

  /// The type by which elements are compared: for objects, the type of the attribute that identifies them.
  func scalarType(_ type: ValueType) -> ValueType {
    if case .object(let entity) = type, let attribute = types.identityAttribute(of: entity) {
      return attribute.type
    }
    return type
  }

  /// The form of an element of a list parameter. The generator declares the parameter, so its integers are `Int64`.
  func elementForm(_ type: ValueType) -> Operand.Form {
    let type = scalarType(type)
    return type == .int64 ? .plain : form(of: type)
  }
}
