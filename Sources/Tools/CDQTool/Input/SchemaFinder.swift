import CDQCoreData
import CDQFiles
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal
import Foundation

/// Finds and reads the schema of a command.
///
/// `--schema` wins; else the given `.cdq` files if they declare or import one; else a snapshot file among the data,
/// or the first folder with schema files: those of the given paths, the working directory, and the folders above it
/// up to the one with `Package.swift`, without folders that every user may write to, such as `/tmp`.
struct SchemaFinder {
  let console: Console
  /// The value of `--schema`.
  let path: String?
  var modelVersion: String?
  /// Core Data models among the input files, which are the schema if `--schema` does not name one.
  var models: [String] = []
  /// Limits for parsing the texts that are passed to `find`.
  var limits = TextLimits()

  private var files: FileSystem { FileSystem() }

  /// Parsed schema files, and what parsing them found.
  private typealias Located = (inputs: SchemaInputs, diagnostics: [Diagnostic])

  /// Finds the schema for `.cdq` texts, which may declare it themselves.
  ///
  /// - Parameter folders: Folders or snapshot files to search first if neither `--schema` nor a text gives the schema.
  /// - Returns: nil when there is no schema anywhere.
  func find(for texts: [SourceText] = [], near folders: [String] = []) throws(Failure) -> CompilationInput? {
    var (inputs, documents, diagnostics) = parsed(texts)
    if let path {
      diagnostics += try add(to: &inputs) { locator throws(FileError) in
        try locator.inputs(for: path, modelVersion: modelVersion)
      }
    } else if !models.isEmpty {
      diagnostics += try add(to: &inputs) { locator throws(FileError) in
        try locator.inputs(documents: [], models: models, modelVersion: modelVersion)
      }
    } else if !inputs.documents.contains(where: { $0.1.items.contains(where: SchemaLocator.isSchemaPart) }) {
      // A snapshot file holds the schema that it was saved with.
      for file in folders where try DataSource.isSnapshot(file) {
        return try snapshot(file, documents, texts, diagnostics)
      }
      var isFound = false
      diagnostics += try add(to: &inputs) { locator throws(FileError) in
        guard let found = try nearest(folders, locator) else { return (SchemaInputs(), []) }
        isFound = true
        return found
      }
      if !isFound { return nil }
    }
    return built(inputs, documents, diagnostics)
  }

  /// The schema that a declaration or the `contents` of a model gives, for `.cdq` texts without one.
  func schema(of declarations: SourceText? = nil, model: SourceText? = nil, for texts: [SourceText]) -> CompilationInput {
    var (inputs, documents, diagnostics) = parsed(texts)
    if let declarations { inputs.documents.append((declarations, Parser.parseDocument(declarations).tree)) }
    if let model { inputs.modelTexts = [model] }
    return built(inputs, documents, diagnostics)
  }

  /// Parses the texts whose queries are wanted.
  private func parsed(
    _ texts: [SourceText]
  ) -> (inputs: SchemaInputs, documents: [ParsedDocument], diagnostics: [Diagnostic]) {
    var inputs = SchemaInputs(modelVersion: modelVersion)
    var documents: [ParsedDocument] = []
    var diagnostics: [Diagnostic] = []
    for source in texts {
      let parsed = Parser.parseDocument(source, options: ParseOptions(limits: limits))
      diagnostics += parsed.diagnostics
      inputs.documents.append((source, parsed.tree))
      documents.append(ParsedDocument(source: source, tree: parsed.tree))
    }
    return (inputs, documents, diagnostics)
  }

  private func built(
    _ inputs: SchemaInputs, _ documents: [ParsedDocument], _ diagnostics: [Diagnostic]
  ) -> CompilationInput {
    let built = buildSchema(inputs, reader: files)
    return CompilationInput(
      schema: built.schema, documents: documents, sources: built.sources, diagnostics: diagnostics + built.diagnostics)
  }

  private func snapshot(
    _ path: String, _ documents: [ParsedDocument], _ texts: [SourceText], _ diagnostics: [Diagnostic]
  ) throws(Failure) -> CompilationInput {
    do throws(SnapshotError) {
      let schema = try Snapshot.schema(inFile: URL(fileURLWithPath: path))
      return CompilationInput(
        schema: CheckedSchema(schema: schema), documents: documents, sources: texts, diagnostics: diagnostics)
    } catch {
      throw .unreadable("\(error) [\(error.code)]")
    }
  }

  /// Finds the schema as `find` does, and fails when there is none.
  func require(for texts: [SourceText] = [], near folders: [String] = []) throws(Failure) -> CompilationInput {
    if let found = try find(for: texts, near: folders) { return found }
    throw missing()
  }

  /// The failure of a command that needs a schema.
  func missing() -> Failure {
    .unreadable(
      "there is no schema",
      help: [
        "--schema PATH names a .cdq file with entities, an .xcdatamodeld, or a folder that holds them",
        "'cdq schema infer DATA' makes one from JSON or CSV, and 'cdq demo' shows one",
      ])
  }

  /// Reads the schema from given files, without a search.
  func read(_ found: FoundSchemas) throws(Failure) -> CompilationInput {
    var inputs = SchemaInputs()
    let diagnostics = try add(to: &inputs) { locator throws(FileError) in try read(found, locator) }
    inputs.modelVersion = modelVersion
    let built = buildSchema(inputs, reader: files)
    return CompilationInput(
      schema: built.schema, documents: [], sources: built.sources, diagnostics: diagnostics + built.diagnostics)
  }

  private func read(
    _ found: FoundSchemas, _ locator: SchemaLocator
  ) throws(FileError) -> Located {
    try locator.inputs(documents: found.documents, models: found.models, modelVersion: modelVersion)
  }

  private func add(
    to inputs: inout SchemaInputs,
    _ locate: (SchemaLocator) throws(FileError) -> Located
  ) throws(Failure) -> [Diagnostic] {
    do throws(FileError) {
      let known = Dictionary(
        inputs.documents.map { (files.absolute($0.0.name), $0) }, uniquingKeysWith: { first, _ in first })
      let located = try locate(SchemaLocator(files, parsed: known))
      let new = located.inputs.documents.filter { known[files.absolute($0.0.name)] == nil }
      let names = Set(new.map(\.0.name))
      inputs.documents += new
      for path in located.inputs.modelPaths {
        // A compiled model that cannot be read is reported like the others that cannot.
        if let text = try compiledModel(path) { inputs.modelTexts.append(text) } else { inputs.modelPaths.append(path) }
      }
      return located.diagnostics.filter { names.contains($0.file) }
    } catch {
      throw Failure(error)
    }
  }

  /// The version of a compiled model as the text that Xcode would compile to it; nil for another or a broken model.
  private func compiledModel(_ path: String) throws(FileError) -> SourceText? {
    guard ModelBundle.isOne(path), let bundle = try? ModelBundle(path, files) else { return nil }
    guard let version = bundle.version(named: modelVersion) else {
      let names = bundle.versions.map { "'\($0.name)'" }.joined(separator: ", ")
      throw FileError(path, .other("the model has no version '\(modelVersion ?? "")', but \(names)"))
    }
    return (try? ModelBundle.model(version, files)).map { SourceText(name: version.path, $0.xml) }
  }

  /// The schema files of the first folder that has any: the given folders, then the working directory and the folders
  /// above it, up to the one with `Package.swift`.
  ///
  /// Of the folders above, those that every user may write to do not count: a file that lies in `/tmp` belongs to nobody's
  /// project, and another user may have put it there.
  private func nearest(_ folders: [String], _ locator: SchemaLocator) throws(FileError) -> Located? {
    for folder in folders {
      if let found = try schemas(in: folder, locator) { return found }
    }
    var folder = files.absolute(console.workingDirectory)
    while true {
      let isAbove = folder != files.absolute(console.workingDirectory)
      // Messages show files of the working directory by the relative paths that a user would write.
      let shown = folder == files.absolute(".") ? "." : folder
      if !(isAbove && files.isWritableByEveryone(folder)), let found = try schemas(in: shown, locator) { return found }
      if folder == "/" || files.kind(of: PathText.join(folder, "Package.swift")) == .file { return nil }
      folder = PathText.folder(of: folder)
    }
  }

  private func schemas(in folder: String, _ locator: SchemaLocator) throws(FileError) -> Located? {
    guard let found = try? files.schemas(in: folder), !found.isEmpty else { return nil }
    if !found.models.isEmpty { return try read(found, locator) }
    // A folder whose files hold only queries, or cannot be read, has no schema.
    guard let located = try? read(found, locator) else { return nil }
    let hasSchema = located.inputs.documents.contains { $0.1.items.contains(where: SchemaLocator.isSchemaPart) }
    return hasSchema ? located : nil
  }
}
