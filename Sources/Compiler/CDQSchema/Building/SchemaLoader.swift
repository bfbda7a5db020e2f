import CDQSyntax

/// Follows `schema "path"` from file to file and reads models; each file is read once.
struct SchemaLoader<Reader: SchemaReader> {
  let reader: Reader
  let modelVersion: String?
  var log = ProblemLog()
  var sources: [SourceText] = []
  var documents: [(SourceText, Document)] = []
  var models = SchemaDraft()
  /// True when a file could not be read; its names must not be reported as unknown.
  var isIncomplete = false

  /// Indexes into `documents` by normalized path.
  private var documentNumbers: [String: Int] = [:]
  private var modelPaths: Set<String> = []
  /// For each document, the documents that it imports and the places of the imports.
  private var imports: [[(target: Int, place: SourceSpan)]] = []

  init(reader: Reader, modelVersion: String?) {
    self.reader = reader
    self.modelVersion = modelVersion
  }

  mutating func load(_ inputs: SchemaInputs) {
    for (source, document) in inputs.documents { add(source, document) }
    for path in inputs.modelPaths { loadModel(path, from: nil) }
    for source in inputs.modelTexts { add(model: source) }
    var next = 0
    while next < documents.count {
      let (source, document) = documents[next]
      for case .schemaImport(let item) in document.items { follow(item, in: next, source) }
      next += 1
    }
    reportCycles()
  }

  private mutating func add(_ source: SourceText, _ document: Document) {
    documentNumbers[PathText.normalized(source.name)] = documents.count
    documents.append((source, document))
    sources.append(source)
    imports.append([])
  }

  private mutating func follow(_ item: SchemaImport, in number: Int, _ source: SourceText) {
    // The parser has reported a missing path.
    if item.path.isEmpty { return }
    let path = PathText.normalized(PathText.join(PathText.folder(of: source.name), item.path))
    let place = SourceLocation(file: source.name, span: item.pathSpan)
    if ModelPackage.isModel(path) {
      loadModel(path, from: place)
    } else if PathText.fileExtension(of: path) == "cdq" {
      if let target = loadDocument(path, from: place) { imports[number].append((target, item.pathSpan)) }
    } else {
      report(.notASchema(item.path), from: place, path: path)
    }
  }

  /// The index of the document at `path`, which is read if it has not been read yet.
  private mutating func loadDocument(_ path: String, from place: SourceLocation) -> Int? {
    if let number = documentNumbers[path] { return number }
    let bytes: [UInt8]
    do {
      bytes = try reader.read(path)
    } catch {
      report(.unreadable(error), from: place, path: path)
      return nil
    }
    let source = SourceText(name: path, utf8: bytes)
    let parsed = Parser.parseDocument(source)
    log.append(parsed.diagnostics)
    add(source, parsed.tree)
    return documents.count - 1
  }

  private mutating func loadModel(_ path: String, from place: SourceLocation?) {
    guard modelPaths.insert(PathText.normalized(path)).inserted else { return }
    let located: ModelPackage.Located
    do {
      located = try ModelPackage.locate(path, version: modelVersion, reader: reader)
    } catch {
      if let source = error.source { sources.append(source) }
      report(error.problem, from: error.place ?? place, path: path)
      return
    }
    if let source = located.source { sources.append(source) }
    for warning in located.warnings {
      let at = warning.place ?? place ?? SourceLocation(file: path, span: SourceSpan(at: 0))
      log.report(warning.problem, in: at.file, at: at.span)
    }
    let contents = located.package.contentsPath
    let bytes: [UInt8]
    do {
      bytes = try reader.read(contents)
    } catch {
      report(.unreadable(error), from: place, path: contents)
      return
    }
    add(model: SourceText(name: contents, utf8: bytes))
  }

  private mutating func add(model source: SourceText) {
    sources.append(source)
    let result = ModelImporter.read(source)
    models.append(result.draft)
    log.append(result.log)
    if !result.isReadable { isIncomplete = true }
  }

  /// Reports a file that cannot be used: at the place that names it, or at the start of the file when no text names it.
  private mutating func report(_ problem: SchemaProblem, from place: SourceLocation?, path: String) {
    isIncomplete = true
    let at = place ?? SourceLocation(file: path, span: SourceSpan(at: 0))
    log.report(problem, in: at.file, at: at.span)
  }

  /// Reports each import that leads back to a document on the current import path. It uses an explicit stack because a
  /// chain of imports can be long.
  private mutating func reportCycles() {
    var state = [Int](repeating: 0, count: documents.count)
    for start in documents.indices where state[start] == 0 {
      var stack: [(document: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let (document, next) = stack.last {
        guard next < imports[document].count else {
          state[document] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let (target, place) = imports[document][next]
        if state[target] == 1 {
          let file = documents[document].0.name
          log.report(.importCycle(of: file, through: documents[target].0.name), in: file, at: place)
        } else if state[target] == 0 {
          state[target] = 1
          stack.append((target, 0))
        }
      }
    }
  }
}
