import CDQValues

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who uses a connection: one thread at a time, whose runs may be within each other, and what ends them, a deadline or a
/// call of `cancel` on another thread.
package final class ConnectionUse: Sendable {
  private struct State {
    var thread: pthread_t?
    /// The number of runs and transactions under way.
    var uses = 0
    /// The number of runs under way.
    var runs = 0
    var deadline: ContinuousClock.Instant?
    var isCancelled = false

    /// Takes the connection for this thread.
    mutating func take() -> DatabaseError? {
      let current = pthread_self()
      if uses > 0, let thread, pthread_equal(thread, current) == 0 { return .connectionInUse("another thread uses it") }
      thread = current
      uses += 1
      return nil
    }

    mutating func leave() {
      uses -= 1
      if uses == 0 { thread = nil }
    }
  }

  /// A run that is under way, with what it restores at its end.
  package struct Run: Sendable {
    fileprivate var outerDeadline: ContinuousClock.Instant?
  }

  private let state = Locked(State())

  package init() {}

  /// Begins a run of this thread.
  ///
  /// - Parameter nests: Whether the driver can run a statement in a callback of another one, whose deadline then holds
  ///   for both.
  /// - Throws: `DatabaseError.connectionInUse`.
  package func begin(_ deadline: ContinuousClock.Instant?, nests: Bool) throws(DatabaseError) -> Run {
    let (run, error) = state.withLock { state -> (Run, DatabaseError?) in
      let outer = Run(outerDeadline: state.deadline)
      if let error = state.take() { return (outer, error) }
      if state.runs > 0, !nests {
        state.leave()
        return (outer, .connectionInUse("a statement is running on it, whose rows have not all been taken"))
      }
      if state.runs == 0 {
        (state.deadline, state.isCancelled) = (deadline, false)
      } else if let deadline {
        state.deadline = min(deadline, state.deadline ?? deadline)
      }
      state.runs += 1
      return (outer, nil)
    }
    if let error { throw error }
    return run
  }

  package func end(_ run: Run) {
    state.withLock { state in
      state.runs -= 1
      if state.runs > 0 { state.deadline = run.outerDeadline }
      state.leave()
    }
  }

  /// Keeps other threads away between the statements of a transaction.
  ///
  /// - Throws: `DatabaseError.connectionInUse`.
  package func reserve() throws(DatabaseError) {
    if let error = state.withLock({ $0.take() }) { throw error }
  }

  /// Ends what `reserve` began.
  package func release() {
    state.withLock { $0.leave() }
  }

  /// Gives the run under way another deadline, and forgets a cancellation.
  package func restart(_ deadline: ContinuousClock.Instant?) {
    state.withLock { ($0.deadline, $0.isCancelled) = (deadline, false) }
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

/// A connection that knows about its transaction, so that no other begins within it.
package protocol TransactionConnection: DatabaseConnection {
  /// Whether a transaction is open.
  var isInTransaction: Bool { get }
  /// Keeps other threads away until `release`.
  ///
  /// - Throws: `DatabaseError.connectionInUse`.
  func reserve() throws(DatabaseError)
  func release()
}
