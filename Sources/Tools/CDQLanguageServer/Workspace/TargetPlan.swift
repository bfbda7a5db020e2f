import CDQSchema

/// A set of files that are checked together, against one schema: a target of a package, or the files of a folder.
struct TargetPlan: Hashable {
  /// The folder around the files.
  var folder: String
  /// Paths of the `.cdq` files, sorted.
  var documents: [String] = []
  /// Paths of the Core Data models, sorted.
  var models: [String] = []
  /// The files of the targets on which it depends, which add to the schema, with the names of their modules.
  var dependencies: [Dependency] = []
  /// The `cdq.json` that is nearest to the folder.
  var settings: String?
  /// Whether all models belong to the schema, as in a target of a package. Elsewhere they do if no `.cdq` file declares
  /// a schema, as for `cdq check`.
  var usesAllModels = false

  /// The name of the module, as SwiftPM makes it from the folder of a target; elsewhere that of `cdq generate`.
  var module: String {
    guard usesAllModels else { return "cdq" }
    return String(PathText.name(of: folder).map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  struct Dependency: Hashable {
    var module: String
    var documents: [String]
    var models: [String]
  }
}

/// The division of the files of a workspace into targets.
struct TargetPlanner {
  let scan: FolderScan
  /// The folders that the client opened.
  let roots: [String]
  let packages: [PackageDescription]
  /// Whether a `.cdq` file declares a schema.
  let declaresSchema: (String) -> Bool

  /// The plans, and for each document the index of its plan.
  ///
  /// - Parameter loose: open documents that are in no folder of the scan.
  func plans(loose: [String]) -> [TargetPlan] {
    var plans: [String: TargetPlan] = [:]
    for (path, folder) in scan.folders {
      guard !folder.documents.isEmpty || !folder.models.isEmpty else { continue }
      let home = home(of: path)
      var plan = plans[home.folder] ?? TargetPlan(folder: home.folder)
      plan.documents += folder.documents
      plan.models += folder.models
      plan.usesAllModels = home.isPackageTarget
      plans[home.folder] = plan
    }
    for (folder, plan) in plans {
      var plan = plan
      plan.documents.sort()
      plan.models.sort()
      plan.settings = settings(above: folder)
      plan.dependencies = dependencies(of: folder)
      plans[folder] = plan
    }
    let known = Set(plans.values.flatMap(\.documents))
    let stray = loose.filter { !known.contains($0) }.map { path in
      TargetPlan(folder: PathText.folder(of: path), documents: [path])
    }
    return plans.values.sorted { $0.folder < $1.folder } + stray
  }

  private func root(of path: String) -> String {
    roots.filter { PathText.isPath(path, below: $0) }.max { $0.count < $1.count } ?? path
  }

  /// The folder of the target to which a folder belongs.
  private func home(of path: String) -> (folder: String, isPackageTarget: Bool) {
    let targets = packages.flatMap(\.targets).filter { PathText.isPath(path, below: $0.folder) }
    if let target = targets.max(by: { $0.folder.count < $1.folder.count }) { return (target.folder, true) }
    let root = root(of: path)
    let manifest = scan.nearest(from: path, to: root) { $0.hasManifest }
    if let manifest, let target = usualTarget(path, in: manifest) { return (target, true) }
    let top = manifest ?? root
    let home = scan.nearest(from: path, to: top) { folder in
      folder.hasSettings || !folder.models.isEmpty || folder.documents.contains(where: declaresSchema)
    }
    return (home ?? top, false)
  }

  /// The folder `Sources/Name` or `Tests/Name` of a package that SwiftPM has not described.
  private func usualTarget(_ path: String, in manifest: String) -> String? {
    for name in ["Sources", "Tests"] {
      let folder = PathText.join(manifest, name)
      guard path != folder, PathText.isPath(path, below: folder) else { continue }
      let rest = path.dropFirst(folder.count + 1)
      return PathText.join(folder, String(rest.prefix { $0 != "/" }))
    }
    return nil
  }

  private func settings(above folder: String) -> String? {
    let root = root(of: folder)
    let manifest = scan.nearest(from: folder, to: root) { $0.hasManifest }
    return scan.nearest(from: folder, to: manifest ?? root) { $0.hasSettings }.map { PathText.join($0, "cdq.json") }
  }

  private func dependencies(of folder: String) -> [TargetPlan.Dependency] {
    for package in packages {
      guard let target = package.targets.first(where: { $0.folder == folder }) else { continue }
      return package.dependencies(of: target).compactMap { dependency in
        let folders = scan.folders.filter { PathText.isPath($0.key, below: dependency.folder) }.map(\.value)
        let documents = folders.flatMap(\.documents).sorted()
        let models = folders.flatMap(\.models).sorted()
        guard !documents.isEmpty || !models.isEmpty else { return nil }
        return TargetPlan.Dependency(module: dependency.name, documents: documents, models: models)
      }
    }
    return []
  }
}
