import PackagePlugin

/// The version of cdq whose runtime a package is compiled with: generated code calls it, so the tool must be of the same.
enum RuntimeVersion {
  /// Why a compiled tool must not be used for the package; nil when all is well. A checkout by path has no version, and
  /// whoever has one knows.
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
