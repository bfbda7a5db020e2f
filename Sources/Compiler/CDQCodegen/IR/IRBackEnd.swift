import CDQIR
import CDQSemantics

/// The back end that generates queries as data: constants with the IR, which is decoded on first use and runs on a store
/// or over records.
struct IRBackEnd: BackEnd {
  let facts = BackEndFacts(
    code: .backendMemory, title: "ir", declaresTypes: false, namesTypesOfOthers: false,
    names: ["Swift", "Foundation", "CDQRuntime", "CDQValues", "CDQPrepared", "CDQEntities"])

  func declarations(
    of query: CompiledQuery, in source: GenerateSource, _ output: inout QueryOutput
  ) -> [SwiftDeclaration] {
    let context = output.context
    guard let json = output.jsonText(of: query) else { return [] }
    let signature = QuerySignature(query, types: context.types)
    let type = context.types.runtime("GeneratedQuery")
    return [
      SwiftDeclaration(
        documentation: signature.dataDocumentation(), access: context.access,
        .stored(
          isStatic: true, isConstant: true, query.name, .named(type), .call(type, SwiftArgument(.wrappedString(json)))))
    ]
  }
}
