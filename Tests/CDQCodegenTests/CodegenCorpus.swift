import CDQCodegen
import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation

/// The `.cdq` files of a folder, or other texts, compiled as one target.
struct CodegenCorpus {
  var schema: CheckedSchema
  var queries: [CompiledQuery]
  var mappings: [CompiledMapping]
  var diagnostics: [Diagnostic]
  /// Paths relative to the root of the repository, which are also the names of the texts.
  var paths: [String]

  /// Queries whose generated plain Swift is in the repository.
  static let towns = CodegenCorpus(folder: "Tests/Corpus/codegen/towns")
  /// Queries for Apple's frameworks.
  static let shop = CodegenCorpus(folder: "Tests/Corpus/codegen/shop")
  /// Queries that a `#Predicate` can express.
  static let shelf = CodegenCorpus(folder: "Tests/Corpus/codegen/shelf")
  /// Names and types for which it is hard to generate Swift.
  static let words = CodegenCorpus(folder: "Tests/Integration/PluginTraps/Sources/Words")

  /// Compiles all `.cdq` files of a folder.
  init(folder: String) {
    let files = Repository.files(below: folder, extension: "cdq")
    self.init(
      files.map { SourceText(name: Repository.relativePath($0), utf8: [UInt8]((try? Data(contentsOf: $0)) ?? Data())) })
  }

  /// Compiles texts that a test has, each with its file name.
  init(texts: [(String, String)]) {
    self.init(texts.map { SourceText(name: $0.0, $0.1) })
  }

  /// Compiles a Core Data model, with queries for each of its properties.
  init(model: URL) {
    let models = buildSchema(SchemaInputs(modelPaths: [model.path]), reader: DiskFiles())
    let source = SourceText(name: "Queries.cdq", ModelQueries(models.schema.schema).text)
    let tree = Parser.parseDocument(source)
    let compilation = Compilation([ParsedDocument(source: source, tree: tree.tree)], schema: models.schema)
    paths = [model.path, source.name]
    schema = models.schema
    queries = compilation.queries
    mappings = compilation.mappings
    diagnostics = tree.diagnostics + models.diagnostics + compilation.diagnostics
  }

  private init(_ sources: [SourceText]) {
    let parsed = sources.map { ($0, Parser.parseDocument($0)) }
    let built = buildSchema(SchemaInputs(documents: parsed.map { ($0, $1.tree) }), reader: NoFiles())
    let compilation = Compilation(
      parsed.map { ParsedDocument(source: $0, tree: $1.tree) }, schema: built.schema)
    paths = sources.map(\.name)
    schema = built.schema
    queries = compilation.queries
    mappings = compilation.mappings
    diagnostics = parsed.flatMap(\.1.diagnostics) + built.diagnostics + compilation.diagnostics
  }

  /// Generates the files with these options.
  func generate(_ options: GenerateOptions) -> GenerateResult {
    let sources = paths.map { path in
      GenerateSource(name: path, path: path.hasPrefix("/") ? URL(fileURLWithPath: path).lastPathComponent : path)
    }
    return generateSwift(queries, mappings: mappings, schema: schema, sources: sources, options: options)
  }
}

private struct NoFiles: SchemaReader {
  func kind(of path: String) -> PathKind { .missing }
  func read(_ path: String) throws(FileError) -> [UInt8] { throw FileError(path, .noSuchFile) }
  func list(_ path: String) throws(FileError) -> [String] { throw FileError(path, .noSuchFile) }
}

private struct DiskFiles: SchemaReader {
  func kind(of path: String) -> PathKind {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return .missing }
    return isFolder.boolValue ? .directory : .file
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw FileError(path, .noSuchFile) }
    return [UInt8](data)
  }

  func list(_ path: String) throws(FileError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw FileError(path, .noSuchFile)
    }
    return names.sorted()
  }
}
