import CDQIR

/// Writes the loop that sets the new values of an update's objects, which the function has fetched from a context of Core
/// Data or SwiftData.
///
/// ```swift
/// for object in objects {
///   object.setValue(name, forKey: "name")
/// }
/// return objects.count
/// ```
struct AssignmentLoop {
  let query: QueryIR
  let types: SwiftTypeNames
  /// What the parameters are called inside the function.
  let parameterNames: [String]
  /// Whether values are set by key, as Core Data stores them, and not by the properties of a class.
  let isKeyed: Bool

  /// The statements of the loop, which give the number of objects.
  func statements(over list: String, _ names: inout SwiftNameScope) throws(Refusal) -> [SwiftStatement] {
    let object = names.unique("object")
    var reads: [SwiftStatement] = []
    var writes: [SwiftStatement] = []
    for assignment in query.assignments {
      guard let property = types.schema.property(named: assignment.property, of: query.entity) else { continue }
      switch assignment.value {
      case .literal(let value, _): writes.append(set(object, property.name, try literal(value, property)))
      case .parameter(let index, let type): writes.append(try set(object, property, toParameter: index, type))
      default:
        // All values are read before one is set.
        let name = names.unique(property.name + "Value")
        reads.append(.let(name, isKeyed ? .optional(.named("Any")) : nil, try copy(assignment.value, property, object)))
        writes.append(set(object, property.name, .name(name)))
      }
    }
    return [
      .for(label: nil, object, in: .name(list), reads + writes), .return(.member(.name(list), "count")),
    ]
  }

  private func set(_ object: String, _ name: String, _ value: SwiftExpression) -> SwiftStatement {
    if !isKeyed { return .assign(.member(.name(object), name), "=", value) }
    return .expression(
      .call(.member(.name(object), "setValue"), [SwiftArgument(value), SwiftArgument("forKey", .string(name))]))
  }

  private func set(
    _ object: String, _ property: Property, toParameter index: Int, _ type: ValueType
  ) throws(Refusal) -> SwiftStatement {
    let parameter = query.parameters[index]
    if case .collection = type {
      throw Refusal("a list as a new value", "its storage is unknown").at(.expression(.parameter(index, type)))
    }
    guard type == property.type.base || property.type.base.isObject, type != .opaque else {
      throw Refusal(
        "'$\(parameter.name)' as a new value of '\(property.name)'", "it is \(type) and not \(property.type.base)",
        help: "give it a parameter of its own"
      ).at(.expression(.parameter(index, type)))
    }
    let name = parameterNames[index]
    var value = SwiftExpression.name(name)
    let isNil = parameter.type.isOptional && !parameter.isOmittable
    if isKeyed, case .enumeration = type {
      value = isNil ? .optionalMember(value, "rawValue") : .member(value, "rawValue")
    }
    let statement = set(object, property.name, value)
    return parameter.isOmittable ? .if([.unwrap(name, .name(name))], then: [statement], else: []) : statement
  }

  private func literal(_ value: Value, _ property: Property) throws(Refusal) -> SwiftExpression {
    if !isKeyed, case .enumeration(let name) = property.type.base,
      let found = types.schema.enumeration(named: name)?.cases.first(where: { $0.rawValue == value })
    {
      return .implicitMember(found.name)
    }
    if let plain = SwiftLiterals.plain(value) { return plain }
    switch value {
    case .date(let date): return SwiftLiterals.date(date, types)
    case .uuid(let uuid): return SwiftLiterals.uuid(uuid, types)
    case .data(let data): return SwiftLiterals.data(data, types)
    case .decimal(let number): if let made = SwiftLiterals.decimal(number, types) { return made }
    default: break
    }
    throw Refusal(
      "this new value of '\(property.name)'", "Swift has no literal of it", help: "give it as a parameter"
    ).at(.expression(.literal(value, property.type.base)))
  }

  /// The value of another attribute of the object.
  private func copy(
    _ value: ExpressionIR, _ property: Property, _ object: String
  ) throws(Refusal) -> SwiftExpression {
    guard case .path(let path) = value, path.variable == 0, path.steps.count == 1,
      case .attribute(let other)? = types.schema.property(named: path.steps[0].name, of: query.entity)
    else {
      throw Refusal(
        "a new value that is calculated", "only arguments and other attributes are set",
        help: "fetch the objects and set the value in a loop, or let the memory back end do it"
      ).at(.expression(value))
    }
    guard other.type == property.type.base, property.type.isOptional || !other.isOptional, other.type != .opaque,
      other.type.element == nil
    else {
      throw Refusal(
        "'\(other.name)' as a new value of '\(property.name)'", "it is \(other.optionalType) and not \(property.type)"
      ).at(.expression(value))
    }
    if !isKeyed { return .member(.name(object), other.name) }
    return .call(.member(.name(object), "value"), [SwiftArgument("forKey", .string(other.name))])
  }
}

extension ValueType {
  /// Whether values are objects of an entity.
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
