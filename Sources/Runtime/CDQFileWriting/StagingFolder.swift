import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with a random name, beside the files that are made in it. They leave it by a rename when they are complete.
///
/// Its process holds a lock on the folder as long as the object lives. The system releases the lock when the process
/// ends, however it ends, so that the next writer can tell a leftover from the folder of a process that still writes.
package final class StagingFolder {
  private static let prefix = ".cdq-"
  private static let suffix = ".cdqtmp"

  /// The path of the folder.
  let path: String
  private let descriptor: Int32

  /// Makes the folder.
  ///
  /// - Parameter folder: The folder in which it is made, from which leftovers of dead processes are removed first.
  package init(in folder: String, removesLeftovers: Bool = true) throws(FileWriteError) {
    if removesLeftovers { StagingFolder.removeLeftovers(in: folder) }
    // A folder is lost at once only if another process takes it for a leftover, or if the file system is no proper one.
    for _ in 0..<100 {
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      let name = StagingFolder.prefix + String(repeating: "0", count: 16 - digits.count) + digits + StagingFolder.suffix
      let path = FilePath.join(folder, name)
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw .last
      }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      // Between the two calls another process may have taken the folder for a leftover.
      if descriptor >= 0, StagingFolder.lock(descriptor), FilePath.is(path, descriptor) {
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      rmdir(path)
      if descriptor < 0, number != ENOENT { throw .system(number) }
    }
    throw .system(EBUSY)
  }

  deinit {
    StagingFolder.remove(path)
    close(descriptor)
  }

  // MARK: Leftovers

  private static let lock = NSLock()
  private nonisolated(unsafe) static var visited: Set<String> = []

  /// Removes the leftovers in a folder at the first call for it.
  package static func removeLeftoversOnce(in folder: String) {
    guard lock.withLock({ visited.insert(folder).inserted }) else { return }
    removeLeftovers(in: folder)
  }

  /// Removes what processes left in a folder that were killed while they wrote: the staging folders that nobody has locked.
  package static func removeLeftovers(in folder: String) {
    for name in names(in: folder) where isOwn(name) {
      let path = FilePath.join(folder, name)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(descriptor)
    }
  }

  private static func isOwn(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
    return middle.utf8.count == 16 && middle.allSatisfy(\.isHexDigit)
  }

  /// Locks a new folder; false if another process has it. A file system without locks has no leftovers that are found.
  private static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  private static func remove(_ path: String) {
    for name in names(in: path) { unlink(FilePath.join(path, name)) }
    rmdir(path)
  }

  private static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    // The name is read in place: an entry is only as long as its name, so a copy of the whole structure may read beyond
    // the memory of the listing.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// What is at a path.
enum FilePath {
  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder of a path and the name in it.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
  }

  /// The path without symbolic links; the path itself if there is nothing.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether an open file is the one at a path.
  static func `is`(_ path: String, _ descriptor: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(descriptor, &one) == 0 && lstat(path, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}
