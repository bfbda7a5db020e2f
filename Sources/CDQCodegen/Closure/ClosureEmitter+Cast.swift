import CDQIR

extension ClosureEmitter {
  /// Emits `CAST(value, 'Type')` as a call of the runtime, which has the conversion rules for all pairs of types.
  mutating func cast(_ expression: ExpressionIR, to type: ValueType) throws(Refusal) -> Operand {
    let operand = try value(expression)
    guard let function = ClosureEmitter.castFunction(type), let wrapper = boxCase(operand.type) else {
      throw Refusal("CAST of a \(operand.type) to \(type)", "plain Swift has no form of both")
    }
    if case .null = operand.expression { return Operand(.null, .null, isOptional: true) }
    var clauses: [SwiftCondition] = []
    let number = unwrap(operand, &clauses)
    let result = names.unique("cast")
    let call = SwiftExpression.call(
      .member(.name(types.runtime("CDQCast")), function),
      [SwiftArgument(.call(.implicitMember(wrapper), [SwiftArgument(number)]))])
    if types.needsFoundation(type) { needsFoundation = true }
    if clauses.isEmpty {
      emit(.let(result, .optional(languageType(type)), call))
    } else {
      emit(.var(result, .optional(languageType(type)), .null))
      emit(.if(clauses, then: [.assign(.name(result), "=", call)], else: []))
    }
    return Operand(.name(result), type.evaluated, isOptional: true)
  }

  private static func castFunction(_ type: ValueType) -> String? {
    switch type {
    case .bool: "bool"
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .uuid: "uuid"
    case .url: "url"
    case .duration, .enumeration, .object, .opaque, .collection, .null: nil
    }
  }

  /// The case of `Value` that holds values of a type; nil for a type without one.
  func boxCase(_ type: ValueType) -> String? {
    switch type {
    case .bool: "bool"
    case .int16, .int32, .int64: "int"
    case .float, .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .duration: "duration"
    case .data: "data"
    case .uuid: "uuid"
    case .url: "url"
    case .enumeration(let name): schema.enumeration(named: name)?.rawType.isInteger == true ? "int" : "string"
    case .null: "null"
    case .object, .opaque, .collection: nil
    }
  }
}
