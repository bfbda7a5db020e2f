import CDQScan
import CDQSchema
public import CDQSyntax

/// Scans a source file of an app, for packages that see only public declarations.
public struct SourceScanning: Sendable {
  /// The findings of all places.
  public let report: DiagnosticReport
  /// The kinds and verdicts of the places.
  public let places: [String]
  /// Places whose span is not inside of the text.
  public let outside: Int

  /// Scans a file against a schema of towns and the classes that the file declares.
  ///
  /// - Parameter isSwift: whether the text is read as Swift; else as Objective-C.
  public init(_ bytes: [UInt8], isSwift: Bool) {
    let text = SourceText(name: isSwift ? "App.swift" : "App.m", utf8: bytes)
    let language: CodeLanguage = isSwift ? .swift : .objectiveC
    let declarations = SourceText(
      name: "Towns.cdq",
      "entity Town { name: String @index  rank: Int32  mayor: Person?  streets: [Town] } entity Person { name: String }"
    )
    let built = buildSchema(
      SchemaInputs(documents: [(declarations, Parser.parseDocument(declarations).tree)]), reader: NoFiles())
    let declared = ModuleTypes.declarations(CodeFile(text, language))
    let reader = ModelClassReader(CodeFile(text, language))
    var module = ModuleTypes([declared])
    module.add([PredicateUses.Search(module).uses(in: CodeFile(text, language))])
    let classes = ModelClasses(
      reader.classes, extensions: reader.extensions, enumerations: Set(declared.enumerations))
    let settings = ScanSettings(
      schemas: [ScanSchema(built.schema, sources: built.sources, path: "Towns.cdq")], classes: classes,
      module: module, lints: [ScanCode.readsWholeTable.code, ScanCode.indexUnused.code],
      makesQueries: true)
    var sites = SourceScan.results(text, language, settings) + ModelScan.interface(text, settings)
    if let problem = SourceScan.encodingProblem(text) { sites.append(problem) }
    report = DiagnosticReport(diagnostics: sites.flatMap(\.diagnostics), sources: [text] + built.sources)
    places = sites.map { "\($0.kind.rawValue) \($0.verdict.rawValue) \($0.depth.rawValue)" }
    outside = sites.count { Int($0.span.end) > bytes.count }
  }
}
