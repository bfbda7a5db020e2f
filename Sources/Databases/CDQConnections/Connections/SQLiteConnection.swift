public import CDQSQL
import CDQValues
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection to a file of SQLite, by the system's library.
///
/// It registers the functions with which the language's operators are exact, and only reads unless asked otherwise.
public final class SQLiteConnection: DatabaseConnection {
  /// What a connection may do with its file.
  public enum Access: Hashable, Sendable {
    case readOnly
    /// For a file that nobody changes while it is read: no lock is taken, and no file appears beside it.
    case immutable
    case readWrite
    /// As `readWrite`; makes the file if it is not there.
    case create
  }

  public let dialect = SQLDialect.sqlite
  /// Whether the connection can still be used; false when another file has replaced the one that was opened.
  public var isUsable: Bool { opened.map { FileIdentity(path) ?? $0 == $0 } ?? true }
  private let library: SQLiteLibrary
  private var handle: OpaquePointer?
  private var statements = StatementCache<OpaquePointer>(limit: 100)
  private let use = ConnectionUse()
  private let path: String
  /// The file that was opened; nil for a database in memory.
  private let opened: FileIdentity?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `:memory:` for a new database in memory.
  ///   - busyTimeout: How long a statement waits for a lock.
  public init(path: String, access: Access = .readOnly, busyTimeout: Duration = .seconds(5)) throws(DatabaseError) {
    library = try SQLiteLibrary.shared()
    self.path = path
    var flags = SQLiteCode.openNoMutex
    var name = path
    switch access {
    case .readOnly: flags |= SQLiteCode.openReadOnly
    case .immutable:
      flags |= SQLiteCode.openReadOnly | SQLiteCode.openURI
      let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
      let absolute = URL(fileURLWithPath: path).path
      name = "file:\(absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? absolute)?immutable=1"
    case .readWrite: flags |= SQLiteCode.openReadWrite
    case .create: flags |= SQLiteCode.openReadWrite | SQLiteCode.openCreate
    }
    let status = library.open(name, &handle, flags, nil)
    opened = FileIdentity(path)
    guard status == SQLiteCode.ok, let handle else {
      let reason = handle.flatMap { library.errorMessage($0) }.map { String(cString: $0) } ?? "out of memory"
      _ = library.close(handle)
      self.handle = nil
      throw .cannotConnect("\(path): \(reason)")
    }
    _ = library.busyTimeout(handle, busyTimeout.wholeMilliseconds)
    let pointer = Unmanaged.passUnretained(use).toOpaque()
    library.progressHandler(
      handle, 1000,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<ConnectionUse>.fromOpaque(pointer).takeUnretainedValue().isDue ? 1 : 0
      }, pointer)
    try SQLiteFunctions(library: library, handle: handle).register()
    // A file may come from anyone: its views must not call what is not harmless.
    _ = try? rows("PRAGMA trusted_schema = OFF")
    if access == .readOnly || access == .immutable { _ = try rows("PRAGMA query_only = ON") }
    // SQLite reads the file only now, and finds out whether it is a database.
    do throws(DatabaseError) {
      _ = try rows("SELECT count(*) FROM sqlite_schema")
    } catch {
      throw .cannotConnect("\(path): \(error.message)")
    }
  }

  deinit {
    for statement in statements.removeAll() { _ = library.finalize(statement) }
    _ = library.close(handle)
  }

  /// Adds a function of one argument to those that statements can call.
  package func addFunction(_ name: String, _ body: @escaping (SQLDatum) -> SQLDatum) throws(DatabaseError) {
    guard let handle else { return }
    try SQLiteFunctions(library: library, handle: handle).add(name, 1) { $0.first.map(body) }
  }

  public func cancel() {
    use.cancel()
    if let handle { library.interrupt(handle) }
  }

  public func run(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try read(statement, deadline: deadline, isStreamed: true) { cells throws(DatabaseError) in try row(cells.data) }
  }

  public func read(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, isStreamed: Bool,
    row: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let run = try use.begin(deadline, nests: true)
    defer { use.end(run) }
    // It is not in the cache while it runs: a callback may run the same text, or many others.
    let prepared: OpaquePointer
    if let known = statements.take(statement.text) { prepared = known } else { prepared = try prepare(statement.text) }
    let cells = SQLiteCells(prepared, library)
    let reached = SQLRow(cells)
    defer {
      cells.end()
      _ = library.reset(prepared)
      _ = library.clearBindings(prepared)
      if let old = statements.giveBack(prepared, for: statement.text) { _ = library.finalize(old) }
    }
    for (index, datum) in statement.bindings.enumerated() { try bind(datum, Int32(index + 1), prepared) }
    var count = 0
    while true {
      switch library.step(prepared) {
      case SQLiteCode.row:
        if try !row(reached) { return }
      case SQLiteCode.done: return
      case let status: throw error(status)
      }
      // SQLite asks between steps, too, but not in a short run.
      if count % 64 == 0, use.isDue { throw use.error }
      count += 1
    }
  }

  private func prepare(_ text: String) throws(DatabaseError) -> OpaquePointer {
    var prepared: OpaquePointer?
    let status = library.prepare(handle, text, -1, &prepared, nil)
    guard status == SQLiteCode.ok, let prepared else { throw error(status) }
    return prepared
  }

  private func bind(_ datum: SQLDatum, _ index: Int32, _ statement: OpaquePointer) throws(DatabaseError) {
    let status: Int32
    switch datum {
    case .null: status = library.bindNull(statement, index)
    case .int(let number): status = library.bindInt(statement, index, number)
    case .real(let number): status = library.bindDouble(statement, index, number)
    case .text(let text):
      var text = text
      let count = try SQLiteConnection.length(text.utf8.count)
      status = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          // An empty text has no address, which SQLite would take for NULL.
          library.bindText(statement, index, bytes.baseAddress ?? UnsafePointer(emptyText), count, SQLiteCode.transient)
        }
      }
    case .blob(let data):
      let count = try SQLiteConnection.length(data.count)
      status = data.isEmpty
        ? library.bindBlob(statement, index, emptyText, 0, SQLiteCode.transient)
        : data.withUnsafeBytes { library.bindBlob(statement, index, $0.baseAddress, count, SQLiteCode.transient) }
    }
    guard status == SQLiteCode.ok else { throw error(status) }
  }

  /// The length of a text or blob as SQLite takes it.
  package static func length(_ count: Int) throws(DatabaseError) -> Int32 {
    guard let length = Int32(exactly: count) else {
      throw .outOfRange("a value of \(count) bytes is longer than SQLite's longest, 2147483647")
    }
    return length
  }

  private func error(_ status: Int32) -> DatabaseError {
    let message = library.errorMessage(handle).map { String(cString: $0) } ?? "error \(status)"
    switch status & 0xFF {
    case SQLiteCode.interrupted: return use.error
    case SQLiteCode.readOnly: return .readOnly
    case SQLiteCode.tooBig: return .outOfRange(message)
    case SQLiteCode.error where message.hasPrefix(StrayValue.mark):
      return StrayValue(message, isText: false)?.error ?? .failed(code: String(status), message: message)
    case SQLiteCode.error where message.hasPrefix(SQLiteFunctions.mark) || message.contains("integer overflow"):
      return .outOfRange(message)
    default: return .failed(code: String(library.extendedErrorCode(handle)), message: message)
    }
  }
}

/// What distinguishes a file from another one of its name.
private struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
  }
}

/// The address of an empty text.
private nonisolated(unsafe) let emptyText: UnsafeMutablePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return text
}()

extension SQLiteConnection: TransactionConnection {
  package var isInTransaction: Bool { library.isAutoCommitting(handle) == 0 }
  package func reserve() throws(DatabaseError) { try use.reserve() }
  package func release() { use.release() }
}

extension SQLiteLibrary {
  /// The text of a value that is one.
  func text(_ value: OpaquePointer?) -> String {
    // The bytes are counted after the text is there, which may have had another encoding.
    let text = valueText(value)
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(valueBytes(value))), as: UTF8.self)
  }

  /// The value of a column or of an argument.
  func datum(_ value: OpaquePointer?) -> SQLDatum {
    switch valueType(value) {
    case SQLiteCode.integer: return .int(valueInt(value))
    case SQLiteCode.float: return .real(valueDouble(value))
    case SQLiteCode.text: return .text(text(value))
    case SQLiteCode.blob:
      guard let bytes = valueBlob(value) else { return .blob(Data()) }
      return .blob(Data(bytes: bytes, count: Int(valueBytes(value))))
    default: return .null
    }
  }
}
