public import CDQSQL
import CDQValues
import Foundation

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
  public private(set) var isUsable = true
  private let library: SQLiteLibrary
  private var handle: OpaquePointer?
  private var statements = StatementCache<OpaquePointer>(limit: 100)
  private let interruption = Interruption()

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `:memory:` for a new database in memory.
  ///   - busyTimeout: How long a statement waits for a lock.
  public init(path: String, access: Access = .readOnly, busyTimeout: Duration = .seconds(5)) throws(DatabaseError) {
    library = try SQLiteLibrary.shared()
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
    guard status == SQLiteCode.ok, let handle else {
      let reason = handle.flatMap { library.errorMessage($0) }.map { String(cString: $0) } ?? "out of memory"
      _ = library.close(handle)
      self.handle = nil
      throw .cannotConnect("\(path): \(reason)")
    }
    _ = library.busyTimeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
    let pointer = Unmanaged.passUnretained(interruption).toOpaque()
    library.progressHandler(
      handle, 1000,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().isDue ? 1 : 0
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
    interruption.cancel()
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
    interruption.begin(deadline)
    let prepared = try prepare(statement.text)
    let cells = SQLiteCells(prepared, library)
    let reached = SQLRow(cells)
    defer {
      cells.end()
      _ = library.reset(prepared)
      _ = library.clearBindings(prepared)
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
      if count % 64 == 0, interruption.isDue { throw interruption.error }
      count += 1
    }
  }

  private func prepare(_ text: String) throws(DatabaseError) -> OpaquePointer {
    if let known = statements[text] { return known }
    var prepared: OpaquePointer?
    let status = library.prepare(handle, text, -1, &prepared, nil)
    guard status == SQLiteCode.ok, let prepared else { throw error(status) }
    if let old = statements.insert(prepared, for: text) { _ = library.finalize(old) }
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
      status = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          // An empty text has no address, which SQLite would take for NULL.
          library.bindText(statement, index, bytes.baseAddress ?? UnsafePointer(emptyText), Int32(bytes.count), SQLiteCode.transient)
        }
      }
    case .blob(let data):
      status = data.isEmpty
        ? library.bindBlob(statement, index, emptyText, 0, SQLiteCode.transient)
        : data.withUnsafeBytes { library.bindBlob(statement, index, $0.baseAddress, Int32($0.count), SQLiteCode.transient) }
    }
    guard status == SQLiteCode.ok else { throw error(status) }
  }

  private func error(_ status: Int32) -> DatabaseError {
    let message = library.errorMessage(handle).map { String(cString: $0) } ?? "error \(status)"
    switch status & 0xFF {
    case SQLiteCode.interrupted: return interruption.error
    case SQLiteCode.readOnly: return .readOnly
    case SQLiteCode.error where message.hasPrefix(SQLiteFunctions.mark) || message.contains("integer overflow"):
      return .outOfRange(message)
    default: return .failed(code: String(library.extendedErrorCode(handle)), message: message)
    }
  }
}

/// The address of an empty text.
private nonisolated(unsafe) let emptyText: UnsafeMutablePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return text
}()

/// What ends a run: its deadline, or a call of `cancel` on another thread.
package final class Interruption: Sendable {
  private struct State {
    var deadline: ContinuousClock.Instant?
    var isCancelled = false
  }

  private let state = Locked(State())

  package init() {}

  package func begin(_ deadline: ContinuousClock.Instant?) {
    state.withLock { $0 = State(deadline: deadline) }
  }

  package func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  /// Whether the run has to end.
  package var isDue: Bool {
    state.withLock { $0.isCancelled || $0.deadline.map { ContinuousClock.now >= $0 } ?? false }
  }

  /// The time that is left; nil without a deadline.
  package var remaining: Duration? {
    state.withLock { $0.deadline.map { ContinuousClock.now.duration(to: $0) } }
  }

  /// The reason why the run ends.
  package var error: DatabaseError { state.withLock { $0.isCancelled } ? .cancelled : .deadlineExceeded }
}

/// Prepared statements by their text. The one that was not used for the longest time is given up first.
package struct StatementCache<Statement> {
  private final class Entry {
    let statement: Statement
    var use: Int

    init(_ statement: Statement, _ use: Int) {
      (self.statement, self.use) = (statement, use)
    }
  }

  private var entries: [String: Entry] = [:]
  private var uses = 0
  package let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  package subscript(text: String) -> Statement? {
    mutating get {
      guard let found = entries[text] else { return nil }
      uses += 1
      found.use = uses
      return found.statement
    }
  }

  /// Adds a statement; returns the one that has to be released for it.
  package mutating func insert(_ statement: Statement, for text: String) -> Statement? {
    uses += 1
    entries[text] = Entry(statement, uses)
    guard entries.count > limit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) else { return nil }
    entries[oldest.key] = nil
    return oldest.value.statement
  }

  package mutating func removeAll() -> [Statement] {
    defer { entries = [:] }
    return entries.values.map(\.statement)
  }
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
