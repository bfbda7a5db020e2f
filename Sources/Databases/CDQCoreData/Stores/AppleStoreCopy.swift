import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A copy of a store and its log in a folder that only this user can read.
final class AppleStoreCopy {
  private let folder: String
  let path: String

  /// Copies the parts of a store.
  ///
  /// - Returns: nil when a part has vanished or grown shorter, as it does while an application writes.
  init?(of file: String, _ state: AppleStoreFileState) throws(AppleStoreFileError) {
    var template = Array((NSTemporaryDirectory() + "/cdq-store-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw AppleStoreFileError("no folder for a private copy: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/store"
    for part in state.parts {
      guard try AppleStoreCopy.copy(file + part.suffix, to: path + part.suffix, part.size) else {
        remove()
        return nil
      }
    }
  }

  deinit {
    remove()
  }

  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    rmdir(folder)
  }

  private static func copy(_ source: String, to target: String, _ size: Int) throws(AppleStoreFileError) -> Bool {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else {
      throw AppleStoreFileError("no private copy can be made: \(String(cString: strerror(errno)))")
    }
    defer { close(output) }
    let capacity = 1 << 20
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var rest = size
    while rest > 0 {
      let count = read(input, buffer, min(capacity, rest))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      var written = 0
      while written < count {
        let step = write(output, buffer + written, count - written)
        if step < 0, errno == EINTR { continue }
        guard step > 0 else {
          throw AppleStoreFileError(
            "no private copy of \(size) bytes can be made: \(String(cString: strerror(errno)))",
            help: ["a store with a write-ahead log is copied; TMPDIR names a folder with more space"])
        }
        written += step
      }
      rest -= count
    }
    return true
  }
}
