import CDQFileWriting
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A snapshot file that is open for reading.
final class SnapshotReading: SnapshotInput {
  let name: String
  let length: Int
  private let descriptor: Int32

  init(_ url: URL) throws(SnapshotError) {
    let file = open(url.path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(file: url.relativePath, reason: SystemReason.text(errno)) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .unreadable(file: url.relativePath, reason: "it is no file")
    }
    name = url.relativePath
    descriptor = file
    length = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SnapshotError) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = systemRead(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(file: name, reason: SystemReason.text(errno)) }
      // Another process has shortened the file.
      if count == 0 { return false }
      done += count
    }
    return true
  }
}

/// A snapshot file that is being written. It is renamed when everything is on the disk, so that the complete old or the
/// complete new content is there at any time.
final class SnapshotWriting: SnapshotOutput {
  /// The file's name in error messages.
  private let name: String
  private let file: NewFile
  /// Bytes that are not written yet, so that small sections need no system call each.
  private var pending: [UInt8] = []

  /// - Parameter url: The file to replace. If it is a symbolic link, its target is replaced.
  init(_ url: URL) throws(SnapshotError) {
    name = url.relativePath
    do throws(FileWriteError) {
      file = try NewFile(url.path, .replace)
    } catch {
      throw .unwritable(file: url.relativePath, reason: error.reason)
    }
    pending = [UInt8](repeating: 0, count: SnapshotFormat.headerLength)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    if bytes.count >= 1 << 20 {
      try flush()
      try named { (file) throws(FileWriteError) in try file.write(bytes) }
    } else {
      pending.append(contentsOf: bytes)
      if pending.count >= 1 << 20 { try flush() }
    }
  }

  func writeHeader(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    try flush()
    try named { (file) throws(FileWriteError) in
      try file.rewind()
      try file.write(bytes)
    }
  }

  /// Replaces the file with the written content.
  func commit() throws(SnapshotError) {
    try flush()
    try named { (file) throws(FileWriteError) in try file.commit(isSynced: true) }
  }

  private func flush() throws(SnapshotError) {
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try named { (file) throws(FileWriteError) in try file.write(bytes) }
  }

  private func named(_ body: (NewFile) throws(FileWriteError) -> Void) throws(SnapshotError) {
    do throws(FileWriteError) {
      try body(file)
    } catch {
      throw .unwritable(file: name, reason: error.reason)
    }
  }
}

// A free function, because `read` inside the class would be its own method.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  buffer.map { read(descriptor, $0, count) } ?? 0
}
