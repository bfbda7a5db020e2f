import Foundation

/// The date and the size of a file or folder, by which a program notices that it changed.
package struct FileStamp: Hashable, Sendable {
  /// Seconds since 1970.
  package var modified: Double
  /// Bytes; of a folder, what the file system says.
  package var size: Int

  package init(modified: Double, size: Int) {
    self.modified = modified
    self.size = size
  }
}

extension FileSystem {
  /// The stamp of a file or folder; nil when there is none.
  package func stamp(of path: String) -> FileStamp? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    let date = attributes[.modificationDate] as? Date
    return FileStamp(
      modified: date?.timeIntervalSince1970 ?? 0, size: (attributes[.size] as? NSNumber)?.intValue ?? 0)
  }
}
