package import CDQFiles
package import CDQSchema

/// The files that the server sees: those on disk, or in a test a dictionary.
package protocol ServerFiles: SchemaReader {
  /// A value that differs when the file or folder changed; nil when there is none.
  func stamp(of path: String) -> FileStamp?
}

extension FileSystem: ServerFiles {}

/// Files with the texts of open documents in the place of those on disk.
struct OverlaidFiles: SchemaReader {
  let files: any ServerFiles
  let texts: [String: [UInt8]]

  func kind(of path: String) -> PathKind { texts[path] == nil ? files.kind(of: path) : .file }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    if let text = texts[path] { return text }
    return try files.read(path)
  }

  func list(_ path: String) throws(FileError) -> [String] { try files.list(path) }

  func resolved(_ path: String) -> String { files.resolved(path) }
}
