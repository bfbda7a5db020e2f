import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What tells whether a file or its log has changed: sizes, times, and the numbers that SQLite changes with each commit.
struct AppleStoreFileState: Equatable {
  private struct Part: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var inode: UInt64
    /// The first bytes: the change counter of a database, the salts of a log.
    var head: [UInt8]
  }

  private let database: Part
  /// The write-ahead log with frames; nil without one.
  private let log: Part?
  /// The rollback journal of a transaction that did not end; nil without one.
  private let journal: Part?

  /// Whether applications write the database by a write-ahead log, as the version of its format says.
  var usesLog: Bool { database.head.count > 19 && database.head[18] == 2 }

  /// Whether the database is not complete by itself.
  var hasLog: Bool { log != nil || journal != nil }

  init(of path: String) throws(AppleStoreFileError) {
    guard let database = AppleStoreFileState.part(path, head: 100) else {
      throw AppleStoreFileError("cannot read it: \(String(cString: strerror(errno)))")
    }
    guard database.size > 0 else { throw AppleStoreFileError("the file is empty") }
    guard database.head.starts(with: Array("SQLite format 3\0".utf8)) else { throw AppleStoreFileState.noDatabase(database.head) }
    self.database = database
    // A log begins with its mark, a size of pages and two salts; 32 bytes are a log without frames.
    log = AppleStoreFileState.part(path + "-wal", head: 32).flatMap { part in
      part.size > 32 && part.head.starts(with: [0x37, 0x7F, 0x06]) ? part : nil
    }
    journal = AppleStoreFileState.part(path + "-journal", head: 28).flatMap { part in
      part.head.starts(with: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]) ? part : nil
    }
  }

  /// The state of a file after which each change shows. File systems note times in steps of some milliseconds, so that a
  /// second change within a step does not show; the time is therefore waited for, if the last change was just now.
  static func settled(of path: String) throws(AppleStoreFileError) -> AppleStoreFileState {
    var state = try AppleStoreFileState(of: path)
    for _ in 0..<50 where state.isRecent {
      usleep(5000)
      let next = try AppleStoreFileState(of: path)
      if next == state { break }
      state = next
    }
    return state
  }

  /// Whether a part was changed within the last hundredth of a second.
  private var isRecent: Bool {
    let now = Date().timeIntervalSince1970
    return [database, log, journal].contains { part in
      part.map { abs(now - Double($0.seconds) - Double($0.nanoseconds) / 1e9) < 0.01 } ?? false
    }
  }

  private static func part(_ path: String, head count: Int) -> Part? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      errno = EINVAL
      return nil
    }
    var head = [UInt8](repeating: 0, count: count)
    let found = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, 0) }
    head.removeLast(count - max(0, found))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Part(
      size: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec),
      inode: UInt64(status.st_ino),
      head: head)
  }

  /// The reason why a file with another beginning is none of SQLite.
  private static func noDatabase(_ head: [UInt8]) -> AppleStoreFileError {
    if head.starts(with: Array("bplist".utf8)) || head.starts(with: Array("<?xml".utf8)) {
      return AppleStoreFileError(
        "this is a property list or XML, perhaps a Core Data store of the binary or XML type",
        help: ["cdq reads stores of the SQLite type"])
    }
    return AppleStoreFileError(
      "this is no database of SQLite: it does not begin as one",
      help: ["an encrypted store looks like this; decrypt it first, with the key that the application has"])
  }

  /// Fails for a file that is shorter than its first page says.
  func refuseTruncated(_ path: String) throws(AppleStoreFileError) {
    func number(_ place: Int) -> Int { database.head[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard database.head.count == 100 else {
      throw AppleStoreFileError("the file is cut off after \(database.size) bytes")
    }
    let pageSize = Int(database.head[16]) << 8 | Int(database.head[17])
    // Old versions of SQLite left the number of pages as it was; then the two counters differ.
    guard number(24) == number(92) else { return }
    let wanted = (pageSize == 1 ? 65536 : pageSize) * number(28)
    guard database.size < wanted else { return }
    throw AppleStoreFileError(
      "the file is cut off: it has \(database.size) of \(wanted) bytes",
      help: ["copy it again; 'sqlite3 FILE .recover' may save parts"])
  }

  /// The parts to copy: the endings of their names, and their sizes.
  var parts: [(suffix: String, size: Int)] {
    [("", database.size)] + (log.map { [("-wal", $0.size)] } ?? []) + (journal.map { [("-journal", $0.size)] } ?? [])
  }
}
