#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why a file was not written.
package enum FileWriteError: Error, Hashable, Sendable {
  /// The number of a system error, as in `errno`.
  case system(Int32)
  /// There is something under the name that is neither a file nor a folder, such as a device or a pipe.
  case notAFile

  /// The reason in words, for the end of a message.
  package var reason: String {
    switch self {
    case .system(let number): SystemReason.text(number)
    case .notAFile: "it is a device or a pipe"
    }
  }

  /// Whether a file that must be new was there already.
  package var isThere: Bool { self == .system(EEXIST) }

  /// Whether a number says that a file or folder is missing.
  package static func isMissing(_ number: Int32) -> Bool { [ENOENT, ENOTDIR].contains(number) }

  /// Whether a number says that the user may not do this.
  package static func isForbidden(_ number: Int32) -> Bool { [EACCES, EPERM].contains(number) }

  /// The error of the system call before.
  static var last: FileWriteError { .system(errno) }
}

/// The reason of a system error, for messages.
package enum SystemReason {
  /// The words for a number of `errno`.
  package static func text(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "permission denied"
    case EEXIST: "it is there already"
    default: String(cString: strerror(number))
    }
  }
}
