import Foundation

/// The files of a target's folder, whatever the package says about them.
struct TargetFolder {
  var files: [URL] = []

  /// - Parameter others: folders of targets; those inside this one belong to others.
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
