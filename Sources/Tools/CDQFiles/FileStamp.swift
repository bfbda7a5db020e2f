import Foundation

/// The date, the size and the number of a file or folder, by which a program notices that it changed.
package struct FileStamp: Hashable, Sendable {
  /// Seconds since 1970.
  package var modified: Double
  /// Bytes; of a folder, what the file system says.
  package var size: Int
  /// The number of the file in its file system, which another file has that replaces it.
  package var number: UInt64

  package init(modified: Double, size: Int, number: UInt64 = 0) {
    self.modified = modified
    self.size = size
    self.number = number
  }
}

extension FileSystem {
  /// The stamp of a file or folder; nil when there is none.
  package func stamp(of path: String) -> FileStamp? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    let date = attributes[.modificationDate] as? Date
    return FileStamp(
      modified: date?.timeIntervalSince1970 ?? 0, size: (attributes[.size] as? NSNumber)?.intValue ?? 0,
      number: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0)
  }
}
