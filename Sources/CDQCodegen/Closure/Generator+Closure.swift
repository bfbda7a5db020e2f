import CDQIR
import CDQSemantics
import CDQSyntax

extension Generator {
  /// The function of a query over a sequence of the user's own objects, and the enum of its dynamic sort.
  mutating func closureFunction(
    _ query: CompiledQuery, _ source: GenerateSource, _ unit: inout GeneratedUnit
  ) -> [SwiftDeclaration] {
    var signature = QuerySignature(query, types: types)
    let plural = SwiftNames.plural(SwiftNames.lowerFirst(query.ir.entity))
    let objects = signature.names.unique(plural)
    var emitter: ClosureEmitter
    let body: [SwiftStatement]
    do throws(Refusal) {
      (emitter, body) = try closureBody(query, &signature, over: objects)
    } catch {
      refuse(query, .backendClosure, "closure", error)
      return []
    }
    // The user's objects are declared in the user's modules, so only parameters and columns need a public import.
    let columns = query.ir.projection?.items ?? []
    if signature.needsFoundation || columns.contains(where: { types.needsFoundation($0.type.base) }) {
      unit.usesFoundation(publicly: true)
    } else if emitter.needsFoundation {
      unit.usesFoundation(publicly: false)
    }
    let named =
      [query.ir.entity] + enumerations(of: query.ir.parameters) + signature.objectParameters.compactMap { index in
        if case .object(let entity) = query.ir.parameters[index].type.base { entity } else { nil }
      }
    unit.uses(modules(declaring: named), publicly: true)
    unit.uses(modules(declaring: emitter.readEntities), publicly: false)
    let entity = types.declared(query.ir.entity).text
    let isDelete = query.ir.cardinality == .delete
    let sequence = SwiftType.generic(
      isDelete
        ? "inout some \(types.standard("RangeReplaceableCollection"))" : "some \(types.standard("Sequence"))",
      [.named(entity)])
    let function = SwiftFunction(
      name: query.name, isStatic: true,
      parameters: [SwiftFunction.Parameter("in", objects, sequence)] + signature.parameters,
      isThrowing: emitter.isThrowing, errorType: types.runtime("ExecutionError"), result: rowsType(query, emitter),
      body: located(body, query, source))
    let declaration = SwiftDeclaration(
      documentation: signature.documentation(throwing: closureErrors(query, emitter)),
      access: options.effectiveAccess.modifier, .function(function))
    let row = rowStruct(query, emitter.rowType, options.effectiveAccess.modifier, column: emitter.columnType)
    return [signature.sortEnum(access: options.effectiveAccess.modifier), row, declaration].compactMap { $0 }
  }

  /// Emits the body. A path that starts at a parameter needs the object itself instead of its identity; then the body
  /// is written again with that parameter as an object.
  private func closureBody(
    _ query: CompiledQuery, _ signature: inout QuerySignature, over objects: String
  ) throws(Refusal) -> (ClosureEmitter, [SwiftStatement]) {
    while true {
      var emitter = ClosureEmitter(
        query.ir, types: types, parameterNames: signature.parameterNames, names: signature.names)
      emitter.rowType = rowTypeName(query)
      emitter.objectParameters = signature.objectParameters
      emitter.takesObjects = true
      let body: [SwiftStatement]?
      var refusal: Refusal?
      do throws(Refusal) {
        body = try emitter.body(over: objects, sortCases: signature.sortCases)
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
  private func rowsType(_ query: CompiledQuery, _ emitter: ClosureEmitter) -> SwiftType {
    guard let projection = query.ir.projection, let first = projection.items.first else { return resultType(query) }
    let row: SwiftType = emitter.rowType.map { .named($0) } ?? emitter.columnType(first)
    switch query.ir.cardinality {
    case .first: return .optional(row)
    case .one: return row
    case .many, .count, .exists, .delete: return .array(row)
    }
  }

  private func closureErrors(_ query: CompiledQuery, _ emitter: ClosureEmitter) -> [String] {
    guard emitter.isThrowing else { return [] }
    return query.ir.cardinality == .one
      ? ["`ExecutionError`, such as `.notFound` and `.notUnique`"] : ["`ExecutionError` when an argument is refused"]
  }

  /// The return type of a query without a `select`.
  func resultType(_ query: CompiledQuery) -> SwiftType {
    let object = types.declared(query.ir.entity)
    switch query.ir.cardinality {
    case .many: return .array(object)
    case .first: return .optional(object)
    case .one: return object
    case .count, .delete: return .named(types.standard("Int"))
    case .exists: return .named(types.standard("Bool"))
    }
  }
}
