import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// What is generated from, the same for all files: the queries, the schema, the sources, the options, and Swift names.
struct GenerationContext: Sendable {
  let queries: [CompiledQuery]
  var mappings: [CompiledMapping]
  let schema: CheckedSchema
  let sources: [GenerateSource]
  let options: GenerateOptions
  let backEnd: any BackEnd
  let facts: BackEndFacts
  let types: SwiftTypeNames
  /// The paths of files whose name another file, in another folder, has too.
  private let ambiguousPaths: Set<String>

  init(
    queries: [CompiledQuery], mappings: [CompiledMapping], schema: CheckedSchema, sources: [GenerateSource],
    options: GenerateOptions
  ) {
    self.queries = queries
    self.mappings = mappings
    self.schema = schema
    self.sources = sources
    self.options = options
    backEnd = options.backend.backEnd.prepared(for: schema.schema, options)
    facts = backEnd.facts
    let members =
      queries.map(\.name) + queries.flatMap { $0.ir.parameters.map(\.name) }
      + schema.schema.entities.flatMap { $0.properties.map(\.name) }
    types = SwiftTypeNames(
      schema.schema, objects: facts.objects, members: members, runtimeModule: facts.runtimeModule)
    let paths = Dictionary(grouping: sources.filter { $0.module == nil }.map(\.path), by: PathText.name(of:))
    ambiguousPaths = Set(paths.values.filter { $0.count > 1 }.joined())
  }

  /// The access modifier of generated declarations.
  var access: String { options.effectiveAccess.modifier }

  /// The modules of dependencies that declare these entities and enums.
  func modules(declaring names: some Sequence<String>) -> Set<String> {
    var modules: Set<String> = []
    for name in names {
      for declaration in [CheckedSchema.Declaration.entity(name), .enumeration(name)] {
        if schema.declarations[declaration] != nil, let module = source(declaring: declaration)?.module {
          modules.insert(module)
        }
      }
    }
    return modules
  }

  /// The names of the enums among the types of parameters, which the signature of a function names.
  func enumerations(of parameters: [ParameterIR]) -> [String] {
    parameters.compactMap { ($0.type.base.element ?? $0.type.base).enumerationName }
  }

  /// Wraps the body of a function in `#sourceLocation`, so that swiftc's diagnostics point at the query. Two files of
  /// one name in different folders cannot have that: Swift requires that `Module/File` is one file.
  func located(_ body: [SwiftStatement], _ query: CompiledQuery, _ source: GenerateSource) -> [SwiftStatement] {
    if ambiguousPaths.contains(source.path) { return body }
    return [.sourceLocation(file: source.path, line: query.line)] + body + [.endSourceLocation]
  }

  /// The source that has a declaration; the first one of the target when the schema has no place for it.
  func source(declaring declaration: CheckedSchema.Declaration) -> GenerateSource? {
    guard let location = schema.declarations[declaration] else { return sources.first { $0.module == nil } }
    return sources.first { $0.holds(location.file) }
  }

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
