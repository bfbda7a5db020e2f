import CDQIR
import CDQSyntax

/// Key paths. Every step is resolved against the schema; the type tracks whether the value may be nil and whether it is
/// a collection.
extension Checker {
  mutating func checkPath(_ node: PathNode) -> Checked {
    if state.group != nil {
      if beginsWithBrokenKey(node) { return .failed }
      if let named = checkNamed(node) { return named }
    }
    guard case .implicit = node.base, node.components.count == 1, case .property(let name) = node.components[0] else {
      return checkSteps(node)
    }
    // Variable 0 has the same entity throughout a query, so the name alone decides.
    if var known = state.knownSteps.first(where: { $0.name == name.text })?.value {
      known.span = node.span
      return .value(known)
    }
    let checked = checkSteps(node)
    if case .value(let value) = checked, state.knownSteps.count < Checker.mostKnownSteps {
      state.knownSteps.append((name.text, value))
    }
    return checked
  }

  private mutating func checkSteps(_ node: PathNode) -> Checked {
    if let objects = checkObjects(node) { return objects }
    if reportOperatorAtEnd(node) { return .failed }
    return checkSteps(of: node, from: checkBase(node))
  }

  private mutating func checkSteps(of node: PathNode, from base: TypedExpression?, startingAt first: Int = 0) -> Checked {
    guard let base, var result = follow(node.components.dropFirst(first), from: base) else { return .failed }
    result.span = node.span
    return .value(result)
  }

  /// A path from all objects of an entity, whose name begins a path to a collection operator such as `Track.@count`; nil
  /// for a path of properties, among which may be one of that name.
  private mutating func checkObjects(_ node: PathNode) -> Checked? {
    guard node.components.count > 1, case .collectionOperator = node.components[1], let objects = objects(namedBy: node)
    else { return nil }
    return checkSteps(of: node, from: objects, startingAt: 1)
  }

  /// All objects of the entity that is the first word of a path; nil where it is a property.
  func objects(namedBy node: PathNode) -> TypedExpression? {
    guard case .implicit = node.base, case .property(let name)? = node.components.first, !options.strictNSPredicate,
      schema.property(named: name.text, of: state.scope.entity) == nil, schema.entity(named: name.text) != nil
    else { return nil }
    let type = ValueType.collection(element: .object(name.text), isOrdered: true)
    return TypedExpression(.objects(name.text), OptionalType(type), name.span)
  }

  private mutating func checkBase(_ node: PathNode) -> TypedExpression? {
    switch node.base {
    case .implicit:
      return TypedExpression(
        .path(variable: 0, []), OptionalType(.object(state.scope.entity)), SourceSpan(at: node.span.start))
    case .selfObject(let span):
      return TypedExpression(.path(variable: 0, []), OptionalType(.object(state.scope.entity)), span)
    case .variable(let variable):
      if let found = state.scope.variable(variable.name) {
        return TypedExpression(.path(variable: found.id, []), found.type, variable.span)
      }
      return checkParameterBase(variable)
    case .expression(.argument(let argument)) where argument.kind == .keyPath:
      guard case .value(let path) = checkKeyPathArgument(argument) else { return nil }
      return path
    case .expression(let expression):
      return checkKnown(expression)
    }
  }

  /// The base of `$user.country.name`. A declaration, or a comparison with an object elsewhere, must say that the
  /// parameter is an object.
  private mutating func checkParameterBase(_ variable: VariableNode) -> TypedExpression? {
    switch checkParameter(variable, expecting: nil) {
    case .failed:
      return nil
    case .unknown:
      sawUnknown = true
    case .value(let parameter):
      if case .parameter(let index) = parameter.kind, case .object = parameter.type.base {
        return TypedExpression(
          .path(variable: PathIR.variable(ofParameter: index), []), parameter.type, variable.span)
      }
    }
    let error = CheckError.parameterPath(variable.name)
    // The parameter is one mistake, however often a path starts from it.
    if diagnostics.contains(where: { $0.code == DiagnosticCode(error.code) && $0.message == error.message }) {
      return nil
    }
    report(
      error, at: variable.span,
      help: [
        "pass the value itself as a parameter",
        "or declare the object: query name($\(variable.name): \(state.scope.entity)) = …",
      ])
    return nil
  }

  /// Follows the steps of a path from a value; nil after the first step that fails.
  mutating func follow(_ components: ArraySlice<PathComponent>, from base: TypedExpression) -> TypedExpression? {
    var current = base
    var rest = components
    while let component = rest.first {
      rest = rest.dropFirst()
      switch component {
      case .property(let name):
        guard let next = step(current, to: name) else { return nil }
        current = next
      case .collectionOperator(let name):
        return reduce(current, by: name, over: rest)
      case .index(let index):
        guard let next = checkIndex(index, of: current) else { return nil }
        current = next
      case .variable(let variable):
        report(.variablePath(variable.name), at: variable.span, help: ["write the name of the property"])
        return nil
      case .argument(let argument):
        guard let names = keyPath(of: argument) else { return nil }
        for name in names {
          guard let next = step(current, to: Identifier(name, argument.span)) else { return nil }
          current = next
        }
      }
    }
    return current
  }

  /// A `%K`: the key path that the caller passed as this argument.
  mutating func checkKeyPathArgument(_ node: ArgumentNode) -> Checked {
    guard let names = keyPath(of: node) else { return .failed }
    let components = names.map { name -> PathComponent in
      name.hasPrefix("@")
        ? .collectionOperator(Identifier(String(name.dropFirst()), node.span)) : .property(Identifier(name, node.span))
    }
    var current = TypedExpression(.path(variable: 0, []), OptionalType(.object(state.scope.entity)), node.span)
    let path = components.first == .property(Identifier("SELF", node.span)) ? components[1...] : components[...]
    guard let result = follow(path, from: current) else { return .failed }
    current = result
    current.span = node.span
    return .value(current)
  }

  private mutating func keyPath(of node: ArgumentNode) -> [String]? {
    guard let path = options.keyPaths[node.index], !path.isEmpty else {
      report(.keyPathArgument(node.index), at: node.span)
      return nil
    }
    return path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// One step to a property of an object, or of each object in a collection.
  private mutating func step(_ current: TypedExpression, to name: Identifier) -> TypedExpression? {
    let element = current.elementType ?? current.type.base
    if reportForeignMember(name, of: current, element) { return nil }
    if current.elementType != nil, !element.isObject, name.text == "self" || name.text == "SELF" {
      // `@max.self`: the elements themselves.
      return current
    }
    switch element {
    case .object(let entity):
      guard let property = schema.property(named: name.text, of: entity) else {
        reportUnknownProperty(name, of: entity)
        return nil
      }
      return append(property, to: current, of: entity, span: name.span)
    case .string, .data:
      if name.text == "length" { return length(of: current, span: name.span) }
      reportMember(name, of: current, type: element)
      return nil
    default:
      reportMember(name, of: current, type: element)
      return nil
    }
  }

  private mutating func reportMember(_ name: Identifier, of current: TypedExpression, type: ValueType) {
    report(
      .memberOfValue(name.text, owner: text(current.span), type: type), at: name.span,
      label: current.span == name.span ? nil : "'\(text(current.span))' ends here")
  }

  private mutating func append(
    _ property: Property, to current: TypedExpression, of entity: String, span: SourceSpan
  ) -> TypedExpression? {
    let step = StepIR(property.name, Checker.stepKind(of: property), of: entity)
    let whole = current.span.union(span)
    let isCollection = current.elementType != nil
    let target = property.type
    let type: OptionalType
    if let element = target.base.element {
      let isOrdered = Checker.isOrdered(target.base) && (!isCollection || Checker.isOrdered(current.type.base))
      type = OptionalType(.collection(element: element, isOrdered: isOrdered))
    } else if isCollection {
      type = OptionalType(.collection(element: target.base, isOrdered: Checker.isOrdered(current.type.base)))
    } else {
      type = OptionalType(target.base, isOptional: current.type.isOptional || target.isOptional)
    }
    switch current.kind {
    case .path(let variable, let steps):
      return TypedExpression(.path(variable: variable, steps + [step]), type, whole)
    case .map(let source, let variable, let inner):
      guard let next = append(property, to: inner, of: entity, span: span) else { return nil }
      return TypedExpression(.map(source, variable, next), type, whole)
    case .first(let source), .last(let source), .element(let source, at: _):
      return appendBehindIndex(property, current: current, source: source, type: type, entity: entity, span: span)
    case .conditional(let condition, let then, let otherwise):
      guard let first = append(property, to: then, of: entity, span: span),
        let second = append(property, to: otherwise, of: entity, span: span)
      else { return nil }
      return TypedExpression(.conditional(condition, first, second), type.optionalIfScalar, whole)
    case .literal(.null):
      return TypedExpression(.literal(.null), type.optional, whole)
    case .objects, .aggregate, .subquery, .set, .distinct, .mode:
      let variable = state.scope.makeVariable(OptionalType(.object(entity)))
      let start = TypedExpression(.path(variable: variable.id, []), variable.type, current.span)
      guard let inner = append(property, to: start, of: entity, span: span) else { return nil }
      return TypedExpression(.map(current, variable, inner), type, whole)
    case .literal, .parameter, .arithmetic, .negate, .function, .reduce, .reduceGroup, .cast:
      report(
        .unsupported("a key path after this value", reason: "its object is only known when the query runs"), at: whole)
      return nil
    }
  }

  /// Rewrites `x[0].name` to the element of `x.name`: the step applies to every element, and the index to the result.
  private mutating func appendBehindIndex(
    _ property: Property, current: TypedExpression, source: TypedExpression, type: OptionalType, entity: String,
    span: SourceSpan
  ) -> TypedExpression? {
    let whole = current.span.union(span)
    if property.type.base.element != nil {
      // The collection of one object is that of each object in a list of one.
      let list = ValueType.collection(element: .object(entity), isOrdered: true)
      return append(
        property, to: TypedExpression(.aggregate([current]), OptionalType(list), current.span), of: entity, span: span)
    }
    guard let mapped = append(property, to: source, of: entity, span: span) else { return nil }
    switch current.kind {
    case .first: return TypedExpression(.first(mapped), type.optional, whole)
    case .last: return TypedExpression(.last(mapped), type.optional, whole)
    case .element(_, let position): return TypedExpression(.element(mapped, at: position), type.optional, whole)
    default: return nil
    }
  }

  static func stepKind(of property: Property) -> StepIR.Kind {
    switch property {
    case .attribute(let attribute): attribute.type.element == nil ? .attribute : .scalarCollection
    case .relationship(let relationship): relationship.isToMany ? .toMany : .toOne
    }
  }

  static func isOrdered(_ type: ValueType) -> Bool {
    if case .collection(_, let isOrdered) = type { isOrdered } else { true }
  }

  /// `length` of a String counts UTF-16 units, of Data bytes.
  private mutating func length(of current: TypedExpression, span: SourceSpan) -> TypedExpression? {
    let whole = current.span.union(span)
    guard let element = current.elementType else {
      return TypedExpression(
        .function(.length, [current]), OptionalType(.int64, isOptional: current.type.isOptional), whole)
    }
    let variable = state.scope.makeVariable(OptionalType(element, isOptional: true))
    let inner = TypedExpression(
      .function(.length, [TypedExpression(.path(variable: variable.id, []), variable.type, current.span)]),
      OptionalType(.int64, isOptional: true), whole)
    return TypedExpression(
      .map(current, variable, inner),
      OptionalType(.collection(element: .int64, isOrdered: Checker.isOrdered(current.type.base))), whole)
  }

  /// Reports an index after a single value; after a text, letters in brackets are options of the operator.
  private mutating func reportIndex(_ index: IndexNode, of current: TypedExpression) {
    let letters = text(index.span).dropFirst().dropLast()
    let areOptions = !letters.isEmpty && letters.allSatisfy { "cdnl".contains($0) }
    report(
      .needsCollection(operation: "an index", current.type), at: index.span,
      help: areOptions ? ["options follow the operator: ==[\(letters)] \(text(current.span))"] : [])
  }

  private mutating func checkIndex(_ index: IndexNode, of current: TypedExpression) -> TypedExpression? {
    let whole = current.span.union(index.span)
    guard let element = current.elementType else {
      reportIndex(index, of: current)
      return nil
    }
    if index.kind == .size {
      return TypedExpression(.reduce(.count, current), OptionalType(.int64), whole)
    }
    guard Checker.isOrdered(current.type.base) else {
      report(
        .unorderedIndex(text(current.span)), at: index.span,
        help: ["declare the relationship 'ordered', or use ANY or SUBQUERY"])
      return nil
    }
    let type = OptionalType(element, isOptional: true)
    switch index.kind {
    case .first: return TypedExpression(.first(current), type, whole)
    case .last: return TypedExpression(.last(current), type, whole)
    case .size: return nil
    case .expression(let node):
      guard let position = checkKnown(node, expecting: OptionalType(.int64)) else { return nil }
      guard position.type.base.isInteger else {
        report(.needsInteger(operation: "an index", position.type), at: position.span)
        return nil
      }
      return TypedExpression(.element(current, at: position), type, whole)
    }
  }
}

extension ValueType {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}

extension OptionalType {
  /// The type of a step after a TERNARY: a scalar may be nil, since one branch may be; a collection stays as it is.
  fileprivate var optionalIfScalar: OptionalType { base.element == nil ? optional : self }
}
