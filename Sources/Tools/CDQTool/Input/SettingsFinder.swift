import CDQCodegen
import CDQFiles
import CDQSchema
import CDQSyntax
import CDQTerminal

/// Finds the `cdq.json` of a target as the build plugin does: in the folder of the target, or in the nearest folder around
/// it within the package.
struct SettingsFinder {
  let console: Console
  private let files = FileSystem()

  init(_ console: Console) {
    self.console = console
  }

  /// The files of one `cdq.json`, which are judged together.
  struct Group {
    /// The path of the `cdq.json`; nil for files without one.
    var path: String?
    var settings = TargetSettings()
    /// The names of the `.cdq` files and the paths of the models.
    var files: Set<String> = []
  }

  /// The settings of the input files of a command, each with its files, in the order of the files.
  ///
  /// - Parameters:
  ///   - paths: what the command line names.
  ///   - config: the `cdq.json` of all files, if the command line names one.
  func groups(_ inputs: InputFiles, _ paths: [String], config: String?) throws(Failure) -> [Group] {
    var groups: [Group] = []
    for name in inputs.texts.map(\.name) + inputs.models {
      let path = config ?? self.path(for: name, below: paths)
      if let index = groups.firstIndex(where: { $0.path == path }) {
        groups[index].files.insert(name)
      } else {
        groups.append(Group(path: path, settings: try settings(path), files: [name]))
      }
    }
    return groups.isEmpty ? [Group(path: config, settings: try settings(config))] : groups
  }

  /// Reads the `cdq.json` at a path; the default settings for nil.
  func settings(_ path: String?) throws(Failure) -> TargetSettings {
    guard let path else { return TargetSettings() }
    do throws(FileError) {
      return try TargetSettings(path, reader: files)
    } catch {
      throw Failure(error)
    }
  }

  /// The path of the `cdq.json` of a file or a folder; nil if there is none.
  ///
  /// - Parameter paths: what the command line names. Outside of a package the search ends at the working directory or at
  ///   the one of them that the file is in.
  func path(for path: String, below paths: [String]) -> String? {
    if path == "<stdin>" { return nil }
    let isFolder = files.kind(of: path) == .directory && !ModelPackage.isModel(path)
    let folder = files.absolute(isFolder ? path : PathText.folder(of: path))
    let manifest = nearest("Package.swift", from: folder, to: "/")
    let given = paths.filter { files.kind(of: $0) == .directory }.map { files.absolute($0) }
    let top = manifest ?? ([files.absolute(console.workingDirectory)] + given).first { SettingsFinder.isPath(folder, below: $0) }
    let start = manifest.flatMap { SettingsFinder.target(of: folder, in: $0) } ?? folder
    return nearest("cdq.json", from: start, to: top ?? folder).map { shown($0, below: paths) }
  }

  /// The folder `Sources/Name` or `Tests/Name` of a package that holds a folder.
  private static func target(of folder: String, in package: String) -> String? {
    for root in ["Sources", "Tests"].map({ PathText.join(package, $0) }) where folder != root && isPath(folder, below: root) {
      return PathText.join(root, String(folder.dropFirst(root.count + 1).prefix { $0 != "/" }))
    }
    return nil
  }

  /// The nearest folder with a file of that name, from a folder up to another one around it.
  private func nearest(_ name: String, from folder: String, to top: String) -> String? {
    var folder = folder
    while true {
      if files.kind(of: PathText.join(folder, name)) == .file { return folder }
      if folder == top || folder == "/" || folder.isEmpty { return nil }
      folder = PathText.folder(of: folder)
    }
  }

  /// The path of the settings in a folder as a user would write it.
  private func shown(_ folder: String, below paths: [String]) -> String {
    let path = PathText.join(folder, "cdq.json")
    for given in paths.filter({ files.kind(of: $0) == .directory }) + ["."] {
      let start = files.absolute(given)
      guard SettingsFinder.isPath(folder, below: start) else { continue }
      return PathText.join(given, String(path.dropFirst(start == "/" ? 1 : start.count + 1)))
    }
    return path
  }

  private static func isPath(_ path: String, below folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
