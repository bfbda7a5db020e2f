public import CDQSQL
public import CDQValues

/// The reason why a database could not be asked, or its answer not be read.
public enum DatabaseError: Error, Hashable, Sendable {
  /// A library of the system is not there. The help names the packages that have it.
  case libraryMissing(String, help: String)
  /// The database cannot be opened or reached.
  case cannotConnect(String)
  /// The connection broke while it was used. A read may be asked again on another one.
  case connectionLost(String)
  /// The database refused a statement, with its own code: SQLSTATE of PostgreSQL, or the number of SQLite.
  case failed(code: String, message: String)
  /// The statement would change data, and the connection only reads.
  case readOnly
  /// The run took longer than its deadline.
  case deadlineExceeded
  /// The run was cancelled.
  case cancelled
  /// The result has more rows than the limits allow.
  case tooManyRows(limit: Int)
  /// The result has more bytes than the limits allow.
  case tooManyBytes(limit: Int)
  /// A condition that is tested in memory had more candidates than the limits allow.
  case tooManyCandidates(limit: Int, reasons: [SQLRefusal])
  /// A value is out of the range of the database's types. The driver runs the query in memory then.
  case outOfRange(String)
  /// A column that must have a value holds NULL.
  case unexpectedNull(column: String)
  /// A column holds something that is no value of the attribute's type.
  case unexpectedValue(column: String, reason: String)
  /// The database cannot hold a value of a property, such as NaN in SQLite.
  case unstorableValue(property: String, reason: String)
  /// Another transaction changed the same data at the same time. Nothing was changed; the transaction can be run again.
  case conflict(String)
  /// The connection broke while the database committed a transaction: all of its changes were made, or none. It is never
  /// run again; only reading the data tells which.
  case outcomeUnknown(String)
  /// The database cannot run the query, for these reasons.
  case refused([SQLRefusal])
  /// A query, its arguments or its limits are wrong, as in memory.
  case execution(ExecutionError)
  /// The connection runs a statement, or a transaction is open on it, for a caller further out or for another thread.
  case connectionInUse(String)
  /// No connection of a pool became free in time.
  case poolExhausted(size: Int)
  /// The pool was closed.
  case poolClosed

  /// The stable code of the error, such as `connection-lost`.
  public var code: String {
    if case .execution(let error) = self { return error.code }
    return ownCode.rawValue
  }

  /// The codes of the errors that only databases have.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case libraryMissing = "library-missing"
    case cannotConnect = "cannot-connect"
    case connectionLost = "connection-lost"
    case failed = "database-error"
    case readOnly = "read-only"
    case deadlineExceeded = "deadline-exceeded"
    case cancelled
    case tooManyRows = "too-many-rows"
    case tooManyBytes = "too-many-bytes"
    case tooManyCandidates = "too-many-candidates"
    case outOfRange = "value-out-of-range"
    case unexpectedNull = "unexpected-null"
    case unexpectedValue = "unexpected-value"
    case unstorableValue = "unstorable-value"
    case conflict = "write-conflict"
    case outcomeUnknown = "outcome-unknown"
    case refused = "refused-by-database"
    case connectionInUse = "connection-in-use"
    case poolExhausted = "pool-exhausted"
    case poolClosed = "pool-closed"
  }

  private var ownCode: Code {
    switch self {
    case .libraryMissing: .libraryMissing
    case .cannotConnect: .cannotConnect
    case .connectionLost: .connectionLost
    case .failed: .failed
    case .readOnly: .readOnly
    case .deadlineExceeded: .deadlineExceeded
    case .cancelled: .cancelled
    case .tooManyRows: .tooManyRows
    case .tooManyBytes: .tooManyBytes
    case .tooManyCandidates: .tooManyCandidates
    case .outOfRange: .outOfRange
    case .unexpectedNull: .unexpectedNull
    case .unexpectedValue: .unexpectedValue
    case .unstorableValue: .unstorableValue
    case .conflict: .conflict
    case .outcomeUnknown: .outcomeUnknown
    case .refused, .execution: .refused
    case .connectionInUse: .connectionInUse
    case .poolExhausted: .poolExhausted
    case .poolClosed: .poolClosed
    }
  }

  /// The message for people, in one line and without the code.
  public var message: String {
    switch self {
    case .libraryMissing(let name, _): "there is no library \(name) on this machine"
    case .cannotConnect(let reason): "cannot connect: \(reason)"
    case .connectionLost(let reason): "the connection to the database broke: \(reason)"
    case .failed(_, let message): "the database says: \(message)"
    case .readOnly: "the connection is read-only"
    case .deadlineExceeded: "the run takes longer than its deadline allows"
    case .cancelled: "the run was cancelled"
    case .tooManyRows(let limit): "the result has more than \(limit) rows"
    case .tooManyBytes(let limit): "the result has more than \(limit) bytes"
    case .tooManyCandidates(let limit, _): "more than \(limit) rows would be tested in memory"
    case .outOfRange(let message): "a value is out of range: \(message)"
    case .unexpectedNull(let column): "the column '\(column)' holds NULL, but its attribute must have a value"
    case .unexpectedValue(let column, let reason): "the column '\(column)' holds \(reason)"
    case .unstorableValue(let property, let reason): "the value of '\(property)' cannot be stored: \(reason)"
    case .conflict(let message): "another transaction changed the same data: \(message)"
    case .outcomeUnknown(let reason): "nobody knows whether the transaction was committed: \(reason)"
    case .refused(let reasons): reasons.first.map { "this database cannot run the query: \($0.reason)" } ?? "refused"
    case .execution(let error): error.message
    case .connectionInUse(let reason): "the connection is in use: \(reason)"
    case .poolExhausted(let size): "all \(size) connections are in use"
    case .poolClosed: "the pool is closed"
    }
  }

  /// What the caller can do about it; empty if there is nothing to say.
  public var help: [String] {
    switch self {
    case .libraryMissing(_, let help): [help]
    case .tooManyCandidates(_, let reasons), .refused(let reasons):
      reasons.dropFirst().map(\.reason) + reasons.compactMap(\.help)
    default: []
    }
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The message followed by the code in brackets.
  public var description: String { "\(message) [\(code)]" }
}
