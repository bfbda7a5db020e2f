import CDQFiles
import CDQSchema

/// A target of a package, with its files that concern cdq.
struct PackageTarget {
  let name: String
  let folder: String
  /// The paths of its `.cdq` files and Core Data models, sorted.
  let files: [String]
  /// Whether its folder has such files.
  var hasQueries: Bool { !files.isEmpty }
  private let description: PackageManifest.Target
  private let hasSwift: Bool

  init(_ target: PackageManifest.Target, in package: String) {
    description = target
    name = target.name
    folder = PathText.join(package, target.folder)
    let system = FileSystem()
    let isFolder = ["regular", "executable", "test"].contains(target.type) && system.kind(of: folder) == .directory
    let found = isFolder ? try? system.schemas(below: folder) : nil
    files = ((found?.documents ?? []) + (found?.models ?? [])).sorted()
    hasSwift = isFolder && PackageTarget.hasSwift(below: folder, system)
  }

  /// The targets of the package on which the target depends, directly or not.
  func dependencies(among targets: [PackageTarget]) -> [PackageTarget] {
    var found: [PackageTarget] = []
    var open = description.dependencies.compactMap(\.name)
    var seen: Set<String> = [name]
    while let next = open.popLast() {
      guard seen.insert(next).inserted, let target = targets.first(where: { $0.name == next }) else { continue }
      found.append(target)
      open += target.description.dependencies.compactMap(\.name)
    }
    return found.sorted { $0.name < $1.name }
  }

  /// What is right or wrong about the target's part of the manifest; empty for one that has nothing to do with cdq.
  var findings: [DoctorCommand.Finding] {
    let usesPlugin = description.plugins.contains("CDQPlugin")
    guard hasQueries || usesPlugin else { return [] }
    var findings: [DoctorCommand.Finding] = []
    func add(_ isRight: Bool, _ text: String, _ help: String) {
      findings.append(.init(isRight: isRight, text: "\(name): \(text)", help: isRight ? [] : [help]))
    }
    add(
      usesPlugin, usesPlugin ? "uses CDQPlugin" : "has queries, but does not use CDQPlugin",
      #"add plugins: [.plugin(name: "CDQPlugin", package: "cdq")] to the target in Package.swift"#)
    if usesPlugin, !hasQueries {
      add(false, "uses CDQPlugin, but has no .cdq file and no Core Data model", "put one into \(folder)")
    }
    let products = description.products.filter { $0.hasPrefix("CDQ") }
    add(
      !products.isEmpty, products.isEmpty ? "depends on no product of cdq" : "depends on \(products.joined(separator: ", "))",
      #"add .product(name: "CDQStore", package: "cdq") to the target's dependencies"#)
    if !hasSwift {
      add(false, "has no Swift file", "SwiftPM runs a plugin only for a target with a Swift file; an empty one will do")
    }
    return findings
  }

  private static func hasSwift(below folder: String, _ files: FileSystem, depth: Int = 0) -> Bool {
    guard depth < 16, let names = try? files.list(folder) else { return false }
    return names.contains { $0.hasSuffix(".swift") }
      || names.contains { name in
        let path = PathText.join(folder, name)
        return !name.hasPrefix(".") && files.kind(of: path) == .directory && hasSwift(below: path, files, depth: depth + 1)
      }
  }
}
