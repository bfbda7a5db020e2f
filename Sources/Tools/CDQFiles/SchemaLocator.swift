package import CDQSchema
package import CDQSyntax

/// Finds the files of a schema from a path such as that of the option `--schema`.
package struct SchemaLocator: Sendable {
  package var files: FileSystem
  /// Files that have been parsed already, by their absolute paths. They are neither read nor parsed again.
  package var parsed: [String: (SourceText, Document)]

  package init(_ files: FileSystem = FileSystem(), parsed: [String: (SourceText, Document)] = [:]) {
    self.files = files
    self.parsed = parsed
  }

  /// The inputs at a path, and the findings of parsing the `.cdq` files among them.
  ///
  /// A folder means all `.cdq` files below it. The models below it are added only if no file declares an entity or
  /// imports a schema: a model that a file imports must not be read twice.
  ///
  /// - Throws: `FileError` if the path does not exist, is not a schema or contains none, or if a file cannot be read.
  package func inputs(
    for path: String, modelVersion: String? = nil
  ) throws(FileError) -> (inputs: SchemaInputs, diagnostics: [Diagnostic]) {
    let kind = files.kind(of: path)
    if kind == .missing { throw FileError(path, .noSuchFile) }
    if ModelPackage.isModel(path) {
      return (SchemaInputs(modelPaths: [path], modelVersion: modelVersion), [])
    }
    guard kind == .directory else {
      guard PathText.fileExtension(of: path) == "cdq" else { throw FileError(path, .notASchema) }
      return try inputs(documents: [path], models: [], modelVersion: modelVersion)
    }
    let found = try files.schemas(below: path)
    if found.isEmpty { throw FileError(path, .noSchemaInside) }
    return try inputs(documents: found.documents, models: found.models, modelVersion: modelVersion)
  }

  /// The inputs of the given files; the models are used only if no document declares an entity or imports a schema.
  package func inputs(
    documents: [String], models: [String], modelVersion: String? = nil
  ) throws(FileError) -> (inputs: SchemaInputs, diagnostics: [Diagnostic]) {
    var inputs = SchemaInputs(modelVersion: modelVersion)
    var diagnostics: [Diagnostic] = []
    var declaresSchema = false
    for path in documents {
      let document: (source: SourceText, tree: Document)
      if let known = parsed[files.absolute(path)] {
        document = known
      } else {
        let source = SourceText(name: path, utf8: try files.read(path))
        let result = Parser.parseDocument(source)
        diagnostics += result.diagnostics
        document = (source, result.tree)
      }
      inputs.documents.append(document)
      declaresSchema = declaresSchema || document.tree.items.contains(where: SchemaLocator.isSchemaPart)
    }
    if !declaresSchema { inputs.modelPaths = models }
    return (inputs, diagnostics)
  }

  /// Whether a file with the item gives a schema: it declares an entity, or imports one.
  package static func isSchemaPart(_ item: Document.Item) -> Bool {
    switch item {
    case .schemaImport, .entity: true
    case .enumeration, .query, .mapping: false
    }
  }
}
