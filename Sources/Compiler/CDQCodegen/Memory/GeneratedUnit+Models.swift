import CDQIR
import CDQSchema
import CDQSemantics

extension GeneratedUnit {
  /// Adds the enums and structs that a source declares, and the schema itself to one of the files.
  ///
  /// - Parameter write: makes the declarations of an entity.
  mutating func addModels(
    of source: GenerateSource, in context: GenerationContext, write: (ModelWriter) -> [SwiftDeclaration]
  ) {
    let schema = context.schema.schema
    addEnums(of: source, in: context)
    let entities = schema.entities.filter { context.source(declaring: .entity($0.name)) == source }
    for entity in entities {
      let writer = ModelWriter(types: context.types, access: access.modifier, entity: entity)
      declarations += write(writer)
      uses(context.modules(declaring: writer.namedTypes), publicly: true)
      usesRuntime(publicly: true)
      if writer.needsFoundation { usesFoundation(publicly: true) }
    }
    if source == context.schemaSource {
      usesRuntime(publicly: true)
      let literal = SchemaLiteral(types: context.types)
      declarations += literal.declarations(access: access.modifier, module: context.options.module)
      if literal.needsFoundation { usesFoundation(publicly: false) }
    }
  }

  /// Adds the enums that a source declares.
  mutating func addEnums(of source: GenerateSource, in context: GenerationContext) {
    for enumeration in context.schema.schema.enumerations
    where context.source(declaring: .enumeration(enumeration.name)) == source {
      declarations.append(enumDeclaration(enumeration, context))
    }
  }

  private func enumDeclaration(_ enumeration: Enumeration, _ context: GenerationContext) -> SwiftDeclaration {
    let types = context.types
    let cases = enumeration.cases.map { each in
      let rawValue: SwiftExpression?
      switch each.rawValue {
      case .string(let text): rawValue = text == each.name ? nil : .string(text)
      case .int(let number): rawValue = .integer(number)
      default: rawValue = nil
      }
      return SwiftDeclaration(
        documentation: each.documentation.map(SwiftText.lines) ?? [], .enumCase(each.name, rawValue))
    }
    let conformances =
      [types.type(enumeration.rawType).text]
      + ["Sendable", "Hashable", "Codable", "CaseIterable"].map { types.standard($0) }
    return SwiftDeclaration(
      documentation: enumeration.documentation.map(SwiftText.lines) ?? ["The enum `\(enumeration.name)`."],
      access: access.modifier,
      .type(.enum, name: SwiftNames.quoted(enumeration.name), conformances: conformances, cases))
  }
}
