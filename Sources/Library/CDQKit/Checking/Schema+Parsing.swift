public import CDQIR
import CDQSchema
import CDQSyntax
public import Foundation

extension Schema {
  /// Builds a schema from the `entity` and `enum` declarations of a `.cdq` text.
  ///
  /// - Parameters:
  ///   - text: the text. A `schema "path"` in it is an error here, since the library reads no files.
  ///   - name: the name of the text in diagnostics.
  /// - Throws: `QueryError` with every mistake and its place.
  public init(parsing text: String, name: String = "<schema>") throws(QueryError) {
    let source = SourceText(name: name, text)
    let parsed = Parser.parseDocument(source)
    let built = Pipeline.schema(SchemaInputs(documents: [(source, parsed.tree)]), reader: MemoryReader())
    try self.init(built.schema, parsed.diagnostics + built.diagnostics, built.sources)
  }

  /// Builds a schema from the XML of a Core Data model's `contents` file.
  ///
  /// - Parameters:
  ///   - contents: the bytes of `Name.xcdatamodeld/Name.xcdatamodel/contents`.
  ///   - name: the name of the file in diagnostics.
  /// - Throws: `QueryError` with every mistake and its place.
  public init(coreDataModel contents: Data, name: String = "Model.xcdatamodel") throws(QueryError) {
    let built = MemoryReader.model(contents, name: name)
    try self.init(built.schema, built.diagnostics, built.sources)
  }

  private init(
    _ built: CheckedSchema, _ diagnostics: [Diagnostic], _ sources: [SourceText]
  ) throws(QueryError) {
    if diagnostics.contains(where: { $0.severity == .error }) { throw QueryError(diagnostics, sources) }
    self = built.schema
  }
}

/// A reader of files that are in memory; every other path is missing.
struct MemoryReader: SchemaReader {
  var files: [String: [UInt8]] = [:]

  /// Builds the schema of a Core Data model.
  ///
  /// - Parameter contents: The bytes of the model's file `contents`.
  static func model(
    _ contents: Data, name: String
  ) -> (schema: CheckedSchema, sources: [SourceText], diagnostics: [Diagnostic]) {
    let folder = name.hasSuffix(".xcdatamodel") ? name : name + ".xcdatamodel"
    let reader = MemoryReader(files: ["\(folder)/contents": Array(contents)])
    return Pipeline.schema(SchemaInputs(modelPaths: [folder]), reader: reader)
  }

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
