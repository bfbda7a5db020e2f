import CDQIR
import CDQSemantics
import CDQSyntax

extension Generator {
  /// The function of a query over a store, with its sort enum and row struct. The prepared query goes into the unit.
  mutating func memoryFunction(
    _ query: CompiledQuery, _ source: GenerateSource, _ unit: inout GeneratedUnit
  ) -> [SwiftDeclaration] {
    guard let json = jsonText(of: query) else { return [] }
    let access = options.effectiveAccess.modifier
    var signature = QuerySignature(query, types: types)
    let holder = "CDQPrepared"
    unit.addPrepared(
      SwiftDeclaration(
        .stored(
          isStatic: true, isConstant: true, query.name, .named(types.runtime("GeneratedQuery")),
          .call(types.runtime("GeneratedQuery"), SwiftArgument(.wrappedString(json))))), holder: holder)
    let store = signature.names.unique("store")
    var writer = MemoryBody(
      signature: signature, types: types, prepared: .member(.name(holder), query.name), store: store)
    let rowType = rowTypeName(query)
    let body = writer.statements(rowType: rowType)
    if signature.needsFoundation || needsFoundation(query) { unit.usesFoundation(publicly: true) }
    unit.uses(modules(declaring: namedTypes(query)), publicly: true)
    let function = SwiftFunction(
      name: query.name, isStatic: true,
      parameters: [SwiftFunction.Parameter("in", store, .named(types.runtime("Store")))] + signature.parameters,
      isThrowing: true, errorType: types.runtime("ExecutionError"), result: functionResult(query, rowType),
      body: located(body, query, source))
    let functions = overloads(of: function, query).map { function in
      SwiftDeclaration(
        documentation: signature.documentation(throwing: [errors(query)]), access: access, .function(function))
    }
    return [signature.sortEnum(access: access), rowStruct(query, rowType, access)].compactMap { $0 } + functions
  }

  /// A reading function takes any `StoreReader`; a `delete` has one function for a store and one for a transaction.
  private func overloads(of function: SwiftFunction, _ query: CompiledQuery) -> [SwiftFunction] {
    guard let store = function.parameters.first?.name else { return [function] }
    var function = function
    guard query.ir.cardinality == .delete else {
      function.parameters[0].type = .named("some \(types.runtime("StoreReader"))")
      return [function]
    }
    var other = function
    other.parameters[0].type = .named("inout \(types.runtime("StoreTransaction"))")
    other.body = other.body.map { statement in
      guard case .return(.attempt(.call(let callee, var arguments))) = statement, !arguments.isEmpty else {
        return statement
      }
      arguments[0].value = .prefix("&", .name(store))
      return .return(.attempt(.call(callee, arguments)))
    }
    return [function, other]
  }

  /// Names of schema types in the signature of a function and in its row struct.
  private func namedTypes(_ query: CompiledQuery) -> [String] {
    var names = enumerations(of: query.ir.parameters)
    if let projection = query.ir.projection {
      names += enumerations(of: projection.items.map { ParameterIR(name: $0.name, type: $0.type) })
    } else {
      switch query.ir.cardinality {
      case .many, .first, .one: names.append(query.ir.entity)
      case .count, .exists, .delete: break
      }
    }
    return names
  }

  private func errors(_ query: CompiledQuery) -> String {
    switch query.ir.cardinality {
    case .one: "`ExecutionError.notFound` and `.notUnique`, and others when the store has another schema"
    case .delete: "`ExecutionError.refused` when a delete rule forbids it, and others when the store has another schema"
    case .many, .first, .count, .exists: "`ExecutionError` when an argument is refused or the store has another schema"
    }
  }

  private func needsFoundation(_ query: CompiledQuery) -> Bool {
    query.ir.projection?.items.contains { types.needsFoundation($0.type.base) } ?? false
  }

  /// The struct for the rows of a `select` with several columns.
  func rowStruct(
    _ query: CompiledQuery, _ name: String?, _ access: String, column: ((ProjectionIR.Item) -> SwiftType)? = nil
  ) -> SwiftDeclaration? {
    guard let name, let projection = query.ir.projection else { return nil }
    var names = SwiftNameScope(reserving: ["self"])
    var parameters: [SwiftFunction.Parameter] = []
    var body: [SwiftStatement] = []
    var members: [SwiftDeclaration] = []
    for item in projection.items {
      let local = names.unique(SwiftNames.isPlainName(item.name) ? item.name : item.name + "Value")
      let type = column?(item) ?? types.type(item.type)
      members.append(
        SwiftDeclaration(access: access, .stored(isStatic: false, isConstant: false, item.name, type, nil)))
      parameters.append(SwiftFunction.Parameter(local == item.name ? nil : item.name, local, type))
      body.append(.assign(.member(.name("self"), item.name), "=", .name(local)))
    }
    members.append(
      SwiftDeclaration(
        documentation: ["A row with these values."], access: access,
        .function(SwiftFunction(name: nil, parameters: parameters, body: body))))
    // The generator does not know whether the user's own enums are Codable, but only that they have raw values.
    let isCodable =
      column == nil || enumerations(of: projection.items.map { ParameterIR(name: $0.name, type: $0.type) }).isEmpty
    // The user's enums need not be Sendable. An internal struct with such enums leaves the conformance to Swift's
    // inference, which public structs do not have.
    let isSendable = isCodable || !access.isEmpty
    let conformances = (isSendable ? ["Sendable"] : []) + ["Hashable"] + (isCodable ? ["Codable"] : [])
    return SwiftDeclaration(
      documentation: ["A row of `\(query.name)`."], access: access,
      .type(.struct, name: name, conformances: conformances.map(types.standard), members))
  }
}
