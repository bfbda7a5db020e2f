import CDQCodegen
import CDQFiles
import CDQKit
import CDQScan
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq scan PATH`: reports the predicates in Swift and Objective-C sources, and what is wrong with them.
enum ScanCommand: Command {
  enum Format: String, CaseIterable {
    case text, json, ndjson, sarif, github
  }

  static let name = "scan"
  static let summary = "find the predicates in an app's sources and say which are wrong"
  static let usage = ["PATH… [--schema S]"]
  static let options: [OptionSpec] =
    [
      .schema, .modelVersion,
      .choice("format", letter: "f", Format.allCases.map(\.rawValue), "how results are written (default text)"),
      .value(
        "exclude", "NAME", isRepeatable: true, "skip folders and files of a name or path; * stands for any characters"),
      .value("deployment", "SYSTEM", "the first system that the app runs on, such as 'iOS 18' (default iOS 17)"),
      .value("config", "FILE", "settings: levels, deployment and model version (default: the nearest cdq.json)"),
      .value("to-cdq", "DIR", "write the predicates as queries, with the calls that replace them"),
      .value("baseline", "FILE", "do not report the findings that the file lists"),
      .flag("update-baseline", "write the findings to the file of --baseline"),
    ] + OptionSpec.levels
  static let notes = [
    "It reads .swift, .m, .mm and .h files, storyboards and xibs, and checks predicates against the Core Data models and",
    "the classes of SwiftData and Realm beside them. json writes an object a line for each place; text shows what is wrong",
    "and a summary. In a source, // cdq:allow CODE allows a finding on its line, on the line below, or at the head.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let paths = arguments.positionals.isEmpty ? [DocumentFiles.startFolder(context.console)] : arguments.positionals
    let finder = SettingsFinder(context.console)
    let settings = try finder.settings(arguments["config"] ?? paths.lazy.compactMap { finder.path(for: $0, below: paths) }.first)
    context.show(settings.diagnostics, [settings.source].compactMap(\.self))
    if !settings.diagnostics.isEmpty { return .findings }
    let levels = try context.levels(below: settings.config.settings)
    if arguments.has("update-baseline"), arguments["baseline"] == nil {
      throw .usage("--update-baseline belongs to --baseline", help: ["--baseline FILE --update-baseline"])
    }
    var deployment = settings.config.deployment ?? AppleRelease.first
    if let text = arguments["deployment"] {
      guard let release = AppleRelease(text) else { throw .usage("'\(text)' is no system", help: [AppleRelease.help]) }
      deployment = release
    }
    let tree = try SourceTree(paths, excluding: arguments.all("exclude"))
    let version = arguments["model-version"] ?? settings.config.modelVersion
    let (schemas, unusable) = try schemas(tree, paths, version, context)
    var scan = AppScan(
      tree, schemas: schemas, lints: levels.lints, deployment: deployment, makesQueries: arguments.has("to-cdq"))
    scan.unusable = unusable
    for index in scan.sites.indices {
      scan.sites[index].diagnostics = levels.applied(to: scan.sites[index].diagnostics, in: [])
    }
    var hidden = 0
    if let path = arguments["baseline"] {
      var baseline = try ScanBaseline(path, isNew: arguments.has("update-baseline"))
      if arguments.has("update-baseline") {
        let count = try baseline.write(scan.sites)
        context.summary("\(Phrase.count(count, "finding")) written to \(path)")
        return .clean
      }
      hidden = baseline.remove(from: &scan.sites)
    }
    if let folder = arguments["to-cdq"] {
      try write(ScanQueries(scan, folder: folder, schemas: schemas), folder, context)
    }
    report(scan, hidden, context)
    return levels.refuses(scan.sites.flatMap(\.diagnostics)) ? .findings : .clean
  }

  /// The schema of `--schema`; else the models below the paths, or else the nearest.
  private static func schemas(
    _ tree: SourceTree, _ paths: [String], _ version: String?, _ context: CommandContext
  ) throws(Failure) -> ([ScanSchema], [String]) {
    if let path = context.arguments["schema"] {
      let finder = SchemaFinder(console: context.console, path: path, modelVersion: version)
      let found = try context.sound(try finder.require())
      return ([ScanSchema(found.schema, sources: found.sources, path: path)], [])
    }
    if !tree.models.isEmpty { return AppScan.schemas(tree.models, modelVersion: version) }
    return AppScan.schemas(nearestModels(paths), modelVersion: version)
  }

  /// The models in the first folder above the paths that has any, up to the root of the package or repository.
  private static func nearestModels(_ paths: [String]) -> [String] {
    let system = FileSystem()
    for path in paths {
      var folder = system.absolute(path)
      while folder != "/" {
        if let found = try? system.schemas(in: folder), !found.models.isEmpty { return found.models }
        if ["Package.swift", ".git"].contains(where: { system.kind(of: PathText.join(folder, $0)) != .missing }) {
          break
        }
        folder = PathText.folder(of: folder)
      }
    }
    return []
  }

  private static func write(_ queries: ScanQueries, _ folder: String, _ context: CommandContext) throws(Failure) {
    do throws(FileError) {
      try FileSystem().makeFolder(folder)
      for file in queries.files { try FileSystem().write(Array(file.text.utf8), to: PathText.join(folder, file.name)) }
    } catch {
      throw Failure(error)
    }
    let files = Phrase.count(queries.files.count, "file")
    context.summary("\(Phrase.count(queries.count, "query", plural: "queries")) written to \(files) in \(folder)")
  }

  private static func report(_ scan: AppScan, _ hidden: Int, _ context: CommandContext) {
    let result = ScanReport(scan)
    let wanted = result.diagnostics.filter { !context.isQuiet || $0.severity == .error }
    // A service that reads the report wants all of it, so that only the option limits it.
    let maximum = context.arguments["max-errors"] == nil ? nil : context.maximumErrors
    let shown = DiagnosticReport(diagnostics: wanted, sources: scan.texts, maximum: maximum ?? .max)
    let output = context.console.output
    let lines = result.summary(baseline: hidden)
    switch context.arguments.choice("format", default: Format.text) {
    case .text:
      context.show(result.diagnostics, scan.texts)
      if !context.isQuiet { for line in lines { context.console.print(line) } }
      return
    case .json, .ndjson: output.write(result.lines)
    case .sarif:
      output.write(ReportSARIF(report: shown, root: FileSystem().absolute(context.console.workingDirectory)).text)
    case .github: output.write(ReportGitHub(report: shown).text)
    }
    for line in lines { context.summary(line) }
  }
}
