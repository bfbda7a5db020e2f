import CDQIR
import CDQSemantics

/// A value in a predicate format. For the optional attribute `name` the format is `%K` with the argument `"name"`, and
/// the absence is `%K == nil`.
struct FetchOperand: Hashable, Sendable {
  /// A reason for which a value is nil, and its negation, as conditions that SQL evaluates to true or false.
  struct Absence: Hashable, Sendable {
    var isNil: FetchCondition
    var isNotNil: FetchCondition

    /// The absence of the value of a key path.
    init(_ keyPath: PredicateFormat) {
      isNil = .isNil(keyPath)
      isNotNil = .isNotNil(keyPath)
    }

    init(isNil: FetchCondition, isNotNil: FetchCondition) {
      self.isNil = isNil
      self.isNotNil = isNotNil
    }
  }

  var format: PredicateFormat
  /// The reasons for which the value is nil; empty for a value that never is.
  var absences: [Absence] = []
  /// Whether the value is a NULL literal or an absent parameter.
  var isNull = false
  /// Whether the value is a literal or an argument.
  var isConstant = false

  static let null = FetchOperand(format: PredicateFormat("nil"), isNull: true, isConstant: true)

  /// The operand of a literal or an argument.
  static func constant(_ format: PredicateFormat) -> FetchOperand { FetchOperand(format: format, isConstant: true) }

  /// The operand of a value that Swift computes before the request.
  static func argument(_ value: SwiftExpression) -> FetchOperand { .constant(PredicateFormat("%@", [value])) }

  var isOptional: Bool { isNull || !absences.isEmpty }

  var isNil: FetchCondition { isNull ? .constant(true) : .or(absences.map(\.isNil)) }

  var isNotNil: FetchCondition { isNull ? .constant(false) : .and(absences.map(\.isNotNil)) }
}

extension FetchTranslator {
  mutating func operand(_ expression: ExpressionIR) throws(Stop) -> FetchOperand {
    context.append(.expression(expression))
    let operand = try value(expression)
    context.removeLast()
    return operand
  }

  private mutating func value(_ expression: ExpressionIR) throws(Stop) -> FetchOperand {
    switch expression {
    case .literal(let value, let type): return try literal(value, type)
    case .parameter(let index, let type): return try parameter(index, type)
    case .path(let path) where path.parameter != nil: return try computed(expression)
    case .path(let path): return try self.path(path)
    case .arithmetic, .negate, .function, .aggregate, .cast, .element, .conditional:
      return expression.isRowFree ? try computed(expression) : try calculation(expression)
    case .groupAggregate: throw refusal("'group by'", "it gives rows of groups")
    }
  }

  private mutating func literal(_ value: Value, _ type: ValueType) throws(Stop) -> FetchOperand {
    switch value {
    case .null: return .null
    case .bool(let flag): return .constant(PredicateFormat(flag ? "YES" : "NO"))
    case .int(let number):
      return number == .min ? .argument(.integer(number)) : .constant(PredicateFormat(String(number)))
    case .string(let text): return .argument(.string(text))
    case .object, .list: throw refusal("a literal object", "a fetch request has no literal for it")
    default:
      guard case .double(let number)? = SwiftLiterals.plain(value) else { return try computed(.literal(value, type)) }
      let text = number.description
      let isPlain = text.utf8.allSatisfy { "0123456789.-".utf8.contains($0) }
      return isPlain ? .constant(PredicateFormat(text)) : .argument(.double(number))
    }
  }

  private func parameter(_ index: Int, _ type: ValueType) throws(Stop) -> FetchOperand {
    let parameter = query.parameters[index]
    if parameter.mayBeNil {
      guard let isPresent = decided[index] else { throw .undecided(index) }
      if !isPresent { return .null }
    }
    return .argument(argument(.name(parameterNames[index]), parameter.type.base))
  }

  /// The argument for a value as Core Data stores it: a case of an enum becomes its raw value.
  func argument(_ value: SwiftExpression, _ type: ValueType) -> SwiftExpression {
    switch type {
    case .enumeration: return .member(value, "rawValue")
    case .collection(.enumeration, _):
      let closure = SwiftClosure(
        parameters: [], result: .named(""), body: [.expression(.member(.name("$0"), "rawValue"))])
      return .call(.member(value, "map"), [SwiftArgument(.closure(closure))])
    default: return value
    }
  }

  /// The operand of a value that is the same for all objects; Swift computes it before the request.
  private mutating func computed(_ expression: ExpressionIR) throws(Stop) -> FetchOperand {
    if let known = hoisted[expression] {
      return try decidedOperand(known)
    }
    let result: FetchOperand
    if case .path(let path) = expression, let parameter = path.parameter {
      result = try member(of: parameter, path)
    } else if case .element(let node) = expression, let value = element(node) {
      result = local(value, isOptional: true, type: expression.type)
    } else {
      do throws(Refusal) {
        let (value, emitter) = try compute { emitter throws(Refusal) in try emitter.value(expression) }
        result = local(emitter.optionalNormal(value), isOptional: value.isOptional, type: expression.type)
      } catch {
        throw refusal(error)
      }
    }
    hoisted[expression] = result
    return try decidedOperand(result)
  }

  /// An element of a list parameter, such as `range.first`; nil where the expression is more complex.
  private func element(_ node: ElementIR) -> SwiftExpression? {
    guard case .parameter(let index, let type) = node.collection, !query.parameters[index].type.isOptional,
      !query.parameters[index].isOmittable
    else { return nil }
    switch type {
    case .enumeration, .object: return nil
    default: break
    }
    let list = SwiftExpression.name(parameterNames[index])
    switch node.position {
    case .first, .index(.literal(.int(0), _)): return .member(list, "first")
    case .last: return .member(list, "last")
    case .index(.literal(.int(let number), _)) where number > 0:
      return .member(.call(.member(list, "dropFirst"), [SwiftArgument(.integer(number))]), "first")
    case .index: return nil
    }
  }

  /// Emits a test that is the same for all objects as a Bool before the request; nil where the test depends on the
  /// object, or where Swift cannot evaluate it.
  mutating func computed(_ predicate: PredicateIR, _ wanted: Bool) -> FetchCondition? {
    if let name = hoistedTests[predicate] { return flag(name, wanted) }
    guard let value = computeTest(predicate) else { return nil }
    let name = names.unique("isMatch")
    prologue.append(.let(name, .named(types.standard("Bool")), value))
    hoistedTests[predicate] = name
    return flag(name, wanted)
  }

  /// The value of a Bool variable as a condition.
  private func flag(_ name: String, _ wanted: Bool) -> FetchCondition {
    if element != nil { return .format(PredicateFormat("%@ == \(wanted ? "YES" : "NO")", [.name(name)])) }
    let flag = SwiftExpression.name(name)
    return .predicate(.call("NSPredicate", SwiftArgument("value", wanted ? flag : flag.negated)))
  }

  /// The operand of a computed value. An optional value becomes one of the `variables`, after the parameters, and the
  /// translation makes a condition for its value and another for nil.
  private mutating func local(_ value: SwiftExpression, isOptional: Bool, type: ValueType) -> FetchOperand {
    guard isOptional else { return .argument(value) }
    let name: String
    if case .name(let known) = value {
      name = known
    } else {
      name = names.unique("argument")
      prologue.append(.let(name, nil, value))
    }
    variables.append(Variable(name: name, isOmittable: false))
    return .argument(.name(name))
  }

  /// Replaces an optional variable that holds a computed value by NULL where it is decided to be nil.
  private func decidedOperand(_ operand: FetchOperand) throws(Stop) -> FetchOperand {
    guard case .name(let name)? = operand.format.arguments.first,
      let index = variables.indices.last(where: { $0 >= query.parameters.count && variables[$0].name == name })
    else { return operand }
    guard let isPresent = decided[index] else { throw .undecided(index) }
    return isPresent ? operand : .null
  }

  /// Emits a path that starts at an object parameter, such as `$user.country.name`: Swift reads it once, before the
  /// request.
  private mutating func member(of parameter: Int, _ path: PathIR) throws(Stop) -> FetchOperand {
    let object = SwiftExpression.name(parameterNames[parameter])
    let isOptional = query.parameters[parameter].mayBeNil
    if path.steps.isEmpty { return try self.parameter(parameter, path.type.base) }
    let keyPath = path.steps.map(\.name).joined(separator: ".")
    let name = names.unique(SwiftNames.camelCase(parameterNames[parameter] + "." + keyPath))
    let read = isOptional ? SwiftExpression.optionalMember(object, "value") : .member(object, "value")
    let value = SwiftExpression.call(read, [SwiftArgument("forKeyPath", .string(keyPath))])
    prologue.append(.let(name, nil, .binary(value, "as?", .name(storedType(path.type.base).text))))
    needsFoundation = needsFoundation || types.needsFoundation(path.type.base)
    variables.append(Variable(name: name, isOmittable: false))
    return .argument(.name(name))
  }

  /// The type of the values that Core Data stores: the raw type of an enum.
  func storedType(_ type: ValueType) -> SwiftType {
    types.type(types.schema.rawType(of: type))
  }

  // MARK: paths

  mutating func path(_ path: PathIR) throws(Stop) -> FetchOperand {
    guard let binding = bindings[path.variable] else { throw refusal("a variable", "it is not in scope") }
    let steps = binding.steps + path.steps
    try requireStored(steps)
    let mayBeNil = steps.contains { step in
      switch types.schema.property(named: step.name, of: step.entity) {
      case .attribute(let attribute): attribute.isOptional || attribute.type == .opaque
      case .relationship(let relationship): !relationship.isToMany && relationship.isOptional
      case nil: false
      }
    }
    if let element, binding.start != element { warnOfOuterObject() }
    let format = format(binding.start, steps)
    return FetchOperand(format: format, absences: mayBeNil ? [FetchOperand.Absence(format)] : [])
  }

  mutating func warnOfOuterObject() {
    warn(of: .outerObject, "a SUBQUERY that compares with the object outside of it")
  }

  /// Refuses a long value where the format would repeat it: a format cannot name a value, so nested repetitions grow
  /// exponentially.
  func requireShort(_ value: FetchOperand, _ construct: String) throws(Stop) {
    if value.format.text.utf8.count > 512 {
      throw refusal(
        construct, "a predicate format has no names for values, and would hold it several times",
        help: "compare it once, by '==', '<' and the like")
    }
  }

  /// Refuses a chain of so many conditions or operands: the SQL of Core Data nests each of them in the next one.
  func requireFewLevels(_ count: Int) throws(Stop) {
    if count > 900 {
      throw refusal(
        "a chain of \(count) operands", "SQLite, which Core Data uses, evaluates expressions of 1,000 levels at most",
        help: "pass values as a list, such as 'id IN $ids', or use the memory back end")
    }
  }

  /// Refuses transient properties, which no store has.
  func requireStored(_ steps: [StepIR]) throws(Stop) {
    for step in steps {
      let isTransient =
        switch types.schema.property(named: step.name, of: step.entity) {
        case .attribute(let attribute): attribute.isTransient
        case .relationship(let relationship): relationship.isTransient
        case nil: false
        }
      if isTransient { throw refusal("'\(step.name)' in a fetch request", "it is transient, so no store has it") }
    }
  }

  /// The format of a key path: `%K`, `$x.%K`, `$x` or `SELF`.
  func format(_ start: String, _ steps: [StepIR]) -> PredicateFormat {
    if steps.isEmpty { return PredicateFormat(start.isEmpty ? "SELF" : start) }
    let keyPath = PredicateFormat.keyPath(steps.map(\.name).joined(separator: "."))
    return start.isEmpty ? keyPath : "\(start)." + keyPath
  }
}
