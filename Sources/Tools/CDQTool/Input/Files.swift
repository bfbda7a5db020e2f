import CDQFileWriting
import CDQFiles
import CDQSchema
import CDQTerminal
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// File access for data beyond that of `CDQFiles`: reading pipes, and replacing several files together.
enum Files {
  /// Reads at most `count` bytes from the start of a file; none from a pipe, whose bytes could not be read again.
  static func read(_ path: String, atMost count: Int) throws(Failure) -> Data {
    guard FileSystem().kind(of: path) != .special else { return Data() }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .unreadable("cannot read '\(path)': \(SystemReason.text(errno))") }
    defer { close(descriptor) }
    var bytes = Data(count: count)
    let found = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, 0) }
    return bytes.prefix(max(0, found))
  }

  /// Reads all bytes of a file, or of a pipe that a shell has made, as for `<(…)`. Other pipes and devices are refused,
  /// since they may wait or have no end.
  static func read(_ path: String) throws(Failure) -> Data {
    guard !path.utf8.contains(0) else { throw .unreadable("a path cannot hold a NUL character") }
    let isOfShell = ["/dev/fd/", "/proc/self/fd/", "/dev/stdin"].contains { path.hasPrefix($0) }
    if !isOfShell || FileSystem().kind(of: path) != .special {
      do throws(FileError) {
        try FileSystem(sizeLimit: FileInput.sizeLimit).requireReadable(path)
      } catch {
        throw .unreadable("cannot read '\(path)': \(error.explanation)")
      }
    }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .unreadable("cannot read '\(path)': \(SystemReason.text(errno))") }
    defer { close(descriptor) }
    let input = FileInput(descriptor: descriptor)
    let bytes = input.readAll()
    if let failure = input.failure { throw .unreadable("cannot read '\(path)': \(failure)") }
    return Data(bytes)
  }

  /// Replaces several files together, unless one has changed since it was read; see `FileSystem.replace`.
  static func replace(_ changes: [FileChange]) throws(Failure) {
    do throws(FileChangeError) {
      try FileSystem().replace(changes)
    } catch {
      throw Failure(error)
    }
  }
}
