import CDQCodegen
import CDQScan
import CDQSchema
import CDQSyntax

/// Scans of short sources against a schema of towns.
enum Sources {
  static let schema: ScanSchema = {
    let text = SourceText(
      name: "Towns.cdq",
      """
      entity Town {
        name: String @index
        rank: Int32
        isOpen: Bool
        founded: Date?
        mayor: Person? inverse town
        streets: [Street] inverse town
      }
      entity Person { name: String  town: Town? inverse mayor }
      entity Street { name: String  length: Double  town: Town? inverse streets }
      """)
    let built = buildSchema(SchemaInputs(documents: [(text, Parser.parseDocument(text).tree)]), reader: NoFiles())
    return ScanSchema(built.schema, sources: built.sources, path: "Towns.cdq")
  }()

  private struct NoFiles: SchemaReader {
    func kind(of path: String) -> PathKind { .missing }
    func read(_ path: String) throws(FileError) -> [UInt8] { throw FileError(path, .noSuchFile) }
    func list(_ path: String) throws(FileError) -> [String] { throw FileError(path, .noSuchFile) }
  }

  static func swift(_ source: String, lints: Set<DiagnosticCode> = []) -> [ScannedSite] {
    let text = SourceText(name: "App.swift", source)
    let reader = ModelClassReader(CodeFile(text, .swift))
    let declared = ModuleTypes.declarations(CodeFile(text, .swift))
    let classes = ModelClasses(
      reader.classes, extensions: reader.extensions, enumerations: Set(declared.enumerations))
    return SourceScan.results(text, .swift, settings(text, .swift, classes: classes, lints: lints))
  }

  static func objectiveC(_ source: String) -> [ScannedSite] {
    let text = SourceText(name: "App.m", source)
    return SourceScan.results(text, .objectiveC, settings(text, .objectiveC))
  }

  private static func settings(
    _ text: SourceText, _ language: CodeLanguage, classes: ModelClasses = ModelClasses(), lints: Set<DiagnosticCode> = []
  ) -> ScanSettings {
    let module = ModuleTypes([ModuleTypes.declarations(CodeFile(text, language))])
    return ScanSettings(schemas: [schema], classes: classes, module: module, lints: lints)
  }

  /// The codes of all findings.
  static func codes(_ sites: [ScannedSite]) -> [String] { sites.flatMap(\.diagnostics).map(\.code.rawValue) }
}
