import CDQIR

extension ClosureEmitter {
  /// Emits `value IN collection`: a lookup in a set where the collection is the same for all objects, else a loop.
  mutating func membership(_ node: MembershipIR) throws(Refusal) -> [SwiftCondition] {
    let operand = try identity(try value(node.value))
    if node.options.contains(.localeSensitive) {
      throw Refusal("'IN[l]'", "a locale's rules have no key to look up")
    }
    if let set = try preparedSet(node, operand) {
      var clauses: [SwiftCondition] = []
      let key = folded(unwrap(operand, &clauses), node.options)
      return clauses + [.holds(.call(.member(set, "contains"), [SwiftArgument(key)]))]
    }
    var clauses: [SwiftCondition] = []
    let key = unwrap(operand, &clauses)
    let sought = Operand(key, operand.type)
    let result = names.unique("isMember")
    let label = isNestedLoop(node.collection) ? names.unique("search") : nil
    emit(.var(result, .named(types.standard("Bool")), .boolean(false)))
    open()
    let scope = scope
    let element = try iterate(node.collection, label: label)
    let (left, right) = try aligned(try identity(element), sought)
    let equal =
      node.options.isEmpty
      ? SwiftExpression.binary(optionalNormal(left), "==", right.expression)
      : helper("equal", optionalNormal(left), right.expression, node.options)
    let found: [SwiftStatement] = [.assign(.name(result), "=", .boolean(true)), .break(label)]
    emit(.if([.holds(equal)], then: found, else: []))
    close(scope)
    let search = close()
    if clauses.isEmpty { emit(search) } else { emit(.if(clauses, then: search, else: [])) }
    return [.holds(.name(result))]
  }

  /// A set or array of the elements that is made once, before the loop; nil when they depend on the object under test.
  private mutating func preparedSet(
    _ node: MembershipIR, _ operand: Operand
  ) throws(Refusal) -> SwiftExpression? {
    let key = HoistKey.set(node.collection, node.options, operand.type)
    switch node.collection {
    case .parameter(let index, let type):
      guard Family(scalarType(type)) == Family(operand.type) else { return nil }
      if let known = made(key, at: .prologue) { return known.expression }
      let detour = go(to: .prologue, for: key)
      return comeBack(from: detour, with: set(of: index, type, node.options)).expression
    case .literal(let elements, _):
      guard elements.allSatisfy(\.isInvariant) else { return nil }
      if let known = made(key, at: .prologue) { return known.expression }
      let detour = go(to: .prologue, for: key)
      return comeBack(from: detour, with: try set(of: elements, operand, node.options)).expression
    default:
      return nil
    }
  }

  private mutating func set(of index: Int, _ type: ValueType, _ options: TextOptions) -> Operand {
    var elements = list(of: index)
    let element = Operand(.name("$0"), scalarType(type), form: elementForm(type))
    let key = folded(normal(element, element.expression), options)
    if key != element.expression {
      let base: SwiftExpression =
        if case .binary = elements { .tuple([SwiftArgument(elements)]) } else { elements }
      let closure = SwiftClosure(parameters: [], result: languageType(element.type), body: [.expression(key)])
      elements = .call(.member(base, "map"), [SwiftArgument(.closure(closure))])
    }
    let name = names.unique(parameterNames[index] + "Set")
    let set = types.standard("Set")
    emit(.let(name, .generic(set, [languageType(element.type)]), .call(set, SwiftArgument(elements))))
    return Operand(.name(name), .null)
  }

  private mutating func set(
    of elements: [ExpressionIR], _ operand: Operand, _ options: TextOptions
  ) throws(Refusal) -> Operand {
    var keys: [SwiftExpression] = []
    var seen: Set<SwiftExpression> = []
    var optional: [(clauses: [SwiftCondition], key: SwiftExpression)] = []
    for expression in elements {
      let element = try identity(try value(expression))
      // A nil value is no member of any collection, not even of one with a nil element.
      if case .null = element.expression { continue }
      let (_, literal) = try aligned(operand, element)
      var clauses: [SwiftCondition] = []
      let present = unwrap(literal, &clauses)
      let key = folded(present, options)
      if !clauses.isEmpty {
        optional.append((clauses, key))
        continue
      }
      // A `Set` from an array literal with two equal elements traps.
      if seen.insert(key).inserted { keys.append(key) }
    }
    let name = names.unique("values")
    let list = SwiftType.array(languageType(operand.type))
    emit(optional.isEmpty ? .let(name, list, .array(keys)) : .var(name, list, .array(keys)))
    for (clauses, key) in optional {
      emit(.if(clauses, then: [.expression(.call(.member(.name(name), "append"), [SwiftArgument(key)]))], else: []))
    }
    guard keys.count > 8 else { return Operand(.name(name), .null) }
    let set = types.standard("Set")
    let setName = names.unique("valueSet")
    emit(.let(setName, .generic(set, [languageType(operand.type)]), .call(set, SwiftArgument(.name(name)))))
    return Operand(.name(setName), .null)
  }

  private func folded(_ text: SwiftExpression, _ options: TextOptions) -> SwiftExpression {
    guard !options.isEmpty else { return text }
    return .call(
      .member(.name(types.runtime("CDQText")), "folded"), [SwiftArgument(text), SwiftArgument(optionsLiteral(options))])
  }
}
