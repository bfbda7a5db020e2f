import CDQCodegen
import CDQFiles
import CDQReasoning
import CDQSchema
import CDQSQL
import CDQSemantics
import CDQSyntax

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
    .flag("writes", "with --backend sql: delete queries, saved structs and mappings; needs the product CDQDatabase"),
    .value("module", "NAME", "the Swift module that the code becomes part of; names the schema"),
    .flag("json", "with --backend ir: files for a QueryLibrary instead of Swift"),
    .value("config", "FILE", "settings (default: the cdq.json of a folder that is given)"),
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
    guard let config = try config(context, paths) else { return nil }
    let levels = try context.levels(below: config.settings)
    let inputs = try DocumentFiles(console: context.console).readInputs(paths)
    let found = try SchemaFinder(
      console: context.console, path: arguments["schema"],
      modelVersion: arguments["model-version"] ?? config.modelVersion, models: inputs.models
    ).require(for: inputs.texts, near: inputs.folders)
    var options = GenerateOptions(backend: arguments.choice("backend", default: config.backend ?? .memory))
    options.access = arguments["access"].flatMap { AccessLevel(rawValue: $0) } ?? config.access
    options.imports = config.imports
    options.deployment = config.deployment
    options.dialect = arguments.choice("dialect", default: config.dialect ?? .sqlite)
    options.writes = arguments.has("writes") || config.writes
    options.mapping = try mapping(context, config, below: paths)
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
    if let module = arguments["module"] ?? config.module { options.module = module }
    let sources = sources(inputs, found, paths, options, context.console)
    let result = TargetCompilation(found, sources: sources, options: options, levels: levels) { compilation in
      ReasoningLints.findings(compilation.queries, found.schema.schema, others: compilation.diagnostics)
    }
    let code = context.finish(result.diagnostics, result.input.sources)
    return code == .clean && !result.isRefused ? result.files : nil
  }

  /// Reads the settings of `--config`, or of the `cdq.json` in the first of the paths that has one. Returns nil after
  /// showing errors in it.
  private static func config(_ context: CommandContext, _ paths: [String]) throws(Failure) -> GenerateConfig? {
    guard let path = context.arguments["config"] ?? settings(below: paths) else { return GenerateConfig() }
    let source = SourceText(name: path, utf8: try DocumentFiles.bytes(path))
    var diagnostics: [Diagnostic] = []
    let config = GenerateConfig(source, &diagnostics)
    context.show(diagnostics, [source])
    return diagnostics.isEmpty ? config : nil
  }

  /// Reads the mapping of `--mapping`, or of the settings.
  private static func mapping(
    _ context: CommandContext, _ config: GenerateConfig, below paths: [String]
  ) throws(Failure) -> SourceText? {
    let folder = (context.arguments["config"] ?? settings(below: paths)).map { PathText.folder(of: $0) } ?? ""
    guard let path = context.arguments["mapping"] ?? config.mapping.map({ PathText.join(folder, $0) }) else { return nil }
    return SourceText(name: path, utf8: try DocumentFiles.bytes(path))
  }

  /// The `cdq.json` in the first of some folders that has one.
  private static func settings(below paths: [String]) -> String? {
    let system = FileSystem()
    return paths.map { PathText.join($0, "cdq.json") }.first { system.kind(of: $0) == .file }
  }

  /// The source files of the generated code: the given files and models, and for back ends that write the entities' types also the
  /// files of the schema.
  private static func sources(
    _ inputs: InputFiles, _ found: CompilationInput, _ paths: [String], _ options: GenerateOptions, _ console: Console
  ) -> [GenerateSource] {
    let texts = inputs.texts
    var names = texts.map(\.name) + inputs.models
    if options.backend.declaresTypes {
      for source in found.sources {
        let name = modelBundle(of: source.name)
        if !names.contains(name) { names.append(name) }
      }
    }
    // The fingerprint of a file covers its own text, the files that declare the schema, and the options.
    let schemaFiles = Set(found.schema.declarations.values.map(\.file))
    return names.map { name in
      var source = GenerateSource(name: name, path: shownPath(name, below: paths, console))
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
  }

  /// The Core Data bundle that a file is part of, or the file itself.
  private static func modelBundle(of path: String) -> String {
    for suffix in [".xcdatamodeld/", ".xcdatamodel/"] {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard let index = parts.firstIndex(where: { $0.hasSuffix(suffix.dropLast()) }), index + 1 < parts.count else {
        continue
      }
      return parts[...index].joined(separator: "/")
    }
    return path
  }

  /// The path that generated code shows: relative to the folder that was given or to the working directory, because an
  /// absolute one would differ between machines.
  private static func shownPath(_ name: String, below paths: [String], _ console: Console) -> String {
    let system = FileSystem()
    let path = system.absolute(name)
    let folders = paths.filter { $0 != "." && system.kind(of: $0) == .directory } + [console.workingDirectory]
    for folder in folders.map({ system.absolute($0) }) where path.hasPrefix(folder == "/" ? "/" : folder + "/") {
      return String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
    }
    return name == "<stdin>" ? "stdin.cdq" : PathText.name(of: path)
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
