import CDQCodegen
import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation

/// The `.cdq` files of `Tests/Corpus/codegen`, compiled.
struct CodegenCorpus {
  var name: String
  var schema: CheckedSchema
  var queries: [CompiledQuery]
  var diagnostics: [Diagnostic]

  static let towns = CodegenCorpus("Towns")
  static let words = CodegenCorpus("Words")

  init(_ name: String) {
    let path = "Tests/Corpus/codegen/\(name).cdq"
    let bytes = (try? Data(contentsOf: Repository.root.appendingPathComponent(path))) ?? Data()
    self.init(name, path: path, utf8: [UInt8](bytes))
  }

  /// A text of the test's own.
  init(text: String) {
    self.init("Text", path: "Text.cdq", utf8: Array(text.utf8))
  }

  private init(_ name: String, path: String, utf8: [UInt8]) {
    self.name = name
    let source = SourceText(name: path, utf8: utf8)
    let parsed = Parser.parseDocument(source)
    let built = buildSchema(SchemaInputs(documents: [(source, parsed.tree)]), reader: NoFiles())
    let compilation = Compilation([ParsedDocument(source: source, tree: parsed.tree)], schema: built.schema)
    schema = built.schema
    queries = compilation.queries
    diagnostics = parsed.diagnostics + built.diagnostics + compilation.diagnostics
  }

  /// The generated files.
  func generate(_ options: GenerateOptions) -> GenerateResult {
    let path = queries.first?.file ?? "Text.cdq"
    return generateSwift(queries, schema: schema, sources: [GenerateSource(name: path, path: path)], options: options)
  }
}

private struct NoFiles: SchemaReader {
  func kind(of path: String) -> PathKind { .missing }
  func read(_ path: String) throws(FileError) -> [UInt8] { throw FileError(path, .noSuchFile) }
  func list(_ path: String) throws(FileError) -> [String] { throw FileError(path, .noSuchFile) }
}
