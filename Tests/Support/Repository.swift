package import Foundation

/// Paths of the repository and of the test data beside it, computed from the path of this source file.
package enum Repository {
  /// The repository's root folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The URL of a file or folder of the repository from its relative path, such as `Tests/Corpus`.
  package static func url(_ path: String) -> URL {
    root.appending(path: path)
  }

  /// The URL of a file or folder in `shared`, the test data that CI keeps beside the repository; nil where it does not
  /// exist. Tests that use it must also pass without it.
  package static func shared(_ path: String) -> URL? {
    let url = root.deletingLastPathComponent().appending(path: "shared").appending(path: path)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// All files below a folder of the repository with the given extension, sorted; build products are skipped.
  package static func files(below folder: String, extension suffix: String) -> [URL] {
    let start = url(folder)
    guard let walker = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil) else { return [] }
    var found: [URL] = []
    for case let file as URL in walker {
      if file.lastPathComponent.hasPrefix(".") {
        walker.skipDescendants()
      } else if file.pathExtension == suffix {
        found.append(file)
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The path of a file relative to the repository's root.
  package static func relativePath(_ file: URL) -> String {
    String(file.path.dropFirst(root.path.count + 1))
  }
}
