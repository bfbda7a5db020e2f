public import CDQIR
import CDQSchema
import CDQSyntax
public import Foundation

extension Schema {
  /// The schema that the `entity` and `enum` declarations of a `.cdq` text make.
  ///
  /// - Parameters:
  ///   - text: the text; a `schema "path"` in it is an error here, as the library reads no files.
  ///   - name: what diagnostics call the text.
  /// - Throws: `QueryError` with everything that is wrong, each with its place.
  public init(parsing text: String, name: String = "<schema>") throws(QueryError) {
    let source = SourceText(name: name, text)
    let parsed = Parser.parseDocument(source)
    let built = buildSchema(SchemaInputs(documents: [(source, parsed.tree)]), reader: MemoryReader())
    try self.init(built.schema, parsed.diagnostics + built.diagnostics, built.sources)
  }

  /// The schema of a Core Data model, from the XML of its `contents` file.
  ///
  /// - Parameters:
  ///   - contents: the bytes of `Name.xcdatamodeld/Name.xcdatamodel/contents`.
  ///   - name: what diagnostics call the file.
  /// - Throws: `QueryError` with everything that is wrong, each with its place.
  public init(coreDataModel contents: Data, name: String = "Model.xcdatamodel") throws(QueryError) {
    let folder = name.hasSuffix(".xcdatamodel") ? name : name + ".xcdatamodel"
    let reader = MemoryReader(files: ["\(folder)/contents": Array(contents)])
    let built = buildSchema(SchemaInputs(modelPaths: [folder]), reader: reader)
    try self.init(built.schema, built.diagnostics, built.sources)
  }

  private init(
    _ built: CheckedSchema, _ diagnostics: [Diagnostic], _ sources: [SourceText]
  ) throws(QueryError) {
    if diagnostics.contains(where: { $0.severity == .error }) { throw QueryError(diagnostics, sources) }
    self = built.schema
  }
}

/// Files that are given as bytes; everything else is missing.
struct MemoryReader: SchemaReader {
  var files: [String: [UInt8]] = [:]

  func kind(of path: String) -> PathKind {
    if files[path] != nil { return .file }
    return files.keys.contains { $0.hasPrefix(path + "/") } ? .directory : .missing
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard let bytes = files[path] else { throw FileError(path, .noSuchFile) }
    return bytes
  }

  func list(_ path: String) throws(FileError) -> [String] {
    files.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) }.sorted()
  }
}
