import CDQIR
import CDQSemantics
import Foundation

extension ClosureEmitter {
  /// The operand of an expression. Emits the statements that its value needs.
  mutating func value(_ expression: ExpressionIR) throws(Refusal) -> Operand {
    do throws(Refusal) {
      return try operand(expression)
    } catch {
      throw error.at(.expression(expression))
    }
  }

  private mutating func operand(_ expression: ExpressionIR) throws(Refusal) -> Operand {
    switch expression {
    case .literal(let value, let type): return try literal(value, type)
    case .parameter(let index, _): return parameter(index)
    case .path(let path): return try chain(path)
    case .arithmetic(let node): return try arithmetic(node)
    case .negate(let operand): return try negate(operand)
    case .function(let node): return try function(node)
    case .aggregate(let node): return try aggregate(node)
    case .element(let node): return try element(node)
    case .conditional(let node): return try conditional(node)
    case .cast(let operand, let type): return try cast(operand, to: type)
    case .groupAggregate(let node): return try groupAggregate(node)
    }
  }

  /// The form of a property of the user's types, by its type in the schema.
  func form(of type: ValueType) -> Operand.Form {
    switch type {
    case .int16, .int32, .int64: .integer
    case .float: .floating
    case .enumeration: schema.rawType(of: type).isInteger ? .integerEnum : .textEnum
    case .object: .object
    default: .plain
    }
  }

  func parameter(_ index: Int) -> Operand {
    let parameter = query.parameters[index]
    var type = parameter.type.base
    let isOptional = parameter.mayBeNil
    if objectParameters.contains(index) {
      return Operand(.name(parameterNames[index]), type, isOptional: isOptional, form: .object)
    }
    if case .object(let entity) = type, let identity = types.identityAttribute(of: entity) { type = identity.type }
    // The generator declares the parameter, so an `Int64` needs no conversion.
    let form: Operand.Form = type == .int64 ? .plain : self.form(of: type)
    return Operand(.name(parameterNames[index]), type, isOptional: isOptional, form: form)
  }

  private mutating func chain(_ path: PathIR) throws(Refusal) -> Operand {
    let base = try start(of: path)
    return chain(base, path.steps[...])
  }

  /// A chain of members such as `town.nation?.name`, with `?.` after a step that may be nil.
  mutating func chain(_ base: Operand, _ steps: ArraySlice<StepIR>) -> Operand {
    var expression = base.expression
    var isChained = base.isChained
    var mayBeNil = base.isOptional && !base.isChained
    var type = base.type
    for step in steps {
      readEntities.insert(step.entity)
      if mayBeNil, let name = knownName(expression) {
        expression = .name(name)
        (mayBeNil, isChained) = (false, false)
      }
      expression = mayBeNil ? .optionalMember(expression, step.name) : .member(expression, step.name)
      isChained = isChained || mayBeNil
      switch schema.property(named: step.name, of: step.entity) {
      case .attribute(let attribute):
        type = attribute.type
        if case .enumeration(let name) = type { readEntities.insert(name) }
        mayBeNil = attribute.isOptional
      case .relationship(let relationship):
        type = relationship.type.base
        mayBeNil = !relationship.isToMany && relationship.isOptional
      case nil:
        mayBeNil = false
      }
    }
    if isChained || mayBeNil, let name = knownName(expression) {
      expression = .name(name)
      (mayBeNil, isChained) = (false, false)
    }
    var result = Operand(
      expression, type, isOptional: isChained || mayBeNil, form: steps.isEmpty ? base.form : form(of: type))
    result.isChained = isChained && !mayBeNil
    return result
  }

  /// Replaces an object by its `@unique` attribute, which identifies it.
  mutating func identity(_ operand: Operand) throws(Refusal) -> Operand {
    guard case .object(let entity) = operand.type else { return operand }
    guard let attribute = types.identityAttribute(of: entity) else {
      throw Refusal(
        "a comparison of objects of '\(entity)'", "objects are told apart by a '@unique' attribute, which it has not",
        help: "give '\(entity)' a '@unique' attribute, or use the memory back end")
    }
    return chain(operand, [StepIR(attribute.name, .attribute, of: entity)])
  }

  private mutating func literal(_ value: Value, _ type: ValueType) throws(Refusal) -> Operand {
    if value.isNull { return Operand(.null, .null, isOptional: true) }
    if let literal = SwiftLiterals.plain(value) { return Operand(literal, type) }
    switch value {
    case .date(let date): return constant("date", type, SwiftLiterals.date(date, types))
    case .uuid(let uuid): return constant("uuid", type, SwiftLiterals.uuid(uuid, types))
    case .data(let data): return constant("data", type, SwiftLiterals.data(data, types))
    case .decimal(let number):
      guard let literal = SwiftLiterals.decimal(number, types) else {
        throw Refusal("a Decimal literal of that many digits", "Swift has no literal for it")
      }
      return constant("decimal", type, literal)
    case .url(let url):
      var operand = constant(
        "url", type, .call(types.foundation("URL"), SwiftArgument("string", .string(url.absoluteString))),
        isOptional: true)
      operand.isOptional = true
      return operand
    default: throw Refusal("a literal object", "plain Swift has no literal for it")
    }
  }

  /// A literal that needs an initializer call: a constant before the loop, made once.
  private mutating func constant(
    _ hint: String, _ type: ValueType, _ make: SwiftExpression, isOptional: Bool = false
  ) -> Operand {
    needsFoundation = true
    if let known = made(.constant(make), at: .prologue) { return known }
    let name = names.unique(hint)
    let written = types.type(type)
    prologue.append(.let(name, isOptional ? .optional(written) : written, make))
    let result = Operand(.name(name), type)
    hoisted[.constant(make)] = result
    return result
  }

  private mutating func conditional(_ node: ConditionalIR) throws(Refusal) -> Operand {
    let result = names.unique("choice")
    let condition = try holds(node.condition.simplified)
    let then = try branch(node.then, of: node.type, setting: result)
    let otherwise = try branch(node.otherwise, of: node.type, setting: result)
    emit(.var(result, languageType(node.type).optional, .null))
    emit(.if([.holds(condition)], then: then, else: otherwise))
    return Operand(.name(result), node.type, isOptional: true)
  }

  private mutating func branch(
    _ expression: ExpressionIR, of type: ValueType, setting result: String
  ) throws(Refusal) -> [SwiftStatement] {
    open()
    let operand = try converted(try value(expression), to: type)
    emit(.assign(.name(result), "=", optionalNormal(operand)))
    return close()
  }

  /// The Swift type of the language's values of a type: integers are `Int64`, floats `Double`, enums their raw values.
  func languageType(_ type: ValueType) -> SwiftType {
    switch type {
    case .int16, .int32, .int64: .named(types.standard("Int64"))
    case .float: .named(types.standard("Double"))
    case .enumeration: languageType(schema.rawType(of: type))
    default: types.type(type)
    }
  }

  /// Converts an integer to a double where one is needed; other operands must already have the type, or another that
  /// the same Swift type holds.
  func converted(_ operand: Operand, to type: ValueType) throws(Refusal) -> Operand {
    let (have, want) = (Family(operand.type), Family(type))
    if have == want || have == .any || Family(operand.type.carrier) == want { return operand }
    if have == .integer, want == .floating {
      if case .integer(let number) = operand.expression { return Operand(.double(Double(number)), .double) }
      var result = operand
      result.type = .double
      result.form = .floating
      return result
    }
    throw Refusal("a \(operand.type) among values of \(type)", "plain Swift calculates in one type only")
  }
}
