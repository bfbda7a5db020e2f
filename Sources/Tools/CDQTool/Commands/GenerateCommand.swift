import CDQCodegen
import CDQFiles
import CDQReasoning
import CDQSchema
import CDQSQL
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq generate [paths] -o DIR`: generates typed Swift functions for the queries of files.
enum GenerateCommand: Command {
  static let name = "generate"
  static let summary = "write typed Swift functions for the queries of .cdq files"
  static let usage = ["[paths] [--schema S] -o DIR", "[paths] [--schema S] --stdout"]
  static let options: [OptionSpec] =
    [
      .value("output", letter: "o", "DIR", "the folder that the files go to"),
      .flag("stdout", "print the Swift instead"),
      .flag("dry-run", "say which files would be written"),
    ] + contentOptions + OptionSpec.levels
  /// The options that affect the generated text; `cdq diff` has them, too.
  static let contentOptions: [OptionSpec] = [
    .schema, .modelVersion,
    .choice("backend", BackEndName.allCases.map(\.rawValue), "what the functions run on (default memory: a Store)"),
    .choice("access", AccessLevel.allCases.map(\.rawValue), "access level of what is generated"),
    .value("deployment", "RELEASE", "the first of Apple's systems to run on, such as 'iOS 17' (the default)"),
    .dialect(of: SQLDialect.standard, "the database, with --backend sql"),
    .value("mapping", "FILE", "with --backend sql: the tables of a database that cdq did not make"),
    .flag("writes", "with --backend sql: delete and update queries, saved structs, mappings; needs the product CDQDatabase"),
    .value("module", "NAME", "the Swift module that the code becomes part of; names the schema"),
    .flag("json", "with --backend ir: files for a QueryLibrary instead of Swift"),
    .value("config", "FILE", "settings (default: the nearest cdq.json)"),
  ]
  static let notes =
    [
      """
      Back ends: memory (functions on a Store), closure (over a sequence of your own types), coredata (fetch requests),
      swiftdata (fetch descriptors), sql (statements for SQLite or PostgreSQL), ir (queries as data, for a Store or any records).
      """,
      "Without paths, all .cdq files below the working directory are read. Unchanged files are not touched.",
    ] + OptionSpec.levelNotes

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let folder = arguments["output"]
    if folder == nil, !arguments.has("stdout") {
      throw .usage("'cdq generate' needs an output folder", help: ["-o DIR, or --stdout"])
    }
    if folder != nil, arguments.has("stdout") { throw .usage("-o and --stdout exclude each other") }
    guard let files = try generated(context) else { return .findings }
    if let folder {
      try write(files, folder, context)
    } else {
      for file in files { context.console.output.write(file.text) }
    }
    return .clean
  }

  /// Generates the files, with the same text on every machine. Returns nil after showing errors.
  static func generated(_ context: CommandContext) throws(Failure) -> [GeneratedFile]? {
    let arguments = context.arguments
    let paths = arguments.positionals.isEmpty ? [DocumentFiles.startFolder(context.console)] : arguments.positionals
    let inputs = try DocumentFiles(console: context.console).readInputs(paths)
    let settings = try settings(context, inputs, paths)
    let levels = try context.levels(below: settings.config.settings)
    let found = try SchemaFinder(
      console: context.console, path: arguments["schema"],
      modelVersion: arguments["model-version"] ?? settings.config.modelVersion, models: inputs.models
    ).require(for: inputs.texts, near: inputs.folders)
    let options = try options(context, settings)
    let files = TargetFiles(inputs: inputs, found: found, paths: paths, console: context.console)
    let sources = options.map { options in
      files.sources(options.backend).map { fingerprinted($0, found, inputs.texts, options) }
    }
    let result = TargetCompilation(found, sources: sources ?? [], settings: settings, options: options, levels: levels) {
      ReasoningLints.findings($0.queries, found.schema.schema, others: $0.diagnostics)
    }
    let code = context.finish(result.diagnostics, result.input.sources)
    return code == .clean && !result.isRefused ? result.files : nil
  }

  /// The settings of `--config`, or of the targets of the files, which must have the same.
  private static func settings(
    _ context: CommandContext, _ inputs: InputFiles, _ paths: [String]
  ) throws(Failure) -> TargetSettings {
    let groups = try SettingsFinder(context.console).groups(inputs, paths, config: context.arguments["config"])
    if groups.count > 1 {
      let names = groups.prefix(2).map { $0.path.map { "'\($0)'" } ?? "none, as '\($0.files.sorted()[0])'" }
      throw .usage(
        "the files have different settings: \(names.joined(separator: " and "))",
        help: ["generate the folder of each target on its own, or name the settings: --config FILE"])
    }
    return groups[0].settings
  }

  /// The options of the settings, with those of the command line, which override them; nil after a mistake in the settings.
  private static func options(_ context: CommandContext, _ settings: TargetSettings) throws(Failure) -> GenerateOptions? {
    let arguments = context.arguments
    guard var options = settings.options(module: "cdq") else { return nil }
    options.backend = arguments.choice("backend", default: options.backend)
    options.access = arguments["access"].flatMap { AccessLevel(rawValue: $0) } ?? options.access
    options.dialect = arguments.choice("dialect", default: options.dialect)
    options.writes = arguments.has("writes") || options.writes
    if let path = arguments["mapping"] {
      let mapping = SourceText(name: path, utf8: try DocumentFiles.bytes(path))
      guard MappingReader.isMapping(mapping) else { throw MappingFile.isNone(path) }
      options.mapping = mapping
    }
    if options.writes, options.mapping != nil {
      throw .usage("only tables of cdq's own layout can be changed", help: ["--writes or --mapping"])
    }
    if let word = arguments["deployment"] {
      guard let release = AppleRelease(word) else {
        throw .usage("'--deployment' cannot be '\(word)'", help: [AppleRelease.help])
      }
      options.deployment = release
    }
    options.writesJSON = arguments.has("json")
    if options.writesJSON, options.backend != .ir {
      throw .usage("--json is for queries as data", help: ["--backend ir --json"])
    }
    if let module = arguments["module"] { options.module = module }
    return options
  }

  /// A source with the fingerprint of its own text, the files that declare the schema, and the options.
  private static func fingerprinted(
    _ source: GenerateSource, _ found: CompilationInput, _ texts: [SourceText], _ options: GenerateOptions
  ) -> GenerateSource {
    let schemaFiles = Set(found.schema.declarations.values.map(\.file))
    var source = source
    var fingerprint = InputFingerprint()
    let deployment = options.deployment.map { [$0.description] } ?? []
    let dialect = options.backend == .sql ? [options.dialect.rawValue] + (options.writes ? ["writes"] : []) : []
    for option in [options.backend.rawValue, options.access?.rawValue ?? "", options.module] + deployment + dialect
      + options.imports
    {
      fingerprint.combine(Array(option.utf8))
    }
    for text in (found.sources + texts) where source.holds(text.name) { fingerprint.combine(text.utf8) }
    for text in found.sources where schemaFiles.contains(text.name) { fingerprint.combine(text.utf8) }
    if let mapping = options.mapping { fingerprint.combine(mapping.utf8) }
    source.fingerprint = fingerprint
    return source
  }

  private static func write(_ files: [GeneratedFile], _ folder: String, _ context: CommandContext) throws(Failure) {
    let system = FileSystem()
    let isDry = context.arguments.has("dry-run")
    var written = 0
    do throws(FileError) {
      if !isDry { try system.makeFolder(folder) }
      for file in files {
        let path = PathText.join(folder, file.name)
        let isChanged =
          if isDry {
            (try? system.read(path)) != Array(file.text.utf8)
          } else {
            try system.write(file.text.utf8, to: path)
          }
        if isChanged { written += 1 }
        if isDry {
          context.console.print("\(isChanged ? "would write" : "unchanged") \(path)")
        } else {
          context.verbose("\(isChanged ? "wrote" : "unchanged") \(path)")
        }
      }
    } catch {
      throw Failure(error)
    }
    if !isDry {
      context.summary("\(Phrase.count(written, "file")) written, \(files.count - written) unchanged")
    }
  }
}
