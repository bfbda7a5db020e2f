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
/// file with the locks of a reader. `AppleStoreConnection` opens it again when one of these is no longer true.
package enum AppleStoreFile {
  /// Opens a file for reading.
  ///
  /// - Throws: `AppleStoreFileError` for a file that is missing, empty, cut off, encrypted, damaged, or is no database.
  package static func open(_ path: String) throws(AppleStoreFileError) -> any DatabaseConnection {
    // The log of a file that a link points to is beside the file.
    try AppleStoreConnection(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  /// Opens a file in the state in which it is now.
  static func openNow(_ file: String) throws(AppleStoreFileError) -> OpenedStore {
    for attempt in 0..<8 {
      let before = try AppleStoreFileState.settled(of: file)
      do throws(AppleStoreFileError) {
        if let opened = try open(file, before) { return opened }
      } catch {
        // The reason may be a change by an application in the meantime, or its journal, which may be there for a moment that
        // the state does not show.
        let mayPass = attempt < 2 && access(file + "-journal", F_OK) == 0
        let isSame = try AppleStoreFileState(of: file) == before
        guard mayPass || !isSame else { throw error }
      }
      usleep(UInt32(20_000 << attempt))
    }
    throw AppleStoreFileError(
      "an application writes to the store all the time, so that no copy of one moment could be made",
      help: ["try again, or quit the application"])
  }

  /// Opens a file in the state in which it was found; nil if that has changed.
  private static func open(
    _ file: String, _ state: AppleStoreFileState
  ) throws(AppleStoreFileError) -> OpenedStore? {
    guard state.hasLog else {
      try state.refuseTruncated(file)
      // An application that writes without a write-ahead log changes the file itself, and waits for locks of readers, for
      // which no file appears. With such a log it leaves the file as it is until it moves the log into it.
      let connection = try connect(file, state.usesLog ? .immutable : .readOnly)
      guard try AppleStoreFileState(of: file) == state else { return nil }
      return OpenedStore(connection: connection, guarding: state.usesLog ? .state(state) : .locks)
    }
    guard let copy = try AppleStoreCopy(of: file, state), try AppleStoreFileState(of: file) == state else { return nil }
    let connection = try connect(copy.path, .readWrite)
    // SQLite has the files open: without their names they are deleted with the process, however it ends.
    copy.remove()
    return OpenedStore(connection: connection, guarding: .copy(copy))
  }

  /// Opens a file if it is a store of Core Data or SwiftData; nil for another database, which is not copied.
  ///
  /// - Throws: `AppleStoreFileError` for a store that cannot be read.
  package static func openStore(_ path: String) throws(AppleStoreFileError) -> (any DatabaseConnection)? {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let state = try AppleStoreFileState(of: file)
    // All of a young store may still be in its log.
    let isYoung = state.hasLog && (try? isEmpty(file)) ?? true
    guard isYoung || isStore(file) else { return nil }
    do throws(AppleStoreFileError) {
      let connection = try open(path)
      do throws(DatabaseError) {
        return try AppleStoreCatalog.isStore(connection) ? connection : nil
      } catch {
        throw AppleStoreFileError(error)
      }
    } catch {
      // Another database that an application writes is the business of whoever opens it with SQLite's own locks and waits.
      guard isStore(file) else { return nil }
      throw error
    }
  }

  /// Whether a file has no tables without its log.
  private static func isEmpty(_ file: String) throws(DatabaseError) -> Bool {
    try SQLiteConnection(path: file, access: .immutable).rows("SELECT count(*) FROM sqlite_schema").first?.first?
      .integer == 0
  }

  /// Whether a file is a store without its log. One that cannot be read so is read with it.
  private static func isStore(_ file: String) -> Bool {
    for attempt in 0..<5 {
      if let isStore = try? AppleStoreCatalog.isStore(SQLiteConnection(path: file, access: .immutable)) { return isStore }
      // A transaction may be moving pages at this moment.
      usleep(UInt32(1000 << attempt))
    }
    return true
  }

  /// Fails for a file that is no database of SQLite.
  package static func requireDatabase(_ path: String) throws(AppleStoreFileError) {
    _ = try AppleStoreFileState(of: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  private static func connect(
    _ path: String, _ access: SQLiteConnection.Access
  ) throws(AppleStoreFileError) -> SQLiteConnection {
    do throws(DatabaseError) {
      let connection = try SQLiteConnection(path: path, access: access)
      _ = try connection.rows("PRAGMA query_only = ON")
      try connection.addFunction("cdq_archived_list") { PlainValue.list(in: $0) }
      // A damaged cell is an error and not a value.
      _ = try connection.rows("PRAGMA cell_size_check = ON")
      return connection
    } catch {
      guard case .cannotConnect(let reason) = error else { throw AppleStoreFileError(error) }
      // The path is in front of the reason, and may be that of the copy.
      let message = reason.hasPrefix("\(path): ") ? String(reason.dropFirst(path.count + 2)) : reason
      throw AppleStoreFileError(
        "SQLite cannot open it: \(message)", help: ["'sqlite3 FILE .recover' may save parts of a damaged file"])
    }
  }
}
