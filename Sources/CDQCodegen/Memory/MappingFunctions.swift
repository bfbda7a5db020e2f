import CDQIR
import CDQSemantics
import CDQSyntax

/// The functions of mappings, such as `Mappings.remoteTasks(in: store, response: data, list: "Home")`.
extension MemoryBackEnd {
  func addMappings(of source: GenerateSource, to unit: inout GeneratedUnit, _ context: GenerationContext) {
    var members: [SwiftDeclaration] = []
    for mapping in context.mappings where source.holds(mapping.file) {
      members += mappingFunction(mapping, &unit, context)
    }
    guard !members.isEmpty else { return }
    unit.usesRuntime(publicly: true)
    unit.uses(["CDQMapping"], publicly: true)
    unit.usesFoundation(publicly: true)
    unit.declarations.append(
      SwiftDeclaration(.type(.extension, name: context.types.runtime("Mappings"), conformances: [], members)))
  }

  private func mappingFunction(
    _ mapping: CompiledMapping, _ unit: inout GeneratedUnit, _ context: GenerationContext
  ) -> [SwiftDeclaration] {
    let types = context.types
    guard let json = GeneratedJSON.text(of: mapping.ir) else { return [] }
    let name = SwiftNames.lowerFirst(mapping.name)
    // A mapping's parameters are declared like those of a query.
    let parameters = QueryIR(entity: mapping.ir.rules[0].entity, parameters: mapping.ir.parameters)
    let query = CompiledQuery(
      name: name, nameSpan: mapping.nameSpan, documentation: mapping.documentation, text: "", file: mapping.file,
      line: mapping.line, ir: parameters, parameterUses: [])
    var signature = QuerySignature(query, types: types)
    let (store, response) = (signature.names.unique("store"), signature.names.unique("response"))
    let (page, transforms) = (signature.names.unique("page"), signature.names.unique("transforms"))
    unit.addPrepared(
      SwiftDeclaration(
        .stored(
          isStatic: true, isConstant: true, "mapping" + mapping.name, .named(types.runtime("GeneratedMapping")),
          .call(types.runtime("GeneratedMapping"), SwiftArgument(.wrappedString(json))))), holder: "CDQPrepared")
    let prepared = SwiftExpression.member(.name("CDQPrepared"), "mapping" + mapping.name)
    var writer = MemoryBody(signature: signature, types: types, prepared: prepared, store: store)
    let (statements, arguments) = writer.arguments()
    let call = SwiftExpression.call(
      .member(prepared, "apply"),
      [SwiftArgument("in", .name(store)), SwiftArgument("response", .name(response))]
        + arguments.map { SwiftArgument("arguments", $0) }
        + [SwiftArgument("page", .name(page)), SwiftArgument("transforms", .name(transforms))])
    unit.uses(context.modules(declaring: context.enumerations(of: mapping.ir.parameters)), publicly: true)
    let transform = SwiftType.generic(
      types.standard("Dictionary"), [.named(types.standard("String")), .named(types.runtime("MappingTransform"))])
    let function = SwiftFunction(
      name: name, isStatic: true,
      parameters: [
        SwiftFunction.Parameter("in", store, .named(types.runtime("Store"))),
        SwiftFunction.Parameter(response == "response" ? nil : "response", response, .named(types.foundation("Data"))),
      ] + signature.parameters + [
        SwiftFunction.Parameter(
          page == "page" ? nil : "page", page, .optional(.named(types.runtime("MappingPage"))), defaultValue: .null),
        SwiftFunction.Parameter(
          transforms == "transforms" ? nil : "transforms", transforms, transform,
          defaultValue: .call(types.standard("Dictionary"))),
      ],
      isThrowing: true, errorType: types.runtime("DecodeError"), result: .named(types.runtime("MappingReport")),
      body: statements + [.return(.attempt(call))])
    return [
      SwiftDeclaration(documentation: documentation(of: mapping), access: context.access, .function(function))
    ]
  }

  private func documentation(of mapping: CompiledMapping) -> [String] {
    var lines = mapping.documentation.map(SwiftText.lines) ?? []
    while lines.last?.isEmpty == true { lines.removeLast() }
    if lines.isEmpty { lines = ["Objects of `\(mapping.ir.rules[0].entity)` from a response, as the mapping says."] }
    return lines + [
      "", "- Throws: `DecodeError` when the response is no JSON of that shape, or an argument is wrong.",
      "- Returns: what was changed, and which records were refused.",
    ]
  }
}
