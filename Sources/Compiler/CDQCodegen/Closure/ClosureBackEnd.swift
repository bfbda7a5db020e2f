import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// The back end that generates functions over a sequence of the user's own objects.
struct ClosureBackEnd: BackEnd {
  // The user's types have the isolation that is the default of the module, and are often internal.
  let facts = BackEndFacts(
    code: .backendClosure, title: "closure", declaresTypes: false, isNonisolated: false, access: .internal,
    names: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "CDQPrepared", "CDQEntities"])

  /// The function of a query over a sequence of the user's objects, with its sort enum and row struct.
  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let (context, types) = (output.context, output.context.types)
    var signature = QuerySignature(query, types: types)
    let plural = EnglishNoun.plural(SwiftNames.lowerFirst(query.ir.entity))
    let objects = signature.names.unique(plural)
    var emitter: ClosureEmitter
    let body: [SwiftStatement]
    do throws(Refusal) {
      (emitter, body) = try settledBody(of: query, &signature, over: objects, context)
    } catch {
      output.refuse(query, error)
      return []
    }
    // The user's objects are declared in the user's modules, so only parameters and columns need a public import.
    if signature.needsFoundation || context.selectsFoundation(query) {
      output.unit.usesFoundation(publicly: true)
    } else if emitter.needsFoundation {
      output.unit.usesFoundation(publicly: false)
    }
    let named =
      [query.ir.entity] + context.enumerations(of: query.ir.parameters)
      + signature.objectParameters.compactMap { index in
        if case .object(let entity) = query.ir.parameters[index].type.base { entity } else { nil }
      }
    output.unit.uses(context.modules(declaring: named), publicly: true)
    output.unit.uses(context.modules(declaring: emitter.readEntities), publicly: false)
    let entity = types.declared(query.ir.entity).text
    let isDelete = query.ir.cardinality == .delete
    let sequence = SwiftType.generic(
      isDelete
        ? "inout some \(types.standard("RangeReplaceableCollection"))" : "some \(types.standard("Sequence"))",
      [.named(entity)])
    let function = SwiftFunction(
      name: query.name, isStatic: true,
      parameters: [SwiftFunction.Parameter("in", objects, sequence)] + signature.parameters,
      isThrowing: emitter.isThrowing, errorType: types.runtime("ExecutionError"),
      result: result(of: query, emitter, context),
      body: context.located(body, query, source))
    let declaration = SwiftDeclaration(
      documentation: signature.documentation(throwing: errors(query, emitter)),
      access: context.access, .function(function))
    let row = context.rowStruct(query, emitter.rowType, context.access, column: emitter.columnType)
    return [signature.sortEnum(access: context.access), row, declaration].compactMap { $0 }
  }

  /// Emits the body. A path that starts at a parameter needs the object itself instead of its identity; then the body
  /// is written again with that parameter as an object.
  private func settledBody(
    of query: CompiledQuery, _ signature: inout QuerySignature, over objects: String, _ context: GenerationContext
  ) throws(Refusal) -> (ClosureEmitter, [SwiftStatement]) {
    while true {
      var emitter = ClosureEmitter(
        query.ir, types: context.types, parameterNames: signature.parameterNames, names: signature.names,
        sortCases: signature.sortCases)
      emitter.rowType = context.rowTypeName(query)
      emitter.objectParameters = signature.objectParameters
      emitter.takesObjects = true
      let body: [SwiftStatement]?
      var refusal: Refusal?
      do throws(Refusal) {
        body = try emitter.body(over: objects)
      } catch {
        (body, refusal) = (nil, error)
      }
      let isSettled = emitter.objectParameters == signature.objectParameters
      signature.objectParameters = emitter.objectParameters
      guard isSettled else { continue }
      if let body { return (emitter, body) }
      if let refusal { throw refusal }
    }
  }

  /// The return type of the function, for objects and for the rows of a `select`.
  private func result(
    of query: CompiledQuery, _ emitter: ClosureEmitter, _ context: GenerationContext
  ) -> SwiftType {
    guard let projection = query.ir.projection else { return context.resultType(query) }
    let column = projection.items.first.map(emitter.columnType)
    return context.functionResult(query, row: emitter.rowType.map { .named($0) } ?? column ?? .named("Never"))
  }

  private func errors(_ query: CompiledQuery, _ emitter: ClosureEmitter) -> [String] {
    guard emitter.isThrowing else { return [] }
    return query.ir.cardinality == .one
      ? ["`ExecutionError`, such as `.notFound` and `.notUnique`"] : ["`ExecutionError` when an argument is refused"]
  }
}
