import CDQKit
import Foundation

/// Where a manifest finds the package `cdq`.
enum CDQLocation {
  /// The line of a manifest's dependencies.
  ///
  /// - Parameters:
  ///   - location: a path or URL; nil for the package that the running command was built from.
  ///   - folder: the folder of the manifest, from which a path is relative.
  static func dependency(_ location: String?, from folder: String) -> String {
    guard let location = location ?? ownPackage else {
      return #".package(url: "URL-OF-CDQ", from: "\#(Version.current)")"#
    }
    if location.contains("://") || location.hasPrefix("git@") {
      return #".package(url: "\#(location)", from: "\#(Version.current)")"#
    }
    let path = relative(URL(fileURLWithPath: location).standardizedFileURL.path, to: folder)
    return #".package(name: "cdq", path: "\#(path)")"#
  }

  /// The folder of the package that the command was built from, also for a copy of the command; nil where the folder is
  /// gone, as on another machine.
  private static var ownPackage: String? {
    let running = Bundle.main.executablePath.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    // The compiler knows where this file was.
    return [running, #filePath].lazy.compactMap { $0.flatMap { PackageManifest.folder(above: $0) } }
      .first { FileManager.default.fileExists(atPath: $0 + "/Sources/Library/CDQKit") }
  }

  /// A path as it is written from a folder, if one is near the other: `../cdq`.
  private static func relative(_ path: String, to folder: String) -> String {
    let (target, start) = (path.split(separator: "/"), URL(fileURLWithPath: folder).standardizedFileURL.path.split(separator: "/"))
    let common = zip(target, start).prefix { $0 == $1 }.count
    guard common > 0, start.count - common <= 3 else { return path }
    let parts = Array(repeating: "..", count: start.count - common) + target.dropFirst(common).map(String.init)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
