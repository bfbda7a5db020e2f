/// The targets of a package and of the packages that it depends on, as SwiftPM describes them.
package struct PackageDescription: Hashable, Sendable {
  package struct Target: Hashable, Sendable {
    package var name: String
    /// The absolute path of its folder.
    package var folder: String
    /// Names of the targets that it depends on directly.
    package var dependencies: [String]

    package init(name: String, folder: String, dependencies: [String]) {
      self.name = name
      self.folder = folder
      self.dependencies = dependencies
    }
  }

  /// The folder with the `Package.swift`.
  package var folder: String
  /// The targets, those of other packages included.
  package var targets: [Target]

  package init(folder: String, targets: [Target]) {
    self.folder = folder
    self.targets = targets
  }

  /// The targets on which a target depends, directly or not, without itself.
  func dependencies(of target: Target) -> [Target] {
    let byName = Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Target] = []
    var seen: Set<String> = [target.name]
    var open = target.dependencies
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let next = byName[name] else { continue }
      found.append(next)
      open += next.dependencies
    }
    return found.sorted { $0.name < $1.name }
  }
}
