import CDQIR
import CDQSemantics
import CDQSyntax

/// The functions of mappings, such as `Mappings.remoteTasks(in: store, response: data, list: "Home")`.
struct MappingFunctions {
  /// What a function changes: the name and the type of its first parameter.
  struct Place {
    var name: String
    var type: String
    var isAsync = false
    /// The error type of its typed `throws`; nil for any error.
    var errorType: String?
  }

  private let places: [Place]
  /// What the functions throw beside `DecodeError`, for their documentation.
  private let otherErrors: String
  private let context: GenerationContext

  /// The functions of mappings, one for each place.
  init(in places: [Place], throwing otherErrors: String = "", _ context: GenerationContext) {
    (self.places, self.otherErrors, self.context) = (places, otherErrors, context)
  }

  /// Adds the functions of the mappings that a source declares.
  func add(of source: GenerateSource, to unit: inout GeneratedUnit) {
    var members: [SwiftDeclaration] = []
    for mapping in context.mappings where source.holds(mapping.file) { members += functions(of: mapping, &unit) }
    guard !members.isEmpty else { return }
    unit.usesRuntime(publicly: true)
    unit.uses(["CDQMapping"], publicly: true)
    unit.usesFoundation(publicly: true)
    unit.declarations.append(
      SwiftDeclaration(.type(.extension, name: context.types.runtime("Mappings"), conformances: [], members)))
  }

  private func functions(of mapping: CompiledMapping, _ unit: inout GeneratedUnit) -> [SwiftDeclaration] {
    let types = context.types
    guard let json = GeneratedJSON.text(of: mapping.ir) else { return [] }
    unit.addPrepared(
      SwiftDeclaration(
        .stored(
          isStatic: true, isConstant: true, "mapping" + mapping.name, .named(types.runtime("GeneratedMapping")),
          .call(types.runtime("GeneratedMapping"), SwiftArgument(.wrappedString(json))))), holder: "CDQPrepared")
    unit.uses(context.modules(declaring: context.enumerations(of: mapping.ir.parameters)), publicly: true)
    return places.map { place in
      SwiftDeclaration(
        documentation: documentation(of: mapping), attributes: place.isAsync ? ["nonisolated(nonsending)"] : [],
        access: context.access, .function(function(of: mapping, in: place)))
    }
  }

  private func function(of mapping: CompiledMapping, in place: Place) -> SwiftFunction {
    let types = context.types
    let name = SwiftNames.lowerFirst(mapping.name)
    // A mapping's parameters are declared like those of a query.
    let parameters = QueryIR(entity: mapping.ir.rules[0].entity, parameters: mapping.ir.parameters)
    let query = CompiledQuery(
      name: name, nameSpan: mapping.nameSpan, documentation: mapping.documentation, text: "", file: mapping.file,
      line: mapping.line, ir: parameters, parameterUses: [])
    var signature = QuerySignature(query, types: types)
    let (store, response) = (signature.names.unique(place.name), signature.names.unique("response"))
    let (page, transforms) = (signature.names.unique("page"), signature.names.unique("transforms"))
    let prepared = SwiftExpression.member(.name("CDQPrepared"), "mapping" + mapping.name)
    var writer = MemoryBody(signature: signature, types: types, prepared: prepared, store: store)
    let (statements, arguments) = writer.arguments()
    let call = SwiftExpression.call(
      .member(prepared, "apply"),
      [SwiftArgument("in", .name(store)), SwiftArgument("response", .name(response))]
        + arguments.map { SwiftArgument("arguments", $0) }
        + [SwiftArgument("page", .name(page)), SwiftArgument("transforms", .name(transforms))])
    let transform = SwiftType.generic(
      types.standard("Dictionary"), [.named(types.standard("String")), .named(types.runtime("MappingTransform"))])
    return SwiftFunction(
      name: name, isStatic: true, isAsync: place.isAsync,
      parameters: [
        SwiftFunction.Parameter("in", store, .named(types.runtime(place.type))),
        SwiftFunction.Parameter(response == "response" ? nil : "response", response, .named(types.foundation("Data"))),
      ] + signature.parameters + [
        SwiftFunction.Parameter(
          page == "page" ? nil : "page", page, .optional(.named(types.runtime("MappingPage"))), defaultValue: .null),
        SwiftFunction.Parameter(
          transforms == "transforms" ? nil : "transforms", transforms, transform,
          defaultValue: .call(types.standard("Dictionary"))),
      ],
      isThrowing: true, errorType: place.errorType.map { types.runtime($0) },
      result: .named(types.runtime("MappingReport")),
      body: statements + [.return(.attempt(place.isAsync ? .prefix("await ", call) : call))])
  }

  private func documentation(of mapping: CompiledMapping) -> [String] {
    var lines = mapping.documentation.map(SwiftText.lines) ?? []
    while lines.last?.isEmpty == true { lines.removeLast() }
    if lines.isEmpty { lines = ["Objects of `\(mapping.ir.rules[0].entity)` from a response, as the mapping says."] }
    return lines + [
      "", "- Throws: `DecodeError` when the response is no JSON of that shape, or an argument is wrong\(otherErrors).",
      "- Returns: what was changed, and which records were refused.",
    ]
  }
}
