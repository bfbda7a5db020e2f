package import CDQSchema

/// The schema files in a folder.
package struct FoundSchemas: Hashable, Sendable {
  /// Paths of `.cdq` files, sorted.
  package var documents: [String] = []
  /// Paths of `.xcdatamodeld` bundles and bare `.xcdatamodel` folders, sorted.
  package var models: [String] = []

  package init(documents: [String] = [], models: [String] = []) {
    self.documents = documents
    self.models = models
  }

  package var isEmpty: Bool { documents.isEmpty && models.isEmpty }
}

extension FileSystem {
  /// All `.cdq` files and models below a folder. Hidden entries are skipped, and so are links to folders, which could
  /// lead in a circle.
  package func schemas(below folder: String) throws(FileError) -> FoundSchemas {
    var found = FoundSchemas()
    var open = [folder]
    while let current = open.popLast() {
      for name in try list(current) where !name.hasPrefix(".") {
        let path = PathText.join(current, name)
        switch sort(path, &found) {
        case .folder where !isLink(path): open.append(path)
        case .folder, .other: break
        }
      }
    }
    found.documents.sort()
    found.models.sort()
    return found
  }

  /// The `.cdq` files and models directly in a folder, without hidden ones.
  package func schemas(in folder: String) throws(FileError) -> FoundSchemas {
    var found = FoundSchemas()
    for name in try list(folder) where !name.hasPrefix(".") { _ = sort(PathText.join(folder, name), &found) }
    return found
  }

  private enum Entry {
    case folder, other
  }

  /// Adds a schema file to `found`; for anything else, returns whether it is a folder.
  private func sort(_ path: String, _ found: inout FoundSchemas) -> Entry {
    switch PathText.fileExtension(of: path) {
    case "cdq" where kind(of: path) == .file: found.documents.append(path)
    case "xcdatamodeld", "xcdatamodel": found.models.append(path)
    default: return kind(of: path) == .directory ? .folder : .other
    }
    return .other
  }
}
