import CDQIR
import CDQSemantics
import CDQSyntax

extension Generator {
  /// The function of a query over a model context: it makes a fetch descriptor with a predicate, and runs it.
  mutating func swiftDataFunction(
    _ query: CompiledQuery, _ source: GenerateSource, _ unit: inout GeneratedUnit
  ) -> [SwiftDeclaration] {
    let access = options.effectiveAccess.modifier
    var signature = QuerySignature(query, types: types)
    let context = signature.names.unique("context")
    var body = DescriptorBody(query.ir, types: types, signature: signature)
    let rowType = rowTypeName(query)
    let statements: [SwiftStatement]
    do throws(Refusal) {
      statements = try body.statements(context: context, rowType: rowType)
    } catch {
      refuse(query, .backendSwiftData, "SwiftData", error)
      return []
    }
    for warning in body.predicate.warnings {
      doubt(query, .backendSwiftData, "SwiftData may not run this as it is meant", warning)
    }
    unit.uses(["SwiftData"], publicly: true)
    unit.usesFoundation(
      publicly: signature.needsFoundation
        || query.ir.projection?.items.contains { types.needsFoundation($0.type.base) } ?? false)
    unit.uses(modules(declaring: [query.ir.entity] + enumerations(of: query.ir.parameters)), publicly: true)
    let available = ModelClassWriter.availability(query.ir.entity, types.schema)
    let isOne = query.ir.cardinality == .one
    let function = SwiftFunction(
      name: query.name, isStatic: true,
      parameters: [SwiftFunction.Parameter("in", context, .named("ModelContext"))] + signature.parameters,
      isThrowing: true, result: functionResult(query, rowType), body: located(statements, query, source))
    let declaration = SwiftDeclaration(
      documentation: signature.documentation(
        throwing: [(isOne ? "`ExecutionError.notFound` and `.notUnique`, and " : "") + "what SwiftData throws"]),
      attributes: available, access: access, .function(function))
    return [signature.sortEnum(access: access), rowStruct(query, rowType, access), declaration].compactMap { $0 }
  }
}
