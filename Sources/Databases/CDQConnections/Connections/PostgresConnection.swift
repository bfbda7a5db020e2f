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

/// A connection to PostgreSQL, by libpq: its connection strings, environment variables, password files and TLS.
///
/// The server refuses changes unless the connection was opened for writing.
public final class PostgresConnection: DatabaseConnection {
  public let dialect = SQLDialect.postgres
  public private(set) var isUsable = true
  /// The version of the server, such as 150018.
  public let serverVersion: Int
  let library: PostgresLibrary
  let handle: OpaquePointer
  private let cancellation: OpaquePointer?
  let use = ConnectionUse()
  /// Names of statements that the server has prepared.
  private var statements: StatementCache<String>
  private var statementNumber = 0

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - url: `postgres://user@host:port/database?sslmode=require`, or `key=value` pairs.
  ///   - connectTimeout: How long to wait for the server; the connection string may say otherwise.
  ///   - canWrite: Whether the session may change data.
  ///   - preparesStatements: Whether statements are prepared once; false behind a pooler of transactions.
  public init(
    url: String, connectTimeout: Duration = .seconds(10), canWrite: Bool = false, preparesStatements: Bool = true
  ) throws(DatabaseError) {
    library = try PostgresLibrary.shared()
    statements = StatementCache(limit: preparesStatements ? 100 : 0)
    let parameters = [
      ("connect_timeout", String(max(1, connectTimeout.wholeSeconds))), ("fallback_application_name", "cdq"),
      ("dbname", url), ("client_encoding", "UTF8"),
    ]
    let keys = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { (keys + values).forEach { free($0) } }
    let connected = library.connect(keys.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let connected else { throw .cannotConnect("out of memory") }
    guard library.status(connected) == PostgresCode.connectionOK else {
      let reason = library.errorMessage(connected).map { String(cString: $0) } ?? ""
      library.finish(connected)
      throw .cannotConnect(DatabaseLocation.withoutPassword(PostgresConnection.oneLine(reason), url))
    }
    handle = connected
    serverVersion = Int(library.serverVersion(connected))
    cancellation = library.makeCancel(connected)
    // Notices are for people at a terminal of psql.
    _ = library.setNoticeProcessor(connected, { _, _ in }, nil)
    var settings =
      "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; "
      + "SET standard_conforming_strings = on; SET extra_float_digits = 3"
    if !canWrite { settings += "; SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY" }
    do throws(DatabaseError) {
      try execute(settings)
    } catch {
      throw .cannotConnect(error.message)
    }
  }

  deinit {
    library.freeCancel(cancellation)
    library.finish(handle)
  }

  public func cancel() {
    // The thread of the run tells the server. Told from here, the server might stop the statement after it.
    use.cancel()
  }

  func sendCancel() {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = library.cancel(cancellation, &buffer, Int32(buffer.count))
  }

  /// Runs one or several statements without parameters or results.
  public func execute(_ text: String) throws(DatabaseError) {
    let run = try use.begin(nil, nests: false)
    defer { use.end(run) }
    guard isUsable else { throw .connectionLost("it broke before") }
    guard library.sendQuery(handle, text) == 1 else { throw lost() }
    try finish { _ throws(DatabaseError) in true }
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
    let run = try use.begin(deadline, nests: false)
    defer { use.end(run) }
    guard isUsable else { throw .connectionLost("it broke before") }
    guard statement.bindings.count <= 65535 else {
      throw .outOfRange("a statement of PostgreSQL takes at most 65535 parameters")
    }
    var values: [UnsafeMutablePointer<CChar>?] = []
    defer { values.forEach { free($0) } }
    for datum in statement.bindings {
      guard let text = datum.textForm else {
        values.append(nil)
        continue
      }
      guard !text.utf8.contains(0) else { throw .outOfRange("a text of PostgreSQL cannot hold U+0000") }
      guard text.utf8.count < 1 << 30, let copy = strdup(text) else {
        throw .outOfRange("a value of \(text.utf8.count) bytes is longer than PostgreSQL's longest, 1 GB")
      }
      values.append(copy)
    }
    let count = Int32(values.count)
    let arguments = values.map { $0.map { UnsafePointer($0) } }
    guard statements.limit > 0 else {
      try send(library.sendParameters(handle, statement.text, count, nil, arguments, nil, nil, 0), isStreamed, row)
      return
    }
    let isKnown = statements[statement.text] != nil
    var hasRows = false
    do throws(DatabaseError) {
      let name = try prepared(statement.text)
      try send(library.sendPrepared(handle, name, count, arguments, nil, nil, 0), isStreamed) { cells throws(DatabaseError) in
        hasRows = true
        return try row(cells)
      }
    } catch {
      // Columns may have changed since the statement was prepared, so that it is prepared once more. A transaction has
      // failed by this error, and the next one prepares the statement.
      guard isKnown, !hasRows, case .failed(let code, _) = error, PostgresCode.isStale(code) else { throw error }
      if let old = statements.remove(statement.text) { try release(old) }
      if isInTransaction { throw error }
      let name = try prepared(statement.text)
      try send(library.sendPrepared(handle, name, count, arguments, nil, nil, 0), isStreamed, row)
    }
  }

  /// Takes the rows of a statement that was sent, if it was.
  private func send(_ sent: Int32, _ isStreamed: Bool, _ row: (SQLRow) throws(DatabaseError) -> Bool) throws(DatabaseError) {
    guard sent == 1 else { throw lost() }
    if isStreamed { _ = library.setSingleRowMode(handle) }
    try finish(row)
  }

  /// Makes the server forget a prepared statement.
  private func release(_ name: String) throws(DatabaseError) {
    guard library.sendQuery(handle, "DEALLOCATE \(name)") == 1 else { throw lost() }
    do throws(DatabaseError) {
      try finish { _ throws(DatabaseError) in true }
    } catch {
      // In a transaction that failed the server forgets nothing, but it must still take a ROLLBACK.
      if !isUsable { throw error }
    }
  }

  private func prepared(_ text: String) throws(DatabaseError) -> String {
    if let known = statements[text] { return known }
    statementNumber += 1
    let name = "cdq\(statementNumber)"
    guard library.sendPrepare(handle, name, text, 0, nil) == 1 else { throw lost() }
    try finish { _ throws(DatabaseError) in true }
    if let old = statements.insert(name, for: text) { try release(old) }
    return name
  }

  /// Takes all results of what was sent, and the rows in them until `row` returns false.
  private func finish(_ row: (SQLRow) throws(DatabaseError) -> Bool) throws(DatabaseError) {
    var failure: DatabaseError?
    var isWanted = true
    let cells = PostgresCells(library)
    while true {
      do throws(DatabaseError) {
        try wait()
      } catch {
        if case .connectionLost = error { throw error }
        // The server is told to stop, and says so in the next result.
        if failure == nil { sendCancel() }
        failure = failure ?? error
        use.restart(ContinuousClock.now + .seconds(10))
        if !isWaitingAgain() { throw broken(error) }
      }
      guard let result = library.result(handle) else { break }
      defer { library.clear(result) }
      switch library.resultStatus(result) {
      case let status where status == PostgresCode.singleTuple || status == PostgresCode.tuplesOK:
        guard isWanted, failure == nil else { continue }
        do throws(DatabaseError) {
          isWanted = try take(result, cells, row)
        } catch {
          (failure, isWanted) = (error, false)
        }
        // Nobody wants the rest of the rows, if there are any.
        if !isWanted, status == PostgresCode.singleTuple { sendCancel() }
      case PostgresCode.commandOK, PostgresCode.emptyQuery: continue
      default:
        if isWanted { failure = failure ?? error(of: result) }
      }
    }
    if library.status(handle) != PostgresCode.connectionOK {
      isUsable = false
      throw failure ?? lost()
    }
    if let failure { throw failure }
  }

  /// Waits once more for a server that was told to stop. Returns false when it does not answer.
  private func isWaitingAgain() -> Bool {
    (try? wait()) != nil
  }

  private func take(
    _ result: OpaquePointer, _ cells: PostgresCells, _ row: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    cells.begin(result)
    defer { cells.end() }
    let reached = SQLRow(cells)
    for index in 0..<library.rowCount(result) {
      cells.stand(at: index)
      if index % 64 == 63, use.isDue { throw use.error }
      if try !row(reached) { return false }
    }
    return true
  }

  /// Waits until a result can be taken without blocking.
  func wait() throws(DatabaseError) {
    while library.isBusy(handle) == 1 {
      if use.isDue { throw use.error }
      let left = use.remaining?.wholeMilliseconds
      var descriptor = pollfd(fd: library.socket(handle), events: Int16(POLLIN), revents: 0)
      // A cancelled run is noticed within this many milliseconds.
      let longest: Int32 = 50
      let status = poll(&descriptor, 1, max(0, min(left ?? longest, longest)))
      if status < 0, errno != EINTR { throw lost() }
      if status > 0, library.consumeInput(handle) == 0 { throw lost() }
    }
  }

  func lost() -> DatabaseError {
    isUsable = library.status(handle) == PostgresCode.connectionOK
    let reason = library.errorMessage(handle).map { PostgresConnection.oneLine(String(cString: $0)) } ?? ""
    isUsable = false
    return .connectionLost(reason)
  }

  private func broken(_ error: DatabaseError) -> DatabaseError {
    isUsable = false
    return error
  }

  func error(of result: OpaquePointer) -> DatabaseError {
    let state = library.resultErrorField(result, PostgresCode.sqlState).map { String(cString: $0) } ?? ""
    var message = library.resultErrorField(result, PostgresCode.primaryMessage).map { String(cString: $0) }
      ?? library.resultErrorMessage(result).map { String(cString: $0) } ?? ""
    if let detail = library.resultErrorField(result, PostgresCode.detail) { message += " (\(String(cString: detail)))" }
    // An error of a cast, whose message quotes the text.
    if state.hasPrefix("22"), let stray = StrayValue(message, isText: true) { return stray.error }
    message = PostgresConnection.oneLine(message)
    switch state {
    // Out of range, division by zero, and arguments of a root, a logarithm or a power.
    case "22003", "22012", "2201E", "2201F", "22008": return .outOfRange(message)
    case "25006": return .readOnly
    case "57014": return use.isDue ? use.error : .cancelled
    case "57P01", "57P02", "57P03":
      isUsable = false
      return .connectionLost(message)
    case _ where library.status(handle) != PostgresCode.connectionOK:
      isUsable = false
      return .connectionLost(message)
    default: return .failed(code: state, message: message)
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }
}

extension PostgresConnection: TransactionConnection {
  package var isInTransaction: Bool { library.transactionStatus(handle) != PostgresCode.noTransaction && isUsable }
  package func reserve() throws(DatabaseError) { try use.reserve() }
  package func release() { use.release() }
}
