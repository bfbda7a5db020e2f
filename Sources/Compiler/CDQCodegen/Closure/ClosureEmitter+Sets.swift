import CDQIR

// Collections whose loops need all elements first: `UNION`, `INTERSECT`, `MINUS` and `mode:`.
extension ClosureEmitter {
  /// The type of the keys that identify elements in a `Set`: the value's own type where Swift's `==` agrees with the
  /// language's, else `CDQKey`.
  func keyType(_ type: ValueType) -> SwiftType {
    isItsOwnKey(scalarType(type)) ? languageType(scalarType(type)) : .named(types.runtime("CDQKey"))
  }

  private func isItsOwnKey(_ type: ValueType) -> Bool {
    switch Family(type) {
    case .integer, .text: true
    case .other(.bool), .other(.uuid), .other(.url), .other(.data): true
    case .floating, .decimal, .other, .any: false
    }
  }

  /// The key of an element, unwrapped; where the element is optional, a condition unwraps it.
  mutating func key(of element: Operand, _ clauses: inout [SwiftCondition]) throws(Refusal) -> SwiftExpression {
    let scalar = try identity(element)
    let value = unwrap(scalar, &clauses)
    return isItsOwnKey(scalar.type) ? value : try boxed(value, scalar.type)
  }

  private func boxed(_ value: SwiftExpression, _ type: ValueType) throws(Refusal) -> SwiftExpression {
    guard let wrapper = boxCase(type) else {
      throw Refusal("equal values of \(type)", "plain Swift has no key for them")
    }
    let inner = SwiftExpression.call(.implicitMember(wrapper), [SwiftArgument(value)])
    return .call(types.runtime("CDQKey"), SwiftArgument(inner))
  }

  /// Emits `UNION`, `INTERSECT` or `MINUS`: elements that are not nil, each once, in the order of their first
  /// occurrence.
  mutating func iterateSet(
    _ operation: CollectionIR.SetOperator, _ left: CollectionIR, _ right: CollectionIR, _ label: String?
  ) throws(Refusal) -> Operand {
    // A union is one array of the elements of all operands.
    let isUnion = operation == .union
    let operands = isUnion ? ClosureEmitter.unionOperands(left, right) : [left, right]
    let type = keyType(operands[0].elementType)
    for operand in operands.dropFirst() {
      guard keyType(operand.elementType) == type, !isUnion || elementType(operand) == elementType(operands[0]) else {
        throw Refusal(
          "'\(operation.rawValue)' of \(operands[0].elementType) and \(operand.elementType)",
          "plain Swift has sets of one type only")
      }
    }
    let seen = names.unique("seen")
    let seenSet = SwiftStatement.var(seen, .generic(types.standard("Set"), [type]), .array([]))
    if isUnion {
      let all = names.unique("elements")
      emit(.var(all, .array(elementType(operands[0])), .array([])))
      for operand in operands { try append(operand, to: all) }
      emit(seenSet)
      let stored = storedElement(operands[0])
      let element = openLoop(stored.hint, .name(all), label, over: stored)
      try requireNew(element, seen)
      return element
    }
    let others = names.unique("others")
    emit(.var(others, .generic(types.standard("Set"), [type]), .array([])))
    try insert(right, into: others)
    emit(seenSet)
    let element = try iterate(left, label: label)
    var clauses: [SwiftCondition] = []
    let key = try key(of: element, &clauses)
    let isOther = SwiftExpression.call(.member(.name(others), "contains"), [SwiftArgument(key)])
    let isWanted = operation == .intersect ? isOther : isOther.negated
    let inserted = SwiftExpression.member(
      .call(.member(.name(seen), "insert"), [SwiftArgument(key)]), "inserted")
    emit(.guard(clauses + [.holds(isWanted), .holds(inserted)], else: [.continue(nil)]))
    return element
  }

  /// The operands of a chain of unions, in their order. Each element counts once, so that it matters only which come first.
  private static func unionOperands(_ left: CollectionIR, _ right: CollectionIR) -> [CollectionIR] {
    var operands: [CollectionIR] = []
    var rest = [right, left]
    while let operand = rest.popLast() {
      if case .set(.union, let left, let right) = operand { rest += [right, left] } else { operands.append(operand) }
    }
    return operands
  }

  /// Emits `mode:`, the elements that occur most often.
  mutating func iterateMode(_ source: CollectionIR, _ label: String?) throws(Refusal) -> Operand {
    let all = names.unique("elements")
    emit(.var(all, .array(elementType(source)), .array([])))
    try append(source, to: all)
    var element = storedElement(source)
    element.expression = .name("$0")
    let scalar = try identity(element)
    let key = try boxed(normal(scalar, scalar.expression), scalar.type)
    let closure = SwiftClosure(
      parameters: [], result: .named(types.runtime("CDQKey")), body: [.expression(key)])
    let mode = SwiftExpression.call(
      .member(.name(types.runtime("CDQStatistics")), "mode"),
      [SwiftArgument(.name(all)), SwiftArgument("by", .closure(closure))])
    let most = names.unique("mostFrequent")
    emit(.let(most, .array(elementType(source)), mode))
    return openLoop("element", .name(most), label, over: storedElement(source))
  }

  /// Emits a loop that appends the elements that are not nil to an array.
  private mutating func append(_ source: CollectionIR, to list: String) throws(Refusal) {
    let scope = scope
    let element = try iterate(source, label: nil)
    var clauses: [SwiftCondition] = []
    let value = unwrap(element, &clauses)
    if !clauses.isEmpty { emit(.guard(clauses, else: [.continue(nil)])) }
    emit(.expression(.call(.member(.name(list), "append"), [SwiftArgument(value)])))
    close(scope)
  }

  /// Emits a loop that inserts the keys of the elements that are not nil into a set.
  private mutating func insert(_ source: CollectionIR, into set: String) throws(Refusal) {
    let scope = scope
    let element = try iterate(source, label: nil)
    var clauses: [SwiftCondition] = []
    let key = try key(of: element, &clauses)
    if !clauses.isEmpty { emit(.guard(clauses, else: [.continue(nil)])) }
    emit(.expression(.call(.member(.name(set), "insert"), [SwiftArgument(key)])))
    close(scope)
  }

  /// The Swift type of a collected element: an object's own type, or the language's type of another value.
  private func elementType(_ source: CollectionIR) -> SwiftType {
    if case .object(let entity) = source.elementType, !isByIdentity(source) { return types.declared(entity) }
    return languageType(scalarType(source.elementType))
  }

  /// The operand of a collected element; `openLoop` gives it a name.
  private func storedElement(_ source: CollectionIR) -> Operand {
    if case .object = source.elementType, !isByIdentity(source) {
      return Operand(.name("object"), source.elementType, form: .object)
    }
    return Operand(.name("element"), scalarType(source.elementType))
  }

  /// Whether the elements are identities of objects, as those of list parameters are.
  private func isByIdentity(_ source: CollectionIR) -> Bool {
    switch source {
    case .parameter: true
    case .path, .objects, .literal: false
    case .filter(let source, _, _), .distinct(let source), .mode(let source): isByIdentity(source)
    case .map(_, _, let value): if case .path = value { false } else { true }
    case .flatMap(_, _, let inner): isByIdentity(inner)
    case .set(_, let left, let right): isByIdentity(left) || isByIdentity(right)
    }
  }
}
