import CDQIR

/// The members of a model struct for saving, finding and sorting objects.
extension ModelWriter {
  /// The statement that writes an attribute to `values`.
  func store(_ attribute: Attribute) -> SwiftStatement {
    let method: String
    switch attribute.type {
    case .enumeration: method = "setCase"
    case .collection(.enumeration, _): method = "setCases"
    case .collection: method = "setElements"
    default: method = attribute.type.hasOwnSwiftType ? "set" : "set" + SwiftNames.upperFirst(attribute.type.caseName)
    }
    return call(method, attribute.name, [])
  }

  /// The statement that writes a to-one relationship to `values`.
  ///
  /// - Parameter isPlain: whether the property is the identity of the destination object, and not an `ObjectKey`.
  func store(_ relationship: Relationship, isPlain: Bool) -> SwiftStatement {
    isPlain
      ? call("setIdentity", relationship.name, [.string(schema.root(of: relationship.destination))])
      : call("setKey", relationship.name, [])
  }

  private func call(_ method: String, _ property: String, _ arguments: [SwiftExpression]) -> SwiftStatement {
    .expression(
      .call(
        .member(.name("values"), method),
        ([.string(property)] + arguments + [.member(.name("self"), property)]).map { SwiftArgument($0) }))
  }

  /// The function `store(into:)`, which a store calls to save an object.
  func storing(_ fields: [Field]) -> SwiftDeclaration {
    let values = SwiftFunction.Parameter("into", "values", .named("inout \(types.runtime("StoredValues"))"))
    return SwiftDeclaration(
      documentation: ["Gives the values of its properties, as a store takes them."], access: access,
      .function(SwiftFunction(name: "store", parameters: [values], body: fields.map(\.store))))
  }

  /// The attributes that identify an object, by which it is found; nil where there are none.
  var findableIdentity: [Attribute]? {
    let identity = schema.identity(of: entity.name)
    return identity.isEmpty || !identity.allSatisfy { $0.type.isScalar && !$0.isTransient } ? nil : identity
  }

  /// The function `find(id:in:)`; nil for an entity without attributes that identify its objects.
  func find() -> SwiftDeclaration? {
    guard let identity = findableIdentity else { return nil }
    var names = SwiftNameScope(reserving: ["self"])
    let store = names.unique("store")
    var parameters: [SwiftFunction.Parameter] = []
    var values: [SwiftExpression] = []
    for attribute in identity {
      let local = names.unique(SwiftNames.isPlainName(attribute.name) ? attribute.name : attribute.name + "Value")
      parameters.append(
        SwiftFunction.Parameter(local == attribute.name ? nil : attribute.name, local, types.type(attribute.type)))
      values.append(value(attribute.type, .name(local)))
    }
    parameters.append(SwiftFunction.Parameter("in", store, .named("some \(types.runtime("StoreReader"))")))
    let find = SwiftExpression.call(.member(.name(store), "find"), [SwiftArgument("identity", .array(values))])
    return SwiftDeclaration(
      documentation: [
        "The stored object with that identity; nil when there is none.", "",
        "- Throws: `ExecutionError.schemaMismatch` when the store has another schema.",
      ], access: access,
      .function(
        SwiftFunction(
          name: "find", isStatic: true, parameters: parameters, isThrowing: true,
          errorType: types.runtime("ExecutionError"), result: .optional(.named("Self")),
          body: [.return(.attempt(find))])))
  }

  /// The `Value` of a scalar.
  private func value(_ type: ValueType, _ local: SwiftExpression) -> SwiftExpression {
    switch type {
    case .enumeration: .member(.member(local, "rawValue"), "storedValue")
    case _ where type.hasOwnSwiftType: .member(local, "storedValue")
    default: .call(.implicitMember(type.caseName), [SwiftArgument(local)])
    }
  }

  /// The sort orders of the entity, such as `ModelOrder<City>.name`.
  func orders() -> [SwiftDeclaration] {
    let attributes = schema.allAttributes(of: entity.name).filter { !$0.isTransient && $0.type.isSortable }
    if attributes.isEmpty { return [] }
    let type = SwiftType.generic(types.runtime("ModelOrder"), [.named(SwiftNames.quoted(entity.name))])
    let members = attributes.map { attribute in
      let order = SwiftExpression.call(.name(type.text), [SwiftArgument(.string(attribute.name))])
      return SwiftDeclaration(
        documentation: ["By `\(attribute.name)`."], access: access,
        .computed(isStatic: true, attribute.name, type, [.return(order)]))
    }
    return [SwiftDeclaration(.type(.extension, name: type.text, conformances: [], members))]
  }
}

extension ValueType {
  /// Whether values of the type are scalars that generated code has a Swift type for.
  fileprivate var isScalar: Bool {
    switch self {
    case .object, .opaque, .collection, .null: false
    default: true
    }
  }
}
