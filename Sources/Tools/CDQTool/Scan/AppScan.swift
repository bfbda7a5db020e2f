import CDQCodegen
import CDQFiles
import CDQKit
import CDQScan
import CDQSchema
import CDQSemantics
import CDQSyntax

/// The scan of an app: all its files, with the results and the texts for excerpts.
struct AppScan {
  /// The results by file and place.
  var sites: [ScannedSite] = []
  /// The texts of files with results, and of models.
  var texts: [SourceText] = []
  /// The number of source files that were read, and of lines in those with results.
  var files = 0
  /// The models that predicates were checked against, by name.
  var models: [String] = []
  var classes = 0
  /// Models with errors, which are not used.
  var unusable: [String] = []
  /// Files that could not be read.
  var unreadable: [String] = []

  /// What the first reading of a file finds.
  private struct Reading: Sendable {
    var path: String
    /// The file with its tokens; nil when it has no place to report.
    var file: CodeFile?
    var classes: [ModelClass] = []
    var extensions: [String: Set<String>] = [:]
    var declarations: FileDeclarations?
    var problem: ScannedSite?
    var isUnreadable = false
    /// The text of a file with classes, for notes.
    var declaring: SourceText?
  }

  /// The largest file that is read, in bytes.
  private static let sizeLimit = 32 << 20
  /// What a thread needs for the deepest texts in a debug build.
  private static let stack = 8 << 20

  init(
    _ tree: SourceTree, schemas given: [ScanSchema], lints: Set<DiagnosticCode>, deployment: AppleRelease,
    makesQueries: Bool
  ) {
    files = tree.sources.count
    let readings = inParts(of: tree.sources.count, stack: AppScan.stack) { part in
      part.map { AppScan.read(tree.sources[$0]) }
    }
    .flatMap { $0 }
    var extensions: [String: Set<String>] = [:]
    for reading in readings { extensions.merge(reading.extensions) { $0.union($1) } }
    let found = readings.flatMap(\.classes)
    let declarations = readings.compactMap(\.declarations)
    let matter = readings.compactMap(\.file)
    var module = ModuleTypes(declarations)
    let search = PredicateUses.Search(module)
    if !search.isEmpty {
      module.add(
        inParts(of: matter.count, stack: AppScan.stack) { part in part.map { search.uses(in: matter[$0]) } }.flatMap { $0 })
    }
    let settings = ScanSettings(
      schemas: given,
      classes: ModelClasses(found, extensions: extensions, enumerations: Set(declarations.flatMap(\.enumerations))),
      module: module, lints: lints, deployment: deployment,
      makesQueries: makesQueries)
    classes = found.count
    models = given.map(\.name)
    sites = readings.compactMap(\.problem)
    sites += inParts(of: matter.count, stack: AppScan.stack) { part in
      part.flatMap { index in
        SourceScan.results(matter[index], settings)
      }
    }.flatMap { $0 }
    unreadable = readings.filter(\.isUnreadable).map(\.path)
    texts = readings.compactMap { $0.file?.source ?? $0.declaring }
    for schema in given {
      sites += ModelScan.templates(schema, settings)
      texts += schema.sources
    }
    for path in tree.interfaces {
      guard let bytes = try? FileSystem(sizeLimit: AppScan.sizeLimit).read(path) else { continue }
      let text = SourceText(name: path, utf8: bytes)
      let found = ModelScan.interface(text, settings)
      if !found.isEmpty { texts.append(text) }
      sites += found
    }
    sites = sites.enumerated().sorted { left, right in
      if left.element.file != right.element.file { return left.element.file < right.element.file }
      let (first, second) = (left.element.span.start, right.element.span.start)
      return first != second ? first < second : left.offset < right.offset
    }.map(\.element)
  }

  private static func language(_ path: String) -> CodeLanguage? {
    CodeLanguage(fileExtension: PathText.fileExtension(of: path))
  }

  private static func read(_ path: String) -> Reading {
    var result = Reading(path: path)
    guard let bytes = try? FileSystem(sizeLimit: sizeLimit).read(path) else {
      result.isUnreadable = true
      return result
    }
    let matters = SourceScan.mayMatter(bytes)
    let isSwift = language(path) == .swift
    let declares = ModuleTypes.mayDeclare(bytes)
    guard matters || declares || SourceScan.mayBeForeign(bytes) else { return result }
    let text = SourceText(name: path, utf8: bytes)
    let file = CodeFile(text, isSwift ? .swift : .objectiveC)
    if declares {
      result.declarations = ModuleTypes.declarations(file)
      let reader = ModelClassReader(file)
      result.classes = reader.classes
      result.extensions = reader.extensions
      if !reader.classes.isEmpty { result.declaring = text }
    }
    result.problem = SourceScan.encodingProblem(text)
    if matters || result.problem != nil { result.file = file }
    return result
  }

  /// Reads the models of an app, each as a schema of its own. A model with errors is not used, since parts of it would be
  /// missing.
  static func schemas(_ paths: [String], modelVersion: String?) -> (usable: [ScanSchema], unusable: [String]) {
    var usable: [ScanSchema] = []
    var unusable: [String] = []
    for path in paths {
      let built = buildSchema(SchemaInputs(modelPaths: [path], modelVersion: modelVersion), reader: FileSystem())
      if built.diagnostics.contains(where: { $0.severity == .error }) {
        unusable.append(path)
      } else {
        usable.append(ScanSchema(built.schema, sources: built.sources, path: path))
      }
    }
    return (usable, unusable)
  }
}
