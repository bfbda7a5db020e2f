import Foundation

/// Paths that a user types in the REPL.
enum ReplPath {
  /// The path without quotes around it, and with the home folder in place of `~`.
  static func expanded(_ path: String) -> String {
    var path = path
    if path.count >= 2, let first = path.first, first == path.last, first == "'" || first == "\"" {
      path = String(path.dropFirst().dropLast())
    }
    guard path == "~" || path.hasPrefix("~/") else { return path }
    return NSHomeDirectory() + path.dropFirst()
  }
}
