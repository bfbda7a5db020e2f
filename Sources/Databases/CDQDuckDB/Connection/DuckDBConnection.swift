public import CDQConnections
public import CDQSQL
import CDQValues
import CDuckDB
import Dispatch
import Foundation

/// A connection to DuckDB, by its library, which is looked for at run time.
///
/// It holds a database in memory, with a view for each file that was added (`DuckDBFiles`), or a database file. Unless
/// asked otherwise it only reads.
public final class DuckDBConnection: DatabaseConnection {
  public let dialect = SQLDialect.duckdb
  public private(set) var isUsable = true
  private let library: DuckDBLibrary
  private var database: OpaquePointer?
  private var connection: OpaquePointer?
  private let canWrite: Bool
  private var statements = StatementCache<OpaquePointer>(limit: 50)
  private let use = ConnectionUse()

  /// Opens a database file, or makes a database in memory.
  ///
  /// - Parameters:
  ///   - path: The path of a file; nil for a new database in memory.
  ///   - canWrite: Whether statements may change data.
  /// - Throws: `DatabaseError.libraryMissing` where DuckDB is not found, `.cannotConnect`.
  public init(path: String? = nil, canWrite: Bool = false) throws(DatabaseError) {
    library = try DuckDBLibrary.shared()
    self.canWrite = canWrite
    var config: OpaquePointer?
    guard library.createConfig(&config) == DuckDBCode.success else { throw .cannotConnect("out of memory") }
    // A query must not fetch code from elsewhere, and a database file must not make it read other files.
    var settings = ["autoinstall_known_extensions": "false", "autoload_known_extensions": "false"]
    if path != nil {
      settings["enable_external_access"] = "false"
      settings["access_mode"] = canWrite ? "READ_WRITE" : "READ_ONLY"
    }
    for (name, value) in settings { _ = library.setConfig(config, name, value) }
    var reason: UnsafeMutablePointer<CChar>?
    let status = library.open(path, &database, config, &reason)
    library.destroyConfig(&config)
    guard status == DuckDBCode.success, library.connect(database, &connection) == DuckDBCode.success else {
      let message = reason.map { DuckDBConnection.firstLines(String(cString: $0)) } ?? "out of memory"
      free(reason)
      library.close(&database)
      throw .cannotConnect("\(path.map { "\($0): " } ?? "")\(message)")
    }
    // DuckDB has a time zone of its own only with an extension.
    _ = try? execute("SET TimeZone = 'UTC'")
  }

  deinit {
    for statement in statements.removeAll() { destroy(statement) }
    library.disconnect(&connection)
    library.close(&database)
  }

  /// Runs a statement of the driver's own, which may do more than read.
  func execute(_ text: String) throws(DatabaseError) {
    let run = try use.begin(nil, nests: true)
    defer { use.end(run) }
    let prepared = try prepare(text)
    defer { destroy(prepared) }
    try self.run(prepared, deadline: nil) { _ throws(DatabaseError) in true }
  }

  private func destroy(_ statement: OpaquePointer) {
    var statement: OpaquePointer? = statement
    library.destroyPrepared(&statement)
  }

  public func cancel() {
    use.cancel()
    library.interrupt(connection)
  }

  public func run(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let run = try use.begin(deadline, nests: true)
    defer { use.end(run) }
    let prepared: OpaquePointer
    // It is not in the cache while it runs: a callback may run the same text, or many others.
    if let known = statements.take(statement.text) {
      prepared = known
    } else {
      prepared = try prepare(statement.text)
      guard canWrite || DuckDBCode.readingStatements.contains(library.statementType(prepared)) else {
        destroy(prepared)
        throw .readOnly
      }
    }
    defer {
      _ = library.clearBindings(prepared)
      if let old = statements.giveBack(prepared, for: statement.text) { destroy(old) }
    }
    for (index, datum) in statement.bindings.enumerated() { try bind(datum, UInt64(index + 1), prepared) }
    try self.run(prepared, deadline: deadline, row)
  }

  private func prepare(_ text: String) throws(DatabaseError) -> OpaquePointer {
    var prepared: OpaquePointer?
    guard library.prepare(connection, text, &prepared) == DuckDBCode.success, let prepared else {
      let message = library.prepareError(prepared).map { String(cString: $0) } ?? ""
      library.destroyPrepared(&prepared)
      throw error(message)
    }
    return prepared
  }

  private func bind(_ datum: SQLDatum, _ index: UInt64, _ statement: OpaquePointer) throws(DatabaseError) {
    let status: Int32
    switch datum {
    case .null: status = library.bindNull(statement, index)
    case .int(let number): status = library.bindInt(statement, index, number)
    case .real(let number): status = library.bindDouble(statement, index, number)
    case .text(let text):
      var text = text
      status = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { library.bindText(statement, index, $0.baseAddress, UInt64($0.count)) }
      }
    case .blob(let data):
      status = data.withUnsafeBytes { library.bindBlob(statement, index, $0.baseAddress, UInt64($0.count)) }
    }
    guard status == DuckDBCode.success else {
      throw error(library.prepareError(statement).map { String(cString: $0) } ?? "a parameter cannot be bound")
    }
  }

  /// Runs a prepared statement, and takes its rows in chunks.
  private func run(
    _ prepared: OpaquePointer, deadline: ContinuousClock.Instant?, _ row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    var pending: OpaquePointer?
    defer { library.destroyPending(&pending) }
    guard library.pending(prepared, &pending) == DuckDBCode.success else {
      throw error(library.pendingError(pending).map { String(cString: $0) } ?? "")
    }
    // DuckDB forgot what was interrupted before.
    if use.isDue { throw use.error }
    let watch = deadline.map { Watch($0, library, connection) }
    defer { watch?.end() }
    var result = duckdb_result()
    defer { library.destroyResult(&result) }
    guard library.execute(pending, &result) == DuckDBCode.success else { throw error(of: &result) }
    let count = library.columnCount(&result)
    while var chunk = library.fetchChunk(result).map({ Optional($0) }) {
      defer { library.destroyChunk(&chunk) }
      var columns: [DuckDBColumn] = []
      for index in 0..<count { columns.append(try DuckDBColumn(library.chunkVector(chunk, index), library)) }
      for index in 0..<Int(library.chunkSize(chunk)) {
        if try !row(columns.map { $0.datum(index) }) { return }
      }
      if use.isDue { throw use.error }
    }
    if library.resultError(&result) != nil { throw error(of: &result) }
  }

  private func error(of result: inout duckdb_result) -> DatabaseError {
    error(library.resultError(&result).map { String(cString: $0) } ?? "")
  }

  private func error(_ text: String) -> DatabaseError {
    if use.isDue { return use.error }
    let message = DuckDBConnection.firstLines(text)
    if DuckDBCode.isRange(text) { return .outOfRange(message) }
    // After such an error DuckDB refuses every statement.
    if text.hasPrefix("FATAL Error") || text.hasPrefix("INTERNAL Error") { isUsable = false }
    return .failed(code: String(text.prefix { $0 != ":" }), message: message)
  }

  /// The message without the excerpt of the statement.
  private static func firstLines(_ text: String) -> String {
    let excerpt = text.range(of: "\n\nLINE ")?.lowerBound ?? text.endIndex
    return text[..<excerpt].split(whereSeparator: \.isNewline).prefix(4)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }
}

/// A deadline, at which another thread interrupts a run.
private final class Watch: Sendable {
  private let isRunning = Locked(true)

  init(_ deadline: ContinuousClock.Instant, _ library: DuckDBLibrary, _ connection: OpaquePointer?) {
    let seconds = ContinuousClock.now.duration(to: deadline).waitingSeconds
    nonisolated(unsafe) let connection = connection
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      // The connection lives at least as long as the run.
      isRunning.withLock { if $0 { library.interrupt(connection) } }
    }
  }

  func end() { isRunning.withLock { $0 = false } }
}

extension DuckDBConnection: SQLExecutor {}

extension DuckDBConnection: TransactionConnection {
  /// DuckDB itself refuses a transaction within another one.
  package var isInTransaction: Bool { false }
  package func reserve() throws(DatabaseError) { try use.reserve() }
  package func release() { use.release() }
}
