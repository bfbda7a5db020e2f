import Foundation
import PackagePlugin

/// The inputs of code generation for one target. A plugin cannot use a library, so both plugins have this file through
/// a symbolic link.
struct CDQBuild {
  /// A target on which the target depends, whose module has its own generated code. The target can use its schema.
  struct Dependency {
    var module: String
    var files: [URL]
  }

  /// An error message for the user, which prevents code generation.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// The arguments of the tool, its input files, whose changes make the build run it again, and its output files.
  struct Plan {
    var arguments: [String]
    var inputs: [URL]
    var outputs: [URL]
  }

  var name: String
  /// The name of the module; of a target in Xcode that of the product, such as `App.app`.
  var module: String
  /// The folder to which the names of generated files are relative.
  var directory: URL
  /// The folder to which paths in generated code are relative.
  var root: URL
  var sources: [URL]
  var dependencies: [Dependency]
  /// The folder in which the search for a `cdq.json` begins; nil for `directory`.
  var settingsFolder: URL?

  init(
    name: String, module: String, directory: URL, root: URL, sources: [URL], dependencies: [Dependency]
  ) {
    self.name = name
    self.module = module
    self.directory = directory
    self.root = root
    self.sources = sources
    self.dependencies = dependencies
  }

  /// The `.cdq` files and model bundles of a list of files, sorted.
  static func sources(among files: [URL]) -> [URL] {
    var found: Set<String> = []
    for file in files {
      // Some build systems list a bundle, and others the files in it.
      var path = file.standardizedFileURL.path
      if let range = path.range(of: ".xcdatamodeld/") ?? path.range(of: ".xcdatamodel/") {
        path = String(path[..<range.upperBound].dropLast())
      }
      if path.hasSuffix("/") { path.removeLast() }
      if path.hasSuffix(".cdq") || isModel(path) { found.insert(path) }
    }
    return found.sorted().map { URL(fileURLWithPath: $0) }
  }

  private static func isModel(_ path: String) -> Bool {
    path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".xcdatamodel")
  }

  /// The plan for the tool; nil when there is nothing to generate.
  func plan(outputs: URL) throws -> Plan? {
    guard !sources.isEmpty else { return nil }
    var plan = Plan(arguments: ["--module", module, "--root", root.standardizedFileURL.path], inputs: [], outputs: [])
    if let config = configuration {
      plan.arguments += ["--config", config.path]
      plan.inputs.append(config)
      plan.inputs += CDQBuild.mappings(beside: config)
    }
    var owners: [String: URL] = [:]
    for source in sources {
      let output = outputs.appendingPathComponent(outputName(of: source))
      // Build systems name object files after the file without its folder, and some file systems ignore case.
      let key = output.lastPathComponent.lowercased()
      if let other = owners[key] {
        throw Problem(
          description: "target '\(name)': '\(relative(source))' and '\(relative(other))' both generate "
            + "'\(output.lastPathComponent)'; rename one of them")
      }
      owners[key] = source
      plan.arguments += ["--source", source.path, output.path]
      plan.inputs += CDQBuild.tracked(source)
      plan.outputs.append(output)
    }
    for dependency in dependencies {
      for file in dependency.files {
        plan.arguments += ["--dependency", dependency.module, file.path]
        plan.inputs += CDQBuild.tracked(file)
      }
    }
    return plan
  }

  /// The `cdq.json` in the folder of the target, or the nearest one in a folder around it within the package.
  private var configuration: URL? {
    let top = root.standardizedFileURL.path
    var folder = (settingsFolder ?? directory).standardizedFileURL
    while true {
      let config = folder.appendingPathComponent("cdq.json")
      if FileManager.default.fileExists(atPath: config.path) { return config }
      let isBelow = folder.path.count > top.count && folder.path.hasPrefix(top)
      guard isBelow else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// The mapping files that settings may name. The build must run the tool when one changes.
  private static func mappings(beside config: URL) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: config.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.lastPathComponent.hasSuffix(".mapping.json") }.sorted { $0.path < $1.path }
  }

  /// The input files of a source. The build must run the tool when a file in a model bundle changes, which does not
  /// change the bundle itself. The bundle is an input too, so that SwiftPM does not warn about an unhandled file.
  private static func tracked(_ source: URL) -> [URL] {
    guard isModel(source.path) else { return [source] }
    let files = FileManager.default.enumerator(at: source, includingPropertiesForKeys: nil)
    var inside: [URL] = []
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent == "contents" || file.lastPathComponent == ".xccurrentversion" { inside.append(file) }
    }
    return [source] + inside.sorted { $0.path < $1.path }
  }

  /// The name of a generated file: `Cities.cdq.swift`, preceded by the folders of its path, because the object files of
  /// a target are in one folder. Symbols become `_`: quotes and `\` break the lists of files that build systems write.
  private func outputName(of source: URL) -> String {
    let flat = String(
      relative(source).map { character in
        guard character.isASCII, !character.isLetter, !character.isNumber else { return character }
        return " _-.+()".contains(character) ? character : "_"
      })
    return flat + (flat.hasSuffix(".cdq") ? ".swift" : ".cdq.swift")
  }

  private func relative(_ file: URL) -> String {
    let base = directory.standardizedFileURL.path
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return file.path.hasPrefix(prefix) ? String(file.path.dropFirst(prefix.count)) : file.lastPathComponent
  }
}

extension CDQBuild {
  /// The build of a target in a package.
  ///
  /// - Parameter files: the files of the target; nil for those that the package lists.
  init(_ target: any Target, _ module: any SourceModuleTarget, root: URL, files: [URL]? = nil) {
    var dependencies: [Dependency] = []
    for dependency in target.recursiveTargetDependencies {
      guard let module = dependency.sourceModule, dependency.id != target.id else { continue }
      let files = CDQBuild.sources(among: Array(module.sourceFiles).map(\.url))
      if !files.isEmpty { dependencies.append(Dependency(module: module.moduleName, files: files)) }
    }
    self.init(
      name: target.name, module: module.moduleName, directory: target.directoryURL, root: root,
      sources: CDQBuild.sources(among: files ?? Array(module.sourceFiles).map(\.url)), dependencies: dependencies)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension CDQBuild {
    /// The build of a target in an Xcode project. A plugin cannot find out on which modules it depends, so it has a
    /// schema of its own.
    init(_ target: XcodeTarget, root: URL) {
      let files = CDQBuild.sources(among: Array(target.inputFiles).map(\.url))
      // The tool makes the name of the module of this one, as Xcode does. A plugin cannot see PRODUCT_MODULE_NAME, so the
      // settings have a key for it.
      self.init(
        name: target.displayName, module: target.product?.name ?? target.displayName, directory: root, root: root, sources: files, dependencies: [])
      // The settings are next to the first file; the names of outputs are relative to the project.
      if let first = files.first { settingsFolder = first.deletingLastPathComponent() }
    }
  }
#endif
