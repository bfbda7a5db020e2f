import CDQCodegen
import CDQFiles
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// The files that a command generates code from, or judges as if it did.
struct TargetFiles {
  let inputs: InputFiles
  let found: CompilationInput
  /// What the command line names.
  let paths: [String]
  let console: Console

  /// The given files and models, and for back ends that write the types of entities also the files of the schema.
  ///
  /// - Parameter files: the names of the input files to use; nil for all.
  func sources(_ backend: BackEndName, among files: Set<String>? = nil) -> [GenerateSource] {
    var names = (inputs.texts.map(\.name) + inputs.models).filter { files?.contains($0) ?? true }
    if backend.declaresTypes {
      var seen = Set(names)
      for source in found.sources {
        let name = TargetFiles.modelBundle(of: source.name)
        if seen.insert(name).inserted { names.append(name) }
      }
    }
    return names.map { GenerateSource(name: $0, path: shownPath($0)) }
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
  private func shownPath(_ name: String) -> String {
    let system = FileSystem()
    let path = system.absolute(name)
    let folders = paths.filter { $0 != "." && system.kind(of: $0) == .directory } + [console.workingDirectory]
    for folder in folders.map({ system.absolute($0) }) where path.hasPrefix(folder == "/" ? "/" : folder + "/") {
      return String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
    }
    return name == "<stdin>" ? "stdin.cdq" : PathText.name(of: path)
  }
}
