/// The file access that building a schema needs. Only tools access a real file system; tests use a dictionary.
package protocol SchemaReader: Sendable {
  /// The kind of file at the path; symbolic links are followed.
  func kind(of path: String) -> PathKind
  /// The bytes of a file.
  func read(_ path: String) throws(FileError) -> [UInt8]
  /// Names of a folder's entries, sorted, including hidden ones.
  func list(_ path: String) throws(FileError) -> [String]
  /// The absolute path of what a path leads to, through all symbolic links.
  func resolved(_ path: String) -> String
}

extension SchemaReader {
  /// The path itself, for files without links.
  package func resolved(_ path: String) -> String { PathText.normalized(path) }
}

/// What a path leads to.
package enum PathKind: Hashable, Sendable {
  /// A regular file, whose bytes have an end.
  case file
  case directory
  /// A pipe, a device or a socket. To read it may wait, or never end.
  case special
  case missing
}
