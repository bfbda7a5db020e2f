import CDQFiles
import CDQLanguageServer
import CDQSchema
import Foundation

/// Describes the targets of a package for the language server, with those of packages that have schemas.
enum PackageTargets {
  /// A chain of packages longer than this is none that people write.
  private static let mostPackages = 32

  /// nil when SwiftPM cannot read the manifest, or is not installed.
  static func describe(_ folder: String) -> PackageDescription? {
    var targets: [PackageDescription.Target] = []
    var products: [String: [String]] = [:]
    var open = [folder]
    var seen: Set<String> = []
    while let next = open.popLast(), seen.count < mostPackages {
      guard seen.insert(next).inserted, let manifest = try? PackageManifest.read(next) else { continue }
      targets += manifest.targets.map { target in
        PackageDescription.Target(
          name: target.name, folder: PathText.normalized(PathText.join(next, target.folder)),
          dependencies: target.dependencies.compactMap(\.name))
      }
      for product in manifest.products ?? [] { products[product.name] = product.targets }
      for dependency in manifest.dependencies ?? [] {
        if let path = self.folder(of: dependency, below: folder), hasSchemas(path) { open.append(path) }
      }
    }
    guard !targets.isEmpty else { return nil }
    let names = Set(targets.map(\.name))
    for index in targets.indices {
      targets[index].dependencies = targets[index].dependencies.flatMap { name in
        names.contains(name) ? [name] : products[name] ?? []
      }
    }
    return PackageDescription(folder: folder, targets: targets)
  }

  private static func folder(of dependency: PackageManifest.PackageDependency, below root: String) -> String? {
    if let path = dependency.fileSystem?.first?.path { return path }
    guard let place = (dependency.sourceControl ?? dependency.registry)?.first else { return nil }
    // SwiftPM names a checkout after the repository, in the case of its URL.
    let checkouts = PathText.join(root, ".build/checkouts")
    let names = (try? FileSystem().list(checkouts)) ?? []
    return names.first { $0.lowercased() == place.identity.lowercased() }.map { PathText.join(checkouts, $0) }
  }

  private static func hasSchemas(_ folder: String) -> Bool {
    !((try? FileSystem().schemas(below: PathText.join(folder, "Sources")))?.isEmpty ?? true)
  }
}
