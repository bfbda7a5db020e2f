import CDQFiles
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// The schema of a command, the `.cdq` files that it was given, and the diagnostics of both.
struct SchemaSource {
  var schema: CheckedSchema
  /// The parsed files that the command was given, without files that only add to the schema.
  var documents: [ParsedDocument]
  /// All source texts, for excerpts in diagnostics.
  var sources: [SourceText]
  var diagnostics: [Diagnostic]

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Finds and reads the schema of a command.
///
/// `--schema` wins; else the given `.cdq` files if they declare or import one; else a snapshot file among the data,
/// or the first folder with schema files: those of the given paths, the working directory, and the folders above it
/// up to the one with `Package.swift`.
struct SchemaFinder {
  let console: Console
  /// The value of `--schema`.
  let path: String?
  var modelVersion: String?
  /// Limits for parsing the texts that are passed to `find`.
  var limits = TextLimits()

  private var files: FileSystem { FileSystem() }

  /// Finds the schema for `.cdq` texts, which may declare it themselves.
  ///
  /// - Parameter folders: Folders or snapshot files to search first if neither `--schema` nor a text gives the schema.
  /// - Returns: nil when there is no schema anywhere.
  func find(for texts: [SourceText] = [], near folders: [String] = []) throws(Failure) -> SchemaSource? {
    var inputs = SchemaInputs(modelVersion: modelVersion)
    var diagnostics: [Diagnostic] = []
    var documents: [ParsedDocument] = []
    for source in texts {
      let parsed = Parser.parseDocument(source, options: ParseOptions(limits: limits))
      diagnostics += parsed.diagnostics
      inputs.documents.append((source, parsed.tree))
      documents.append(ParsedDocument(source: source, tree: parsed.tree))
    }
    if let path {
      diagnostics += try add(to: &inputs) { locator throws(FileError) in
        try locator.inputs(for: path, modelVersion: modelVersion)
      }
    } else if !inputs.documents.contains(where: { $0.1.items.contains(where: SchemaFinder.isSchemaPart) }) {
      // A snapshot file holds the schema that it was saved with.
      for file in folders where try DataSource.isSnapshot(file) {
        return try snapshot(file, documents, texts, diagnostics)
      }
      guard let found = nearest(folders) else { return nil }
      diagnostics += try add(to: &inputs) { locator throws(FileError) in try read(found, locator) }
    }
    let built = buildSchema(inputs, reader: files)
    return SchemaSource(
      schema: built.schema, documents: documents, sources: built.sources, diagnostics: diagnostics + built.diagnostics)
  }

  private func snapshot(
    _ path: String, _ documents: [ParsedDocument], _ texts: [SourceText], _ diagnostics: [Diagnostic]
  ) throws(Failure) -> SchemaSource {
    do throws(SnapshotError) {
      let schema = try Snapshot.schema(inFile: URL(fileURLWithPath: path))
      return SchemaSource(
        schema: CheckedSchema(schema: schema), documents: documents, sources: texts, diagnostics: diagnostics)
    } catch {
      throw .unreadable("\(error) [\(error.code)]")
    }
  }

  /// Finds the schema as `find` does, and fails when there is none.
  func require(for texts: [SourceText] = [], near folders: [String] = []) throws(Failure) -> SchemaSource {
    if let found = try find(for: texts, near: folders) { return found }
    throw .unreadable(
      "there is no schema",
      help: ["--schema PATH names a .cdq file with entities, an .xcdatamodeld, or a folder that holds them"])
  }

  /// Reads the schema from given files, without a search.
  func read(_ found: FoundSchemas) throws(Failure) -> SchemaSource {
    var inputs = SchemaInputs()
    let diagnostics = try add(to: &inputs) { locator throws(FileError) in try read(found, locator) }
    inputs.modelVersion = modelVersion
    let built = buildSchema(inputs, reader: files)
    return SchemaSource(
      schema: built.schema, documents: [], sources: built.sources, diagnostics: diagnostics + built.diagnostics)
  }

  private func read(
    _ found: FoundSchemas, _ locator: SchemaLocator
  ) throws(FileError) -> (inputs: SchemaInputs, diagnostics: [Diagnostic]) {
    try locator.inputs(documents: found.documents, models: found.models, modelVersion: modelVersion)
  }

  private func add(
    to inputs: inout SchemaInputs,
    _ locate: (SchemaLocator) throws(FileError) -> (inputs: SchemaInputs, diagnostics: [Diagnostic])
  ) throws(Failure) -> [Diagnostic] {
    do throws(FileError) {
      let located = try locate(SchemaLocator(files))
      let known = Set(inputs.documents.map { files.absolute($0.0.name) })
      let new = located.inputs.documents.filter { !known.contains(files.absolute($0.0.name)) }
      let names = Set(new.map(\.0.name))
      inputs.documents += new
      inputs.modelPaths += located.inputs.modelPaths
      return located.diagnostics.filter { names.contains($0.file) }
    } catch {
      throw Failure(error)
    }
  }

  /// The schema files of the first folder that has any: the given folders, then the working directory and the folders
  /// above it, up to the one with `Package.swift`.
  private func nearest(_ folders: [String]) -> FoundSchemas? {
    for folder in folders {
      if let found = schemas(in: folder) { return found }
    }
    var folder = files.absolute(console.workingDirectory)
    while true {
      // Messages show files of the working directory by the relative paths that a user would write.
      if let found = schemas(in: folder == files.absolute(".") ? "." : folder) { return found }
      if folder == "/" || files.kind(of: PathText.join(folder, "Package.swift")) == .file { return nil }
      folder = PathText.folder(of: folder)
    }
  }

  private func schemas(in folder: String) -> FoundSchemas? {
    guard let found = try? files.schemas(in: folder), !found.isEmpty else { return nil }
    if !found.models.isEmpty { return found }
    // A folder whose files hold only queries has no schema.
    let documents = (try? read(found, SchemaLocator(files)))?.inputs.documents ?? []
    return documents.contains { $0.1.items.contains(where: SchemaFinder.isSchemaPart) } ? found : nil
  }

  private static func isSchemaPart(_ item: Document.Item) -> Bool {
    switch item {
    case .schemaImport, .entity: true
    case .enumeration, .query, .mapping: false
    }
  }
}
