import CDQIR

extension ClosureEmitter {
  /// Writes what one element of a collection does.
  typealias ElementBody = (inout ClosureEmitter, Operand) throws(Refusal) -> Void

  /// Emits a loop over the elements. `continue` in the body goes on with the next one; `label` names the outer loop.
  mutating func iterate(_ collection: CollectionIR, label: String?, _ body: ElementBody) throws(Refusal) {
    switch collection {
    case .path(let path):
      if path.variable == ClosureEmitter.groupVariable, let members = variables[path.variable] {
        let name = names.unique(SwiftNames.lowerFirst(query.entity))
        let element = Operand(.name(name), .object(query.entity), form: .object)
        return try loop(name, members.expression, label) { (emitter) throws(Refusal) in try body(&emitter, element) }
      }
      let base = try start(of: path)
      try walk(base, path.steps[...], label, body)
    case .literal(let elements, let type):
      try iterateLiteral(elements, type, label, body)
    case .parameter(let index, let type):
      let name = names.unique("element")
      let element = Operand(.name(name), scalarType(type), form: elementForm(type))
      try loop(name, list(of: index), label) { (emitter) throws(Refusal) in try body(&emitter, element) }
    case .filter(let source, let variable, let predicate):
      try iterate(source, label: label) { (emitter, element) throws(Refusal) in
        try emitter.binding(variable, element) { (emitter) throws(Refusal) in
          try emitter.requireIfPresent(predicate.simplified, else: [.continue(nil)])
        }
        try body(&emitter, element)
      }
    case .map(let source, let variable, let expression):
      try iterate(source, label: label) { (emitter, element) throws(Refusal) in
        var result = element
        try emitter.binding(variable, element) { (emitter) throws(Refusal) in
          result = try emitter.value(expression)
        }
        try body(&emitter, result)
      }
    case .flatMap(let source, let variable, let inner):
      try iterate(source, label: label) { (emitter, element) throws(Refusal) in
        try emitter.binding(variable, element) { (emitter) throws(Refusal) in
          try emitter.iterate(inner, label: nil, body)
        }
      }
    case .distinct(let source):
      try iterateDistinct(source, label, body)
    case .set(let operation, let left, let right):
      try iterateSet(operation, left, right, label, body)
    case .mode(let source):
      try iterateMode(source, label, body)
    }
  }

  /// Whether `iterate` writes more than one loop, so that leaving it needs a label.
  func isNestedLoop(_ collection: CollectionIR) -> Bool {
    switch collection {
    case .path(let path): path.steps.count { $0.kind == .toMany || $0.kind == .scalarCollection } > 1
    case .literal, .parameter: false
    case .mode: false
    case .filter(let source, _, _), .map(let source, _, _), .distinct(let source): isNestedLoop(source)
    case .set(let operation, let left, _): operation != .union && isNestedLoop(left)
    case .flatMap: true
    }
  }

  /// Runs `body` with a variable bound to an element.
  mutating func binding(
    _ variable: VariableIR, _ element: Operand, _ body: (inout ClosureEmitter) throws(Refusal) -> Void
  ) throws(Refusal) {
    let outer = (variables[variable.id], depths[variable.id])
    variables[variable.id] = element
    depths[variable.id] = blocks.count
    defer { (variables[variable.id], depths[variable.id]) = outer }
    try body(&self)
  }

  /// A loop over collected elements.
  mutating func loop(
    _ hint: String, _ sequence: SwiftExpression, _ label: String?, over element: Operand, _ body: ElementBody
  ) throws(Refusal) {
    var element = element
    let name = names.unique(hint)
    element.expression = .name(name)
    try loop(name, sequence, label) { (emitter) throws(Refusal) in try body(&emitter, element) }
  }

  /// `for name in sequence { … }`
  private mutating func loop(
    _ name: String, _ sequence: SwiftExpression, _ label: String?,
    _ body: (inout ClosureEmitter) throws(Refusal) -> Void
  ) throws(Refusal) {
    let statements = try collecting(isLoop: true, body)
    // A loop that only counts has no use for the element's name.
    let isUsed = statements.mention(name)
    emit(.for(label: label, isUsed ? name : "_", in: sequence, statements))
  }

  private mutating func walk(
    _ base: Operand, _ steps: ArraySlice<StepIR>, _ label: String?, _ body: ElementBody
  ) throws(Refusal) {
    guard let index = steps.firstIndex(where: { $0.kind == .toMany || $0.kind == .scalarCollection }) else {
      return try body(&self, chain(base, steps))
    }
    let source = chain(base, steps[...index])
    let elements: SwiftExpression =
      source.isOptional ? .binary(source.expression, "??", .array([])) : source.expression
    let element: Operand
    let type = source.type.element ?? source.type
    if case .object(let entity) = type {
      let name = names.unique(SwiftNames.lowerFirst(entity))
      element = Operand(.name(name), type, form: .object)
      try loop(name, elements, label) { (emitter) throws(Refusal) in
        try emitter.walk(element, steps[(index + 1)...], nil, body)
      }
    } else {
      let name = names.unique("element")
      element = Operand(.name(name), type, form: form(of: type))
      try loop(name, elements, label) { (emitter) throws(Refusal) in try body(&emitter, element) }
    }
  }

  private mutating func iterateLiteral(
    _ elements: [ExpressionIR], _ type: ValueType, _ label: String?, _ body: ElementBody
  ) throws(Refusal) {
    var operands: [Operand] = []
    for expression in elements { operands.append(try converted(try value(expression), to: type)) }
    // Objects are kept as such, so that paths can follow; where one is known by its identity only, all are.
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
    let name = names.unique("element")
    element.expression = .name(name)
    let listType = SwiftType.array(element.isOptional ? .optional(elementType) : elementType)
    emit(.let(list, listType, .array(operands.map { optionalNormal($0) })))
    try loop(name, .name(list), label) { (emitter) throws(Refusal) in try body(&emitter, element) }
  }

  private mutating func iterateDistinct(
    _ source: CollectionIR, _ label: String?, _ body: ElementBody
  ) throws(Refusal) {
    let seen = names.unique("seen")
    emit(.var(seen, .generic(types.standard("Set"), [keyType(source.elementType)]), .array([])))
    try iterate(source, label: label) { (emitter, element) throws(Refusal) in
      try emitter.requireNew(element, seen)
      try body(&emitter, element)
    }
  }

  /// Goes on with the next element where this one is nil or has been before.
  mutating func requireNew(_ element: Operand, _ seen: String) throws(Refusal) {
    var clauses: [SwiftCondition] = []
    let key = try key(of: element, &clauses)
    let inserted = SwiftExpression.member(
      .call(.member(.name(seen), "insert"), [SwiftArgument(key)]), "inserted")
    emit(.guard(clauses + [.holds(inserted)], else: [.continue(nil)]))
  }

  /// A list parameter; absent it is empty.
  func list(of index: Int) -> SwiftExpression {
    let parameter = query.parameters[index]
    let name = SwiftExpression.name(parameterNames[index])
    return parameter.isOmittable || parameter.type.isOptional ? .binary(name, "??", .array([])) : name
  }

  /// Objects count by the attribute that identifies them.
  func scalarType(_ type: ValueType) -> ValueType {
    if case .object(let entity) = type, let attribute = types.identityAttribute(of: entity) {
      return attribute.type
    }
    return type
  }

  /// The form of an element of a list parameter, whose type is written by us.
  func elementForm(_ type: ValueType) -> Operand.Form {
    let type = scalarType(type)
    return type == .int64 ? .plain : form(of: type)
  }
}
