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

  /// The function of `CDQCast` for a type; it has one for every type with a Swift type of its own.
  private static func castFunction(_ type: ValueType) -> String? {
    switch type {
    case .enumeration, .object, .opaque, .collection, .null: nil
    default: type.hasOwnSwiftType ? type.caseName : nil
    }
  }

  /// The case of `Value` that holds values of a type; nil for a type without one.
  func boxCase(_ type: ValueType) -> String? {
    let type = schema.rawType(of: type).evaluated
    return switch type {
    case .int64: "int"
    case .object, .opaque, .collection: nil
    default: type.caseName
    }
  }
}
