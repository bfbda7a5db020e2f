import CDQIR
package import CDQSchema
package import CDQSemantics
import CDQSyntax

/// Generates the Swift code of a target: the functions of its queries and mappings, and the types of its entities where
/// the back end generates them.
///
/// The result depends only on the arguments.
package func generateSwift(
  _ queries: [CompiledQuery], mappings: [CompiledMapping] = [], schema: CheckedSchema, sources: [GenerateSource],
  options: GenerateOptions = GenerateOptions()
) -> GenerateResult {
  let generator = Generator(
    queries: queries, mappings: mappings, schema: schema, sources: sources, options: options)
  let results = inParts(of: 1, stack: Generator.stack) { _ in
    var generator = generator
    return generator.run()
  }
  return results[0]
}

struct Generator: Sendable {
  /// The size of the stack in bytes, four times what the deepest query needs: the generators and the renderer recurse
  /// as deep as the query, and users' builds run them unoptimized.
  static let stack = 8 << 20

  let queries: [CompiledQuery]
  let mappings: [CompiledMapping]
  let schema: CheckedSchema
  let sources: [GenerateSource]
  let options: GenerateOptions
  let types: SwiftTypeNames
  /// The paths of files whose name another file, in another folder, has too.
  private let ambiguousPaths: Set<String>
  var diagnostics: [Diagnostic] = []

  init(
    queries: [CompiledQuery], mappings: [CompiledMapping], schema: CheckedSchema, sources: [GenerateSource],
    options: GenerateOptions
  ) {
    self.queries = queries
    self.mappings = mappings
    self.schema = schema
    self.sources = sources
    self.options = options
    let members =
      queries.map(\.name) + queries.flatMap { $0.ir.parameters.map(\.name) }
      + schema.schema.entities.flatMap { $0.properties.map(\.name) }
    types = SwiftTypeNames(
      schema.schema, objects: options.backend.objects, members: members, runtimeModule: options.backend.runtimeModule)
    let paths = Dictionary(grouping: sources.filter { $0.module == nil }.map(\.path), by: PathText.name(of:))
    ambiguousPaths = Set(paths.values.filter { $0.count > 1 }.joined())
  }

  mutating func run() -> GenerateResult {
    reportClashes()
    reportReservedNames()
    var files: [GeneratedFile] = []
    for source in sources where source.module == nil {
      if options.writesJSON {
        if let file = jsonFile(of: source) { files.append(file) }
        continue
      }
      let text = SwiftRenderer.text(file(of: source))
      files.append(GeneratedFile(source: source.name, name: source.outputName, text: text))
    }
    let hasErrors = diagnostics.contains { $0.severity == .error }
    return GenerateResult(files: hasErrors ? [] : files, diagnostics: diagnostics)
  }

  private mutating func file(of source: GenerateSource) -> SwiftFile {
    // The closure back end reads the user's own types, whose isolation is the default of the module.
    var unit = GeneratedUnit(
      access: options.effectiveAccess, runtimeModule: options.backend.runtimeModule,
      isNonisolated: options.backend != .closure)
    switch options.backend {
    case .memory: unit.addModels(of: source, in: self)
    case .coredata: unit.addManagedObjects(of: source, in: self)
    case .swiftdata: unit.addModelClasses(of: source, in: self)
    case .closure, .ir: break
    }
    let own = queries.filter { source.holds($0.file) }
    let parts = inParts(of: own.count, stack: Generator.stack) { [self] part in functions(of: own[part], source) }
    var members: [SwiftDeclaration] = []
    for part in parts {
      members += part.members
      unit.merge(part.unit)
      diagnostics += part.diagnostics
    }
    // The user's classes can be the types of properties of managed objects.
    if options.backend.namesTypesOfOthers, !(members.isEmpty && unit.declarations.isEmpty) {
      unit.uses(Set(options.imports), publicly: true)
    }
    if !members.isEmpty {
      unit.usesRuntime(publicly: true)
      unit.declarations.append(
        SwiftDeclaration(.type(.extension, name: types.runtime("Queries"), conformances: [], members)))
    }
    if options.backend == .memory { addMappings(of: source, to: &unit) }
    return unit.file(header: Generator.header(source))
  }

  /// The generated functions of some queries of a source, and the modules that they need.
  private struct Functions: Sendable {
    var members: [SwiftDeclaration]
    var unit: GeneratedUnit
    var diagnostics: [Diagnostic]
  }

  private func functions(of queries: ArraySlice<CompiledQuery>, _ source: GenerateSource) -> Functions {
    var generator = self
    generator.diagnostics = []
    var unit = GeneratedUnit(access: options.effectiveAccess, runtimeModule: options.backend.runtimeModule)
    var members: [SwiftDeclaration] = []
    for query in queries {
      let declarations =
        switch options.backend {
        case .memory: generator.memoryFunction(query, source, &unit)
        case .closure: generator.closureFunction(query, source, &unit)
        case .coredata: generator.coreDataFunctions(query, source, &unit)
        case .swiftdata: generator.swiftDataFunction(query, source, &unit)
        case .ir: generator.irDeclaration(query, source, &unit)
        }
      members += declarations.map(SwiftRenderer.written)
    }
    return Functions(members: members, unit: unit, diagnostics: generator.diagnostics)
  }

  private static func header(_ source: GenerateSource) -> [String] {
    [
      "DO NOT EDIT.", "swift-format-ignore-file", "swiftlint:disable all", "",
      "Generated by cdq from \(source.path).\(source.fingerprint.map { " Inputs: \($0.text)" } ?? "")",
    ]
  }

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
    parameters.compactMap { parameter in
      switch parameter.type.base {
      case .enumeration(let name), .collection(.enumeration(let name), _): name
      case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url,
        .object, .opaque, .collection, .null:
        nil
      }
    }
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

  // MARK: names

  private mutating func reportClashes() {
    var outputs: [String: GenerateSource] = [:]
    for source in sources where source.module == nil {
      // Names are compared in lower case, as some file systems do.
      let key = source.outputName.lowercased()
      if let other = outputs[key] {
        diagnostics.append(
          Diagnostic(
            .error, .nameClash, stage: .check,
            "'\(source.path)' and '\(other.path)' both generate '\(source.outputName)'",
            file: source.name, at: SourceSpan(at: 0), help: ["rename one of the files"],
            notes: [.init("the other file", file: other.name, at: SourceSpan(at: 0))]))
      } else {
        outputs[key] = source
      }
    }
    // The dictionaries hold indices, because queries are large.
    var first: [String: Int] = [:]
    var nested: [String: Int] = [:]
    first.reserveCapacity(queries.count)
    for (index, query) in queries.enumerated() {
      if let other = first[query.name].map({ queries[$0] }) {
        report("'\(query.name)' is the name of two queries", query, other: (other.file, other.nameSpan))
      } else {
        first[query.name] = index
      }
      for name in nestedTypes(of: query) {
        if let other = nested[name].map({ queries[$0] }) {
          report(
            "'\(query.name)' and '\(other.name)' both generate a type '\(name)'", query,
            other: (other.file, other.nameSpan))
        } else {
          nested[name] = index
        }
      }
    }
    for query in queries {
      if let other = nested[query.name].map({ queries[$0] }) {
        report(
          "'\(query.name)' is also the type that is generated for '\(other.name)'", query,
          other: (other.file, other.nameSpan))
      }
      reportClashWithSchema(query)
    }
  }

  /// Reports a query with the name of a type: its function would hide the type in `Queries`, where other functions name
  /// the type.
  private mutating func reportClashWithSchema(_ query: CompiledQuery) {
    let declaration: CheckedSchema.Declaration
    if schema.schema.entity(named: query.name) != nil {
      declaration = .entity(query.name)
    } else if schema.schema.enumeration(named: query.name) != nil {
      declaration = .enumeration(query.name)
    } else {
      return
    }
    let place = schema.declarations[declaration].map { ($0.file, $0.span) }
    report("the query '\(query.name)' is called like a type of the schema", query, other: place)
  }

  private mutating func report(_ message: String, _ query: CompiledQuery, other: (file: String, span: SourceSpan)?) {
    diagnostics.append(
      Diagnostic(
        .error, .nameClash, stage: .check, message, file: query.file, at: query.nameSpan, help: ["rename one of them"],
        notes: other.map { [Diagnostic.Note("the other one is declared here", file: $0.file, at: $0.span)] } ?? [],
        query: query.name))
  }

  private func nestedTypes(of query: CompiledQuery) -> [String] {
    [QuerySignature.sortEnumName(of: query), rowTypeName(query)].compactMap { $0 }
  }

  /// The name of the struct for the rows of a `select` with several columns; nil for other queries.
  func rowTypeName(_ query: CompiledQuery) -> String? {
    guard let projection = query.ir.projection, projection.items.count > 1 else { return nil }
    return SwiftNames.upperFirst(query.name) + "Row"
  }
}
