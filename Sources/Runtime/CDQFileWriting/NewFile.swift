#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is being written in a staging folder. Under its own name it appears at once and complete, or not at all:
/// at any time there is the whole old content or the whole new one, and nobody removes what another process has made.
///
/// All files that this package writes are written so, but for streams such as the history of a session.
package final class NewFile {
  /// What happens to a file that is there already.
  package enum Rule: Hashable, Sendable {
    /// It is replaced, and its permissions stay. If it is a symbolic link, its target is replaced.
    case replace
    /// It stays, and the new one is not made: an error for which `isThere` is true.
    case create
  }

  private enum State {
    /// The descriptor, by which bytes are written.
    case open(Int32)
    /// A library writes the file by its name.
    case named
    case written
    case published
  }

  /// The path under which the file appears.
  package let target: String
  /// The path under which it is written.
  package let temporary: String
  private let rule: Rule
  private let staging: StagingFolder
  private var state: State
  /// What tells whether a file is still this one.
  private var identity = stat()

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The path under which it will appear.
  ///   - staging: A staging folder in the folder of the path, after its symbolic links; nil for one of its own.
  ///   - mode: The permissions of a file that was not there, of which the process' mask is taken away.
  ///   - isNamed: Whether a library makes the file at `temporary`, and nothing is written by `write`.
  package init(
    _ path: String, _ rule: Rule, in staging: StagingFolder? = nil, mode: UInt32 = 0o666, isNamed: Bool = false
  ) throws(FileWriteError) {
    target = rule == .replace ? FilePath.resolved(path) : path
    self.rule = rule
    var status = stat()
    let isThere = lstat(target, &status) == 0
    if isThere, rule == .create { throw .system(EEXIST) }
    // A rename would put a file in place of the device.
    if isThere, stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw status.st_mode & S_IFMT == S_IFDIR ? .system(EISDIR) : .notAFile
    }
    let (folder, name) = FilePath.parts(of: target)
    if let staging { self.staging = staging } else { self.staging = try StagingFolder(in: folder) }
    temporary = FilePath.join(self.staging.path, name)
    state = .named
    if isNamed { return }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw .last }
    state = .open(descriptor)
    guard isThere else { return }
    // Only the superuser can give a file to another user.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
  }

  deinit {
    if case .open(let descriptor) = state { close(descriptor) }
    if case .published = state { return }
    unlink(temporary)
  }

  /// The folder of a path after its symbolic links, in which `init` takes a staging folder.
  package static func folder(of path: String, _ rule: Rule) -> String {
    FilePath.parts(of: rule == .replace ? FilePath.resolved(path) : path).folder
  }

  /// Appends bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileWriteError) {
    guard case .open(let descriptor) = state else { return }
    var done = 0
    while done < bytes.count {
      let count = systemWrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      done += count
    }
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FileWriteError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FileWriteError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  /// Goes back to the first byte, so that the next ones are written over.
  package func rewind() throws(FileWriteError) {
    guard case .open(let descriptor) = state else { return }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .last }
  }

  /// Ends writing. The file is still under its temporary name.
  ///
  /// - Parameter isSynced: Whether the bytes must be on the disk before the file appears, so that a loss of power cannot
  ///   leave a name without content.
  package func finish(isSynced: Bool) throws(FileWriteError) {
    let descriptor: Int32
    switch state {
    case .open(let known): descriptor = known
    case .named: descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
    case .written, .published: return
    }
    guard descriptor >= 0 else { throw .last }
    state = .written
    _ = fstat(descriptor, &identity)
    var isDone = true
    var number: Int32 = 0
    if isSynced {
      #if canImport(Darwin)
        // On Apple systems `fsync` leaves the data in the drive's cache.
        isDone = fcntl(descriptor, F_FULLFSYNC) != -1 || fsync(descriptor) == 0
      #else
        isDone = fsync(descriptor) == 0
      #endif
      number = errno
    }
    // Some file systems say only now that the disk is full.
    let isClosed = close(descriptor) == 0
    guard isDone else { throw .system(number) }
    guard isClosed else { throw .last }
  }

  /// Gives the file its name.
  ///
  /// A file that replaces another waits for processes that hold the lock of its folder: one of them may have compared the
  /// old file with what it read, and its rename would undo this one.
  ///
  /// - Parameter isLocked: Whether the caller holds a `FolderLock` on the folder.
  /// - Throws: An error for which `isThere` is true when a file that must be new is there now.
  package func publish(isLocked: Bool = false) throws(FileWriteError) {
    switch rule {
    case .replace:
      let lock = isLocked ? nil : FolderLock([FilePath.parts(of: target).folder])
      guard isLocked || lock != nil else { throw .system(EWOULDBLOCK) }
      defer { withExtendedLifetime(lock) {} }
      guard rename(temporary, target) == 0 else { throw .last }
    case .create:
      // Unlike a rename, a link replaces nothing.
      if link(temporary, target) != 0 {
        guard errno != EEXIST else { throw .last }
        try claim()
      }
    }
    state = .published
  }

  /// Makes an empty file and replaces it, where the file system has no links.
  private func claim() throws(FileWriteError) {
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    close(descriptor)
    guard rename(temporary, target) == 0 else {
      let error = FileWriteError.last
      unlink(target)
      throw error
    }
  }

  /// Removes a file that was made by `create` and published, as one of several that belong together.
  package func withdraw() {
    var status = stat()
    guard case .published = state, rule == .create, lstat(target, &status) == 0, status.st_ino == identity.st_ino,
      status.st_dev == identity.st_dev
    else { return }
    unlink(target)
  }

  /// Ends writing and gives the file its name.
  package func commit(isSynced: Bool) throws(FileWriteError) {
    try finish(isSynced: isSynced)
    try publish()
    if isSynced { NewFile.sync(folder: FilePath.parts(of: target).folder) }
  }

  /// Puts the names of a folder on the disk. An error is ignored, since some file systems do not support it for folders
  /// and do not need it.
  package static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// A free function, because `write` inside the class would be its own method.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  buffer.map { write(descriptor, $0, count) } ?? 0
}
