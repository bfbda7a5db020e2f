import CDQIR
import CDQSchema
import CDQSemantics

extension GeneratedUnit {
  /// Adds the enums and structs that a source declares, and the schema itself to one of the files.
  mutating func addModels(of source: GenerateSource, in generator: Generator) {
    let schema = generator.schema.schema
    addEnums(of: source, in: generator)
    let entities = schema.entities.filter { generator.source(declaring: .entity($0.name)) == source }
    for entity in entities {
      let writer = ModelWriter(types: generator.types, access: access.modifier, entity: entity)
      declarations += writer.declarations()
      uses(generator.modules(declaring: writer.namedTypes), publicly: true)
      usesRuntime(publicly: true)
      if writer.needsFoundation { usesFoundation(publicly: true) }
    }
    if source == generator.schemaSource {
      usesRuntime(publicly: true)
      let literal = SchemaLiteral(types: generator.types)
      declarations += literal.declarations(access: access.modifier, module: generator.options.module)
      if literal.needsFoundation { usesFoundation(publicly: false) }
    }
  }

  /// Adds the enums that a source declares.
  mutating func addEnums(of source: GenerateSource, in generator: Generator) {
    for enumeration in generator.schema.schema.enumerations
    where generator.source(declaring: .enumeration(enumeration.name)) == source {
      declarations.append(enumDeclaration(enumeration, generator))
    }
  }

  private func enumDeclaration(_ enumeration: Enumeration, _ generator: Generator) -> SwiftDeclaration {
    let types = generator.types
    let cases = enumeration.cases.map { each in
      let rawValue: SwiftExpression?
      switch each.rawValue {
      case .string(let text): rawValue = text == each.name ? nil : .string(text)
      case .int(let number): rawValue = .integer(number)
      case .null, .bool, .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list: rawValue = nil
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

extension Generator {
  /// The source whose file has the schema as a value: the first that declares an entity. Where dependencies declare all
  /// entities, it is the first with a query or a mapping, because their functions need a schema.
  var schemaSource: GenerateSource? {
    let own = sources.filter { $0.module == nil }
    return own.first { candidate in
      schema.schema.entities.contains { source(declaring: .entity($0.name)) == candidate }
    }
      ?? own.first { candidate in
        queries.contains { candidate.holds($0.file) } || mappings.contains { candidate.holds($0.file) }
      }
  }
}
