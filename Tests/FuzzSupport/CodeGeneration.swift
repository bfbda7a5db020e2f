import CDQCodegen
import CDQSchema
import CDQSemantics
public import CDQSyntax

/// Generates Swift for a file of queries with every back end, for packages that see only public declarations.
public struct CodeGeneration: Sendable {
  /// The result of one back end for a file.
  public struct Outcome: Sendable {
    /// The name of the back end, such as `memory`.
    public var backEnd: String
    /// The number of bytes of generated Swift; nil where the back end refuses a query.
    public var size: Int?
    /// The diagnostics of the back end.
    public var report: DiagnosticReport
  }

  private let texts: [SourceText]
  private let schema: CheckedSchema
  private let compilation: Compilation

  /// Parses and checks a file.
  ///
  /// - Parameters:
  ///   - text: the queries.
  ///   - declarations: the `.cdq` text of their schema.
  /// - Returns: nil when the file or the schema has an error.
  public init?(_ text: SourceText, schema declarations: String) {
    texts = [SourceText(name: "Schema.cdq", declarations), text]
    let documents = texts.map { ($0, Parser.parseDocument($0)) }
    let built = buildSchema(SchemaInputs(documents: documents.map { ($0, $1.tree) }), reader: NoFiles())
    let parsed = documents.map { ParsedDocument(source: $0, tree: $1.tree) }
    schema = built.schema
    compilation = Compilation(parsed, schema: built.schema)
    let diagnostics = documents.flatMap(\.1.diagnostics) + built.diagnostics + compilation.diagnostics
    if diagnostics.contains(where: { $0.severity == .error }) { return nil }
  }

  /// Generates code with each back end.
  public func outcomes() -> [Outcome] {
    let sources = texts.map { GenerateSource(name: $0.name, path: $0.name) }
    return BackEndName.allCases.map { backend in
      var options = GenerateOptions(backend: backend)
      options.writes = true
      let result = generateSwift(
        compilation.queries, mappings: compilation.mappings, schema: schema, sources: sources, options: options)
      return Outcome(
        backEnd: backend.rawValue, size: result.files.first { $0.source == texts[1].name }?.text.utf8.count,
        report: DiagnosticReport(diagnostics: result.diagnostics, sources: texts))
    }
  }
}

struct NoFiles: SchemaReader {
  func kind(of path: String) -> PathKind { .missing }
  func read(_ path: String) throws(FileError) -> [UInt8] { throw FileError(path, .noSuchFile) }
  func list(_ path: String) throws(FileError) -> [String] { throw FileError(path, .noSuchFile) }
}
