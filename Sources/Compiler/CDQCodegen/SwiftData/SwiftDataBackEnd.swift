import CDQIR
import CDQSemantics
import CDQSyntax

/// The back end that generates fetch descriptors on a model context, and `@Model` classes.
struct SwiftDataBackEnd: BackEnd {
  let facts = BackEndFacts(
    code: .backendSwiftData, title: "SwiftData", warning: "SwiftData may not run this as it is meant", objects: .models,
    names: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "SwiftData"],
    baseClass: (
      "model",
      [
        "description", "hash", "hashValue", "self", "modelContext", "persistentModelID", "persistentBackingData",
        "hasChanges", "isDeleted",
      ]
    ))

  func addTypes(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    unit.addModelClasses(of: source, in: context)
  }

  /// The function of a query over a model context, with its sort enum and row struct.
  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let (context, types) = (output.context, output.context.types)
    let access = context.access
    var signature = QuerySignature(query, types: types)
    let contextName = signature.names.unique("context")
    var body = DescriptorBody(
      query.ir, types: types, signature: signature, deployment: context.options.effectiveDeployment)
    let rowType = context.rowTypeName(query)
    let statements: [SwiftStatement]
    do throws(Refusal) {
      statements = try body.statements(context: contextName, rowType: rowType)
    } catch {
      output.refuse(query, error)
      return []
    }
    for warning in body.predicate.warnings {
      output.warn(query, warning)
    }
    output.unit.uses(["SwiftData"], publicly: true)
    output.unit.usesFoundation(publicly: signature.needsFoundation || context.selectsFoundation(query))
    output.unit.uses(
      context.modules(declaring: [query.ir.entity] + context.enumerations(of: query.ir.parameters)), publicly: true)
    let available = ModelClassWriter.availability(query.ir.entity, types.schema)
    let isOne = query.ir.cardinality == .one
    let function = SwiftFunction(
      name: query.name, isStatic: true,
      parameters: [SwiftFunction.Parameter("in", contextName, .named("ModelContext"))] + signature.parameters,
      isThrowing: true, result: context.functionResult(query, rowType), body: context.located(statements, query, source)
    )
    let declaration = SwiftDeclaration(
      documentation: signature.documentation(
        throwing: [(isOne ? "`ExecutionError.notFound` and `.notUnique`, and " : "") + "what SwiftData throws"]),
      attributes: available, access: access, .function(function))
    return [signature.sortEnum(access: access), context.rowStruct(query, rowType, access), declaration].compactMap {
      $0
    }
  }
}
