import CDQCodegen
import CDQFiles
import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal
import Foundation

/// `cdq doctor`: finds out why queries of a package are not built.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "find out why the queries of a package are not built"
  static let usage = ["[DIR]"]
  static let notes = [
    "It looks at the compiler, the Package.swift, the targets with .cdq files or models, and their queries. The exit",
    "code is 1 when something is wrong.",
  ]

  /// What is right or wrong about a package, with what to do.
  struct Finding: Hashable {
    var isRight: Bool
    var text: String
    var help: [String] = []
  }

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.arguments.refuseMore(than: 1)
    let start = context.arguments.positionals.first ?? DocumentFiles.startFolder(context.console)
    if FileSystem().kind(of: start) == .missing { throw .unreadable("\(start): no such file") }
    guard let folder = PackageManifest.folder(above: FileSystem().absolute(start)) else {
      throw .unreadable("there is no Package.swift in '\(start)' or above it", help: ["'cdq init' makes a package"])
    }
    var findings = [compiler()]
    let manifest = try PackageManifest.read(folder)
    findings.append(tools(manifest))
    let targets = manifest.targets.map { PackageTarget($0, in: folder) }
    for target in targets { findings += target.findings }
    if !targets.contains(where: \.hasQueries) {
      findings.append(
        Finding(
          isRight: false, text: "no target has a .cdq file or a Core Data model",
          help: ["put one beside the Swift files of a target, such as Sources/\(manifest.targets.first?.name ?? "App")/App.cdq"]))
    }
    for target in targets where target.hasQueries { findings.append(try queries(target, targets, context)) }
    report(findings, folder, context)
    return findings.allSatisfy(\.isRight) ? .clean : .findings
  }

  private static func report(_ findings: [Finding], _ folder: String, _ context: CommandContext) {
    context.console.print("package: \(folder)")
    for finding in findings {
      context.console.print("\(finding.isRight ? "ok " : "fix") \(finding.text)")
      for line in finding.help { context.console.print("    = help: \(line)") }
    }
    let wrong = findings.count { !$0.isRight }
    context.summary(
      wrong == 0
        ? "all is well; if Xcode does not run the plugin, choose Trust & Enable for it in the report of the build"
        : "\(Phrase.count(wrong, "thing")) to fix")
  }

  private static func compiler() -> Finding {
    let help = ["cdq needs Swift 6.2 or later: https://www.swift.org/install"]
    guard let run = try? Subprocess.run(["swift", "--version"]), run.code == 0 else {
      return Finding(isRight: false, text: "there is no 'swift' in the PATH", help: help)
    }
    let words = run.output.split(whereSeparator: \.isWhitespace).map(String.init)
    let version = words.firstIndex(of: "version").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil } ?? "?"
    let isRight = isVersion(version, atLeast: (6, 2))
    return Finding(isRight: isRight, text: "Swift \(version)", help: isRight ? [] : help)
  }

  private static func tools(_ manifest: PackageManifest) -> Finding {
    let version = manifest.toolsVersion._version
    // Plugins of dependencies came with 5.6.
    let isRight = isVersion(version, atLeast: (5, 6))
    return Finding(
      isRight: isRight, text: "the Package.swift is of tools version \(version)",
      help: isRight ? [] : ["plugins need '// swift-tools-version: 5.6' or later in its first line"])
  }

  private static func isVersion(_ text: String, atLeast least: (Int, Int)) -> Bool {
    let parts = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 } + [0, 0]
    return (parts[0], parts[1]) >= least
  }

  /// The result of compiling the queries of a target, as the plugin does.
  private static func queries(
    _ target: PackageTarget, _ targets: [PackageTarget], _ context: CommandContext
  ) throws(Failure) -> Finding {
    let finder = SettingsFinder(context.console)
    let settings = try finder.settings(finder.path(for: target.folder, below: [target.folder]))
    var sources = target.files.map { GenerateSource(name: $0, path: $0) }
    for other in target.dependencies(among: targets) where settings.uses(other.name) {
      sources += other.files.map { GenerateSource(name: $0, path: $0, module: other.name) }
    }
    let result = TargetCompilation(
      sources, reader: FileSystem(), settings: settings, options: settings.options(module: target.name))
    let schema = result.input.schema.schema
    let errors = result.diagnostics.count { $0.severity == .error }
    if schema.entities.isEmpty, errors == 0 || !result.input.hasErrors {
      return Finding(
        isRight: false, text: "\(target.name): there is no schema",
        help: ["declare entities in a .cdq file of the target, or put a Core Data model beside it"])
    }
    let counts = [
      Phrase.count(schema.entities.count, "entity", plural: "entities"),
      Phrase.count(result.compilation.queries.count, "query", plural: "queries"), Phrase.count(errors, "error"),
    ]
    return Finding(
      isRight: errors == 0, text: "\(target.name): \(counts.joined(separator: ", "))",
      help: errors == 0 ? [] : ["cdq check \(target.folder)"])
  }
}
