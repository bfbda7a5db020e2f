/// The reason why a path could not be read or written.
package struct FileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case noSuchFile
    case isDirectory
    case isNotDirectory
    case noPermission
    /// The path is that of a pipe, a device or a socket.
    case isSpecial
    /// Another program has changed the file since it was read.
    case changed
    case tooLarge(limit: Int)
    /// The path is neither a `.cdq` file nor a Core Data model nor a folder.
    case notASchema
    /// The folder contains no `.cdq` files and no models.
    case noSchemaInside
    /// Any other error, in the words of the system.
    case other(String)
  }
  package var path: String
  package var reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The reason as words that follow the path: `no such file`.
  package var explanation: String {
    switch reason {
    case .noSuchFile: "no such file"
    case .isDirectory: "is a directory"
    case .isNotDirectory: "is not a directory"
    case .noPermission: "permission denied"
    case .isSpecial: "is a pipe or a device; only regular files are read"
    case .changed: "has changed since it was read"
    case .tooLarge(let limit): "is larger than \(limit) bytes"
    case .notASchema: "is no schema; one is a '.cdq' file, an '.xcdatamodeld', an '.xcdatamodel' or a folder"
    case .noSchemaInside: "holds no '.cdq' file and no Core Data model"
    case .other(let text): text
    }
  }
}
