import CDQFiles
import CDQIR
import CDQKit
import CDQSchema
import CDQSemantics
import CDQSyntax

/// The queries that have a name: those of the schema's own files and models, and those that a session declares.
final class NamedQueries {
  private let schema: CompilationInput
  private var ofSchema: [CompiledQuery]?
  private var ofSession: [CompiledQuery] = []

  init(_ schema: CompilationInput) {
    self.schema = schema
  }

  /// All queries in the order of their files; a query of the session replaces one of the same name.
  var all: [CompiledQuery] {
    let own = Set(ofSession.map(\.name))
    return declared.filter { !own.contains($0.name) } + ofSession
  }

  subscript(name: String) -> CompiledQuery? { all.last { $0.name == name } }

  /// The queries that the session has declared.
  var written: [CompiledQuery] { ofSession }

  func add(_ query: CompiledQuery) {
    ofSession.removeAll { $0.name == query.name }
    ofSession.append(query)
  }

  /// The queries of the schema's files, which are compiled when somebody asks for them.
  private var declared: [CompiledQuery] {
    if let ofSchema { return ofSchema }
    let documents = schema.sources.filter { PathText.fileExtension(of: $0.name) == "cdq" }.map {
      ParsedDocument(source: $0, tree: Parser.parseDocument($0).tree)
    }
    let queries = Compilation(documents, schema: schema.schema, models: schema.sources).queries
    ofSchema = queries
    return queries
  }

  /// Compiles the queries of some texts.
  static func compile(
    _ sources: [SourceText], _ schema: CheckedSchema, _ limits: Limits
  ) -> (queries: [CompiledQuery], diagnostics: [Diagnostic]) {
    var schema = schema
    // A query of the session may have the name of a model's.
    schema.templates = []
    var documents: [ParsedDocument] = []
    var diagnostics: [Diagnostic] = []
    for source in sources {
      let source = source.withoutFinalSemicolon
      let parsed = Parser.parseDocument(source, options: ParseOptions(limits: limits.text))
      diagnostics += parsed.diagnostics
      documents.append(ParsedDocument(source: source, tree: parsed.tree))
    }
    let compilation = Compilation(documents, schema: schema, limits: limits.values)
    return (compilation.queries, diagnostics + compilation.diagnostics)
  }

  /// The parameters of a query with their types: `$prefix: String, $count: Int64`.
  static func parameters(of ir: QueryIR) -> String {
    ir.parameters.map { "$\($0.name)\($0.isOmittable ? "?" : ""): \($0.type)" }.joined(separator: ", ")
  }

  /// The parameters as `:run` takes them: `prefix=… count=…`.
  static func usage(of ir: QueryIR) -> String {
    ir.parameters.map { $0.isOmittable ? "[\($0.name)=…]" : "\($0.name)=…" }.joined(separator: " ")
  }
}
