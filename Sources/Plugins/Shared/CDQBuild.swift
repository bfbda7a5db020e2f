import Foundation
import PackagePlugin

/// What is generated for one target. Both plugins share this file by a link, as a plugin can use no library.
struct CDQBuild {
  /// A target whose module has the code of its files already; its schema can be used.
  struct Dependency {
    var module: String
    var files: [URL]
  }

  /// Why nothing can be generated, for the user.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// The tool's arguments, the files whose change must run it again, and those that it writes.
  struct Plan {
    var arguments: [String]
    var inputs: [URL]
    var outputs: [URL]
  }

  var name: String
  var module: String
  /// What output names are relative to.
  var directory: URL
  /// What paths in generated code are relative to.
  var root: URL
  var sources: [URL]
  var dependencies: [Dependency]
  /// Where the search for a `cdq.json` begins; nil for `directory`.
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
      // Some build systems list a bundle, some the files inside it.
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

  /// What the tool has to do; nil when there is nothing to generate.
  func plan(outputs: URL) throws -> Plan? {
    guard !sources.isEmpty else { return nil }
    var plan = Plan(arguments: ["--module", module, "--root", root.standardizedFileURL.path], inputs: [], outputs: [])
    if let config = configuration {
      plan.arguments += ["--config", config.path]
      plan.inputs.append(config)
    }
    var owners: [String: URL] = [:]
    for source in sources {
      let output = outputs.appendingPathComponent(outputName(of: source))
      // Object files are named by the base name alone, and some disks fold case.
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

  /// The `cdq.json` of the target's folder, or the nearest one above it in the package.
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

  /// The files whose change must run the tool again: of a bundle those inside, as an edit of one of them leaves the
  /// folder itself as it was. The bundle too, so that nobody warns that it is not handled.
  private static func tracked(_ source: URL) -> [URL] {
    guard isModel(source.path) else { return [source] }
    let files = FileManager.default.enumerator(at: source, includingPropertiesForKeys: nil)
    var inside: [URL] = []
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent == "contents" || file.lastPathComponent == ".xccurrentversion" { inside.append(file) }
    }
    return [source] + inside.sorted { $0.path < $1.path }
  }

  /// `Cities.cdq.swift`; files in folders have the path in front, as `.o` files of one target share a folder. Symbols
  /// give way to `_`: quotes and `\` break the lists that build systems write for Swift.
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
  /// The part of a package that is one target.
  ///
  /// - Parameter files: its files, where they are not those that the package names.
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
    /// A target of an Xcode project. Its targets share no modules that could be known here, so each has its own schema.
    init(_ target: XcodeTarget, root: URL) {
      let files = CDQBuild.sources(among: Array(target.inputFiles).map(\.url))
      let name = target.product?.name ?? target.displayName
      // As Xcode makes PRODUCT_MODULE_NAME.
      let module = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
      self.init(
        name: target.displayName, module: module, directory: root, root: root, sources: files, dependencies: [])
      // The settings stand beside the first file; output names stay relative to the project.
      if let first = files.first { settingsFolder = first.deletingLastPathComponent() }
    }
  }
#endif
