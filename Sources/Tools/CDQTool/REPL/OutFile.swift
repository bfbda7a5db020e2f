import CDQTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of `:out`, to which results go.
final class OutFile {
  let path: String
  let output: FileOutput
  private let descriptor: Int32

  /// Creates the file.
  ///
  /// - Parameter replaces: whether a file that is there is replaced; else it is an error.
  init(_ path: String, replaces: Bool) throws(Failure) {
    guard !path.utf8.contains(0) else { throw .unreadable("a path cannot hold a NUL character") }
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      if errno == EEXIST {
        throw .unreadable("'\(path)' is there already", help: ["a session replaces only files that it has written itself"])
      }
      throw .unreadable("cannot write '\(path)': \(reason)")
    }
    self.path = path
    self.descriptor = descriptor
    output = FileOutput(descriptor: descriptor)
  }

  deinit {
    output.flush()
    close(descriptor)
  }
}
