import CDQCodegen
import CDQFiles
import CDQInference
import CDQSchema
import CDQTerminal
import Foundation

/// `cdq init`: makes a package with a first query, or prints what an existing one needs.
enum InitCommand: Command {
  static let name = "init"
  static let summary = "make a package with a first query, or see what yours needs"
  static let usage = ["[DIR] [--cdq PATH|URL]"]
  static let options: [OptionSpec] = [
    .value("cdq", "PATH|URL", "where the package cdq is (default: where this command was built)")
  ]
  static let notes = [
    "In a folder without Package.swift it writes one, a schema with a query, and a program that calls it; no file is",
    "replaced. In a package it prints the lines for its Package.swift and changes nothing.",
  ]

  /// The product that functions on a store need.
  private static let product = "CDQStore"

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    try arguments.refuseMore(than: 1)
    let folder = arguments.positionals.first ?? DocumentFiles.startFolder(context.console)
    let dependency = CDQLocation.dependency(arguments["cdq"], from: FileSystem().absolute(folder))
    if FileSystem().kind(of: PathText.join(folder, "Package.swift")) == .file {
      explain(folder, dependency, context)
    } else {
      try make(folder, dependency, context)
    }
    if dependency.contains("URL-OF-CDQ") {
      // The package does not build without it, so this is said where --quiet hides summaries, too.
      context.console.report("replace URL-OF-CDQ in Package.swift by the URL of cdq before you run it, or give its folder:")
      context.console.report("cdq init --cdq ../cdq")
    }
    return .clean
  }

  // MARK: An existing package

  private static func explain(_ folder: String, _ dependency: String, _ context: CommandContext) {
    let targets = (try? PackageManifest.read(folder))?.targets.filter { ["regular", "executable"].contains($0.type) } ?? []
    let target = targets.first { !$0.plugins.contains("CDQPlugin") } ?? targets.first
    let lines = [
      "In Package.swift, the dependencies of the package need", "", "    \(dependency),", "",
      "and the target \(target.map { "'\($0.name)'" } ?? "with your queries") needs", "",
      #"    dependencies: [.product(name: "\#(product)", package: "cdq")],"#,
      #"    plugins: [.plugin(name: "CDQPlugin", package: "cdq")]"#, "",
      "Then put a .cdq file or a Core Data model into \(target.map { "\($0.folder)/" } ?? "the target's folder"). "
        + "'cdq doctor' checks it all.",
    ]
    for line in lines { context.console.print(line) }
  }

  // MARK: A new package

  private static func make(_ folder: String, _ dependency: String, _ context: CommandContext) throws(Failure) {
    let name = DataNames.entity(PathText.name(of: FileSystem().absolute(folder)))
    let files = [
      ("Package.swift", manifest(name, dependency)), (".gitignore", ".build/\n"),
      ("Sources/\(name)/\(name).cdq", document), ("Sources/\(name)/main.swift", program(name)),
    ].map { (path: PathText.join(folder, $0.0), text: $0.1) }
    let system = FileSystem()
    let missing = files.filter { !$0.path.hasSuffix(".gitignore") || system.kind(of: $0.path) == .missing }
    do throws(FileError) {
      try system.create(missing.map { ($0.path, Array($0.text.utf8)) }, makesFolders: true)
    } catch {
      throw .unreadable("'\(error.path)' \(error.explanation)", help: ["nothing was written"])
    }
    for file in missing { context.console.print("wrote \(file.path)") }
    if dependency.contains("URL-OF-CDQ") { return }
    context.summary(folder == "." ? "run it with: swift run" : "run it with: swift run --package-path \(folder)")
  }

  private static func manifest(_ name: String, _ dependency: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v13)],
      dependencies: [\(dependency)],
      targets: [
        .executableTarget(
          name: "\(name)", dependencies: [.product(name: "\(product)", package: "cdq")],
          plugins: [.plugin(name: "CDQPlugin", package: "cdq")])
      ]
    )

    """
  }

  private static let document = """
    entity City {
      id: Int64 @unique
      name: String
      population: Int64?
    }

    /// Cities whose name starts with `prefix`, ignoring case and accents, Z to A.
    query citiesNamed = City where name BEGINSWITH[cd] $prefix sort name desc

    """

  private static func program(_ name: String) -> String {
    #"""
    import \#(product)

    let store = Store(schema: .\#(SwiftNames.schemaName(ofModule: name)))
    for (id, name) in [(1, "Oslo"), (2, "Mainz"), (3, "Málaga")] {
      try City(id: Int64(id), name: name).insert(in: store)
    }
    let cities = try Queries.citiesNamed(in: store, prefix: "ma")
    print(cities.map(\.name).joined(separator: ", "))

    """#
  }
}
