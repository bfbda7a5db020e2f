import CDQIR
import CDQSemantics
import CDQSyntax

/// The back end that generates functions on a `Store`, and a struct per entity.
struct MemoryBackEnd: BackEnd {
  let facts = BackEndFacts(
    code: .backendMemory, title: "memory", runtimeModule: "CDQStore", namesTypesOfOthers: false,
    names: ["Swift", "Foundation", "CDQRuntime", "CDQStore", "CDQMapping", "CDQPrepared", "CDQEntities"])

  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    unit.addModels(of: source, in: context) { $0.declarations() }
  }

  func addMappings(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    MappingFunctions(in: [.init(name: "store", type: "Store", errorType: "DecodeError")], context).add(of: source, to: &unit)
  }

  /// The function of a query over a store, with its sort enum and row struct. The prepared query goes into the unit.
  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let (context, types) = (output.context, output.context.types)
    guard let json = output.jsonText(of: query) else { return [] }
    let access = context.access
    var signature = QuerySignature(query, types: types)
    let holder = "CDQPrepared"
    output.unit.addPrepared(
      SwiftDeclaration(
        .stored(
          isStatic: true, isConstant: true, query.name, .named(types.runtime("GeneratedQuery")),
          .call(types.runtime("GeneratedQuery"), SwiftArgument(.wrappedString(json))))), holder: holder)
    let store = signature.names.unique("store")
    var writer = MemoryBody(
      signature: signature, types: types, prepared: .member(.name(holder), query.name), store: store)
    let rowType = context.rowTypeName(query)
    let body = writer.statements(rowType: rowType)
    if signature.needsFoundation || context.selectsFoundation(query) { output.unit.usesFoundation(publicly: true) }
    output.unit.uses(context.modules(declaring: namedTypes(query, context)), publicly: true)
    let function = SwiftFunction(
      name: query.name, isStatic: true,
      parameters: [SwiftFunction.Parameter("in", store, .named(types.runtime("Store")))] + signature.parameters,
      isThrowing: true, errorType: types.runtime("ExecutionError"), result: context.functionResult(query, rowType),
      body: context.located(body, query, source))
    let functions = overloads(of: function, query, types).map { function in
      SwiftDeclaration(
        documentation: signature.documentation(throwing: [errors(query)]), access: access, .function(function))
    }
    return [signature.sortEnum(access: access), context.rowStruct(query, rowType, access)].compactMap { $0 } + functions
  }

  /// A reading function takes any `StoreReader`; a `delete` or `update` has one function for a store and one for a
  /// transaction.
  private func overloads(
    of function: SwiftFunction, _ query: CompiledQuery, _ types: SwiftTypeNames
  ) -> [SwiftFunction] {
    guard let store = function.parameters.first?.name else { return [function] }
    var function = function
    guard query.ir.cardinality.changesObjects else {
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
  private func namedTypes(_ query: CompiledQuery, _ context: GenerationContext) -> [String] {
    var names = context.enumerations(of: query.ir.parameters)
    if let projection = query.ir.projection {
      names += context.enumerations(of: projection.allItems.map { ParameterIR(name: $0.name, type: $0.type) })
    } else {
      switch query.ir.cardinality {
      case .many, .first, .one: names.append(query.ir.entity)
      case .count, .exists, .delete, .update: break
      }
    }
    return names
  }

  private func errors(_ query: CompiledQuery) -> String {
    switch query.ir.cardinality {
    case .one: "`ExecutionError.notFound` and `.notUnique`, and others when the store has another schema"
    case .delete: "`ExecutionError.refused` when a delete rule forbids it, and others when the store has another schema"
    case .update: "`ExecutionError.refused` when a rule of the schema forbids a value, and others when the store has another schema"
    case .many, .first, .count, .exists: "`ExecutionError` when an argument is refused or the store has another schema"
    }
  }
}
