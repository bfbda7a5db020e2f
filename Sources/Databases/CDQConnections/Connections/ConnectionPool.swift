import CDQValues
import Foundation

/// A bounded number of connections to one database, which any number of threads and tasks share.
///
/// A connection that broke is closed, and the next caller gets a new one: a server that was restarted is found again.
///
/// ```swift
/// let pool = ConnectionPool(.postgres(url: "postgres://localhost/world"), size: 8)
/// let cities = try await pool.withConnection { try database.records(ir, on: $0) }
/// ```
public final class ConnectionPool: @unchecked Sendable {
  /// The greatest number of connections that are open at a time.
  public let size: Int
  private let connect: @Sendable () throws(DatabaseError) -> any DatabaseConnection
  private let acquireTimeout: Duration
  /// Guards all state below, hence `@unchecked Sendable`.
  private let condition = NSCondition()
  private var idle: [any DatabaseConnection] = []
  private var openCount = 0
  private var isClosed = false
  /// The threads on which tasks wait for the database, so that none of the cooperative pool's does.
  private let threads: OperationQueue

  /// Makes a pool without a connection yet.
  ///
  /// - Parameters:
  ///   - size: The greatest number of connections, at least 1.
  ///   - acquireTimeout: How long a caller waits for a connection before `DatabaseError.poolExhausted`.
  ///   - connect: Opens a connection.
  public init(
    size: Int = 8, acquireTimeout: Duration = .seconds(30),
    connect: @escaping @Sendable () throws(DatabaseError) -> any DatabaseConnection
  ) {
    self.size = max(1, size)
    self.connect = connect
    self.acquireTimeout = acquireTimeout
    threads = OperationQueue()
    threads.maxConcurrentOperationCount = max(1, size)
    threads.name = "cdq.connections"
  }

  /// Makes a pool of connections that only read.
  public convenience init(_ location: DatabaseLocation, size: Int = 8, acquireTimeout: Duration = .seconds(30)) {
    self.init(size: size, acquireTimeout: acquireTimeout) { () throws(DatabaseError) in try location.connect() }
  }

  deinit {
    close()
  }

  /// The number of connections that are open, in use or not.
  public var count: Int { condition.withLock { openCount } }

  /// Closes all connections that are not in use, and the others when they come back. Callers that wait fail with
  /// `DatabaseError.poolClosed`.
  public func close() {
    condition.lock()
    isClosed = true
    openCount -= idle.count
    idle = []
    condition.broadcast()
    condition.unlock()
  }

  /// Calls a closure with a connection, which only it uses. Blocks the thread until there is one.
  ///
  /// - Throws: `DatabaseError`, `.poolExhausted` when none becomes free in time, and what the closure throws.
  public func withConnection<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
    let connection = try acquire()
    defer { release(connection) }
    return try body(connection)
  }

  /// Calls a closure with a connection on a thread of the pool. When the task is cancelled, so is the run of the
  /// database.
  public func withConnection<Result: Sendable>(
    _ body: @escaping @Sendable (any DatabaseConnection) throws -> Result
  ) async throws -> Result {
    let running = RunningConnection()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        threads.addOperation { [self] in
          continuation.resume(
            with: Swift.Result {
              try withConnection { connection in
                try running.begin(connection)
                defer { running.end() }
                return try body(connection)
              }
            })
        }
      }
    } onCancel: {
      running.cancel()
    }
  }

  private func acquire() throws(DatabaseError) -> any DatabaseConnection {
    let end = Date().addingTimeInterval(acquireTimeout.waitingSeconds)
    condition.lock()
    while true {
      if isClosed {
        condition.unlock()
        throw .poolClosed
      }
      if let connection = idle.popLast() {
        // The file of an idle connection may have been replaced.
        guard connection.isUsable else {
          openCount -= 1
          continue
        }
        condition.unlock()
        return connection
      }
      if openCount < size { break }
      guard condition.wait(until: end) else {
        condition.unlock()
        throw .poolExhausted(size: size)
      }
    }
    // The place is taken before the lock is given back, so that no more than `size` connections are ever open.
    openCount += 1
    condition.unlock()
    do throws(DatabaseError) {
      return try connect()
    } catch {
      giveUpPlace()
      throw error
    }
  }

  private func release(_ connection: any DatabaseConnection) {
    condition.lock()
    if connection.isUsable, !isClosed {
      idle.append(connection)
      condition.signal()
      condition.unlock()
      return
    }
    // Idle connections to a server that went away are of no use either, but their next run finds that out.
    openCount -= 1
    condition.signal()
    condition.unlock()
  }

  private func giveUpPlace() {
    condition.lock()
    openCount -= 1
    condition.signal()
    condition.unlock()
  }
}

/// The connection on which a task's run is under way, for its cancellation.
private final class RunningConnection: @unchecked Sendable {
  private let lock = NSLock()
  private var connection: (any DatabaseConnection)?
  private var isCancelled = false

  func begin(_ connection: any DatabaseConnection) throws(DatabaseError) {
    lock.lock()
    defer { lock.unlock() }
    if isCancelled { throw .cancelled }
    self.connection = connection
  }

  func end() {
    lock.withLock { connection = nil }
  }

  func cancel() {
    lock.lock()
    defer { lock.unlock() }
    isCancelled = true
    connection?.cancel()
  }
}
