import CDQIR
import CDQSemantics
import CDQSyntax

/// The back end that generates fetch requests on a managed object context, and subclasses of `NSManagedObject`.
struct CoreDataBackEnd: BackEnd {
  let facts = BackEndFacts(
    code: .backendCoreData, title: "Core Data", warning: "Core Data's SQLite store may not run this",
    objects: .references,
    names: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "CoreData"],
    baseClass: (
      "managed object",
      [
        "class", "self", "superclass", "hash", "hashValue", "description", "debugDescription", "isProxy", "zone",
        "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges",
        "hasPersistentChangedValues", "hasFaultForRelationshipNamed", "faultingState", "objectWillChange",
      ]
    ))

  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    unit.addManagedObjects(of: source, in: context)
  }

  /// The functions of a query over a managed object context: one for the request, where it gives objects, and one that
  /// runs it.
  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let (context, types) = (output.context, output.context.types)
    let access = context.access
    var signature = QuerySignature(query, types: types)
    let contextName = signature.names.unique("context")
    let batchSize = signature.names.unique("batchSize")
    var body = FetchBody(
      query.ir, types: types, signature: signature, deployment: context.options.effectiveDeployment)
    let rowType = context.rowTypeName(query)
    let hasRequest = query.ir.cardinality == .many && query.ir.projection == nil
    let isPaged = query.ir.cardinality != .count && query.ir.cardinality != .exists
    var request: [SwiftStatement]
    var result: [SwiftStatement]
    do throws(Refusal) {
      if let projection = query.ir.projection {
        request = try body.makeRequest(isPaged: !projection.isDistinct)
        result = try body.rows(projection, rowType: rowType, context: contextName)
      } else {
        request = try body.makeRequest(isPaged: isPaged)
        result = try body.finish(context: contextName)
      }
    } catch {
      output.refuse(query, error)
      return []
    }
    for warning in body.translator.warnings {
      output.warn(query, warning)
    }
    noteUses(query, signature, body, &output)
    let name = "\(query.name)Request"
    var declarations = [signature.sortEnum(access: access), context.rowStruct(query, rowType, access)].compactMap { $0 }
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
              body: context.located(made, query, source)))))
      let call = SwiftExpression.call(
        .name(name),
        zip(query.ir.parameters, signature.parameterNames).map { SwiftArgument($0.name, .name($1)) })
      request = [
        .let(body.request, nil, body.isThrowing ? .attempt(call) : call),
        .assign(.member(.name(body.request), "fetchBatchSize"), "=", .name(batchSize)),
      ]
    }
    var parameters =
      [SwiftFunction.Parameter("in", contextName, .named("NSManagedObjectContext"))] + signature.parameters
    if hasRequest {
      let label = query.ir.parameters.contains { $0.name == "batchSize" } ? "fetchBatchSize" : "batchSize"
      parameters.append(
        SwiftFunction.Parameter(
          label == batchSize ? nil : label, batchSize, .named(types.standard("Int")), defaultValue: .integer(0)))
    }
    let function = SwiftFunction(
      name: query.name, isStatic: true, parameters: parameters, isThrowing: true,
      result: context.functionResult(query, rowType), body: context.located(request + result, query, source))
    declarations.append(
      SwiftDeclaration(
        documentation: signature.documentation(throwing: [errors(query)]), access: access,
        .function(function)))
    return declarations
  }

  private func noteUses(
    _ query: CompiledQuery, _ signature: QuerySignature, _ body: FetchBody, _ output: inout QueryOutput
  ) {
    let context = output.context
    output.unit.usesCoreData()
    if signature.needsFoundation || context.selectsFoundation(query) {
      output.unit.usesFoundation(publicly: true)
    } else if body.translator.needsFoundation {
      output.unit.usesFoundation(publicly: false)
    }
    output.unit.uses(
      context.modules(declaring: [query.ir.entity] + context.enumerations(of: query.ir.parameters)), publicly: true)
  }

  private func errors(_ query: CompiledQuery) -> String {
    let own = query.ir.cardinality == .one ? "`ExecutionError.notFound` and `.notUnique`, and " : ""
    return own + "what Core Data throws"
  }
}
