import PackagePlugin

/// The version of the runtime in a package. Generated code calls the runtime, so the tool must have the same version.
enum RuntimeVersion {
  /// The reason why a prebuilt tool does not fit the runtime of the package; nil when it fits. A local checkout of cdq
  /// has no version, so it is not checked.
  static func problem(in package: Package) -> String? {
    guard let tool = Distribution.toolVersion, let runtime = version(in: package), runtime != tool else { return nil }
    return "cdq-prebuilt \(tool) writes Swift for cdq \(tool), and '\(package.displayName)' has cdq \(runtime): "
      + "'swift package update' takes a pair of one version; with a branch of cdq, use its own CDQPlugin"
  }

  private static func version(in package: Package) -> String? {
    for dependency in package.dependencies {
      if dependency.package.id == "cdq" {
        guard case .repository(_, let version, _) = dependency.package.origin else { return nil }
        return version
      }
    }
    return package.dependencies.lazy.compactMap { version(in: $0.package) }.first
  }
}
