import CDQConnections
import CDQDatabase

/// The reason why a file cannot be read as a store.
package struct AppleStoreFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one line, which follows the path.
  package var message: String
  /// What the user can do about it.
  package var help: [String]

  package init(_ message: String, help: [String] = []) {
    (self.message, self.help) = (message, help)
  }

  init(_ error: DatabaseError) {
    self.init(error.description, help: error.help)
  }

  package var description: String { message }
}
