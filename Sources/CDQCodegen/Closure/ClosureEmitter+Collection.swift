import CDQIR

extension ClosureEmitter {
  /// Writes what one element of a collection does.
  typealias ElementBody = (inout ClosureEmitter, Operand) throws(Refusal) -> Void

  /// Emits a loop over the elements. `continue` in the body goes on with the next one; `label` names the outer loop.
  mutating func iterate(_ collection: CollectionIR, label: String?, _ body: ElementBody) throws(Refusal) {
    switch collection {
    case .path(let path):
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
    case .set(let operation, _, _):
      throw Refusal("'\(operation.rawValue)'", "its elements have to be collected first")
    case .mode:
      throw Refusal("'mode:'", "its elements have to be counted first")
    }
  }

  /// Whether `iterate` writes more than one loop, so that leaving it needs a label.
  func isNestedLoop(_ collection: CollectionIR) -> Bool {
    switch collection {
    case .path(let path): path.steps.count { $0.kind == .toMany || $0.kind == .scalarCollection } > 1
    case .literal, .parameter: false
    case .filter(let source, _, _), .map(let source, _, _), .distinct(let source), .mode(let source):
      isNestedLoop(source)
    case .flatMap, .set: true
    }
  }

  /// Runs `body` with a variable bound to an element.
  mutating func binding(
    _ variable: VariableIR, _ element: Operand, _ body: (inout ClosureEmitter) throws(Refusal) -> Void
  ) throws(Refusal) {
    let outer = variables[variable.id]
    variables[variable.id] = element
    defer { variables[variable.id] = outer }
    try body(&self)
  }

  /// `for name in sequence { … }`
  private mutating func loop(
    _ name: String, _ sequence: SwiftExpression, _ label: String?,
    _ body: (inout ClosureEmitter) throws(Refusal) -> Void
  ) throws(Refusal) {
    let statements = try collecting(body)
    // A loop that only counts has no use for the element's name.
    let isUsed = SwiftRenderer.text(statements).contains(SwiftNames.quoted(name))
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
    var values: [SwiftExpression] = []
    var isOptional = false
    for expression in elements {
      let operand = try converted(try value(expression), to: type)
      isOptional = isOptional || operand.isOptional
      values.append(optionalNormal(operand))
    }
    let list = names.unique("elements")
    let name = names.unique("element")
    let elementType = languageType(type)
    emit(.let(list, .array(isOptional ? .optional(elementType) : elementType), .array(values)))
    try loop(name, .name(list), label) { (emitter) throws(Refusal) in
      try body(&emitter, Operand(.name(name), type, isOptional: isOptional))
    }
  }

  private mutating func iterateDistinct(
    _ source: CollectionIR, _ label: String?, _ body: ElementBody
  ) throws(Refusal) {
    let type = scalarType(source.elementType)
    if Family(type) == .floating || Family(type) == .decimal {
      throw Refusal("distinct values of \(type)", "what counts as equal is the engine's")
    }
    let seen = names.unique("seen")
    emit(.var(seen, .generic(types.standard("Set"), [languageType(type)]), .array([])))
    try iterate(source, label: label) { (emitter, element) throws(Refusal) in
      var clauses: [SwiftCondition] = []
      let scalar = try emitter.identity(element)
      let key = emitter.unwrap(scalar, &clauses)
      let inserted = SwiftExpression.member(
        .call(.member(.name(seen), "insert"), [SwiftArgument(key)]), "inserted")
      emitter.emit(.guard(clauses + [.holds(inserted)], else: [.continue(nil)]))
      try body(&emitter, element)
    }
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
