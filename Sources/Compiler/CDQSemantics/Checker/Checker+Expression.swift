import CDQIR
import CDQSyntax

extension Checker {
  /// Checks a value.
  ///
  /// - Parameter expected: the type that a parameter or an enum case takes when nothing else gives it one.
  mutating func check(_ node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    // This function recurses with the nesting of the text. In debug builds the frame has room for every payload that a
    // switch binds, so this switch binds none and calls functions that bind one each.
    switch node {
    case .literal, .variable, .argument, .enumCase, .invalid: checkLeaf(node, expecting: expected)
    case .path: checkPath(in: node)
    case .aggregate: checkAggregate(in: node, expecting: expected)
    case .chain: checkChain(in: node, expecting: expected)
    case .unary: checkUnary(in: node, expecting: expected)
    case .call: checkCall(in: node, expecting: expected)
    case .subquery: checkSubquery(in: node)
    case .ternary: checkTernary(in: node, expecting: expected)
    }
  }

  private mutating func checkLeaf(_ node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    switch node {
    case .literal(let literal): .value(checkLiteral(literal))
    case .variable(let variable): checkVariable(variable, expecting: expected)
    case .argument(let argument): checkArgument(argument, expecting: expected)
    case .enumCase(let name): checkEnumerationCase(name, expecting: expected)
    case .path, .aggregate, .chain, .unary, .call, .subquery, .ternary, .invalid: .failed
    }
  }

  private mutating func checkPath(in node: ExpressionNode) -> Checked {
    guard case .path(let path) = node else { return .failed }
    return checkPath(path)
  }

  private mutating func checkAggregate(in node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    guard case .aggregate(let aggregate) = node else { return .failed }
    return checkAggregate(aggregate, expecting: expected)
  }

  private mutating func checkChain(in node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    guard case .chain(let chain) = node else { return .failed }
    return checkChain(chain, expecting: expected)
  }

  private mutating func checkUnary(in node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    guard case .unary(let unary) = node else { return .failed }
    return checkUnary(unary, expecting: expected)
  }

  private mutating func checkCall(in node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    guard case .call(let call) = node else { return .failed }
    return checkCall(call, expecting: expected)
  }

  private mutating func checkSubquery(in node: ExpressionNode) -> Checked {
    guard case .subquery(let subquery) = node else { return .failed }
    return checkSubquery(subquery)
  }

  private mutating func checkTernary(in node: ExpressionNode, expecting expected: OptionalType?) -> Checked {
    guard case .ternary(let ternary) = node else { return .failed }
    return checkTernary(ternary, expecting: expected)
  }

  /// Checks a value whose type must be known now. A parameter of unknown type takes `expected`, and is noted as unknown
  /// without it.
  mutating func checkKnown(_ node: ExpressionNode, expecting expected: OptionalType? = nil) -> TypedExpression? {
    switch check(node, expecting: expected) {
    case .value(let expression): return expression
    case .unknown:
      noteUnknown(node)
      return nil
    case .failed: return nil
    }
  }

  /// Notes the parameters of a value whose type was needed and is not known.
  mutating func noteUnknown(_ node: ExpressionNode) {
    sawUnknown = true
    collectUnknownVariables(node)
  }

  private mutating func collectUnknownVariables(_ node: ExpressionNode) {
    switch node {
    case .variable(let variable):
      if state.scope.declaration(of: variable.name) == nil { unknownUses.append(variable) }
    case .aggregate(let aggregate): for element in aggregate.elements { collectUnknownVariables(element) }
    case .chain(let chain): for operand in chain.operands { collectUnknownVariables(operand) }
    case .unary(let unary): collectUnknownVariables(unary.operand)
    case .call(let call): for argument in call.arguments { collectUnknownVariables(argument) }
    case .argument(let argument):
      unknownUses.append(
        VariableNode(name: Checker.parameterName(of: argument), isOptional: false, span: argument.span))
    case .enumCase(let name):
      report(.enumerationCaseWithoutType(name.text), at: name.span, help: ["compare it with a property of an enum"])
    case .literal, .path, .subquery, .ternary, .invalid: break
    }
  }

  private mutating func checkVariable(_ node: VariableNode, expecting expected: OptionalType?) -> Checked {
    if let variable = state.scope.variable(node.name) {
      return .value(TypedExpression(.path(variable: variable.id, []), variable.type, node.span))
    }
    return checkParameter(node, expecting: expected)
  }

  func checkParameterUse(_ node: VariableNode, first: ParameterTable.Parameter) -> Diagnostic.Note {
    Diagnostic.Note("'$\(node.name)' is used here first", file: source.name, at: first.span)
  }

  mutating func checkParameter(_ node: VariableNode, expecting expected: OptionalType?) -> Checked {
    if hasParameterList, !parameters.contains(node.name) {
      report(
        .undeclaredParameter(node.name), at: node.span,
        help: ["add it to the list, or omit the list: types are inferred"])
      return .failed
    }
    let index = parameters.use(node)
    let parameter = parameters.parameters[index]
    if parameter.isOmittable != node.isOptional {
      report(
        .optionalParameterMismatch(node.name), at: node.span, help: ["write '$\(node.name)?' everywhere"],
        notes: [checkParameterUse(node, first: parameter)],
        fixIts: node.isOptional ? [] : [FixIt("add '?'", .maybe, [.init(SourceSpan(at: node.span.end), "?")])])
      return .failed
    }
    if let expected { parameters.learn(index, expected, at: node.span) }
    guard let type = parameters.parameters[index].type else { return .unknown }
    return .value(TypedExpression(.parameter(index), type, node.span))
  }

  /// The parameter name of a format argument: `%` and its 1-based place, such as `%1`.
  static func parameterName(of node: ArgumentNode) -> String {
    "%\(node.index + 1)"
  }

  /// The type of a `%@`: the type that the context expects, or else the type of its value. Of two numeric types the
  /// value's own type wins when the expected one would round or refuse the value, because numbers compare exactly.
  private func argumentType(of node: ArgumentNode, expecting expected: OptionalType?) -> OptionalType? {
    guard let own = options.argumentTypes[node.index] else { return expected }
    guard let expected else { return own }
    // A nil argument is NULL, which every type can be compared with.
    if own.base == .null { return OptionalType(expected.base, isOptional: true) }
    // `name IN %@` with a string looks for one text in another, as `name IN "…"` does.
    if own.base == .string, expected.base.element == .string { return own }
    switch (expected.base.element ?? expected.base, own.base.element ?? own.base) {
    case (.int16, .double), (.int32, .double), (.int64, .double), (.int16, .decimal), (.int32, .decimal),
      (.int64, .decimal), (.double, .int64), (.double, .decimal):
      return (expected.base.element == nil) == (own.base.element == nil) ? own : expected
    default: return expected
    }
  }

  private mutating func checkArgument(_ node: ArgumentNode, expecting expected: OptionalType?) -> Checked {
    let type: OptionalType?
    switch node.kind {
    case .keyPath: return checkKeyPathArgument(node)
    case .value: type = argumentType(of: node, expecting: expected)
    // Objective-C code writes `isOpen == %d` with 1, 0 or a Bool.
    case .integer: type = OptionalType(expected?.base == .bool ? .bool : .int64)
    case .double: type = OptionalType(.double)
    case .string, .character: type = OptionalType(.string)
    }
    let variable = VariableNode(name: Checker.parameterName(of: node), isOptional: false, span: node.span)
    let index = parameters.use(variable)
    if let type { parameters.learn(index, type, at: node.span) }
    guard let known = parameters.parameters[index].type else { return .unknown }
    return .value(TypedExpression(.parameter(index), known, node.span))
  }

  /// A list such as `{1, 2, $n}`. Its elements have one type, which parameters among them take.
  private mutating func checkAggregate(_ node: AggregateNode, expecting expected: OptionalType?) -> Checked {
    let most = max(0, options.limits.list)
    guard node.elements.count <= most else {
      report(
        .listTooLong(limit: most), at: node.span, point: node.elements[most].span,
        help: ["give the list as a parameter, as in id IN $ids, or raise the limit"])
      return .failed
    }
    var element = expected?.base.element.map { OptionalType($0) }
    var elements: [TypedExpression?] = []
    for child in node.elements {
      switch check(child, expecting: element) {
      case .failed: return .failed
      case .unknown: elements.append(nil)
      case .value(let value):
        guard value.elementType == nil else {
          report(
            .unsupported("a collection inside braces", reason: "there are no collections of collections"),
            at: value.span)
          return .failed
        }
        elements.append(value)
        if element == nil, !value.isNullLiteral { element = OptionalType(value.type.base) }
      }
    }
    if elements.contains(where: { $0 == nil }) {
      guard let element else { return .unknown }
      elements = []
      for child in node.elements {
        guard case .value(let value) = check(child, expecting: element) else { return .failed }
        elements.append(value)
      }
    }
    return unify(elements.compactMap { $0 }, expecting: expected?.base.element, span: node.span)
  }

  /// Finds the common type of a list's elements and adapts literals to it.
  private mutating func unify(
    _ elements: [TypedExpression], expecting expected: ValueType?, span: SourceSpan
  ) -> Checked {
    var type = ValueType.null
    for element in elements where !element.isNullLiteral {
      if type == .null {
        type = element.type.base
      } else if let joined = Coercion.join(type, element.type.base) {
        type = joined
      } else if let expected, Coercion.adapts(element, to: expected) {
        continue
      } else {
        let written = element.literalValue.flatMap { form(of: $0, text(element.span), as: expected ?? type) }
        report(
          .mixedAggregate(type, element.type.base), at: element.span,
          help: written == nil ? ["all elements must be of one type"] : [],
          fixIts: written.map { [FixIt("write \($0.text)", .maybe, [.init(element.span, $0.text)])] } ?? [])
        return .failed
      }
    }
    let elementType = expected.flatMap { wanted in
      elements.allSatisfy { Coercion.adapts($0, to: wanted) } ? wanted : nil
    } ?? type
    let adapted = elements.map { adapt($0, to: elementType) }
    return .value(
      TypedExpression(
        .aggregate(adapted), OptionalType(.collection(element: elementType, isOrdered: true)), span))
  }

  /// `SUBQUERY(collection, $v, predicate)`. This function recurses with the nesting of the text, so what else there is to
  /// do has frames of its own.
  private mutating func checkSubquery(_ node: SubqueryNode) -> Checked {
    guard let collection = subqueryCollection(node), let variable = pushVariable(of: node, over: collection) else {
      return .failed
    }
    let predicate = check(node.predicate)
    state.scope.pop()
    return subquery(node, over: collection, variable, predicate)
  }

  private mutating func subqueryCollection(_ node: SubqueryNode) -> TypedExpression? {
    if case .path(let path) = node.collection, path.components.count == 1, let objects = objects(namedBy: path) {
      return objects
    }
    return checkKnown(node.collection)
  }

  /// Puts the variable of SUBQUERY into the scope; nil after an error.
  private mutating func pushVariable(of node: SubqueryNode, over collection: TypedExpression) -> VariableIR? {
    guard let element = collection.elementType else {
      report(.needsCollection(operation: "SUBQUERY", collection.type), at: collection.span)
      return nil
    }
    if let outer = state.scope.declaration(of: node.variable.name) {
      report(
        .variableShadows(node.variable.name), at: node.variable.span,
        help: ["use another name for the inner one"],
        notes: [Diagnostic.Note("the outer '$\(node.variable.name)'", file: source.name, at: outer)])
      return nil
    }
    let variable = state.scope.makeVariable(OptionalType(element))
    state.scope.push(node.variable.name, variable, declaredAt: node.variable.span)
    return variable
  }

  private func subquery(
    _ node: SubqueryNode, over collection: TypedExpression, _ variable: VariableIR, _ predicate: TypedPredicate?
  ) -> Checked {
    guard let predicate else { return .failed }
    return .value(TypedExpression(.subquery(collection, variable, predicate), collection.type, node.span))
  }

  private mutating func checkTernary(_ node: TernaryNode, expecting expected: OptionalType?) -> Checked {
    let condition = check(node.condition)
    var then = check(node.then, expecting: expected)
    let otherwise = check(node.otherwise, expecting: type(of: then) ?? expected)
    if case .unknown = then, let type = type(of: otherwise) { then = check(node.then, expecting: type) }
    return ternary(node, condition, then, otherwise)
  }

  /// Joins the checked parts of `TERNARY`. Its frame is not on the stack while a nested text is checked.
  private mutating func ternary(
    _ node: TernaryNode, _ condition: TypedPredicate?, _ then: Checked, _ otherwise: Checked
  ) -> Checked {
    guard let condition, case .value(let first) = then, case .value(let second) = otherwise else {
      if case .unknown = then { return .unknown }
      if case .unknown = otherwise { return .unknown }
      return .failed
    }
    guard let base = joinAdapting(first, second) else {
      report(
        .ternaryBranches(first.type, second.type), at: node.span,
        labels: [.init(first.span, "\(first.type)"), .init(second.span, "\(second.type)")],
        help: ["both values of TERNARY must be of one type"])
      return .failed
    }
    guard base.element == nil else {
      report(
        .unsupported("TERNARY between collections", reason: "it chooses between single values"), at: node.span)
      return .failed
    }
    let type = OptionalType(
      base,
      isOptional: first.type.isOptional || second.type.isOptional || first.isNullLiteral || second.isNullLiteral)
    return .value(
      TypedExpression(
        .conditional(condition, adapt(first, to: base), adapt(second, to: base)), type, node.span))
  }

  /// The common type of two values, one of which may be a literal that adapts to the other; nil when there is none.
  func joinAdapting(_ first: TypedExpression, _ second: TypedExpression) -> ValueType? {
    if let joined = Coercion.join(first.type.base, second.type.base) { return joined }
    if Coercion.adapts(second, to: first.type.base) { return first.type.base }
    if Coercion.adapts(first, to: second.type.base) { return second.type.base }
    return nil
  }

  /// The type of a checked value; nil when it is unknown and for `NULL`.
  func type(of checked: Checked) -> OptionalType? {
    if case .value(let value) = checked, !value.isNullLiteral { value.type } else { nil }
  }

  private mutating func checkEnumerationCase(_ name: Identifier, expecting expected: OptionalType?) -> Checked {
    guard let expected else { return .unknown }
    guard case .enumeration(let enumeration) = expected.base else {
      report(
        .enumerationCaseWithoutType(name.text), at: name.span,
        help: ["it is compared with \(expected), which is no enum"])
      return .failed
    }
    guard let found = schema.enumeration(named: enumeration)?.cases.first(where: { $0.name == name.text })
    else {
      reportUnknownCase(name, of: enumeration)
      return .failed
    }
    return .value(TypedExpression(.literal(found.rawValue), OptionalType(expected.base), name.span))
  }
}
