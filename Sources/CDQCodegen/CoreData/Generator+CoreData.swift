import CDQIR
import CDQSemantics
import CDQSyntax

extension Generator {
  /// The functions of a query over a managed object context: one that makes the fetch request, for a query that gives
  /// objects, and one that runs it.
  mutating func coreDataFunctions(
    _ query: CompiledQuery, _ source: GenerateSource, _ unit: inout GeneratedUnit
  ) -> [SwiftDeclaration] {
    let access = options.effectiveAccess.modifier
    var signature = QuerySignature(query, types: types)
    let context = signature.names.unique("context")
    let batchSize = signature.names.unique("batchSize")
    var body = FetchBody(query.ir, types: types, signature: signature)
    let rowType = rowTypeName(query)
    let hasRequest = query.ir.cardinality == .many && query.ir.projection == nil
    let isPaged = query.ir.cardinality != .count && query.ir.cardinality != .exists
    var request: [SwiftStatement]
    var result: [SwiftStatement]
    do throws(Refusal) {
      if let projection = query.ir.projection {
        request = try body.makeRequest(isPaged: !projection.isDistinct)
        result = try body.rows(projection, rowType: rowType, context: context)
      } else {
        request = try body.makeRequest(isPaged: isPaged)
        result = try body.finish(context: context)
      }
    } catch {
      refuse(query, .backendCoreData, "Core Data", error)
      return []
    }
    for warning in body.translator.warnings {
      doubt(query, .backendCoreData, "Core Data's SQLite store may not run this", warning)
    }
    noteUses(query, body, &unit)
    let name = "\(query.name)Request"
    var declarations = [signature.sortEnum(access: access), rowStruct(query, rowType, access)].compactMap { $0 }
    if hasRequest {
      let made = request + [.return(.name(body.request))]
      declarations.append(
        SwiftDeclaration(
          documentation: ["The fetch request of `\(query.name)`, for a fetched results controller and the like."],
          access: access,
          .function(
            SwiftFunction(
              name: name, isStatic: true, parameters: signature.parameters, isThrowing: body.isThrowing,
              errorType: nil, result: .generic("NSFetchRequest", [types.declared(query.ir.entity)]),
              body: located(made, query, source)))))
      let call = SwiftExpression.call(
        .name(name),
        zip(query.ir.parameters, signature.parameterNames).map { SwiftArgument($0.name, .name($1)) })
      request = [
        .let(body.request, nil, body.isThrowing ? .attempt(call) : call),
        .assign(.member(.name(body.request), "fetchBatchSize"), "=", .name(batchSize)),
      ]
    }
    var parameters = [SwiftFunction.Parameter("in", context, .named("NSManagedObjectContext"))] + signature.parameters
    if hasRequest {
      let label = query.ir.parameters.contains { $0.name == "batchSize" } ? "fetchBatchSize" : "batchSize"
      parameters.append(
        SwiftFunction.Parameter(
          label == batchSize ? nil : label, batchSize, .named(types.standard("Int")), defaultValue: .integer(0)))
    }
    let function = SwiftFunction(
      name: query.name, isStatic: true, parameters: parameters, isThrowing: true,
      result: functionResult(query, rowType), body: located(request + result, query, source))
    declarations.append(
      SwiftDeclaration(
        documentation: signature.documentation(throwing: [coreDataErrors(query)]), access: access,
        .function(function)))
    return declarations
  }

  private func noteUses(_ query: CompiledQuery, _ body: FetchBody, _ unit: inout GeneratedUnit) {
    unit.usesCoreData()
    let signature = QuerySignature(query, types: types)
    let isInRow = query.ir.projection?.items.contains { types.needsFoundation($0.type.base) } ?? false
    if signature.needsFoundation || isInRow {
      unit.usesFoundation(publicly: true)
    } else if body.translator.needsFoundation {
      unit.usesFoundation(publicly: false)
    }
    unit.uses(modules(declaring: [query.ir.entity] + enumerations(of: query.ir.parameters)), publicly: true)
  }

  private func coreDataErrors(_ query: CompiledQuery) -> String {
    let own = query.ir.cardinality == .one ? "`ExecutionError.notFound` and `.notUnique`, and " : ""
    return own + "what Core Data throws"
  }
}
