/// What building a schema needs of a file system. Only tools have a real one; tests use a dictionary.
package protocol SchemaReader: Sendable {
  /// What is at the path, links followed.
  func kind(of path: String) -> PathKind
  /// The bytes of a file.
  func read(_ path: String) throws(FileError) -> [UInt8]
  /// Names of a folder's entries, sorted, hidden ones included.
  func list(_ path: String) throws(FileError) -> [String]
}

package enum PathKind: Hashable, Sendable {
  case file, directory, missing
}
