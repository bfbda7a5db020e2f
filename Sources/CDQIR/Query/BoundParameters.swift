extension QueryIR {
  /// The query with values in place of some of its parameters, which go; the others keep their order.
  ///
  /// An object whose properties the predicate reads stays a parameter, as a value has no properties. Only what the
  /// predicate uses can be bound, not a parameter of `limit`, `offset` or a dynamic sort.
  ///
  /// - Parameter values: by the index of the parameter, in the form of its type.
  public func binding(_ values: [Int: Value]) -> QueryIR {
    if values.isEmpty { return self }
    let scan = ParameterBinding(values: [:], places: [:])
    _ = scan.bind(predicate)
    let values = values.filter { !scan.pathRoots.contains($0.key) }
    if values.isEmpty { return self }
    var result = self
    var places: [Int: Int] = [:]
    result.parameters = []
    for (index, parameter) in parameters.enumerated() where values[index] == nil {
      places[index] = result.parameters.count
      result.parameters.append(parameter)
    }
    let binding = ParameterBinding(values: values, places: places)
    result.predicate = binding.bind(predicate)
    return result
  }
}

/// Values for some parameters, and the new indexes of the others.
private final class ParameterBinding {
  let values: [Int: Value]
  let places: [Int: Int]
  /// Parameters of which properties are read.
  private(set) var pathRoots: Set<Int> = []

  init(values: [Int: Value], places: [Int: Int]) {
    self.values = values
    self.places = places
  }

  private func place(_ index: Int) -> Int { places[index] ?? index }

  func bind(_ predicate: PredicateIR) -> PredicateIR {
    switch predicate {
    case .constant: return predicate
    case .and(let operands): return .and(bind(operands))
    case .or(let operands): return .or(bind(operands))
    case .not(let operand): return .not(bind(operand))
    case .comparison(var node):
      node.left = bind(node.left)
      node.right = bind(node.right)
      return .comparison(node)
    case .text(var node):
      node.text = bind(node.text)
      node.pattern = bind(node.pattern)
      return .text(node)
    case .between(let node): return .between(BetweenIR(bind(node.value), bind(node.low), bind(node.high)))
    case .membership(var node):
      node.value = bind(node.value)
      node.collection = bind(node.collection)
      return .membership(node)
    case .isNull(let value): return .isNull(bind(value))
    case .boolean(let value): return .boolean(bind(value))
    case .quantified(var node):
      node.collection = bind(node.collection)
      node.predicate = bind(node.predicate)
      return .quantified(node)
    case .whenPresent(let parameters, let predicate):
      return .whenPresent(parameters: parameters.map { place($0) }, bind(predicate))
    }
  }

  /// A loop, as the frames of `map` would count on the stack for each level.
  private func bind(_ operands: [PredicateIR]) -> [PredicateIR] {
    var result: [PredicateIR] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(bind(operand)) }
    return result
  }

  private func bind(_ operands: [ExpressionIR]) -> [ExpressionIR] {
    var result: [ExpressionIR] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(bind(operand)) }
    return result
  }

  private func bind(_ expression: ExpressionIR) -> ExpressionIR {
    switch expression {
    case .literal: return expression
    case .path(let path): return .path(bind(path))
    case .parameter(let index, let type):
      return values[index].map { .literal($0, type) } ?? .parameter(place(index), type)
    case .negate(let operand): return .negate(bind(operand))
    case .cast(let operand, let type): return .cast(bind(operand), type)
    case .arithmetic(var node):
      node.operands = bind(node.operands)
      return .arithmetic(node)
    case .function(var node):
      node.arguments = bind(node.arguments)
      return .function(node)
    case .aggregate(var node):
      node.collection = bind(node.collection)
      return .aggregate(node)
    case .groupAggregate(var node):
      node.argument = node.argument.map { bind($0) }
      return .groupAggregate(node)
    case .element(var node):
      node.collection = bind(node.collection)
      if case .index(let index) = node.position { node.position = .index(bind(index)) }
      return .element(node)
    case .conditional(var node):
      node.condition = bind(node.condition)
      node.then = bind(node.then)
      node.otherwise = bind(node.otherwise)
      return .conditional(node)
    }
  }

  private func bind(_ path: PathIR) -> PathIR {
    guard let parameter = path.parameter else { return path }
    pathRoots.insert(parameter)
    var path = path
    path.variable = PathIR.variable(ofParameter: place(parameter))
    return path
  }

  private func bind(_ collection: CollectionIR) -> CollectionIR {
    switch collection {
    case .path(let path): return .path(bind(path))
    case .parameter(let index, let element):
      guard let value = values[index] else { return .parameter(place(index), element: element) }
      guard case .list(let elements) = value else { return .literal([], element: element) }
      return .literal(elements.map { .literal($0, element) }, element: element)
    case .literal(let elements, let element): return .literal(bind(elements), element: element)
    case .filter(let source, let variable, let predicate): return .filter(bind(source), variable, bind(predicate))
    case .map(let source, let variable, let value): return .map(bind(source), variable, bind(value))
    case .flatMap(let source, let variable, let inner): return .flatMap(bind(source), variable, bind(inner))
    case .distinct(let source): return .distinct(bind(source))
    case .mode(let source): return .mode(bind(source))
    case .set(let operation, let left, let right): return .set(operation, bind(left), bind(right))
    }
  }
}
