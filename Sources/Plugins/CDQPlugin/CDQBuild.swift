import Foundation
import PackagePlugin

/// What is generated for one target.
struct CDQBuild {
  /// A target whose module has the code of its files already; its schema can be used.
  struct Dependency {
    var module: String
    var files: [URL]
  }

  var name: String
  var module: String
  /// What output names are relative to.
  var directory: URL
  /// What paths in generated code are relative to.
  var root: URL
  var sources: [URL]
  var dependencies: [Dependency]

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

  /// One command; none when there is nothing to generate.
  func commands(tool: URL, outputs: URL) throws -> [Command] {
    guard !sources.isEmpty else { return [] }
    var arguments = ["--module", module, "--root", root.path]
    var inputs: [URL] = []
    let config = directory.appendingPathComponent("cdq.json")
    if FileManager.default.fileExists(atPath: config.path) {
      arguments += ["--config", config.path]
      inputs.append(config)
    }
    var written: [URL] = []
    var owners: [String: URL] = [:]
    for source in sources {
      let output = outputs.appendingPathComponent(outputName(of: source))
      // Object files are named by the base name alone, and some disks fold case.
      if let other = owners[output.lastPathComponent.lowercased()] {
        Diagnostics.error(
          "target '\(name)': '\(relative(source))' and '\(relative(other))' both generate "
            + "'\(output.lastPathComponent)'; rename one of them")
        return []
      }
      owners[output.lastPathComponent.lowercased()] = source
      arguments += ["--source", source.path, output.path]
      inputs += CDQBuild.tracked(source)
      written.append(output)
    }
    for dependency in dependencies {
      for file in dependency.files {
        arguments += ["--dependency", dependency.module, file.path]
        inputs += CDQBuild.tracked(file)
      }
    }
    return [
      .buildCommand(
        displayName: "Generate Swift from the .cdq files of \(name)", executable: tool, arguments: arguments,
        inputFiles: inputs, outputFiles: written)
    ]
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

  /// `Cities.cdq.swift`; files in folders have the path in front, as `.o` files of one target share a folder.
  private func outputName(of source: URL) -> String {
    let flat = relative(source).split(separator: "/").joined(separator: "_")
    return flat + (flat.hasSuffix(".cdq") ? ".swift" : ".cdq.swift")
  }

  private func relative(_ file: URL) -> String {
    let base = directory.standardizedFileURL.path
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return file.path.hasPrefix(prefix) ? String(file.path.dropFirst(prefix.count)) : file.lastPathComponent
  }
}
