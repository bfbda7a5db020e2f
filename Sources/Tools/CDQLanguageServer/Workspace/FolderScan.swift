import CDQSchema

/// The folders of a workspace with the files in them that concern cdq.
struct FolderScan {
  struct Folder: Hashable {
    var documents: [String] = []
    var models: [String] = []
    /// Whether it has a `cdq.json`.
    var hasSettings = false
    /// Whether it has a `Package.swift`.
    var hasManifest = false
  }

  /// The folders with such files, by their paths.
  private(set) var folders: [String: Folder] = [:]
  /// All folders that were looked into, whose dates tell of new files.
  private(set) var visited: [String] = []

  /// Limits that no repository of people reaches, for a client that names the root of the disk.
  private static let mostFolders = 20_000
  private static let greatestDepth = 32
  /// Folders of other tools, which hold copies of files.
  private static let skipped: Set<String> = ["node_modules", "DerivedData", "Pods", "Carthage", "__pycache__"]

  /// Looks into a folder and, if `isDeep`, those below it. Hidden ones are skipped.
  mutating func add(_ root: String, _ files: any ServerFiles, isDeep: Bool) {
    var open = [(path: root, depth: 0)]
    var seen = Set(visited)
    while let (path, depth) = open.popLast() {
      guard visited.count < FolderScan.mostFolders, seen.insert(path).inserted,
        let names = try? files.list(path)
      else { continue }
      visited.append(path)
      var folder = Folder()
      for name in names where !name.hasPrefix(".") {
        let entry = PathText.join(path, name)
        switch PathText.fileExtension(of: name) {
        case "cdq" where files.kind(of: entry) == .file: folder.documents.append(entry)
        case "xcdatamodeld", "xcdatamodel": folder.models.append(entry)
        default:
          if name == "cdq.json" {
            folder.hasSettings = true
          } else if name == "Package.swift" {
            folder.hasManifest = true
          } else if isDeep, depth < FolderScan.greatestDepth, !FolderScan.skipped.contains(name),
            FolderScan.mayBeFolder(name), files.kind(of: entry) == .directory
          {
            open.append((entry, depth + 1))
          }
        }
      }
      if folder != Folder() { folders[path] = folder }
    }
  }

  /// Adds a document that an editor has open and that may not be on disk yet.
  mutating func add(document path: String) {
    let folder = PathText.folder(of: path)
    if folders[folder]?.documents.contains(path) != true { folders[folder, default: Folder()].documents.append(path) }
  }

  /// False for names of files that a workspace has thousands of, which saves asking the file system.
  private static func mayBeFolder(_ name: String) -> Bool {
    !["swift", "json", "md", "txt", "png", "h", "m", "c", "js", "py"].contains(PathText.fileExtension(of: name))
  }

  /// The nearest folder, from `folder` upwards to `root`, for which `test` holds.
  func nearest(from folder: String, to root: String, _ test: (Folder) -> Bool) -> String? {
    var current = folder
    while true {
      if let found = folders[current], test(found) { return current }
      if current == root || current == "/" || current.isEmpty { return nil }
      current = PathText.folder(of: current)
    }
  }
}

extension PathText {
  /// Whether a path is a folder or below it.
  static func isPath(_ path: String, below folder: String) -> Bool {
    path == folder || folder == "/" || (path.hasPrefix(folder) && path.utf8.dropFirst(folder.utf8.count).first == 0x2F)
  }
}
