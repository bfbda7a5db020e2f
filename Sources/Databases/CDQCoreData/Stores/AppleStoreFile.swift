package import CDQConnections
import CDQSQL
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file of SQLite that is read without a change of it, and without a new file beside it.
///
/// SQLite itself would make an index of the write-ahead log beside the file, and may move the log's content into it.
/// With such a log, file and log are therefore copied into a folder of our own, again until neither has changed during the
/// copy. A file that has none although its applications use one is opened as a file that nobody changes, and any other
/// file with the locks of a reader.
package enum AppleStoreFile {
  /// Opens a file for reading.
  ///
  /// - Throws: `AppleStoreFileError` for a file that is missing, empty, cut off, encrypted, damaged, or is no database.
  package static func open(_ path: String) throws(AppleStoreFileError) -> any DatabaseConnection {
    // The log of a file that a link points to is beside the file.
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    for attempt in 0..<8 {
      let before = try FileState(of: file)
      do throws(AppleStoreFileError) {
        if let connection = try open(file, before) { return connection }
      } catch {
        // The reason may be a change by an application in the meantime.
        guard try FileState(of: file) != before else { throw error }
      }
      usleep(UInt32(20_000 << attempt))
    }
    throw AppleStoreFileError(
      "an application writes to the store all the time, so that no copy of one moment could be made",
      help: ["try again, or quit the application"])
  }

  /// Opens a file in the state in which it was found; nil if that has changed.
  private static func open(_ file: String, _ state: FileState) throws(AppleStoreFileError) -> (any DatabaseConnection)?
  {
    guard state.hasLog else {
      try state.refuseTruncated(file)
      // An application that writes without a write-ahead log changes the file itself, and waits for locks of readers, for
      // which no file appears. With such a log it leaves the file as it is until it moves the log into it.
      let connection = try connect(file, state.usesLog ? .immutable : .readOnly)
      return try FileState(of: file) == state ? connection : nil
    }
    guard let copy = try PrivateCopy(of: file, state), try FileState(of: file) == state else { return nil }
    return try connect(copy.path, .readWrite, copy)
  }

  /// Opens a file if it is a store of Core Data or SwiftData; nil for another database, which is not copied.
  ///
  /// - Throws: `AppleStoreFileError` for a store that cannot be read.
  package static func openStore(_ path: String) throws(AppleStoreFileError) -> (any DatabaseConnection)? {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let state = try FileState(of: file)
    // All of a young store may still be in its log.
    let isYoung = state.hasLog && (try? isEmpty(file)) ?? true
    guard isYoung || !state.hasLog || isStore(file) else { return nil }
    let connection = try open(path)
    do throws(DatabaseError) {
      return try AppleStoreCatalog.isStore(connection) ? connection : nil
    } catch {
      throw AppleStoreFileError(error)
    }
  }

  /// Whether a file has no tables without its log.
  private static func isEmpty(_ file: String) throws(DatabaseError) -> Bool {
    try SQLiteConnection(path: file, access: .immutable).rows("SELECT count(*) FROM sqlite_schema").first?.first?
      .integer == 0
  }

  /// Whether a file is a store without its log. One that cannot be read so is read with it.
  private static func isStore(_ file: String) -> Bool {
    (try? AppleStoreCatalog.isStore(SQLiteConnection(path: file, access: .immutable))) ?? true
  }

  /// Fails for a file that is no database of SQLite.
  package static func requireDatabase(_ path: String) throws(AppleStoreFileError) {
    _ = try FileState(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  private static func connect(
    _ path: String, _ access: SQLiteConnection.Access, _ copy: PrivateCopy? = nil
  ) throws(AppleStoreFileError) -> any DatabaseConnection {
    do throws(DatabaseError) {
      let connection = try SQLiteConnection(path: path, access: access)
      _ = try connection.rows("PRAGMA query_only = ON")
      try connection.addFunction("cdq_archived_list") { PlainValue.list(in: $0) }
      // A damaged cell is an error and not a value.
      _ = try connection.rows("PRAGMA cell_size_check = ON")
      return AppleStoreConnection(connection, copy)
    } catch {
      guard case .cannotConnect(let reason) = error else { throw AppleStoreFileError(error) }
      // The path is in front of the reason, and may be that of the copy.
      let message = reason.hasPrefix("\(path): ") ? String(reason.dropFirst(path.count + 2)) : reason
      throw AppleStoreFileError(
        "SQLite cannot open it: \(message)", help: ["'sqlite3 FILE .recover' may save parts of a damaged file"])
    }
  }
}

/// A connection to a store. Its private copy, if there is one, is deleted with it.
private final class AppleStoreConnection: DatabaseConnection {
  private let connection: SQLiteConnection
  private let copy: PrivateCopy?

  init(_ connection: SQLiteConnection, _ copy: PrivateCopy?) {
    (self.connection, self.copy) = (connection, copy)
    // SQLite has the files open: without their names they vanish with the process, however it ends.
    copy?.remove()
  }

  var dialect: SQLDialect { connection.dialect }
  var isUsable: Bool { connection.isUsable }

  func run(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try connection.run(statement, deadline: deadline, row: row)
  }

  func cancel() { connection.cancel() }
}

/// What tells whether a file or its log has changed: sizes, times, and the numbers that SQLite changes with each commit.
private struct FileState: Equatable {
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
    guard let database = FileState.part(path, head: 100) else {
      throw AppleStoreFileError("cannot read it: \(String(cString: strerror(errno)))")
    }
    guard database.size > 0 else { throw AppleStoreFileError("the file is empty") }
    guard database.head.starts(with: Array("SQLite format 3\0".utf8)) else { throw FileState.noDatabase(database.head) }
    self.database = database
    // A log begins with its mark, a size of pages and two salts; 32 bytes are a log without frames.
    log = FileState.part(path + "-wal", head: 32).flatMap { part in
      part.size > 32 && part.head.starts(with: [0x37, 0x7F, 0x06]) ? part : nil
    }
    journal = FileState.part(path + "-journal", head: 28).flatMap { part in
      part.head.starts(with: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]) ? part : nil
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

/// A copy of a store and its log in a folder that only this user can read.
private final class PrivateCopy {
  private let folder: String
  let path: String

  /// Copies the parts of a store.
  ///
  /// - Returns: nil when a part has vanished or grown shorter, as it does while an application writes.
  init?(of file: String, _ state: FileState) throws(AppleStoreFileError) {
    var template = Array((NSTemporaryDirectory() + "/cdq-store-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw AppleStoreFileError("no folder for a private copy: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/store"
    for part in state.parts {
      guard try PrivateCopy.copy(file + part.suffix, to: path + part.suffix, part.size) else {
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
