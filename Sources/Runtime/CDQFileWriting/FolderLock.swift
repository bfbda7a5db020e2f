#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Locks on folders, which processes hold that compare files with what they have read and then replace them.
package final class FolderLock {
  private var descriptors: [Int32] = []

  /// Waits until no other process holds a lock on one of the folders. A folder that cannot be locked is left out.
  ///
  /// - Returns: nil when another process has held a lock for ten seconds.
  package init?(_ folders: some Sequence<String>) {
    // In the same order in every process, so that no two wait for each other.
    for folder in Set(folders).sorted() {
      let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      guard descriptor >= 0 else { continue }
      descriptors.append(descriptor)
      var attempts = 0
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { break }
        attempts += 1
        if attempts > 1000 { return nil }
        usleep(10_000)
      }
    }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }
}
