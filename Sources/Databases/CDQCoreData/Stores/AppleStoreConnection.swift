import CDQConnections
import CDQSQL
import CDQValues
import Foundation

/// An open store.
struct OpenedStore {
  /// Why what the connection reads is of one moment.
  enum Guarding {
    /// It reads a copy.
    case copy(AppleStoreCopy)
    /// It takes the locks of a reader, which applications respect.
    case locks
    /// Nobody changes the file, as long as it has this state.
    case state(AppleStoreFileState)
  }

  var connection: SQLiteConnection
  var guarding: Guarding
}

/// A connection to a store, which an application may begin to write at any time.
///
/// A file with a write-ahead log is read without locks as long as nobody changes it. Applications that open and close it
/// change it, and a statement that reads meanwhile may find pages of several moments. So the file's state is compared before
/// and after each statement. After a change the file is opened again, and the statement begins anew: its first rows are
/// kept until it is known that they are of one moment.
final class AppleStoreConnection: DatabaseConnection {
  private let file: String
  /// Any thread may cancel a run.
  private let opened: Locked<OpenedStore>

  /// Opens a file, whose path has no links.
  init(_ file: String) throws(AppleStoreFileError) {
    self.file = file
    opened = Locked(try AppleStoreFile.openNow(file))
  }

  var dialect: SQLDialect { .sqlite }
  var isUsable: Bool { true }

  func cancel() { opened.withLock { $0.connection.cancel() } }

  /// How many bytes of rows are kept until it is known that they are of one moment.
  private static let kept = 16 << 20

  func run(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    for attempt in 0..<8 {
      let store = try current()
      var rows: [[SQLDatum]] = []
      var (size, isGiven) = (0, false)
      func giveAll() throws(DatabaseError) -> Bool {
        isGiven = true
        defer { rows = [] }
        for values in rows where try !row(values) { return false }
        return true
      }
      do throws(DatabaseError) {
        var isWanted = true
        try store.connection.run(statement, deadline: deadline) { values throws(DatabaseError) in
          if isGiven { isWanted = try row(values) } else {
            rows.append(values)
            size += values.reduce(0) { $0 + $1.size }
            if size > AppleStoreConnection.kept || !mayMix(store) {
              guard !hasMixed(store) else { return false }
              isWanted = try giveAll()
            }
          }
          return isWanted
        }
        if !hasMixed(store) {
          if isWanted { _ = try giveAll() }
          return
        }
      } catch {
        // An error of the caller, or one that has nothing to do with an application that writes.
        guard !isGiven, hasMixed(store) || isRollback(error, store) else { throw error }
        try reopen()
      }
      if isGiven { throw .connectionLost("an application changed the store while it was read") }
      usleep(UInt32(5000 << attempt))
    }
    throw .connectionLost("an application changes the store all the time")
  }

  /// The open store, opened again if it has changed.
  private func current() throws(DatabaseError) -> OpenedStore {
    let store = opened.withLock { $0 }
    guard hasMixed(store) || !isCopy(store) && !store.connection.isUsable else { return store }
    return try reopen()
  }

  @discardableResult private func reopen() throws(DatabaseError) -> OpenedStore {
    do throws(AppleStoreFileError) {
      let new = try AppleStoreFile.openNow(file)
      opened.withLock { $0 = new }
      return new
    } catch {
      throw .connectionLost(error.message)
    }
  }

  /// Whether nothing prevents applications from changing what a statement reads.
  private func mayMix(_ store: OpenedStore) -> Bool {
    if case .state = store.guarding { true } else { false }
  }

  private func isCopy(_ store: OpenedStore) -> Bool {
    if case .copy = store.guarding { true } else { false }
  }

  /// Whether what was read may be of several moments.
  private func hasMixed(_ store: OpenedStore) -> Bool {
    guard case .state(let state) = store.guarding else { return false }
    return (try? AppleStoreFileState(of: file)) != state
  }

  /// Whether a reader with locks found the journal of a transaction that has ended, or of a writer that died. Only a copy can
  /// be rolled back.
  private func isRollback(_ error: DatabaseError, _ store: OpenedStore) -> Bool {
    if case .locks = store.guarding { error == .readOnly } else { false }
  }
}

extension SQLDatum {
  /// About how many bytes of memory the value takes.
  fileprivate var size: Int {
    switch self {
    case .null, .int, .real: 16
    case .text(let text): 16 + text.utf8.count
    case .blob(let data): 16 + data.count
    }
  }
}
