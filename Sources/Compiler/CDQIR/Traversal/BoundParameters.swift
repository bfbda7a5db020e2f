extension QueryIR {
  /// The query with values in place of some of its parameters: `id == $id` with `$id = 5` becomes `id == 5`. The bound
  /// parameters are removed; the others keep their order and get new indexes.
  ///
  /// A parameter that is written `$name?` and bound to nil is omitted: the conditions and new values that use it disappear,
  /// as in a call. If no new value of an update were left, it is not bound, and each call omits it.
  ///
  /// A parameter whose properties the predicate reads, as in `$city.country`, is not bound, since a value has no
  /// properties. Parameters of `limit`, `offset` or a dynamic sort must not be bound.
  ///
  /// - Parameter values: values by the index of their parameter, in the form of the parameter's type.
  public func binding(_ values: [Int: Value]) -> QueryIR {
    if values.isEmpty { return self }
    let objects = assignments.reduce(IRNode.predicate(predicate).objectParameters) {
      $0.union(IRNode.expression($1.value).objectParameters)
    }
    let values = values.filter { !objects.contains($0.key) }
    if values.isEmpty { return self }
    let absent = values.keys.filter { index in
      let parameter = parameters[index]
      return values[index]?.isNull == true && parameter.isOmittable && !parameter.type.isOptional
    }
    let present = assignments.filter { $0.value.parameters.isDisjoint(with: absent) }
    if present.isEmpty, !assignments.isEmpty {
      let used = assignments.reduce(into: Set<Int>()) { $0.formUnion($1.value.parameters) }
      return self.binding(values.filter { !used.contains($0.key) || !absent.contains($0.key) })
    }
    var result = self
    var places: [Int: Int] = [:]
    result.parameters = []
    for (index, parameter) in parameters.enumerated() where values[index] == nil {
      places[index] = result.parameters.count
      result.parameters.append(parameter)
    }
    var binding = ParameterBinding(values: values, places: places)
    result.assignments = present.map { AssignmentIR(property: $0.property, value: binding.rewrite($0.value) ?? $0.value) }
    guard let kept = predicate.removing(absentForNow: Set(absent)) else {
      result.predicate = .constant(true)
      return result
    }
    result.predicate = binding.rewrite(kept) ?? kept
    return result
  }
}

extension IRNode {
  /// The parameters whose properties are read, as in `$city.country`.
  fileprivate var objectParameters: Set<Int> {
    var found: Set<Int> = []
    walk { node in
      switch node {
      case .expression(.path(let path)), .collection(.path(let path)):
        if let parameter = path.parameter { found.insert(parameter) }
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return found
  }
}

/// Replaces some parameters by values and renumbers the others.
private struct ParameterBinding: IRRewriter {
  let values: [Int: Value]
  let places: [Int: Int]

  private func place(_ index: Int) -> Int { places[index] ?? index }

  mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
    if case .whenPresent(let parameters, let operand) = predicate {
      // A bound parameter is present. Its index may be that of another parameter now, whose absence decides nothing here.
      let open = parameters.filter { values[$0] == nil }.map(place)
      return rewrite(operand).map { open.isEmpty ? $0 : .whenPresent(parameters: open, $0) }
    }
    return rewriteChildren(of: predicate)
  }

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    switch expression {
    case .path(let path): return .path(rewrite(path))
    case .parameter(let index, let type): return values[index].map { .literal($0, type) } ?? .parameter(place(index), type)
    default:
      return rewriteChildren(of: expression)
    }
  }

  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? {
    switch collection {
    case .path(let path): return .path(rewrite(path))
    case .parameter(let index, let element):
      guard let value = values[index] else { return .parameter(place(index), element: element) }
      guard case .list(let elements) = value else { return .literal([], element: element) }
      return .literal(elements.map { .literal($0, element) }, element: element)
    default: return rewriteChildren(of: collection)
    }
  }

  private func rewrite(_ path: PathIR) -> PathIR {
    guard let parameter = path.parameter else { return path }
    var path = path
    path.variable = PathIR.variable(ofParameter: place(parameter))
    return path
  }
}
