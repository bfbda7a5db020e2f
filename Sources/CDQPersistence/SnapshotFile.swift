import CDQStore

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

/// A snapshot file that is being written. It is written under a temporary name in the same folder and renamed when
/// everything is on the disk, so that the complete old or the complete new content is there at any time.
final class SnapshotWriting: SnapshotOutput {
  /// The temporary name is the prefix, the file's name, the process id, a number and the suffix.
  private static let prefix = "."
  private static let suffix = ".cdqtmp"
  private static let counter = Locked(0)

  /// The file's name in error messages.
  private let name: String
  private let path: String
  private let temporary: String
  private var descriptor: Int32
  private var isDone = false
  /// Bytes that are not written yet, so that small sections need no system call each.
  private var pending: [UInt8] = []

  /// - Parameter url: The file to replace. If it is a symbolic link, its target is replaced.
  init(_ url: URL) throws(SnapshotError) {
    let target = SnapshotWriting.resolved(url.path)
    name = url.relativePath
    path = target
    SnapshotWriting.removeLeftovers(of: target)
    let number = SnapshotWriting.counter.withLock { counter in
      counter += 1
      return counter
    }
    let (folder, file) = SnapshotWriting.parts(of: target)
    temporary = "\(folder)/\(SnapshotWriting.prefix)\(file).\(getpid())-\(number)\(SnapshotWriting.suffix)"
    unlink(temporary)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(file: url.relativePath, reason: SystemReason.text(errno)) }
    // The lock is held while the file is open. It distinguishes a file being written from a leftover.
    flock(descriptor, LOCK_EX | LOCK_NB)
    var status = stat()
    if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
    pending = [UInt8](repeating: 0, count: SnapshotFormat.headerLength)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isDone { unlink(temporary) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    if bytes.count >= 1 << 20 {
      try flush()
      try writeAll(bytes)
    } else {
      pending.append(contentsOf: bytes)
      if pending.count >= 1 << 20 { try flush() }
    }
  }

  func writeHeader(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
    try writeAll(bytes)
  }

  /// Replaces the file with the written content.
  func commit() throws(SnapshotError) {
    try flush()
    #if canImport(Darwin)
      // On Apple systems `fsync` leaves the data in the drive's cache.
      let isSynced = fcntl(descriptor, F_FULLFSYNC) != -1 || fsync(descriptor) == 0
    #else
      let isSynced = fsync(descriptor) == 0
    #endif
    guard isSynced else { throw failure() }
    guard rename(temporary, path) == 0 else { throw failure() }
    isDone = true
    close(descriptor)
    descriptor = -1
    // The new name is part of the folder's data, which has to be on the disk too. An error is ignored, since some file
    // systems do not support it for folders and do not need it.
    let folder = open(SnapshotWriting.parts(of: path).folder, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  private func flush() throws(SnapshotError) {
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try bytes.withUnsafeBufferPointer { (raw) throws(SnapshotError) in try writeAll(UnsafeRawBufferPointer(raw)) }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    var done = 0
    while done < bytes.count {
      let count = systemWrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
  }

  private func failure() -> SnapshotError {
    .unwritable(file: name, reason: SystemReason.text(errno))
  }

  // MARK: Names

  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Removes temporary files of processes that were killed while saving: those that nobody has locked.
  private static func removeLeftovers(of path: String) {
    let (folder, name) = parts(of: path)
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    var leftovers: [String] = []
    // The name is read in place: an entry is only as long as its name, so a copy of the whole structure may read beyond
    // the memory of the listing.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while let entry = readdir(listing) {
      let found = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
      guard found.hasPrefix("\(prefix)\(name)."), found.hasSuffix(suffix) else { continue }
      leftovers.append("\(folder)/\(found)")
    }
    for leftover in leftovers {
      let descriptor = open(leftover, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      // A file that was created just now may not be locked yet.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isOld(descriptor) { unlink(leftover) }
      close(descriptor)
    }
  }

  /// Whether a file was last modified more than a minute ago.
  private static func isOld(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    #if canImport(Darwin)
      return time(nil) - status.st_mtimespec.tv_sec > 60
    #else
      return time(nil) - status.st_mtim.tv_sec > 60
    #endif
  }
}

/// The reason of a system error, for messages.
enum SystemReason {
  static func text(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "permission denied"
    default: String(cString: strerror(number))
    }
  }
}

// Free functions, because `read` and `write` inside the classes would be their own methods.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  buffer.map { read(descriptor, $0, count) } ?? 0
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  buffer.map { write(descriptor, $0, count) } ?? 0
}
