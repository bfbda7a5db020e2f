import CDQIR
import CDQSemantics
import CDQSyntax

extension Generator {
  /// The declaration of a query as data: a constant with its IR, which is decoded on first use and runs on a store or
  /// over records.
  mutating func irDeclaration(
    _ query: CompiledQuery, _ source: GenerateSource, _ unit: inout GeneratedUnit
  ) -> [SwiftDeclaration] {
    guard let json = jsonText(of: query) else { return [] }
    let signature = QuerySignature(query, types: types)
    let type = types.runtime("GeneratedQuery")
    return [
      SwiftDeclaration(
        documentation: signature.dataDocumentation(), access: options.effectiveAccess.modifier,
        .stored(
          isStatic: true, isConstant: true, query.name, .named(type), .call(type, SwiftArgument(.wrappedString(json)))))
    ]
  }
}
