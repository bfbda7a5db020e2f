import Foundation

/// The `.cdq` files and models in the folder of a target, including those that the manifest excludes.
struct TargetFolder {
  var files: [URL] = []

  /// - Parameter others: folders of all targets; files of a target inside this folder are skipped.
  init(_ folder: URL, others: Set<String>) {
    let found = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    while let file = found?.nextObject() as? URL {
      if others.contains(file.standardizedFileURL.path) {
        found?.skipDescendants()
      } else if ["cdq", "xcdatamodeld", "xcdatamodel"].contains(file.pathExtension) {
        files.append(file)
        if file.pathExtension != "cdq" { found?.skipDescendants() }
      }
    }
  }
}
